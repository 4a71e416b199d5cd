//! The program itself: exit codes, and what goes to which stream.

#[path = "common/recording.rs"]
mod recording;

use std::io::Write;
use std::process::{Command, Output, Stdio};

use recording::Exchange;

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_ocean"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that ends before it has read everything breaks the pipe; that is its right.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

fn opening() -> String {
    format!("15 15 0\n{}", "...............\n".repeat(15))
}

#[test]
fn a_game_that_ends_is_no_error() {
    for input in [String::new(), opening(), opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n"] {
        let output = run(&[], &input);
        assert!(output.status.success());
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn every_turn_gets_one_line() {
    let input = opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n" + "7 6 6 6 2 4 6 3\nNA\nMOVE N\n";
    let output = run(&["--nodes", "100"], &input);
    let answers = text(&output.stdout);
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 3, "{answers}");
    assert!(lines[0].split(' ').all(|number| number.parse::<u8>().map_or(false, |n| n < 15)));
    assert!(lines[1].starts_with("MOVE "));
    assert_eq!(run(&["--nodes", "100"], &input).stdout, output.stdout);
}

#[test]
fn thoughts_go_to_the_error_stream_when_asked_for() {
    let input = opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n";
    let output = run(&["--verbose"], &input);
    assert_eq!(text(&output.stdout).lines().count(), 2);
    assert_eq!(text(&output.stderr).lines().count(), 1);
}

/// Somebody else's game: what the program is told does not follow from what it answered.
#[test]
fn the_input_of_another_bot_does_no_harm() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/ocean");
    let files = std::fs::read_dir(folder).expect("the fixtures are there");
    let mut turns = 0;
    for file in files {
        let game = recording::read(&file.expect("a file").path());
        for seat in 0..2 {
            let sent: Vec<&str> = game
                .iter()
                .filter(|exchange| exchange.seat == seat)
                .flat_map(Exchange::sent)
                .collect();
            let output = run(&["--nodes", "20"], &(sent.join("\n") + "\n"));
            assert!(
                output.status.success() && output.stderr.is_empty(),
                "{}",
                text(&output.stderr)
            );
            turns += text(&output.stdout).lines().count();
        }
    }
    assert!(turns > 1_000, "{turns} turns");
}

#[test]
fn bad_input_is_named_in_one_line() {
    let cases = [
        ("hello\n".to_owned(), "hello"),
        ("15 15 0\n...\n".to_owned(), "row of the map"),
        (opening() + "7 7 6 6 3 4 6 3\nNA\n", "input ends"),
        (opening() + "7 7 6 6 3 4 6 3\nNA\nDIVE\n", "DIVE"),
    ];
    for (input, part) in cases {
        let output = run(&[], &input);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{input}");
        assert!(stderr.starts_with("ocean: ") && stderr.lines().count() == 1, "{stderr}");
        assert!(stderr.contains(part), "{stderr:?} should hold {part:?}");
    }
}

#[test]
fn a_bad_command_line_is_usage() {
    for args in [&["--nodes"][..], &["--set", "nothing=1"], &["--dive"]] {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr).lines().count(), 1);
    }
}

#[test]
fn the_bench_prints_its_signature() {
    let output = run(&["bench", "--nodes", "20"], "");
    assert!(text(&output.stdout).starts_with("signature "));
}
