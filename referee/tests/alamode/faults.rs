//! Faults in Code à la Mode, in virtual time, so that limits are exact and no test waits.

use insta::assert_snapshot;
use referee::game::{Answer, Fault, Outcome, Seat};
use referee::games::alamode::{AlamodeGame, Item, League};
use referee::player::scripted::Act;
use referee::testkit::scripts::{self, play_scripts, says};

use super::kit::{ILLEGAL, Turn, drive, house};

fn match_of_seed(seed: i64) -> AlamodeGame {
    AlamodeGame::new(seed, League::new(4))
}

/// A match of scripts. A script without further lines exits.
fn outcome(scripts: [Vec<Act>; 3]) -> Outcome {
    play_scripts(&mut match_of_seed(1), scripts)
}

fn waits() -> Vec<Act> {
    vec![Act::say("WAIT"); 200]
}

fn late(micros: u64) -> Act {
    scripts::late(micros, "WAIT")
}

/// A script for seat 2, whose first turn is in the second round.
fn in_seat_two(acts: impl IntoIterator<Item = Act>) -> String {
    let outcome = outcome([waits(), waits(), acts.into_iter().collect()]);
    format!("{:?} {} {:?}", outcome.scores, outcome.turns, outcome.thrown_out[0].kind())
}

#[test]
fn the_first_answer_of_each_has_a_second_and_all_others_50_milliseconds() {
    assert_snapshot!(in_seat_two([late(1_000_000), late(50_000), late(50_001)]), @r#"[0, 0, -1] 403 "timeout""#);
    assert_snapshot!(in_seat_two([late(1_000_001)]), @r#"[0, 0, -1] 401 "timeout""#);
    let mut acts = vec![late(1_000_000)];
    acts.extend((0..99).map(|_| late(50_000)));
    // In its second round it does not get a second again.
    acts.push(late(50_001));
    assert_snapshot!(in_seat_two(acts), @r#"[0, 0, -1] 501 "timeout""#);
}

#[test]
fn every_fault_kills_and_is_named() {
    let fault = |act: Act| {
        let outcome = outcome([vec![Act::say("WAIT"), act], waits(), waits()]);
        assert_eq!((&outcome.scores[..], &outcome.ranks[..]), (&[-1, 0, 0][..], &[3, 1, 1][..]));
        let out = &outcome.thrown_out[0];
        assert_eq!((outcome.thrown_out.len(), out.seat), (1, Seat(0)));
        assert_eq!(out.line.is_some(), !["timeout", "too-long"].contains(&out.cause.as_str()));
        out.kind()
    };
    assert_eq!(fault(Act::Hang), "timeout");
    assert_eq!(fault(Act::Exit(0)), "exit");
    assert_eq!(fault(Act::TakeTooMuchMemory), "out of memory");
    assert_eq!(fault(Act::say("MOVE 1 1 ".repeat(2000))), "garbage: too-long");
    assert_eq!(fault(Act::say("MOVE 3")), "garbage: coordinates");
    assert_eq!(fault(Act::say("MOVE 3 7")), "garbage: out-of-kitchen");
    assert_eq!(fault(Act::say("COOK 3 3")), "garbage: unknown-command");
    assert_eq!(fault(Act::say("USE 1 1")), "garbage: use-floor");
}

/// The first awards and the first turn that the survivor of a fault on the first turn is sent.
#[test]
fn the_partner_of_a_dead_chef_goes_on_alone() {
    let mut seen = Vec::new();
    let outcome = drive(&mut match_of_seed(1), |turn, _| {
        if turn.seat == Seat(0) {
            return says("FOO");
        }
        if turn.round == 1 && seen.len() < 4 {
            let award: i32 = turn.orders().next().unwrap().1;
            seen.push((turn.left(), turn.lines()[2].clone(), award));
        }
        says("WAIT")
    });
    let alone = |left, award| (left, "-1 -1 NONE".to_owned(), award);
    // 850 at first; 1 less for the turn of the fault and for each turn that is played afterwards.
    assert_eq!(seen, [alone(198, 849), alone(196, 848), alone(194, 847), alone(192, 846)]);
    // 1 turn of the dead chef, 100 of each partner, 200 of the last round.
    assert_eq!((outcome.scores, outcome.turns), (vec![-1, 0, 0], 401));
}

#[test]
fn the_oven_ticks_in_the_turns_of_the_dead() {
    let mut death = None;
    let mut timers = Vec::new();
    let mut cook = house("cook", Seat(1));
    drive(&mut match_of_seed(1), |turn, _| {
        let timer: u32 = turn.oven().1;
        if turn.seat == Seat(0) {
            let dies = turn.round == 1 && timer == 9;
            death = death.or(dies.then(|| turn.left()));
            return says(if dies { "FOO" } else { "WAIT" });
        }
        if turn.round == 1 && death.is_some() && timers.len() < 4 {
            timers.push(timer);
        }
        says(if turn.seat == Seat(1) { cook.answer(turn.sent).remove(0) } else { "WAIT".into() })
    });
    assert_eq!(timers, [8, 6, 4, 2]);
}

/// Clean dishes before and after the death of a chef, which dies as soon as it holds an item that is
/// `wanted`. Nobody else touches a dish.
fn clean_dishes_around_a_death(wanted: impl Fn(&Item) -> bool) -> (u8, u8) {
    let mut cook = house("cook", Seat(0));
    let (mut before, mut after) = (None, None);
    drive(&mut match_of_seed(1), |turn, game| {
        let clean = game.round().clean_dishes();
        if before.is_some() {
            after = after.or(Some(clean));
        }
        let dies = before.is_none() && turn.hand().as_ref().is_some_and(&wanted);
        match turn.seat {
            Seat(0) if dies => {
                before = Some(clean);
                says(ILLEGAL)
            }
            Seat(0) => says(cook.answer(turn.sent).remove(0)),
            _ => says("WAIT"),
        }
    });
    (before.expect("it holds such an item at some time"), after.expect("the match goes on"))
}

#[test]
fn the_dish_of_the_dead_is_washed_and_food_is_gone() {
    let dish = |item: &Item| matches!(item, Item::Dish(_));
    assert_eq!(clean_dishes_around_a_death(dish), (2, 3));
    assert_eq!(clean_dishes_around_a_death(|item| !dish(item)), (3, 3));
}

#[test]
fn a_round_of_two_dead_chefs_passes_and_their_partner_plays_alone() {
    let mut asked = Vec::new();
    let mut cook = house("cook", Seat(2));
    let outcome = drive(&mut match_of_seed(4), |turn, _| {
        asked.push((turn.round, turn.seat.0, turn.left()));
        says(if turn.seat == Seat(2) { cook.answer(turn.sent).remove(0) } else { "no".into() })
    });
    assert_eq!(asked[..3], [(1, 0, 199), (1, 1, 198), (2, 2, 199)]);
    // It moves second in the third round, alone.
    assert_eq!(asked[102], (3, 2, 198));
    assert_eq!(asked.len(), 202);
    assert_eq!(outcome.more["end"], "last-round");
    let rounds = &outcome.rounds;
    assert!(rounds[0] == 0 && rounds[1] > 0 && rounds[2] > 0, "{rounds:?}");
    assert_eq!(outcome.scores, [-1, -1, rounds[1] + rounds[2]]);
}

#[test]
fn when_all_are_dead_it_is_over_at_once_and_points_stay() {
    let mut cooks = [0, 1, 2].map(|seat| house("cook", Seat(seat)));
    let outcome = drive(&mut match_of_seed(4), |turn, game| {
        let earned = game.round().points() > 0;
        let dies = turn.seat == Seat(1) || turn.round == 2 && earned;
        says(if dies { ILLEGAL.into() } else { cooks[turn.seat.0].answer(turn.sent).remove(0) })
    });
    assert_eq!((outcome.scores, outcome.ranks), (vec![-1; 3], vec![1; 3]));
    assert_eq!(outcome.more["end"], "all-dead");
    let rounds = &outcome.rounds;
    assert!(rounds[0] > 0 && rounds[1] > 0 && rounds[2] == 0, "{rounds:?}");
    let dead: Vec<usize> = outcome.thrown_out.iter().map(|out| out.seat.0).collect();
    assert!(dead[0] == 1 && dead.len() == 3);
}

/// A fault counts as the answer; lines that were written before it do not.
#[test]
fn a_fault_counts_instead_of_earlier_lines() {
    let outcome = drive(&mut match_of_seed(1), |turn: &Turn<'_>, _| Answer {
        lines: vec!["WAIT".to_owned()],
        fault: (turn.seat == Seat(2)).then_some(Fault::Timeout),
    });
    assert_eq!(outcome.scores, [0, 0, -1]);
}
