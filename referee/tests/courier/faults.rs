//! Robots that give no command, or a line that is not a command.

use referee::game::{Answer, Fault, Game};
use referee::games::courier::{Action, Command, Malformed};

use crate::common::FAULTS_WITHOUT_A_LINE;

use super::scene::Scene;

/// Plays a turn with this line of robot 1, and ends the game; returns robot 1's cause of death and its fault.
fn death(line: &str) -> (String, String) {
    let mut play = Scene::of(&["1.2"]).option("turns", 1).begin();
    assert_eq!(play.turn(&[line, "1 Drop"]), "#1 #2", "{line:?}: it is listed once more");
    assert_eq!(play.sent(0), ["#1 #2", "Robot 1 died."]);
    assert_eq!(play.sent(1), ["#1 #2"]);
    play.advance(&[Answer::default(), Answer::default()]);
    let outcome = play.outcome.expect("it is over");
    let out = &outcome.thrown_out[0];
    assert_eq!((out.seat.0, out.fault, out.line.as_deref()), (0, Fault::Garbage, Some(line)));
    (outcome.more["deaths"][0]["cause"].as_str().unwrap().to_owned(), out.cause.clone())
}

#[test]
fn a_malformed_command_kills_and_is_named() {
    for (line, cause) in [
        ("", "no-bid"),
        ("   ", "no-bid"),
        ("Move N", "bad-bid"),
        ("1.5 Move N", "bad-bid"),
        ("+1 Move N", "bad-bid"),
        ("9223372036854775808 Move N", "bad-bid"),
        ("-9223372036854775809 Drop", "bad-bid"),
        ("--1 Drop", "bad-bid"),
        ("0 Move N", "zero-bid"),
        ("-0 Drop", "zero-bid"),
        ("1", "unknown-action"),
        ("1 move N", "unknown-action"),
        ("1 MOVE N", "unknown-action"),
        ("1 Wait", "unknown-action"),
        ("Player", "bad-bid"),
        ("1 Player", "unknown-action"),
        ("1 Move", "bad-direction"),
        ("1 Move n", "bad-direction"),
        ("1 Move NE", "bad-direction"),
        ("1 Move N E", "bad-direction"),
        ("1 Pick x", "bad-id"),
        ("1 Pick -1", "bad-id"),
        ("1 Pick 1,2", "bad-id"),
        ("1 Drop 18446744073709551616", "bad-id"),
        ("1 Drop +5", "bad-id"),
        ("1 Move \u{fffd}", "bad-direction"),
    ] {
        assert_eq!(death(line), ("no-command".to_owned(), cause.to_owned()), "{line:?}");
    }
    assert_eq!(death("500 Drop"), ("overbid".to_owned(), "overbid".to_owned()));
}

#[test]
fn blanks_are_free_and_a_carriage_return_is_one() {
    for line in ["1 Move E", "  1\tMove   E  ", "1 Move E ", "1 Move E\r", "001 Move E"] {
        let mut play = Scene::of(&["1."]).begin();
        assert_eq!(play.turn(&[line]), "#1 E", "{line:?}");
    }
    let command = Command::read("1 Pick 9 8 7 6 ").unwrap();
    assert!(matches!(command.action, Action::Pick(ids) if ids.len() == 4));
    let command = Command::read("-3 Drop ").unwrap();
    assert!(matches!(command.action, Action::Drop(ids) if ids.is_empty()));
    assert_eq!(Command::read("0 Drop"), Err(Malformed::ZeroBid));
}

#[test]
fn every_other_fault_kills_as_well() {
    for (fault, cause) in FAULTS_WITHOUT_A_LINE {
        let mut play = Scene::of(&["12."]).option("turns", 2).begin();
        assert_eq!(play.fault(fault), "#1 #2");
        assert_eq!(play.turn(&["1 Move W"]), "#2 W", "its tile is free");
        play.advance(&[Answer::default()]);
        let outcome = play.outcome.unwrap();
        let out = &outcome.thrown_out[0];
        assert_eq!((out.fault, out.cause.as_str(), out.seat.0), (fault, cause, 0));
        assert_eq!(outcome.more["deaths"][0]["turn"], 1);
    }
}

/// A client that is known to be disqualified is sent nothing more.
#[test]
fn a_seat_is_thrown_out_only_after_its_last_lines() {
    let mut play = Scene::of(&["1.2"]).begin();
    play.turn(&["0 Drop", "1 Drop"]);
    assert_eq!(play.sent(0), ["#1 #2", "Robot 1 died."]);
    assert!(play.game.thrown_out().is_empty());
    play.turn(&["1 Drop"]);
    assert_eq!(play.game.thrown_out().len(), 1);
}

#[test]
fn a_dead_robot_moves_and_pushes_nobody_in_its_last_turn() {
    let mut play = Scene::of(&["12.."]).begin();
    assert_eq!(play.turn(&["99 Move EE", "1 Move E"]), "#1 #2 E");
    let mut play = Scene::of(&["12.."]).begin();
    assert_eq!(play.turn(&["101 Move E", "1 Move E"]), "#1 #2 E");
}

#[test]
fn a_client_that_does_not_say_player_has_no_robot() {
    use referee::game::Step;
    use referee::testkit::scripts::{fails, says};
    for (hello, cause) in [
        (says("player"), "not-player"),
        (says("Login me secret"), "not-player"),
        (says(""), "not-player"),
        (fails(Fault::Timeout), "timeout"),
    ] {
        let setup = Scene::of(&["1.2"]).option("turns", 1).setup();
        let mut game = referee::games::courier::start(&setup).unwrap();
        game.advance(&[]);
        let Step::Ask(asked) = game.advance(&[hello, says(" Player \r")]) else { panic!("over") };
        assert_eq!(asked.len(), 1);
        assert_eq!(asked[0].lines[3], "#2 X 3 Y 1", "no client's board has it");
        let Step::Ask(_) = game.advance(&[says("1 Drop")]) else { panic!("over") };
        let Step::Over(outcome) = game.advance(&[Answer::default()]) else { panic!("not over") };
        assert_eq!(outcome.thrown_out[0].cause, cause);
        assert_eq!(outcome.scores, [0, 0]);
    }
}
