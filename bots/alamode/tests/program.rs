//! The program itself: exit codes, and what goes to which stream.

#[path = "common/kitchen.rs"]
mod kitchen;

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_alamode"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The pipe breaks if the program ends before it has read everything, which it may do.
    let _ = child.stdin.take().expect("a pipe").write_all(input);
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

const ORDERS: &str = "\
3
DISH-TART-ICE_CREAM 1400
DISH-CROISSANT-BLUEBERRIES 1100
DISH-BLUEBERRIES-ICE_CREAM 650
";

/// A turn; `partner` is the line of the other chef, which may be dead.
fn turn(left: u8, partner: &str) -> String {
    format!(
        "{left}\n9 5 NONE\n{partner}\n1\n2 0 DISH-BLUEBERRIES\nCROISSANT 3\n3\n\
         DISH-TART-ICE_CREAM 1300\nDISH-CROISSANT-BLUEBERRIES 1000\nDISH-BLUEBERRIES-ICE_CREAM 640\n"
    )
}

#[test]
fn the_end_of_the_input_is_no_error() {
    for input in
        [String::new(), kitchen::input(ORDERS), kitchen::input(ORDERS) + &turn(199, "3 5 NONE")]
    {
        let output = run(&[], input.as_bytes());
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn every_turn_gets_one_line_also_if_the_partner_is_dead() {
    let input = [
        kitchen::input(ORDERS),
        turn(199, "3 5 NONE"),
        turn(197, "3 5 DISH"),
        turn(195, "-1 -1 NONE"),
        turn(1, "-1 -1 NONE"),
        turn(199, "3 5 CHOPPED_DOUGH"),
    ]
    .concat();
    let output = run(&["--nodes", "400"], input.as_bytes());
    let answers = text(&output.stdout);
    assert_eq!(answers.lines().count(), 5, "{answers}{}", text(&output.stderr));
    for line in answers.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(matches!(words[..], ["WAIT"] | ["MOVE" | "USE", _, _]), "{line}");
    }
    assert_eq!(run(&["--nodes", "400"], input.as_bytes()).stdout, output.stdout);
}

#[test]
fn verbose_writes_one_line_a_turn_to_stderr() {
    let input = kitchen::input(ORDERS) + &turn(199, "3 5 NONE");
    let output = run(&["--verbose"], input.as_bytes());
    assert_eq!(text(&output.stdout).lines().count(), 1);
    assert_eq!(text(&output.stderr).lines().count(), 1);
}

#[test]
fn bad_input_is_named_in_one_line() {
    let good = kitchen::input(ORDERS) + &turn(199, "3 5 NONE");
    let cases = [
        ("hello\n".to_owned(), "hello"),
        ("0\n".to_owned(), "from 1 to 100"),
        (kitchen::input(ORDERS).replace("I####", "I###."), "row of the kitchen"),
        (kitchen::input(ORDERS).replace("DISH-TART", "DISH-PIE"), "DISH-PIE"),
        (kitchen::input(ORDERS) + "200\n", "turns left"),
        (good.replace("9 5 NONE", "9 5 SOUP"), "SOUP"),
        (good.replace("9 5 NONE", "0 0 NONE"), "stand on a table"),
        (good.replace("2 0 DISH", "2 1 DISH"), "floor"),
        (good.replace("9 5 NONE", "19 5 NONE"), "not in the kitchen"),
        (good.replace("CROISSANT 3", "SOUP 3"), "oven"),
        (good[..good.len() - 30].to_owned(), "input"),
    ];
    for (input, part) in cases {
        let output = run(&["--nodes", "50"], input.as_bytes());
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{part}: {stderr}");
        assert!(stderr.starts_with("alamode: ") && stderr.lines().count() == 1, "{stderr}");
        assert!(stderr.contains(part), "{stderr:?} should hold {part:?}");
    }
}

#[test]
fn a_bad_command_line_exits_with_2_and_one_line() {
    for args in [&["--nodes"][..], &["--set", "nothing=1"], &["--dive"]] {
        let output = run(args, b"");
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(text(&output.stderr).lines().count(), 1);
    }
}

#[test]
fn the_bench_prints_its_signature() {
    let output = run(&["bench", "--nodes", "20"], b"");
    assert!(text(&output.stdout).starts_with("signature "));
}
