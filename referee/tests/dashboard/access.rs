//! Who sees what: nothing outside of the folder, no other site, no request without an end.

use std::ffi::OsStr;
use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::os::unix::ffi::OsStrExt;
use std::time::Duration;

use referee::testkit::cases::cases;
use serde_json::Value;

use super::{Dashboard, encoded, folder, is_refused};

#[test]
fn nothing_outside_the_folder_is_shown_and_nothing_is_written() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let absolute = folder.path().join("secret.jsonl").to_str().unwrap().to_owned();
    for path in
        ["../secret.jsonl", "%2e%2e/secret.jsonl", "a.log/../../secret.jsonl", &absolute, ""]
    {
        for address in ["/game?recording=", "/report?log=", "/api/games?log=", "/api/news?log="] {
            let answer = dashboard.get(&format!("{address}{path}"));
            assert!(
                is_refused(&answer) && !answer.contains("secret\n"),
                "{address}{path}: {answer}"
            );
        }
    }
    for method in ["POST", "PUT", "DELETE"] {
        assert!(is_refused(&dashboard.answer(&format!("{method} /"), &[])), "{method}");
    }
}

#[test]
fn files_with_any_name_have_addresses_that_work() {
    let folder = folder();
    let games = folder.path().join("games");
    let log = fs::read_to_string(games.join("a.log")).unwrap();
    let kept = log.lines().rev().find_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["recording"].as_str().map(str::to_owned)
    });
    let kept = fs::read(games.join(kept.unwrap())).unwrap();
    let odd: [&[u8]; 5] =
        [b"two\nlines", b"\"'<b>%41#?&+;=", b"\xFF\xC3(", "\u{F7FF}ä".as_bytes(), b"-rf ~"];
    fs::rename(games.join("a.log"), games.join("b.log")).unwrap();
    for (at, name) in odd.iter().enumerate() {
        let sub = games.join(OsStr::from_bytes(name));
        fs::create_dir(&sub).unwrap();
        fs::write(sub.join(OsStr::from_bytes(&[name, &b".log"[..]].concat())), &log).unwrap();
        let file = OsStr::from_bytes(&[name, &b".jsonl"[..]].concat()).to_owned();
        fs::write(games.join(&file), &kept).unwrap();
        // The log names a recording that is beside it.
        let line = log.lines().last().unwrap();
        let mut line: Value = serde_json::from_str(line).unwrap();
        if let Some(text) = file.to_str() {
            line["recording"] = text.into();
            line["seed"] = format!("{}", 77 + at).into();
            fs::write(sub.join(&file), &kept).unwrap();
            let more = format!("{log}{line}\n");
            fs::write(sub.join(OsStr::from_bytes(&[name, &b".log"[..]].concat())), more).unwrap();
        }
    }
    let dashboard = Dashboard::of(folder.path(), &[]);
    let overview = dashboard.indexed();
    let logs = overview["logs"].as_array().unwrap();
    assert_eq!(logs.len(), odd.len() + 1, "{overview}");
    let is_page = |address: &str| {
        let page = dashboard.get(address);
        assert!(page.starts_with("HTTP/1.1 200 ") && page.contains("<html"), "{address}: {page}");
    };
    let mut beside = 0;
    for log in logs {
        let path = encoded(log["path"].as_str().unwrap());
        assert!(!log["name"].as_str().unwrap().contains(char::is_control), "{log}");
        is_page(&format!("/report?log={path}"));
        let games = dashboard.json(&format!("/api/games?log={path}&count=1"));
        let newest = games["rows"][0]["recording"].as_str().unwrap();
        if log["games"] == 19 {
            is_page(&format!("/game?recording={}", encoded(newest)));
            beside += 1;
        }
    }
    assert_eq!(beside, 4);
    let rows = dashboard.json("/api/recordings?count=100");
    for row in rows["rows"].as_array().unwrap() {
        is_page(&format!("/game?recording={}", encoded(row["recording"].as_str().unwrap())));
    }
}

/// Other visitors are not kept waiting, and nothing is left of such requests. The server waits five seconds for them, so
/// this is done with all cases only.
#[test]
fn a_request_that_does_not_end_is_dropped() {
    if cases(true, false) {
        return;
    }
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let begun = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: localhost\r\nx: "];
    let mut streams = begun.map(|begin| {
        let mut stream = dashboard.connect();
        stream.write_all(begin.as_bytes()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(300))).unwrap();
        stream
    });
    assert!(dashboard.get("/").starts_with("HTTP/1.1 200 "));
    for (stream, begin) in streams.iter_mut().zip(begun) {
        let mut rest = Vec::new();
        let end = stream.read_to_end(&mut rest);
        let is_open = end.as_ref().is_err_and(|error| error.kind() == ErrorKind::WouldBlock);
        assert!(!is_open, "{begin:?}: {end:?}");
    }
}

#[test]
fn pages_of_other_sites_are_refused() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    let port = dashboard.host().rsplit_once(':').unwrap().1;
    assert!(is_refused(&dashboard.answer("GET /", &[&format!("Host: evil.example:{port}")])));
    assert!(is_refused(&dashboard.answer("GET /api/folder", &["Origin: http://evil.example"])));
    assert!(!is_refused(&dashboard.answer("GET /", &[&format!("Host: localhost:{port}")])));
}

#[test]
fn on_other_addresses_a_token_is_needed() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &["--host", "0.0.0.0"]);
    let (_, query) = dashboard.url.split_once('?').expect("an address with a token");
    for address in ["/", "/?token=0", "/api/folder"] {
        assert!(is_refused(&dashboard.get(address)), "{address}");
    }
    let welcome = dashboard.get(&format!("/?{query}"));
    assert!(welcome.starts_with("HTTP/1.1 303 "), "{welcome}");
    let cookie = welcome.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = format!("Cookie: {}", cookie.split(';').next().unwrap());
    assert!(dashboard.answer("GET /", &[&cookie]).starts_with("HTTP/1.1 200 "));
}

#[test]
fn many_requests_at_once_are_answered() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let request = format!(
        "GET /api/games?log=a.log HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\r\n",
        dashboard.host()
    );
    // Each request is sent at once: on a busy machine all these connections take longer than a visitor may be silent.
    let send = |_| {
        let mut stream = dashboard.connect();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    };
    let streams: Vec<TcpStream> = (0..cases(250, 1000)).map(send).collect();
    for mut stream in streams {
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        assert!(
            answer.starts_with("HTTP/1.1 200 ") && answer.ends_with("\"found\":18}"),
            "{answer}"
        );
    }
}
