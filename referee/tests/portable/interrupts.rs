//! Ctrl-C ends a run as it does on Linux, and the same command goes on.
//!
//! A program in Wine gets Ctrl-C as the signal of a terminal. On Windows itself a test cannot send it to one program.

use std::fs;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use serde_json::Value;

use super::{Started, Yard, rogue, text, wait_until};

/// The exit code of a run that Ctrl-C has ended.
const INTERRUPTED: Option<i32> = Some(4);

/// Starts a command, interrupts it when something is so, and demands how it ends.
fn interrupt(yard: &Yard, line: &[&str], when: impl Fn() -> bool) {
    let mut referee = Started::new(yard.command(line));
    wait_until("there is a result", || {
        assert_eq!(referee.running.0.try_wait().unwrap(), None, "the run ended before");
        when()
    });
    kill(Pid::from_raw(referee.running.0.id() as i32), Signal::SIGINT).unwrap();
    let code = referee.running.ended();
    let said = text(&mut referee.out) + &text(&mut referee.err);
    assert_eq!(code, INTERRUPTED, "{said}");
    assert!(said.contains("interrupted; to continue: "), "{said}");
    yard.demand_no_process();
}

#[test]
fn a_duel_ends_at_ctrl_c_with_a_report_and_the_same_command_goes_on() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = |log| {
        let rules = ["--option", "rounds=20", "--timeout-factor", "100", "--keep", "none"];
        [&["duel", "nearest", "@five", &rogue, "--games", "24", "--log", log][..], &rules].concat()
    };
    yard.succeeds(&line("whole.jsonl"));
    let line = line("log.jsonl");
    interrupt(&yard, &line, || {
        fs::read_to_string(yard.at("log.jsonl")).is_ok_and(|text| text.contains("scores"))
    });
    let played = yard.games("log.jsonl").len();
    assert!((1..24).contains(&played), "{played}");
    yard.succeeds(&line);
    assert_eq!(yard.games("log.jsonl"), yard.games("whole.jsonl"));
}

#[test]
fn a_tuning_ends_at_ctrl_c_and_the_same_command_comes_to_the_same_result() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = |checkpoint| {
        let few = ["--iterations", "4", "--pairs", "2", "--final-games", "2", "--json"];
        let rules = ["--option", "rounds=20", "--timeout-factor", "100"];
        let fixed = ["tune", "nearest", &rogue, "--checkpoint", checkpoint];
        [&fixed[..], &few, &rules].concat()
    };
    let result = |said: &str| {
        let report: Value = serde_json::from_str(said).unwrap();
        (report["set"].clone(), report["games"].clone(), report["duel"]["points"].clone())
    };
    let whole = result(&yard.succeeds(&line("whole.json")));
    assert!(whole.0.as_str().is_some_and(|set| set.starts_with("--set keel=")), "{whole:?}");
    let line = line("tune.json");
    interrupt(&yard, &line, || yard.at("tune.json").is_file());
    assert_eq!(result(&yard.succeeds(&line)), whole);
}
