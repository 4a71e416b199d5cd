//! Faults and ends of the robot fruit hunt in virtual time.

use insta::assert_snapshot;
use referee::game::Outcome;
use referee::games::fruit::{FruitGame, Rules, Sides, board_of_number};
use referee::player::scripted::Act;
use referee::testkit::scripts::{self, play_scripts};

fn outcome(rules: Rules, scripts: [Vec<Act>; 2]) -> Outcome {
    play_scripts(&mut FruitGame::new(board_of_number(1, Sides::CONTEST), rules), scripts)
}

fn passes() -> Vec<Act> {
    vec![Act::say("PASS"); 700]
}

fn against_a_passer(acts: impl IntoIterator<Item = Act>) -> String {
    let outcome = outcome(Rules::default(), [acts.into_iter().collect(), passes()]);
    format!("{:?} {:?} {:?}", outcome.scores, outcome.turns, outcome.thrown_out)
}

fn late(millis: u64) -> Act {
    scripts::late(millis * 1000, "PASS")
}

#[test]
fn a_move_has_ten_seconds_and_the_first_twenty() {
    assert_snapshot!(against_a_passer([late(20_000), late(10_000), late(10_001)]), @r#"[-1, 0] 2 [ThrownOut { seat: Seat(0), fault: Timeout, cause: "timeout", line: None }]"#);
    assert_snapshot!(against_a_passer([late(20_001)]), @r#"[-1, 0] 0 [ThrownOut { seat: Seat(0), fault: Timeout, cause: "timeout", line: None }]"#);
}

#[test]
fn every_fault_loses_and_is_named() {
    let fault = |act: Act| {
        let outcome = outcome(Rules::default(), [passes(), vec![Act::say("EAST"), act]]);
        assert_eq!((&outcome.scores[..], &outcome.ranks[..]), (&[0, -1][..], &[1, 2][..]));
        assert_eq!(outcome.more["end"], "thrown-out");
        format!("{} {}", outcome.thrown_out[0].fault, outcome.thrown_out[0].cause)
    };
    assert_eq!(fault(Act::Hang), "timeout timeout");
    assert_eq!(fault(Act::Exit(0)), "exit exit");
    assert_eq!(fault(Act::TakeTooMuchMemory), "out of memory out-of-memory");
    assert_eq!(fault(Act::say("PASS".repeat(2000))), "garbage not-a-line");
    assert_eq!(fault(Act::say("north")), "garbage not-a-move");
    assert_eq!(fault(Act::say("")), "garbage not-a-move");
}

#[test]
fn both_at_fault_in_one_turn_draw() {
    let outcome = outcome(Rules::default(), [vec![Act::Hang], vec![Act::say("7")]]);
    assert_eq!((outcome.scores, outcome.ranks), (vec![-1, -1], vec![1, 1]));
    assert_eq!(outcome.thrown_out.len(), 2);
}

#[test]
fn a_lenient_referee_lets_nonsense_pass() {
    let rules = Rules { lenient: true, ..Rules::default() };
    let outcome = outcome(rules, [vec![Act::say("7"); 9], passes()]);
    assert!(outcome.thrown_out.is_empty());
    assert_eq!(outcome.more["end"], "repetition");
}

/// The start counts as an occurrence, so four passes lead to the fifth one.
#[test]
fn a_position_occurs_five_times() {
    let ends = |rules: Rules| {
        let outcome = outcome(rules, [passes(), passes()]);
        (outcome.more["end"].as_str().unwrap().to_owned(), outcome.turns, outcome.ranks)
    };
    let rules = Rules::default();
    assert_eq!(ends(rules), ("repetition".to_owned(), 4, vec![1, 1]));
    let never = Rules { repeat: 0, ..rules };
    assert_eq!(ends(never), ("turn-limit".to_owned(), 600, vec![1, 1]));
}

/// The apple of board 1 is two steps north of the start.
#[test]
fn a_stall_ends_by_score_or_as_a_draw() {
    let taker = || {
        let mut acts = ["NORTH", "NORTH", "TAKE"].map(Act::say).to_vec();
        acts.extend(passes());
        acts
    };
    let ends = |stall_is_draw| {
        let rules = Rules { stall_is_draw, ..Rules::default() };
        let outcome = outcome(rules, [taker(), passes()]);
        (outcome.scores, outcome.ranks, outcome.turns)
    };
    // The position after the take occurs for the first time on that turn.
    assert_eq!(ends(false), (vec![1, 0], vec![1, 2], 7));
    assert_eq!(ends(true), (vec![1, 0], vec![1, 1], 7));
}
