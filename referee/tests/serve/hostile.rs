//! Clients that do everything wrong: each loses its robot, and no other client is affected.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::thread;

use referee::game::{Fault, ThrownOut};
use referee::serve::{MOST_WAITING, Mode};
use referee::testkit::cases::cases;
use serde_json::{Value, json};

use super::client::{Server, rest};

/// A game of a client that plays well and a hostile one, which the first plays to the end: returns how the
/// hostile client was disqualified.
fn game(options: &Value, hostile: impl FnOnce(&Server)) -> ThrownOut {
    let server = Server::start(Mode::One(2), None, options);
    let good = server.client("1 Drop");
    hostile(&server);
    let heard = good.join().unwrap();
    let played = server.played();
    assert_eq!(played.outcome.turns, 6, "the game went on");
    let [out] = &played.outcome.thrown_out[..] else { panic!("{:?}", played.outcome.thrown_out) };
    let other = 2 - out.seat.0;
    assert!(heard.ends_with(&format!("#{other}\n")), "{heard}");
    let out = out.clone();
    server.end();
    out
}

/// A client whose game has begun.
fn begun(server: &Server) -> TcpStream {
    let mut stream = server.player_with(b"");
    stream.read_exact(&mut [0; 1]).unwrap();
    stream
}

fn kind(out: &ThrownOut) -> (Fault, &str) {
    (out.fault, out.cause.as_str())
}

#[test]
fn half_a_line_and_the_end_of_the_connection() {
    let out = game(&json!({}), |server| {
        let mut stream = begun(server);
        stream.write_all(b"1 Mo").unwrap();
        stream.shutdown(Shutdown::Write).unwrap();
        assert!(rest(&stream).ends_with(" died.\n"), "what is due is still sent");
    });
    assert_eq!(kind(&out), (Fault::Exit, "exit"));
}

#[test]
fn a_lost_connection() {
    let out = game(&json!({}), |server| {
        drop(begun(server));
    });
    assert_eq!(kind(&out), (Fault::Exit, "exit"));
}

/// Limits that a silent client always reaches.
fn limited() -> Value {
    json!({ "move_ms": 700, "start_ms": 700 })
}

/// Both run at the same time, because they wait for their limits.
#[test]
fn silence_ends_with_the_limit() {
    thread::scope(|scope| {
        scope.spawn(half_a_line_and_silence);
        scope.spawn(no_line_at_all_of_a_client_that_never_reads);
    });
}

fn half_a_line_and_silence() {
    let out = game(&limited(), |server| {
        let stream = server.player_with(b"1 Mo");
        assert!(rest(&stream).ends_with(" died.\n"), "what is due is still sent");
    });
    assert_eq!(kind(&out), (Fault::Timeout, "timeout"));
}

fn no_line_at_all_of_a_client_that_never_reads() {
    let packages: Vec<String> = (0..10_000)
        .map(|id| format!("Mk {{uid={}, dest=(1,1), weight=1000000000}}", 1_000_000_000 + id))
        .collect();
    let list = packages.join(",");
    // 400 kB for each robot on each turn: more than a connection buffers.
    let packages = format!("[((1,1),[{list}])]");
    let mut options = limited();
    options["packages"] = packages.into();
    options["starts"] = "1,1".into();
    let (sender, played) = std::sync::mpsc::channel::<()>();
    let out = game(&options, |server| {
        let stream = server.player_with(b"");
        thread::spawn(move || {
            let _ = played.recv();
            drop(stream);
        });
    });
    drop(sender);
    assert_eq!(kind(&out), (Fault::Timeout, "timeout"));
}

/// It has sent all its commands and reads nothing: 400 kB more wait for it on each turn, and only the limit
/// on waiting bytes can disqualify it.
#[test]
fn a_client_that_never_reads_is_thrown_out_when_too_much_waits_for_it() {
    let packages: Vec<String> = (0..10_000)
        .map(|id| format!("Mk {{uid={}, dest=(1,1), weight=1000000000}}", 1_000_000_000 + id))
        .collect();
    let turns = 100;
    let options = json!({
        "packages": format!("[((1,1),[{}])]", packages.join(",")), "starts": "1,1",
        "turns": turns, "money": 1000,
    });
    let server = Server::start(Mode::One(2), None, &options);
    let good = server.client("1 Drop");
    let commands = "1 Drop\n".repeat(turns + 1);
    let deaf = server.player_with(commands.as_bytes());
    let played = server.played();
    assert_eq!(played.outcome.turns as usize, turns, "the other one played to the end");
    let [out] = &played.outcome.thrown_out[..] else { panic!("{:?}", played.outcome.thrown_out) };
    assert_eq!(kind(out), (Fault::Exit, "exit"));
    let other = 2 - out.seat.0;
    assert!(good.join().unwrap().ends_with(&format!("#{other}\n")));
    let heard = rest(&deaf);
    assert!(heard.len() < turns * 300_000, "waiting bytes were dropped: {} bytes", heard.len());
    server.end();
}

#[test]
fn a_line_of_100_megabytes() {
    let out = game(&json!({}), |server| {
        let mut stream = begun(server);
        let part = vec![b'7'; 1 << 20];
        for _ in 0..100 {
            if stream.write_all(&part).is_err() {
                break;
            }
        }
    });
    assert_eq!(kind(&out), (Fault::Garbage, "not-a-line"));
}

#[test]
fn binary() {
    let bytes: Vec<u8> = (0..=255).filter(|byte| !matches!(byte, b'\n' | b'\r')).collect();
    let out = game(&json!({}), |server| {
        let stream = server.player_with(&[&bytes[..], b"\n"].concat());
        assert!(rest(&stream).ends_with(" died.\n"));
    });
    assert_eq!(kind(&out), (Fault::Garbage, "bad-bid"));
}

#[test]
fn a_second_player() {
    let out = game(&json!({}), |server| {
        assert!(rest(&server.player_with(b"Player\n")).ends_with(" died.\n"));
    });
    assert_eq!((kind(&out), out.line.as_deref()), ((Fault::Garbage, "bad-bid"), Some("Player")));
}

/// It plays as well as any other: lines that it does not read are kept for it, up to a limit.
#[test]
fn a_client_that_writes_all_its_commands_at_once_and_reads_nothing_plays() {
    let server = Server::start(Mode::One(2), None, &json!({}));
    let good = server.client("1 Drop");
    let stream = server.player_with(b"1 Drop\n1 Drop\n1 Drop\n1 Drop\n1 Drop\n1 Drop\n1 Drop\n");
    assert!(good.join().unwrap().ends_with("#1 #2\n"));
    assert!(rest(&stream).ends_with("#1 #2\n"));
    drop(stream);
    assert!(server.played().outcome.thrown_out.is_empty());
    server.end();
}

#[test]
fn a_client_with_another_first_line_is_disconnected_and_takes_no_seat() {
    let server = Server::start(Mode::One(2), None, &json!({}));
    for line in ["player\n", "Login me secret\n", "\n", "GET / HTTP/1.1\r\n", "Players\n"] {
        let mut stream = server.connect();
        stream.write_all(line.as_bytes()).unwrap();
        assert_eq!(rest(&stream), "", "{line:?}");
    }
    let mut long = server.connect();
    long.write_all(&[b'P'; 2000]).unwrap();
    assert_eq!(rest(&long), "");
    let mut early = server.player_with(b"");
    let flood = vec![b'1'; 100_000];
    let _ = early.write_all(&flood);
    assert_eq!(rest(&early), "", "more than 64 kB before the game");
    drop(server.connect());
    drop(server.player_with(b""));
    let clients = [server.client("1 Drop"), server.client("1 Drop")];
    for client in clients {
        assert!(client.join().unwrap().ends_with("#1 #2\n"));
    }
    assert!(server.played().outcome.thrown_out.is_empty());
    server.end();
}

#[test]
fn hundreds_of_silent_connections_keep_nobody_out() {
    let server = Server::start(Mode::One(2), None, &json!({}));
    let silent: Vec<TcpStream> = (0..MOST_WAITING + 50).map(|_| server.connect()).collect();
    let clients = [server.client("1 Drop"), server.client("1 Drop")];
    for client in clients {
        assert!(client.join().unwrap().ends_with("#1 #2\n"));
    }
    assert!(server.played().outcome.thrown_out.is_empty());
    server.end();
    for stream in silent {
        assert_eq!(rest(&stream), "", "they are closed at the end");
    }
}

#[test]
fn a_crowd_of_50_plays_one_game() {
    let options = json!({ "starts": "same", "turns": 3 });
    let server = Server::start(Mode::One(50), None, &options);
    let clients: Vec<_> = (0..50).map(|_| server.client("1 Drop")).collect();
    let played = server.played();
    assert_eq!((played.outcome.turns, played.outcome.thrown_out.len()), (3, 0));
    for client in clients {
        assert!(client.join().unwrap().ends_with("#50\n"));
    }
    server.end();
}

/// The server waits five seconds, so this is done with all cases only.
#[test]
fn a_first_line_that_does_not_end_is_not_waited_for_for_ever() {
    if cases(true, false) {
        return;
    }
    let server = Server::start(Mode::One(2), None, &json!({}));
    let streams = [&b""[..], b"Pla"].map(|begun| {
        let mut stream = server.connect();
        stream.write_all(begun).unwrap();
        stream
    });
    for stream in streams {
        // Without a limit this would not return.
        assert_eq!(rest(&stream), "");
    }
    let clients = [server.client("1 Drop"), server.client("1 Drop")];
    for client in clients {
        assert!(client.join().unwrap().ends_with("#1 #2\n"));
    }
    assert!(server.played().outcome.thrown_out.is_empty());
    server.end();
}
