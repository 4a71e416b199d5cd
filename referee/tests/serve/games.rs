//! Games with clients that play well.

use std::io::{BufRead, BufReader, Write};

use referee::recording::Recording;
use referee::serve::Mode;
use serde_json::json;

use super::client::{Server, rest};

/// The start of a game in the protocol, for the robot on the first tile.
const START: &str = "2 4\n..\n..\n..\n@.\n1 50 1000\n";

#[test]
fn one_game_is_played_byte_for_byte_when_enough_clients_are_there() {
    let server = Server::start(Mode::One(2), None, &json!({ "turns": 2 }));
    let first = server.connect();
    let (first, second) = {
        let mut stream = first;
        // Seats are given in the order of the first lines.
        stream.write_all(b"Player\n").unwrap();
        let second = server.client("1 Move N");
        stream.write_all(b"  3 \t Drop \n2 Move E\r\n").unwrap();
        (rest(&stream), second.join().unwrap())
    };
    let robots = "#1 X 1 Y 1 #2 X 1 Y 2\n";
    let end = "#1 #2 N\n5 2 1 60\n#1 E #2 N\n";
    if first.contains("1 50 1000\n#1") {
        assert_eq!(first, format!("{START}{robots}5 2 1 60\n{end}"));
        let second_end = end.replacen("5 2 1 60\n", "\n", 1);
        let start = START.replacen("1 50", "2 50", 1);
        assert_eq!(second, format!("{start}{robots}\n{second_end}"));
    } else {
        assert!(second.contains("1 50 1000\n#1"), "the second one was faster: {second}");
    }
    let played = server.played();
    assert_eq!((played.outcome.turns, played.outcome.thrown_out.len()), (2, 0));
    assert_eq!(server.recordings(), std::slice::from_ref(&played.recording));
    server.end();
}

#[test]
fn each_full_set_of_clients_gets_a_new_game_with_its_own_seed() {
    let server = Server::start(Mode::Every(2), Some(3), &json!({}));
    let clients: Vec<_> = (0..6).map(|_| server.client("1 Drop")).collect();
    let mut seeds: Vec<String> = (0..3)
        .map(|_| {
            let played = server.played();
            assert_eq!((played.names.len(), played.outcome.turns), (2, 6));
            Recording::load(&played.recording).unwrap().header.seed
        })
        .collect();
    seeds.sort();
    assert_eq!(seeds, ["1", "2", "3"]);
    for client in clients {
        assert!(client.join().unwrap().ends_with("#1 #2\n"));
    }
    server.end();
}

/// The first client waits until it has seen the second one.
#[test]
fn clients_join_a_continuous_game_and_the_next_one_begins_when_all_are_dead() {
    let options = json!({ "turns": 1_000_000, "money": 1_000_000, "refill": 2 });
    let server = Server::start(Mode::Continuous, Some(2), &options);
    let mut first = server.player_with(b"1 Drop\n");
    wait_for(&first, "#1\n");
    let second = server.player_with(b"1 Drop\n1 Drop\n2000000 Drop\n");
    let mut lines = BufReader::new(first.try_clone().unwrap()).lines();
    let seen = |line: &str| line == "#1 #2 X 1 Y 2";
    while !lines.next().is_some_and(|line| seen(&line.unwrap())) {
        // Each list and each reply is answered by a command: surplus commands do no harm.
        first.write_all(b"1 Drop\n").unwrap();
    }
    first.write_all(b"1 Drop\n1 Drop\n1 Drop\n").unwrap();
    assert!(rest(&second).ends_with("Robot 2 died.\n"));
    drop(second);
    first.write_all(b"2000000 Drop\n").unwrap();
    assert_eq!(lines.map_while(Result::ok).last().as_deref(), Some("Robot 1 died."));
    drop(first);
    let played = server.played();
    let recording = Recording::load(&played.recording).unwrap();
    assert_eq!(recording.header.options["starts"], "1,1;1,2");
    let joins = recording.header.options["joins"].as_str().unwrap().to_owned();
    assert!(joins.starts_with("0 ") && joins != "0 0", "{joins}");
    assert_eq!(played.outcome.more["weight"], 120, "the packages came again with the second one");
    let third = server.player_with(b"2000000 Drop\n");
    assert!(rest(&third).ends_with("Robot 1 died.\n"));
    drop(third);
    assert_eq!(server.played().names.len(), 1);
    server.end();
}

/// A robot could not be asked any more in the game that is being played.
#[test]
fn a_client_that_comes_in_the_last_turn_waits_for_the_next_game() {
    let server = Server::start(Mode::Continuous, Some(2), &json!({ "turns": 1, "refill": 2 }));
    let mut first = server.player_with(b"");
    wait_for(&first, "1 50 1000\n");
    let second = server.player_with(b"1 Drop\n");
    // The server has time to notice it. If it does not, the test still passes.
    std::thread::sleep(std::time::Duration::from_millis(300));
    first.write_all(b"1 Drop\n").unwrap();
    rest(&first);
    drop(first);
    assert_eq!(server.played().names.len(), 1);
    let heard = rest(&second);
    assert!(heard.contains("\n1 50 1000\n"), "{heard}");
    drop(second);
    assert_eq!(server.played().names.len(), 1);
    server.end();
}

/// Reads up to a text.
fn wait_for(mut stream: &std::net::TcpStream, text: &str) {
    use std::io::Read;
    let mut heard = Vec::new();
    while !heard.ends_with(text.as_bytes()) {
        let mut byte = [0];
        assert_eq!(stream.read(&mut byte).unwrap(), 1, "{}", String::from_utf8_lossy(&heard));
        heard.push(byte[0]);
    }
}

#[test]
fn a_robot_that_dies_gets_its_last_line_at_once_and_the_other_plays_on() {
    let server = Server::start(Mode::One(2), None, &json!({ "money": 3, "turns": 2 }));
    let dies = server.player_with(b"99 Drop\n");
    let mut lives = server.player_with(b"1 Drop\n");
    let heard = rest(&dies);
    assert!(heard.ends_with(" died.\n"), "it does not wait for the next turn: {heard}");
    drop(dies);
    lives.write_all(b"1 Drop\n").unwrap();
    assert!(!rest(&lives).contains("died"));
    drop(lives);
    assert_eq!(server.played().outcome.turns, 2);
    server.end();
}
