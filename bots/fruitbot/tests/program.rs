//! The program itself: exit codes, and the output on each stream.

use referee::testkit::programs::{Finished, Program};

fn program() -> Program {
    Program::new(env!("CARGO_BIN_EXE_fruitbot"))
}

fn run(args: &[&str], input: &str) -> Finished {
    program().run(args, input)
}

const WORDS: [&str; 6] = ["NORTH", "EAST", "SOUTH", "WEST", "TAKE", "PASS"];

const START: &str = "fruit 1\n5 2 2\n1 3\n";
const TURN: &str = "1...2\n2..2.\n2 0 2 0\n0 0\n0 0\n";
const NEXT: &str = "1...2\n2..2.\n1 0 3 0\n0 0\n0 0\n";

#[test]
fn the_end_of_the_input_is_no_error() {
    for input in [String::new(), START.to_owned() + TURN, START.to_owned() + TURN + NEXT] {
        let Finished { code, err, .. } = run(&["--time", "1"], &input);
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

#[test]
fn every_turn_gets_one_word() {
    let input = START.to_owned() + TURN + NEXT;
    for args in [&["--nodes", "100"][..], &["--nodes", "0"], &["--style", "mo"]] {
        let output = run(args, &input);
        let answers = &output.out;
        assert_eq!(answers.lines().count(), 2, "{answers}");
        assert!(answers.lines().all(|word| WORDS[..5].contains(&word)), "{args:?}: {answers}");
        assert_eq!(run(args, &input), output, "{args:?}");
    }
}

/// ```text
/// 1.o.2      o: both robots. The heat map goes to the apple, which wins its category.
/// 2..2.
/// ```
#[test]
fn the_style_is_chosen() {
    let input = START.to_owned() + TURN;
    assert_eq!(run(&["--style", "mo"], &input).out, "WEST\n");
    let search = run(&["--style", "search", "--nodes", "50"], &input).out;
    assert_eq!(search, run(&["--nodes", "50"], &input).out, "the default style searches");
    let no_rarity = ["--style", "mo", "--set", "heat_rarity=0", "--set", "heat_few_left=0"];
    assert_eq!(run(&no_rarity, &input).out, "EAST\n", "two bananas are hotter than one apple");
}

#[test]
fn verbose_writes_one_remark_a_turn_to_stderr() {
    let input = START.to_owned() + TURN + NEXT;
    for style in ["search", "mo"] {
        let output = run(&["--verbose", "--nodes", "100", "--style", style], &input);
        assert_eq!(output.out.lines().count(), 2);
        let remarks = output.err.lines().filter(|line| !line.starts_with('@'));
        assert_eq!(remarks.count(), 2, "{}", output.err);
    }
}

#[test]
fn each_style_draws_what_it_chose_by() {
    let input = START.to_owned() + TURN;
    let drawn = |style| run(&["--verbose", "--nodes", "100", "--style", style], &input).err;
    let search = drawn("search");
    assert!(search.contains("@cell 0 0 ") && search.contains("@value "), "{search}");
    assert!(search.contains("@text 0 0 0.") || search.contains("@text 0 0 1."), "{search}");
    assert!(!search.contains("@heat"), "the search has no heat map: {search}");
    for style in ["mo", "evolved"] {
        let heat = drawn(style);
        assert!(heat.contains("@heat 0 0 ") && !heat.contains("@cell"), "{heat}");
    }
}

/// The recorded game was played by other bots, so a position does not follow from the program's
/// own answers.
#[test]
fn the_input_of_another_bot_is_answered() {
    let answers = program().answers_to_recordings("fruit", &["--nodes", "20"]);
    assert!(answers.iter().all(|word| WORDS.contains(&word.as_str())), "{answers:?}");
    assert!(answers.len() > 500, "{} turns", answers.len());
}

#[test]
fn bad_input_is_named_in_one_line() {
    let good = START.to_owned() + TURN;
    let cases = [
        ("hello\n".to_owned(), "hello"),
        ("fruit 1\n5 2\n".to_owned(), "width, height and number of categories"),
        ("fruit 1\n5 2 2\n1 3\n1...2\n".to_owned(), "a row of the board"),
        (good.replace("2 0 2 0", "2 7 2 0"), "off the board"),
        (good.clone() + "1...2\n", "input ends"),
        (good.clone() + "1...2\n2..1.\n1 0 3 0\n0 0\n0 0\n", "no such fruit"),
        ("x".repeat(100_000), "too long"),
    ];
    for (input, part) in cases {
        program().refuses_input(&["--nodes", "1"], input, part);
    }
}

#[test]
fn it_keeps_the_conventions_of_all_bots() {
    program().keeps_the_conventions(&["--time", "--style", "search or mo"]);
}

#[test]
fn numbers_out_of_range_and_unknown_styles_are_refused() {
    program().refuses_arguments(&["--set", "heat_rarity=99"]);
    program().refuses_arguments(&["--style", "x"]);
    assert!(run(&["--style", "x"], "").err.contains("search or mo"));
}

#[test]
fn the_styles_have_different_signatures() {
    let few = ["bench", "--nodes", "20", "--style", "mo"];
    assert_ne!(program().signature(&few), program().signature(&few[..3]));
}
