//! A server in this process, and its clients.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver};
use std::thread::{self, JoinHandle};

use referee::games::courier::Courier;
use referee::serve::{Mode, Played, Report, Service};
use referee::testkit;
use referee::testkit::recordings::demand_replay;
use serde_json::{Value, json};
use tempfile::TempDir;

/// A server of the courier contest on a free port of loopback.
pub struct Server {
    pub address: SocketAddr,
    reports: Receiver<Report>,
    thread: JoinHandle<()>,
    folder: TempDir,
}

impl Server {
    /// Two tiles of land and a package that nobody can carry, so that only the turns end a game.
    pub fn start(mode: Mode, games: Option<u64>, options: &Value) -> Self {
        let mut all = json!({
            "map": "@.\n..\n..\n..",
            "packages": "[((1,1),[Mk {uid=5, dest=(2,1), weight=60}])]",
            "starts": "1,1;1,2;1,3;1,4", "turns": 6, "move_ms": 0, "start_ms": 0,
        });
        let given = options.as_object().cloned().unwrap_or_default();
        all.as_object_mut().expect("it is one").extend(given);
        let folder = tempfile::tempdir().expect("there is room for a folder");
        let service = Service {
            contest: &Courier,
            setup: testkit::setup(&Courier, "1", all),
            seed: 1,
            mode,
            folder: folder.path().to_owned(),
            games,
        };
        let (sender, reports) = mpsc::channel();
        let thread = thread::spawn(move || {
            let address = SocketAddr::from(([127, 0, 0, 1], 0));
            service.run(address, &sender).unwrap_or_else(|error| panic!("{error:#}"));
        });
        let Ok(Report::Listens(address)) = reports.recv() else { panic!("it does not listen") };
        Self { address, reports, thread, folder }
    }

    /// Waits for the next game to end. Its recording replays.
    pub fn played(&self) -> Played {
        match self.reports.recv() {
            Ok(Report::Played(played)) => {
                demand_replay(&played.recording);
                played
            }
            other => panic!("no game: {other:?}"),
        }
    }

    /// Waits until the server ends by itself.
    pub fn end(self) {
        self.thread.join().expect("it has not failed");
        assert!(self.reports.recv().is_err(), "nothing is left to be told");
    }

    pub fn recordings(&self) -> Vec<PathBuf> {
        testkit::recordings::files_in(self.folder.path())
    }

    pub fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).expect("the server listens")
    }

    /// A client that answers every turn with this line, on its own thread; returns everything that it was
    /// sent.
    pub fn client(&self, command: &'static str) -> JoinHandle<String> {
        let stream = self.connect();
        thread::spawn(move || play(&stream, command))
    }

    /// A connection that has said `Player` and sent more bytes at once.
    pub fn player_with(&self, early: &[u8]) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(&[b"Player\n", early].concat()).expect("it is open");
        stream
    }
}

/// Plays as strictly as a client of 2002: reads lines in their order until the end.
fn play(mut stream: &TcpStream, command: &str) -> String {
    let mut lines = BufReader::new(stream);
    let mut heard = String::new();
    let mut line = move |heard: &mut String| {
        let mut line = String::new();
        lines.read_line(&mut line).expect("the connection is not broken");
        heard.push_str(&line);
        line
    };
    stream.write_all(b"Player\n").expect("it is open");
    let size = line(&mut heard);
    let height: usize = size.trim().split(' ').nth(1).map_or(0, |it| it.parse().unwrap());
    for _ in 0..height + 2 {
        line(&mut heard);
    }
    loop {
        let list = line(&mut heard);
        if list.is_empty() || list.starts_with("Robot") {
            line(&mut heard);
            return heard;
        }
        stream.write_all(format!("{command}\n").as_bytes()).expect("it is open");
        if line(&mut heard).is_empty() {
            return heard;
        }
    }
}

/// All bytes until the end of the connection, however it ends.
pub fn rest(mut stream: &TcpStream) -> String {
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
