//! Placement, rounds, ranks, leaving, and the end of a race.

use std::collections::BTreeMap;

use referee::game::Outcome;
use referee::games::karo::{Kind, Status};

use super::scene::{Play, Scene};

/// Three lanes.
const LANES: [&str; 5] = ["PXXXXXXX", "PSOOOOFX", "XSOOOOFX", "XSOOOOFX", "XXXXXXXX"];

fn lanes(seats: usize) -> Play {
    Scene::of(&LANES, seats).begin()
}

/// Drives a car of a lane home in three moves.
fn lane(play: &mut Play, x: i32) {
    let seat = play.asked().unwrap();
    let y = play.at(seat).1;
    play.to((x, y));
}

#[test]
fn cars_are_placed_one_by_one_on_starts_that_are_free() {
    let mut play = lanes(3);
    assert_eq!(play.free(), [(1, 1), (1, 2), (1, 3)]);
    play.to((1, 2));
    assert_eq!((play.asked(), play.free()), (Some(1), vec![(1, 1), (1, 3)]));
    play.to((1, 3));
    assert_eq!(play.free(), [(1, 1)]);
    play.to((1, 1));
    assert_eq!(play.game.race().round(), 2);
    assert_eq!(play.kinds(0), [Kind::Start]);
}

#[test]
fn the_first_move_goes_to_one_of_the_neighbours() {
    let mut play = Scene::of(&["OOO", "OSO", "OOF"], 1).begin();
    play.to((1, 1));
    let around = [(0, 0), (1, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)];
    assert_eq!(play.free(), around);
}

#[test]
fn ranks_go_by_the_order_of_finishing_and_finishers_park_on_the_parc_cells_in_reading_order() {
    let mut play = lanes(3);
    play.way(&[(1, 1), (1, 2), (1, 3)]);
    for x in [2, 4] {
        (0..3).for_each(|_| lane(&mut play, x));
    }
    for _ in 0..3 {
        lane(&mut play, 6);
    }
    let outcome = play.end();
    assert_eq!((&outcome.scores[..], &outcome.ranks[..]), (&[3, 2, 1][..], &[1, 2, 3][..]));
    assert_eq!(outcome.more["end"], "all-finished");
    // There are two parc cells for three finishers.
    assert_eq!([play.at(0), play.at(1), play.at(2)], [(0, 0), (0, 1), (6, 3)]);
    assert_eq!(play.kinds(0), [Kind::Start, Kind::Move, Kind::Move, Kind::Move, Kind::Parc]);
    let moves: Vec<usize> = (0..3).map(|seat| play.car(seat).moves()).collect();
    assert_eq!(moves, [5, 5, 4], "placement and parc record count as moves");
    assert_eq!(outcome.turns, 4);
}

#[test]
fn the_round_goes_on_after_a_finish_and_the_last_player_drives_on_alone() {
    let mut play = lanes(2);
    play.way(&[(1, 1), (1, 2)]);
    for (first, second) in [(2, 2), (4, 3), (6, 4)] {
        lane(&mut play, first);
        assert_eq!(play.asked(), Some(1));
        lane(&mut play, second);
    }
    assert_eq!(play.car(0).status, Status::Finished);
    assert_eq!((play.asked(), play.game.race().round()), (Some(1), 5));
    lane(&mut play, 5);
    lane(&mut play, 6);
    assert_eq!(play.end().scores, [2, 1]);
}

#[test]
fn a_player_that_leaves_has_a_last_record_no_rank_and_no_more_turns() {
    let mut play = lanes(3);
    play.way(&[(1, 1), (1, 2), (1, 3)]);
    lane(&mut play, 2);
    play.say("LEAVE");
    let car = play.car(1);
    assert_eq!((car.status, car.rank, play.at(1)), (Status::Left, 0, (1, 2)));
    assert_eq!(play.kinds(1), [Kind::Start, Kind::Left]);
    assert_eq!(car.moves(), 2, "the site counts that record");
    assert_eq!(play.asked(), Some(2));
    lane(&mut play, 2);
    assert_eq!(play.asked(), Some(0));
    lane(&mut play, 4);
    assert_eq!(play.asked(), Some(2));
}

#[test]
fn a_player_may_leave_before_it_is_placed() {
    let mut play = lanes(2);
    play.say("LEAVE");
    assert_eq!(play.kinds(0), []);
    assert_eq!(play.free().len(), 3);
    play.say(" LEAVE ");
    let Outcome { scores, more, .. } = play.end();
    assert_eq!((&scores[..], &more["end"]), (&[-1, -1][..], &"nobody-left".into()));
}

#[test]
fn the_turn_limit_ends_the_race_where_it_stands() {
    let mut play = Scene::of(&LANES, 2).option("turns", 3).begin();
    play.way(&[(1, 1), (1, 2), (2, 1)]);
    assert_eq!(play.end().more["end"], "turn-limit");
    assert_eq!(play.end().scores, [0, 0]);
    assert_eq!(play.end().more["status"], serde_json::json!(["racing", "racing"]));
}

/// The orders of a number of rounds of a race whose cars drive in circles.
fn orders(seed: u64, rounds: usize) -> Vec<Vec<usize>> {
    let field = ["SOOOOOF"; 12];
    let scene = Scene::of(&field, 3).option("orders", "").seed(seed);
    let mut play = scene.begin();
    let mut orders: Vec<Vec<usize>> = Vec::new();
    while orders.len() <= rounds {
        let (seat, round) = (play.asked().unwrap(), play.game.race().round());
        orders.resize(round, Vec::new());
        orders[round - 1].push(seat);
        // A small circle in a part of the field that only this car uses.
        let circle = [(0, 0), (1, 0), (1, 1), (0, 1)];
        let (x, y) = circle[(round - 1) % 4];
        play.to((x, 4 * seat as i32 + y));
    }
    orders.truncate(rounds);
    orders
}

#[test]
fn every_round_has_every_player_once_in_an_order_that_is_drawn_anew() {
    let mut counts: BTreeMap<Vec<usize>, u32> = BTreeMap::new();
    let mut twice_in_a_row = 0;
    let all = orders(7, 600);
    for pair in all.windows(2) {
        let mut sorted = pair[0].clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [0, 1, 2]);
        *counts.entry(pair[0].clone()).or_default() += 1;
        twice_in_a_row += u32::from(pair[0].last() == pair[1].first());
    }
    // A hundred each; five standard deviations are 46.
    assert_eq!(counts.len(), 6, "{counts:?}");
    assert!(counts.values().all(|count| count.abs_diff(100) < 46), "{counts:?}");
    assert!(twice_in_a_row.abs_diff(200) < 58, "independent of the round before: {twice_in_a_row}");
    assert_ne!(orders(8, 10), orders(7, 10));
    assert_eq!(orders(7, 10), all[..10]);
}
