//! The program itself: exit codes, and what goes to which stream.

#[path = "common/recording.rs"]
mod recording;

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_fruitbot"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The pipe breaks if the program ends before it has read everything, which it may do.
    let _ = child.stdin.take().expect("a pipe").write_all(input.as_bytes());
    child.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("the program writes text")
}

const WORDS: [&str; 6] = ["NORTH", "EAST", "SOUTH", "WEST", "TAKE", "PASS"];

const START: &str = "fruit 1\n5 2 2\n1 3\n";
const TURN: &str = "1...2\n2..2.\n2 0 2 0\n0 0\n0 0\n";
const NEXT: &str = "1...2\n2..2.\n1 0 3 0\n0 0\n0 0\n";

#[test]
fn the_end_of_the_input_is_no_error() {
    for input in [String::new(), START.to_owned() + TURN, START.to_owned() + TURN + NEXT] {
        let output = run(&["--time", "1"], &input);
        assert!(output.status.success());
        assert_eq!(text(&output.stderr), "");
    }
}

#[test]
fn every_turn_gets_one_word() {
    let input = START.to_owned() + TURN + NEXT;
    for args in [&["--nodes", "100"][..], &["--nodes", "0"], &["--style", "mo"]] {
        let output = run(args, &input);
        let answers = text(&output.stdout);
        assert_eq!(answers.lines().count(), 2, "{answers}");
        assert!(answers.lines().all(|word| WORDS[..5].contains(&word)), "{args:?}: {answers}");
        assert_eq!(run(args, &input).stdout, output.stdout, "{args:?}");
    }
}

/// ```text
/// 1.o.2      o: both robots. The heat map goes to the apple, which wins its category.
/// 2..2.
/// ```
#[test]
fn the_style_is_chosen() {
    let input = START.to_owned() + TURN;
    assert_eq!(text(&run(&["--style", "mo"], &input).stdout), "WEST\n");
    let search = run(&["--style", "search", "--nodes", "50"], &input).stdout;
    assert_eq!(search, run(&["--nodes", "50"], &input).stdout, "the default style searches");
    let no_rarity = ["--style", "mo", "--set", "heat_rarity=0", "--set", "heat_few_left=0"];
    assert_eq!(
        text(&run(&no_rarity, &input).stdout),
        "EAST\n",
        "two bananas are hotter than one apple"
    );
}

#[test]
fn verbose_writes_one_line_a_turn_to_stderr() {
    let input = START.to_owned() + TURN + NEXT;
    for style in ["search", "mo"] {
        let output = run(&["--verbose", "--nodes", "100", "--style", style], &input);
        assert_eq!(text(&output.stdout).lines().count(), 2);
        assert_eq!(text(&output.stderr).lines().count(), 2, "{}", text(&output.stderr));
    }
}

/// The recorded game was played by other bots, so a position does not follow from the program's
/// own answers.
#[test]
fn the_input_of_another_bot_is_answered() {
    let mut turns = 0;
    for file in recording::all() {
        for seat in 0..2 {
            let output = run(&["--nodes", "20"], &recording::sent_to(&file, seat));
            let (answers, errors) = (text(&output.stdout), text(&output.stderr));
            assert!(output.status.success() && errors.is_empty(), "{}: {errors}", file.display());
            assert!(answers.lines().all(|word| WORDS.contains(&word)), "{}", file.display());
            turns += answers.lines().count();
        }
    }
    assert!(turns > 500, "{turns} turns");
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
        let output = run(&["--nodes", "1"], &input);
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{part}");
        assert!(stderr.starts_with("fruitbot: ") && stderr.lines().count() == 1, "{stderr}");
        assert!(stderr.contains(part), "{stderr:?} should hold {part:?}");
    }
}

#[test]
fn a_bad_command_line_exits_with_2_and_one_line() {
    let lines: [&[&str]; 5] = [
        &["--nodes"],
        &["--set", "nothing=1"],
        &["--set", "heat_rarity=99"],
        &["--style", "x"],
        &["--dive"],
    ];
    for args in lines {
        let output = run(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert_eq!(text(&output.stdout), "");
        let stderr = text(&output.stderr);
        assert!(stderr.starts_with("fruitbot: ") && stderr.lines().count() == 1, "{stderr}");
    }
    assert!(text(&run(&["--style", "x"], "").stderr).contains("search or mo"));
}

/// `--help` names every flag, and `--params` has every number.
#[test]
fn help_and_params_name_all_flags_and_numbers() {
    let help = text(&run(&["--help"], "").stdout);
    for flag in ["bench", "--nodes", "--time", "--style", "search or mo", "--set", "--params"] {
        assert!(help.contains(flag), "{help} should hold {flag}");
    }
    for line in text(&run(&["--params"], "").stdout).lines() {
        let number: serde_json::Value = serde_json::from_str(line).expect("a JSON object");
        let pair = format!("{}={}", number["name"].as_str().unwrap(), number["default"]);
        assert!(run(&["--set", &pair], "").status.success(), "{pair}");
    }
}

#[test]
fn the_bench_prints_the_same_signature_every_time() {
    let signature = |args: &[&str]| {
        let output = run(args, "");
        assert!(output.status.success());
        let text = text(&output.stdout);
        let (first, second) = text.split_once('\n').expect("two lines");
        assert!(
            second.contains(" nodes, ") && second.trim().ends_with("nodes per second"),
            "{text}"
        );
        let signature = first.strip_prefix("signature ").expect("the signature comes first");
        assert!(signature.len() == 16 && u64::from_str_radix(signature, 16).is_ok(), "{text}");
        signature.to_owned()
    };
    let few = ["bench", "--nodes", "20"];
    assert_eq!(signature(&few), signature(&few));
    assert_ne!(signature(&few), signature(&["bench", "--nodes", "20", "--style", "mo"]));
}
