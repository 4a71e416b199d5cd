//! Games over TCP.

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use std::thread;

use super::{Running, Yard, rogue};

#[test]
fn a_server_and_two_clients_play_a_game() {
    let yard = Yard::new();
    let line =
        ["serve", "nearest", "--port", "0", "--players", "2", "--games", "1", "--record", "served"];
    let mut command = yard.command(&line);
    let mut server = Running(command.stdout(Stdio::piped()).spawn().unwrap());
    let mut said = BufReader::new(server.0.stdout.take().unwrap()).lines();
    let first = said.next().unwrap().unwrap();
    let port = first.rsplit(':').next().unwrap().trim().to_owned();
    let rogue = rogue("plain", "");
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                let ended = yard.run(&["join", "nearest", "127.0.0.1", &port, &rogue]);
                assert_eq!(ended.code, Some(0), "{}{}", ended.out, ended.err);
            });
        }
    });
    let played = said.next().unwrap().unwrap();
    assert!(played.contains("turns"), "{played}");
    assert!(server.0.wait().unwrap().success());
}
