//! Hundreds of games leave nothing behind in the referee. This test is a program of its own, because it
//! counts the files and children of the whole process.

use std::time::Duration;

use referee::game::{Expected, Fault, Request, Seat};
use referee::player::Player;
use referee::player::process::{Launch, ProcessPlayer};
use referee::table::Table;
use referee::testkit::cases::cases;

/// Number of open files of this process.
fn files() -> usize {
    std::fs::read_dir("/proc/self/fd").unwrap().count()
}

/// Children of this process, including dead ones that have not been waited for.
fn children() -> String {
    std::fs::read_dir("/proc/self/task")
        .unwrap()
        .map(|task| std::fs::read_to_string(task.unwrap().path().join("children")).unwrap())
        .collect()
}

/// Plays with three bots: one answers, one ends with a child that holds its pipes, one is still writing when
/// the game is over.
fn play() {
    let scripts = [
        "while read line; do echo $line; done",
        "read line; sleep 600 & exit 3",
        "read line; echo $line; while :; do echo $line; done",
    ];
    let start = |script: &str| {
        let launch = Launch::new("sh").args(["-c", script]);
        Box::new(ProcessPlayer::spawn("bot", &launch).unwrap()) as Box<dyn Player>
    };
    let mut table = Table::new(scripts.map(start).into());
    let limit = Duration::from_secs(300);
    let expected = Some(Expected { lines: 1, limit, line_bytes: 100 });
    let ask = |seat| Request { seat: Seat(seat), lines: vec!["go".to_owned()], expected };
    for turn in 0..3 {
        let replies = table.ask(&[ask(0), ask(1), ask(2)]).unwrap();
        assert_eq!(replies[0].answer.lines, ["go"], "turn {turn}");
        assert_eq!(replies[1].answer.fault, Some(Fault::Exit), "turn {turn}");
        assert_eq!(replies[2].answer.lines, ["go"], "turn {turn}");
    }
}

#[test]
fn games_leave_no_file_and_no_process() {
    play();
    let before = files();
    for _ in 0..cases(60, 200) {
        play();
    }
    assert_eq!(files(), before);
    assert_eq!(children(), "");

    // A program that cannot be started leaves nothing behind either.
    for _ in 0..20 {
        let launch = Launch::new("./no/such/program");
        assert!(ProcessPlayer::spawn("bot", &launch).is_err());
    }
    assert_eq!(files(), before);
    assert_eq!(children(), "");
}
