//! Faults of players in virtual time, so that limits are exact and no test waits.

use insta::assert_snapshot;
use referee::contest::House;
use referee::game::Outcome;
use referee::play::play;
use referee::player::Player;
use referee::player::house::HousePlayer;
use referee::player::scripted::Act;
use referee::table::Table;
use referee::testkit::nearest::NearestGame;
use referee::testkit::scripts::{late, lines, play_scripts};

fn game() -> NearestGame {
    NearestGame::new(1, 3, 1000, 2)
}

/// The result of a game of three rounds between these acts and a player that always says 5.
fn outcome(acts: impl IntoIterator<Item = Act>) -> Outcome {
    play_scripts(&mut game(), [acts.into_iter().collect(), lines(["5"; 3])])
}

/// `[-1, 3] after 3 rounds: seat 0 exit`
fn after(acts: impl IntoIterator<Item = Act>) -> String {
    let outcome = outcome(acts);
    let out = outcome.thrown_out.iter().map(|out| format!("seat {} {}", out.seat, out.kind()));
    let out: Vec<String> = out.collect();
    format!("{:?} after {} rounds: {}", outcome.scores, outcome.turns, out.join(", "))
}

#[test]
fn an_answer_in_the_last_microsecond_counts_and_one_after_it_does_not() {
    let in_time = after([late(100_000, "5"), late(100_000, "5"), late(100_000, "5")]);
    assert_eq!(in_time, "[3, 3] after 3 rounds: ");
    let too_late = after([late(100_000, "5"), late(100_001, "5")]);
    assert_eq!(too_late, "[-1, 3] after 3 rounds: seat 0 timeout");
}

#[test]
fn every_fault_is_named() {
    let fault = |act: Act| outcome([Act::say("5"), act]).thrown_out[0].kind();
    assert_eq!(fault(Act::Hang), "timeout");
    assert_eq!(fault(Act::Exit(0)), "exit");
    assert_eq!(fault(Act::TakeTooMuchMemory), "out of memory");
    assert_eq!(fault(Act::say("5".repeat(101))), "garbage: no-answer");
    assert_eq!(fault(Act::say("ten")), "garbage: no-number");
    assert_eq!(fault(Act::Say(Vec::new())), "timeout");
}

#[test]
fn a_line_may_have_as_many_bytes_as_the_game_allows() {
    let fault = |bytes| outcome([Act::say("5".repeat(bytes))]).thrown_out[0].clone();
    assert_eq!(fault(100).line, Some("5".repeat(100)), "the rules see it and refuse it");
    assert_eq!(fault(101).line, None, "the rules do not see it");
}

#[test]
fn an_illegal_line_is_quoted() {
    let outcome = outcome([Act::say("5"), Act::say("5 or 6")]);
    let text = serde_json::to_string(&outcome).unwrap();
    assert_snapshot!(text, @r#"{"scores":[-1,3],"ranks":[2,1],"turns":3,"thrown_out":[{"seat":0,"fault":"garbage","cause":"no-number","line":"5 or 6"}],"end":"rounds"}"#);
}

#[test]
fn a_script_without_further_lines_exits() {
    assert_eq!(after([Act::say("5")]), "[-1, 3] after 3 rounds: seat 0 exit");
}

/// A fault of the referee makes the game void: the caller gets an error and no result.
#[test]
fn a_panic_in_the_referee_voids_the_game() {
    struct Broken;
    impl House for Broken {
        fn answer(&mut self, _sent: &[String]) -> Vec<String> {
            panic!("a house player has a bug")
        }
    }
    let broken = || -> Box<dyn Player> { Box::new(HousePlayer::new("broken", Box::new(Broken))) };
    let mut table = Table::new(vec![broken(), broken()]);
    let sentence = play(&mut game(), &mut table, &mut ()).unwrap_err().to_string();
    assert!(
        sentence.contains("a house player has a bug") && sentence.contains("void"),
        "{sentence}"
    );
}
