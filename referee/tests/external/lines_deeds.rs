//! Referees of the line protocol that misbehave: their games are void, and the run goes on.

use referee::testkit::cases::cases;
use referee::testkit::needs::Need;

use super::lines::{auction, games_in, heap};
use crate::common::{code, err, out, referee, succeeds};

#[test]
fn a_game_whose_referee_misbehaves_is_void_and_says_why() {
    if !Need::Python.program_runs() {
        return;
    }
    // On a busy machine Python alone may take a second to start.
    let folder = auction("", "answer-s = 5.0\nmemory-mb = 256");
    for (odd, words) in [
        ("hang", "the referee program was silent for 5 s, the longest time allowed (answer-s)"),
        // Whether its last words about memory are read before its end is seen depends on the load.
        ("die", "exited with code 3); its last words: MemoryError: so it goes"),
        ("killed", "failed (killed by signal 9 (SIGKILL))"),
        ("nonsense", "wrote \"Hello, here is the referee\"; wanted a line such as ###Input 0"),
        ("stranger", "wrote \"###Output 7 1\", but a game of 2 has no player 7"),
        ("million", "asks player 0 for 1000000 lines; at most 10000 are possible"),
        ("twice", "asks player 0 twice before ###Wait"),
        ("silent", "wrote ###Wait without a question before it"),
        ("few", "ended without a score for player 1"),
        ("flood", "bytes) without waiting for an answer"),
        ("chatter", "its last words: so many words / so many words"),
        ("fork", "was silent for 5 s"),
        ("orphan", "the referee program ended before the game was over (exited with code 0)"),
        ("void-alone", "gave up the game: no reason given"),
        ("void", "gave up the game: the dice fell off the table"),
    ]
    .into_iter()
    .step_by(cases(2, 1))
    {
        let option = format!("odd={odd}");
        let arguments = ["play", "five", "six", "--seed", "3", "--quiet", "--option", &option];
        let output = referee(folder.path(), &arguments);
        assert!(code(&output) == 1 && err(&output).contains(words), "{odd}: {}", err(&output));
    }
}

#[test]
fn a_referee_that_is_silent_is_told_which_line_it_has_not_written() {
    let folder = heap("", "");
    let contest = "contest.key = \"x\"\n[referee]\nengine = \"lines\"\ncommand = \"sh script\"\nanswer-s = 0.5\n";
    std::fs::write(folder.path().join("botyard.toml"), contest).unwrap();
    let begin = "echo '###Protocol 2'; while read line && [ \"$line\" != '###Go' ]; do :; done";
    let ask = "echo '###Output 0 1'";
    for (script, why) in [
        ("", "; it has written no line, or has not flushed its standard output\n"),
        (begin, "(answer-s)\n"),
        (&format!("{begin}; {ask}"), "; it has asked players, but has not written ###Wait\n"),
        (
            &format!("{begin}; {ask}; echo '###Wait'; read a; read b"),
            "longest time allowed (answer-s)\n",
        ),
        (&format!("{begin}; echo '###Score 0 1'"), "given scores, but has not written ###End\n"),
    ] {
        std::fs::write(folder.path().join("script"), format!("{script}\nsleep 60")).unwrap();
        let output = referee(folder.path(), &["play", "cat", "cat", "--seed", "3", "--quiet"]);
        let said = err(&output);
        assert!(code(&output) == 1 && said.ends_with(why), "{script}: {said}");
    }
}

#[test]
fn a_game_that_its_referee_cuts_off_keeps_its_answers_and_an_empty_one_leaves_no_file() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = heap("", "");
    let contest = "contest.key = \"x\"\n[referee]\nengine = \"lines\"\ncommand = \"sh script\"\n\
                   [bots]\none.run = \"python3 taker.py\"\n";
    std::fs::write(folder.path().join("botyard.toml"), contest).unwrap();
    let play = |script: &str| {
        std::fs::write(folder.path().join("script"), script).unwrap();
        let output = referee(folder.path(), &["play", "one", "one", "--seed", "3", "--quiet"]);
        assert!(code(&output) == 1 && err(&output).contains("exited with code 4"), "{output:?}");
        err(&output)
    };
    let recording = folder.path().join("games/x-3.jsonl");
    assert!(!play("exit 4").contains("until then"));
    assert!(!recording.exists(), "a recording without an answer");
    let asks = "echo '###Input 0'; echo 9; echo 9; echo '###Output 0 1'; read answer; exit 4";
    assert!(play(asks).contains("the game until it failed: games/x-3.jsonl"));
    assert_eq!(std::fs::read_to_string(recording).unwrap().lines().count(), 2);
}

#[test]
fn an_older_referee_that_misbehaves_is_named_too() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = heap("", "");
    for (script, words) in [
        ("echo '###End 0'", "ended with \\\"###End 0\\\", which has no place for player 1"),
        ("echo '###End 0 1 1'", "which has player 1 twice"),
        ("echo '###End'", "ended without places"),
        ("echo '###Output 0 1 50'", "wanted ###Output PLAYER LINES"),
        ("echo '###Wait'", "###Protocol 2 announces"),
        ("echo oops; echo so it goes >&2; sleep 1", "last words: so it goes"),
        ("exit 4", "failed (exited with code 4)"),
    ] {
        let contest = "contest.key = \"x\"\n[referee]\nengine = \"lines\"\ncommand = \"sh script\"\n\
                       [bots]\none.run = \"python3 taker.py\"\n";
        std::fs::write(folder.path().join("botyard.toml"), contest).unwrap();
        std::fs::write(folder.path().join("script"), script).unwrap();
        let output = referee(folder.path(), &["play", "one", "one", "--quiet"]);
        let words = words.replace("\\\"", "\"");
        assert!(code(&output) == 1 && err(&output).contains(&words), "{script}: {}", err(&output));
    }
}

#[test]
fn a_run_goes_on_without_its_void_games() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let run = |command: &str, odd_seed: &str, log: &str| {
        let odd = format!("odd-seed={odd_seed}");
        let arguments = [
            command, "six", "five", "--games", "30", "--option", "odd=die", "--option", &odd,
            "--log", log,
        ];
        referee(folder.path(), &arguments)
    };
    let some = run("duel", "3", "some.jsonl");
    assert_eq!(code(&some), 4, "{}", err(&some));
    assert!(
        err(&some).contains("is void and left out: the referee program failed"),
        "{}",
        err(&some)
    );
    let played = games_in(&folder.path().join("some.jsonl"));
    let left_out = format!("{} games were void and are left out", 30 - played);
    assert!(played < 30 && err(&some).contains(&left_out), "{played} games: {}", err(&some));
    let missing = format!("{} games are missing; to play the void games again: ", 30 - played);
    assert!(err(&some).contains(&missing), "{}", err(&some));
    assert_eq!(code(&run("ladder", "3", "ladder.jsonl")), 4);
    // No game counts against a bot, and the report has the games that count.
    let report = out(&succeeds(folder.path(), &["report", "some.jsonl"]));
    assert!(report.contains("losses 0") && report.contains("faults: none"), "{report}");

    let all = run("duel", "1", "all.jsonl");
    assert_eq!(code(&all), 1);
    let end = "the last 10 games were void, so the run ends; the last of them, on seed ";
    assert!(err(&all).contains(end) && err(&all).contains("so it goes"), "{}", err(&all));
    assert_eq!(games_in(&folder.path().join("all.jsonl")), 0);
}

#[test]
fn a_process_that_cannot_serve_a_further_game_is_replaced() {
    if !Need::Python.program_runs() {
        return;
    }
    let folder = auction("", "");
    let arguments =
        ["duel", "six", "five", "--games", "6", "--option", "odd=late", "--log", "late.jsonl"];
    let run = succeeds(folder.path(), &arguments);
    let told = "could not serve another, so a new one is started: the referee program wrote \"one more thing\"";
    assert_eq!(err(&run).matches(told).count(), 1, "{}", err(&run));
    assert_eq!(games_in(&folder.path().join("late.jsonl")), 6);
}
