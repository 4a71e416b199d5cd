//! The program itself: exit codes, the output on each stream, and games over TCP.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::Path;
use std::thread;

use referee::games::contest;
use referee::testkit::programs::{play_and_replay, Finished, Program};

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_icfp-courier"))
}

fn run(args: &[&str], input: &str) -> Finished {
    program().run(args, input)
}

const START: &str = "3 1\n.@.\n7 10 5\n#7 X 1 Y 1\n";

#[test]
fn a_game_that_ends_is_no_error() {
    let endings = ["", "\n", "\nRobot 7 died.\n", "\n#7 E\n1 3 1 5\n#7 P 1\n\nThe end\nx\n"];
    for ending in endings {
        let Finished { code, err, .. } = run(&[], &format!("{START}{ending}"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{ending:?}");
    }
    assert_eq!(run(&[], "").code, Some(0));
    assert_eq!(run(&[], "Go away\n").code, Some(0));
}

#[test]
fn it_says_hello_and_answers_every_turn() {
    let input = format!("{START}\n#7 E\n1 3 1 5\n#7 P 1\n\n#7 E\n\n");
    let output = run(&["--nodes", "50"], &input);
    assert_eq!(output.out, "Player\n1 Move E\n1 Pick 1\n1 Move E\n1 Drop 1\n");
    assert_eq!(run(&["--nodes", "50"], &input), output);
}

#[test]
fn thoughts_go_to_the_error_stream_when_asked_for() {
    let output = run(&["--verbose"], &format!("{START}\n#7 E\n1 3 1 5\n"));
    assert_eq!(output.out.lines().count(), 3);
    let remarks = output.err.lines().filter(|line| !line.starts_with('@'));
    assert_eq!(remarks.count(), 2, "{}", output.err);
}

/// The recorded game of another bot: the input does not follow from the program's answers.
#[test]
fn the_input_of_another_bot_does_no_harm() {
    let answers = program().answers_to_recordings("courier", &["--nodes", "5"]);
    assert!(answers.len() > 2_000, "{} turns", answers.len());
}

#[test]
fn bad_input_is_named_in_one_line() {
    let cases = [
        ("5\n".to_owned(), "width and height"),
        ("2 1\n...\n".to_owned(), "a row has 2 tiles"),
        ("3 1\n.@.\n7 10\n".to_owned(), "capacity and money"),
        ("3 1\n.@.\n".to_owned(), "input ends"),
    ];
    for (input, part) in cases {
        program().refuses_input(&[], input, part);
    }
}

#[test]
fn a_server_is_named_by_host_and_port() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port().to_string();
    let server = thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(stream.try_clone().unwrap()).lines();
        let mut said = vec![lines.next().unwrap().unwrap()];
        for message in [format!("{START}\n"), "#7 E\n1 3 1 5\n".to_owned()] {
            stream.write_all(message.as_bytes()).unwrap();
            said.push(lines.next().unwrap().unwrap());
        }
        said
    });
    let output = run(&["127.0.0.1", &port, "--nodes", "50"], "");
    assert_eq!(server.join().unwrap(), ["Player", "1 Move E", "1 Pick 1"]);
    assert_eq!((output.code, &*output.err), (Some(0), ""));
    // No server listens there any more.
    program().refuses_input(
        &["127.0.0.1", &port],
        "",
        "no program listens there; start the server first",
    );
    program().refuses_input(&["127.0.0.1", "x"], "", "a port is a number");
    program().refuses_arguments(&["127.0.0.1"]);
}

#[test]
fn it_keeps_the_conventions_of_all_bots() {
    program().keeps_the_conventions(&["HOST PORT"]);
}

#[test]
fn two_programs_play_to_a_regular_end_and_the_recording_replays() {
    let players = vec![
        program().player("a", &["--time", "2"]),
        program().player("b", &["--nodes", "5", "--seed", "1"]),
    ];
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("courier-end-to-end.jsonl");
    let courier = contest("courier").expect("the contest");
    let outcome = play_and_replay(courier, "7", players, &file);
    assert!(outcome.thrown_out.is_empty(), "{:?}", outcome.thrown_out);
    assert!(outcome.scores.iter().all(|&score| score > 0), "{outcome:?}");
    let deaths = outcome.more["deaths"].as_array().expect("a list");
    assert!(deaths.iter().all(|death| death["cause"] != "overbid"), "{deaths:?}");
}
