//! `referee dashboard` serves a folder over HTTP: tested with plain requests and in a browser.
#![cfg(feature = "dashboard")]

#[cfg(unix)]
mod access;
mod lists;
mod pages;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;

use serde_json::Value;
use tempfile::TempDir;

fn referee(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.current_dir(folder);
    command
}

/// A folder `games` with the log and all recordings of a ladder, beside a file that is not in it.
fn folder() -> TempDir {
    let outer = tempfile::tempdir().unwrap();
    fs::write(outer.path().join("secret.jsonl"), "secret").unwrap();
    let inner = outer.path().join("games");
    fs::create_dir(&inner).unwrap();
    let bots = ["@greedy", "@mo", "@random"];
    let arguments = ["ladder", "fruit", "--games", "6", "--keep", "all", "--log", "a.log"];
    let played = referee(&inner).args(arguments).args(bots).output().unwrap();
    assert!(played.status.success(), "{}", String::from_utf8_lossy(&played.stderr));
    outer
}

/// A dashboard, which is stopped when it is dropped.
struct Dashboard {
    process: Child,
    /// The address that it printed.
    url: String,
}

impl Drop for Dashboard {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Dashboard {
    fn of(folder: &Path, more: &[&str]) -> Self {
        let mut command = referee(folder);
        command.args(["dashboard", "games", "--port", "0"]).args(more);
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut url).unwrap();
        Self { process, url: url.trim().to_owned() }
    }

    /// Host and port.
    fn host(&self) -> &str {
        self.url.strip_prefix("http://").unwrap().split('/').next().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let (_, port) = self.host().rsplit_once(':').unwrap();
        TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap()
    }

    /// The response, with its headers, to a request with these lines.
    fn answer(&self, first: &str, more: &[&str]) -> String {
        let mut stream = self.connect();
        let lines = more.iter().fold(String::new(), |all, line| all + line + "\r\n");
        let own = if more.iter().any(|line| line.starts_with("Host:")) {
            String::new()
        } else {
            format!("Host: {}\r\n", self.host())
        };
        write!(stream, "{first} HTTP/1.1\r\n{own}{lines}Connection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.answer(&format!("GET {path}"), &[])
    }

    fn json(&self, path: &str) -> Value {
        let answer = self.answer(&format!("GET {path}"), &[]);
        assert!(answer.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
        serde_json::from_str(answer.split_once("\r\n\r\n").unwrap().1).unwrap()
    }

    /// The objects of a stream of events, as they come.
    fn news(&self, address: &str) -> impl Iterator<Item = Value> {
        let mut stream = self.connect();
        write!(stream, "GET {address} HTTP/1.1\r\nHost: {}\r\n\r\n", self.host()).unwrap();
        let lines = BufReader::new(stream).lines().map(Result::unwrap);
        let data = lines.filter_map(|line| line.strip_prefix("data: ").map(str::to_owned));
        data.map(|data| serde_json::from_str(&data).unwrap())
    }

    /// Waits until all files are indexed, and returns the data of the folder.
    fn indexed(&self) -> Value {
        loop {
            let overview = self.json("/api/folder");
            if overview["there"].as_u64() > Some(0) && overview["looked"] == overview["there"] {
                return overview;
            }
            thread::yield_now();
        }
    }
}

fn is_refused(answer: &str) -> bool {
    answer.starts_with("HTTP/1.1 4")
}

/// Every byte of a text as an address names it.
fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |all, byte| all + &format!("%{byte:02X}"))
}
