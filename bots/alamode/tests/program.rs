//! The program itself: exit codes, and the output on each stream.

use referee::testkit::programs::{Finished, Program};

use crate::common::kitchen;

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_alamode"))
}

fn run(args: &[&str], input: &str) -> Finished {
    program().run(args, input)
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
        let Finished { code, err, .. } = run(&[], &input);
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

#[test]
fn every_turn_gets_one_line_even_if_the_partner_is_dead() {
    let input = [
        kitchen::input(ORDERS),
        turn(199, "3 5 NONE"),
        turn(197, "3 5 DISH"),
        turn(195, "-1 -1 NONE"),
        turn(1, "-1 -1 NONE"),
        turn(199, "3 5 CHOPPED_DOUGH"),
    ]
    .concat();
    let output = run(&["--nodes", "400"], &input);
    assert_eq!(output.out.lines().count(), 5, "{output:?}");
    for line in output.out.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        assert!(matches!(words[..], ["WAIT"] | ["MOVE" | "USE", _, _]), "{line}");
    }
    assert_eq!(run(&["--nodes", "400"], &input), output);
}

#[test]
fn verbose_writes_one_remark_a_turn_to_stderr() {
    let input = kitchen::input(ORDERS) + &turn(199, "3 5 NONE");
    let output = run(&["--verbose"], &input);
    assert_eq!(output.out.lines().count(), 1);
    let remarks = output.err.lines().filter(|line| !line.starts_with('@'));
    assert_eq!(remarks.count(), 1, "{}", output.err);
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
        program().refuses_input(&["--nodes", "50"], input, part);
    }
}

/// The recorded match was played by other bots, so a turn does not follow from the program's own
/// answers.
#[test]
fn the_input_of_another_bot_does_no_harm() {
    let answers = program().answers_to_recordings("alamode", &["--nodes", "20"]);
    assert!(answers.len() > 1_000, "{} turns", answers.len());
}

#[test]
fn it_keeps_the_conventions_of_all_bots() {
    program().keeps_the_conventions(&[]);
}
