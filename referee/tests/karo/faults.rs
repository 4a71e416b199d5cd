//! Answers that are not answers, or that the rules do not allow.

use std::time::Duration;

use referee::game::{Fault, Game, Step};
use referee::games::karo::{self, Karo, Kind, Status};
use referee::testkit::scripts::fails;
use serde_json::json;

use crate::common::FAULTS_WITHOUT_A_LINE;

use super::scene::{Play, Scene};

fn race(rule: &str) -> Play {
    let mut play = Scene::of(&["SOOOF", "SOOOF"], 2).option("rule", rule).begin();
    play.way(&[(0, 0), (0, 1)]);
    play
}

#[test]
fn an_answer_that_is_not_a_free_candidate_is_a_fault() {
    for (rule, line, cause) in [
        ("", "GO 1 0 1 0", "not-a-command"),
        ("", "MOVE 1 0", "not-a-command"),
        ("", "MOVE 5 5 1 0", "not-a-candidate"),
        ("", "MOVE 2 0 2 0", "not-a-candidate"),
        ("", "MOVE 1 0 0 1", "not-a-candidate"),
        ("", "MOVE 0 0 0 0", "not-a-candidate"),
        ("", "START 1 0", "not-a-candidate"),
        ("", "START 0 0", "not-a-candidate"),
        ("axis", "MOVE 1 1 1 1", "against-special-rule"),
        ("axis", "MOVE 0 1 0 1", "not-a-candidate"),
    ] {
        let mut play = race(rule);
        // In the last case player 1 has moved, so that its cell is taken.
        if line == "MOVE 0 1 0 1" {
            play = Scene::of(&["SOOOF", "SOOOF"], 2)
                .option("rule", rule)
                .option("blocking", "all")
                .begin();
            play.way(&[(0, 0), (0, 1)]);
        }
        play.say(line);
        let out = &play.game.thrown_out()[0];
        assert_eq!((out.cause.as_str(), out.fault), (cause, Fault::Garbage), "{line}");
        assert_eq!(out.line.as_deref(), Some(line));
        assert_eq!(play.car(0).status, Status::Kicked);
        assert_eq!(play.kinds(0), [Kind::Start], "without a record");
        assert_eq!(play.asked(), Some(1), "the others race on");
    }
}

#[test]
fn a_start_is_one_of_the_free_start_cells() {
    for line in ["START 1 0", "MOVE 0 0 0 0", "START 0 5", "MOVE 1 0 1 0"] {
        let mut play = Scene::of(&["SOOOF", "SOOOF"], 2).begin();
        play.say(line);
        assert_eq!(play.game.thrown_out()[0].cause, "not-a-candidate", "{line}");
        assert_eq!(play.free(), [(0, 0), (0, 1)], "its place is free for the next");
    }
    let mut play = Scene::of(&["SOOOF", "SOOOF"], 2).begin();
    play.to((0, 0));
    play.say("START 0 0");
    assert_eq!(play.game.thrown_out().len(), 1, "taken");
}

#[test]
fn every_other_fault_is_the_same() {
    for (fault, cause) in FAULTS_WITHOUT_A_LINE {
        let mut play = race("");
        play.answer(fails(fault));
        let out = &play.game.thrown_out()[0];
        assert_eq!((out.fault, out.cause.as_str(), &out.line), (fault, cause, &None));
        assert_eq!(play.car(0).status, Status::Kicked);
        play.to((1, 1));
        play.to((3, 1));
        play.to((4, 1));
        assert_eq!(play.end().scores, [-1, 2]);
        assert_eq!(play.end().more["end"], "nobody-left");
    }
}

#[test]
fn ten_seconds_for_an_answer_unless_the_option_says_otherwise() {
    for (options, millis) in [(json!({}), 10_000), (json!({ "move_ms": 70 }), 70)] {
        let mut game = karo::start(&referee::testkit::setup(&Karo, "1", options)).unwrap();
        let Step::Ask(requests) = game.advance(&[]) else { panic!("it is over") };
        let expected = requests[0].expected.unwrap();
        assert_eq!(expected.limit, Duration::from_millis(millis));
        assert_eq!((expected.lines, expected.line_bytes), (1, 1000));
    }
}
