//! The program itself: exit codes, and the output on each stream.

use referee::testkit::programs::{Finished, Program};

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_ocean"))
}

fn run(args: &[&str], input: &str) -> Finished {
    program().run(args, input)
}

fn opening() -> String {
    format!("15 15 0\n{}", "...............\n".repeat(15))
}

#[test]
fn a_game_that_ends_is_no_error() {
    for input in [String::new(), opening(), opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n"] {
        let Finished { code, err, .. } = run(&[], &input);
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

#[test]
fn every_turn_gets_one_line() {
    let input = opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n" + "7 6 6 6 2 4 6 3\nNA\nMOVE N\n";
    let output = run(&["--nodes", "100"], &input);
    let answers = &output.out;
    let lines: Vec<&str> = answers.lines().collect();
    assert_eq!(lines.len(), 3, "{answers}");
    assert!(lines[0].split(' ').all(|number| number.parse::<u8>().map_or(false, |n| n < 15)));
    assert!(lines[1].starts_with("MOVE "));
    assert_eq!(run(&["--nodes", "100"], &input), output);
}

#[test]
fn thoughts_go_to_the_error_stream_when_asked_for() {
    let input = opening() + "7 7 6 6 3 4 6 3\nNA\nNA\n";
    let output = run(&["--verbose"], &input);
    assert_eq!(output.out.lines().count(), 2);
    // A table of the best lines, a summary, and a sketch for a viewer.
    let lines: Vec<&str> = output.err.lines().filter(|line| !line.starts_with('@')).collect();
    assert!((2..=6).contains(&lines.len()), "{}", output.err);
    assert!(lines[0].contains("dealt") && lines[0].contains("answer"), "{}", output.err);
    assert!(lines[lines.len() - 1].starts_with("turn 1: "), "{}", output.err);
}

/// The game of another bot: the lines that the program is sent do not follow from its answers.
#[test]
fn the_input_of_another_bot_does_no_harm() {
    let answers = program().answers_to_recordings("ocean", &["--nodes", "20"]);
    assert!(answers.len() > 1_000, "{} turns", answers.len());
}

#[test]
fn bad_input_is_named_in_one_line() {
    let cases = [
        ("hello\n".to_owned(), "hello"),
        ("15 15 0\n...\n".to_owned(), "a row of 15"),
        (opening() + "7 7 6 6 3 4 6 3\nNA\n", "input ends"),
        (opening() + "7 7 6 6 3 4 6 3\nNA\nDIVE\n", "DIVE"),
    ];
    for (input, part) in cases {
        program().refuses_input(&[], input, part);
    }
}

#[test]
fn it_keeps_the_conventions_of_all_bots() {
    program().keeps_the_conventions(&[]);
}
