//! `REmulAde`: the first players of a round repeat their last vectors.

use referee::games::karo::{RoundSoFar, must_repeat, repeaters};

use super::scene::{Play, Scene};

#[test]
fn one_of_up_to_six_must_repeat_two_of_up_to_thirteen_and_so_on() {
    let counts: Vec<usize> = [1, 3, 4, 6, 7, 13, 14, 20, 21].map(repeaters).to_vec();
    assert_eq!(counts, [1, 1, 1, 1, 2, 2, 3, 3, 4]);
}

#[test]
fn the_first_ones_of_a_round_must_and_of_three_nobody_twice_in_a_row() {
    for (players, moved, was_first, must) in [
        (4, 0, false, true),
        (4, 1, false, false),
        (4, 0, true, true),
        (3, 0, true, false),
        (3, 0, false, true),
        (1, 0, true, false),
        (7, 1, false, true),
        (7, 1, true, true),
        (7, 2, false, false),
    ] {
        let round = RoundSoFar { players, moved, was_first };
        assert_eq!(must_repeat(round), must, "{round:?}");
    }
}

/// A field on which each car has rows of its own: seat `s` starts at (0, 4 s).
fn field(seats: usize, orders: &str) -> Play {
    let mut rows = vec!["OOOOOOOOOOOOOOOOOOOF"; 4 * seats];
    for seat in 0..seats {
        rows[4 * seat] = "SOOOOOOOOOOOOOOOOOOF";
    }
    let scene = Scene::of(&rows, seats).option("rule", "remulade").option("orders", orders);
    let mut play = scene.begin();
    for _ in 0..seats {
        let seat = play.asked().unwrap();
        play.to((0, 4 * seat as i32));
    }
    play
}

/// The player whose turn it is repeats its vector, or steps to the right from a standstill.
fn on(play: &mut Play) {
    let car = play.car(play.asked().unwrap()).motion().unwrap();
    let x = if car.vector.x == 0 { 1 } else { car.vector.x };
    play.to((car.at.x + x, car.at.y));
}

#[test]
fn nobody_must_repeat_a_standstill() {
    let play = field(4, "0 1 2 3;0 1 2 3");
    assert_eq!(play.free(), [(1, 0), (0, 1), (1, 1)]);
}

#[test]
fn the_first_of_a_round_may_only_repeat_and_the_others_are_free() {
    let mut play = field(4, "0 1 2 3;0 1 2 3;0 1 2 3;0 1 2 3");
    (0..4).for_each(|_| on(&mut play));
    assert_eq!((play.asked(), play.free()), (Some(0), vec![(2, 0)]));
    assert_eq!(play.targets(false).len(), 6 - 1, "as the site lists them");
    on(&mut play);
    assert!(play.free().len() > 1);
    (0..3).for_each(|_| on(&mut play));
    assert_eq!((play.asked(), play.free()), (Some(0), vec![(3, 0)]), "four: twice in a row");
}

#[test]
fn of_three_players_the_one_that_was_first_before_is_free() {
    let mut play = field(3, "0 1 2;0 1 2;0 1 2;0 1 2;1 0 2");
    (0..3).for_each(|_| on(&mut play));
    // It was first in round 2.
    assert_eq!(play.asked(), Some(0));
    assert!(play.free().len() > 1);
    let mut play = field(3, "0 1 2;0 1 2;1 0 2;1 0 2;0 1 2");
    (0..3).for_each(|_| on(&mut play));
    assert_eq!((play.asked(), play.free()), (Some(1), vec![(2, 4)]));
    (0..3).for_each(|_| on(&mut play));
    assert!(play.free().len() > 1, "player 1 was first");
    (0..3).for_each(|_| on(&mut play));
    assert_eq!((play.asked(), play.free().len()), (Some(0), 1));
}

#[test]
fn of_seven_the_first_two_must_repeat_and_players_that_left_do_not_count() {
    let order = "0 1 2 3 4 5 6";
    let mut play = field(7, &[order; 5].join(";"));
    (0..7).for_each(|_| on(&mut play));
    assert_eq!(play.free().len(), 1);
    on(&mut play);
    assert_eq!(play.free().len(), 1);
    on(&mut play);
    assert!(play.free().len() > 1);
    (0..4).for_each(|_| on(&mut play));
    play.say("LEAVE");
    // Six are left.
    on(&mut play);
    assert_eq!(play.asked(), Some(1));
    assert!(play.free().len() > 1, "there are six players now, and one has moved");
}

#[test]
fn a_player_that_left_first_in_the_round_has_not_moved_before_the_next() {
    let mut play = field(5, &["0 1 2 3 4"; 5].join(";"));
    (0..5).for_each(|_| on(&mut play));
    play.say("LEAVE");
    assert_eq!((play.asked(), play.free().len()), (Some(1), 1));
}

#[test]
fn the_first_of_a_round_is_the_first_that_moved_not_one_that_left() {
    let mut play = field(4, &["0 1 2 3"; 5].join(";"));
    (0..4).for_each(|_| on(&mut play));
    play.say("LEAVE");
    (0..3).for_each(|_| on(&mut play));
    assert_eq!(play.asked(), Some(1));
    assert!(play.free().len() > 1, "of three, it was the first in the round before");
}

/// Of seven players the second must repeat as well; of five it need not. The first has finished, but it has
/// moved.
#[test]
fn a_player_that_finished_in_the_round_has_moved_in_it() {
    for (seats, must) in [(7, true), (5, false)] {
        let mut rows = vec!["OOOOOOOOOOOOOOOOOOOO"; 4 * seats];
        for seat in 0..seats {
            rows[4 * seat] = "SOOOOOOOOOOOOOOOOOOO";
        }
        rows[0] = "SOFOOOOOOOOOOOOOOOOO";
        let mut play = Scene::of(&rows, seats).option("rule", "remulade").begin();
        (0..seats as i32).for_each(|seat| play.to((0, 4 * seat)));
        (0..seats).for_each(|_| on(&mut play));
        on(&mut play);
        assert_eq!((play.car(0).rank, play.asked()), (1, Some(1)));
        assert_eq!(play.free().len() == 1, must, "of {seats}");
        on(&mut play);
        assert!(play.free().len() > 1);
    }
}

#[test]
fn a_repeat_onto_another_car_or_off_the_road_frees_the_player() {
    for (blocking, cell) in [("moved", (2, 0)), ("all", (2, 0))] {
        let mut play = Scene::of(&["SOOOOF", "SOOOOF", "SOOOOF", "SOOOOF"], 4)
            .option("rule", "remulade")
            .option("blocking", blocking)
            .option("orders", "0 1 2 3;1 0 2 3;0 1 2 3;0 1 2 3")
            .begin();
        play.way(&[(0, 0), (0, 1), (0, 2), (0, 3)]);
        play.way(&[(1, 1), (1, 0), (1, 2), (1, 3)]);
        // Player 0 repeats to (2, 0); player 1, free, follows to (2, 1), and so on.
        assert_eq!(play.free(), [cell]);
        play.way(&[(2, 0), (3, 0), (2, 2), (2, 3)]);
        // Now player 1 stands on (3, 0), where the repeat of player 0 would end. It has not moved.
        assert_eq!(play.asked(), Some(0));
        assert!(play.free().len() > 1, "{blocking}");
    }
    let mut play = Scene::of(&["SOXF", "SOOF"], 1).option("rule", "remulade").begin();
    play.way(&[(0, 0), (1, 0)]);
    assert_eq!(play.free(), [(1, 1), (2, 1)]);
}
