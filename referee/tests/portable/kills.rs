//! A run that is killed loses nothing and leaves nothing.

use std::thread;
use std::time::Duration;

use super::{Running, Yard, rogue, wait_until};

/// Kills of a run.
const KILLS: u64 = 4;

fn kills() -> u64 {
    std::env::var("BOTYARD_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(KILLS)
}

#[test]
fn a_bot_ends_when_its_referee_is_killed() {
    let yard = Yard::new();
    let rogue = rogue("hang", "beat.txt");
    let line = ["play", "nearest", &rogue, "@five", "--timeout-factor", "1000"];
    let mut referee = Running(yard.command(&line).spawn().unwrap());
    wait_until("the bot runs", || yard.at("beat.txt").is_file() && yard.beats("beat.txt"));
    referee.0.kill().unwrap();
    referee.0.wait().unwrap();
    wait_until("the bot has ended", || !yard.beats("beat.txt"));
}

#[test]
fn a_duel_that_is_killed_again_and_again_plays_each_game_once() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = |log| {
        let rules = ["--option", "rounds=20", "--timeout-factor", "100", "--keep", "none"];
        [&["duel", "nearest", "@five", &rogue, "--games", "60", "--log", log][..], &rules].concat()
    };
    let whole = yard.run(&line("whole.jsonl"));
    assert_eq!(whole.code, Some(0), "{}{}", whole.out, whole.err);
    assert_eq!(yard.games("whole.jsonl").len(), 60, "{}{}", whole.out, whole.err);
    let line = line("killed.jsonl");
    for kill in 0..kills() {
        let mut referee = Running(yard.command(&line).spawn().unwrap());
        thread::sleep(Duration::from_millis(100 + 137 * kill % 900));
        let _ = referee.0.kill();
        let _ = referee.0.wait();
        yard.demand_no_process();
    }
    let rest = yard.run(&line);
    assert_eq!(rest.code, Some(0), "{}{}", rest.out, rest.err);
    assert_eq!(yard.games("killed.jsonl").len(), 60, "{}{}", rest.out, rest.err);
    assert_eq!(yard.games("killed.jsonl"), yard.games("whole.jsonl"));
}

#[test]
fn a_second_run_on_a_log_is_refused_and_a_report_reads_meanwhile() {
    let yard = Yard::new();
    let rogue = rogue("plain", "");
    let line = ["duel", "nearest", "@five", &rogue, "--log", "log.jsonl", "--games", "100000"];
    let _referee = Running(yard.command(&line).spawn().unwrap());
    wait_until("there are games", || {
        std::fs::read_to_string(yard.at("log.jsonl")).is_ok_and(|text| text.contains("scores"))
    });
    let second = yard.run(&line);
    assert_ne!(second.code, Some(0));
    assert!(second.err.contains("another process"), "{}", second.err);
    let report = yard.succeeds(&["report", "log.jsonl"]);
    assert!(report.contains("@five against"), "{report}");
}
