//! Games over TCP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::thread;

use serde_json::Value;

use super::{Running, Started, Yard, rogue, wait_until};

/// Serves a game to these bots, which each join it, and records it in the folder `served`. Returns what the server says of
/// the game.
pub(super) fn serve(yard: &Yard, game: &str, bots: &[&str], more: &[&str]) -> String {
    let players = bots.len().to_string();
    let line = ["serve", game, "--port", "0", "--players", &players, "--games", "1"];
    let mut command = yard.command(&[&line[..], &["--record", "served"], more].concat());
    let mut server = Running(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    let port = first.rsplit(':').next().unwrap().trim().to_owned();
    thread::scope(|scope| {
        for bot in bots {
            let port = &port;
            scope.spawn(move || {
                let ended = yard.run(&["join", game, "127.0.0.1", port, bot]);
                assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
            });
        }
    });
    let played = said.next().unwrap().unwrap();
    assert!(server.0.wait().unwrap().success());
    played
}

#[test]
fn a_server_and_two_clients_play_a_game() {
    let rogue = rogue("plain", "");
    let played = serve(&Yard::new(), "nearest", &[&rogue, &rogue], &[]);
    assert!(played.contains("turns"), "{played}");
}

/// The data of a page of a dashboard.
fn get(port: &str, path: &str) -> Value {
    let mut stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
    let lines = format!("Host: 127.0.0.1:{port}\r\nConnection: close");
    write!(stream, "GET {path} HTTP/1.1\r\n{lines}\r\n\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{path}: {answer}");
    serde_json::from_str(body).unwrap()
}

#[test]
fn a_dashboard_shows_a_log_that_a_duel_writes() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = ["duel", "nearest", "@five", &rogue, "--log", "games/log.jsonl"];
    let duel = [&line[..], &["--games", "100000", "--timeout-factor", "100"]].concat();
    let _duel = Started::new(yard.command(&duel));
    wait_until("there is a log", || yard.at("games/log.jsonl").is_file());
    let mut dashboard = yard.command(&["dashboard", "games", "--port", "0"]);
    let mut dashboard = Running(dashboard.stdout(Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(dashboard.0.stdout.take().unwrap()).lines();
    let address = said.next().unwrap().unwrap();
    let port = address.trim().trim_end_matches('/').rsplit(':').next().unwrap().to_owned();
    let games = || get(&port, "/api/folder")["logs"][0]["games"].as_u64().unwrap_or(0);
    wait_until("the dashboard shows games", || games() > 0);
    let before = games();
    wait_until("the dashboard shows more games", || games() > before);
}
