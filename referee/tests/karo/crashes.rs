//! Crashes, and the way back to the track.

use referee::games::karo::{Cell, Kind, Motion, Record, Status, Vector, set_back};
use serde_json::json;

use super::scene::{Play, Scene};

/// Records at the places 0, 1, 2, … of a row; `c` is a crash.
fn records(kinds: &str) -> Vec<Record> {
    let kind = |letter| match letter {
        's' => Kind::Start,
        'm' => Kind::Move,
        _ => Kind::Crash,
    };
    let record = |(x, letter): (usize, char)| Record {
        kind: kind(letter),
        motion: Motion::new(Cell::new(x as i32, 0), Vector::ZERO),
    };
    kinds.chars().enumerate().map(record).collect()
}

#[test]
fn the_walk_back_over_a_players_records() {
    for (kinds, zzz, expected, why) in [
        ("smmmm", 2, 2, "two before the last"),
        ("smmmm", 1, 3, "one before the last"),
        ("smmmm", 0, 4, "it is stopped where it is"),
        ("smmmm", 4, 0, "back at the start"),
        ("smmmm", 99, 0, "there is nothing before the start"),
        ("s", 2, 0, "the start itself"),
        ("smmmc", 2, 2, "the crash record that it starts from adds nothing"),
        ("smmmcm", 2, 1, "an earlier crash adds as much again: 1 + 2 on it, then 2, 1, 0"),
        ("smmmcmm", 2, 2, "the quirk: the counter comes to 0 on the crash record itself"),
        ("smmmcmmm", 2, 5, "the crash is out of reach"),
        ("smmmmmmmmcmm", 4, 3, "2 + 4 are 6 on it, and six more"),
        (
            "smmmmmmmmcmmmm",
            4,
            5,
            "the quirk: 0 and 4 are 4, four before the end of the first branch",
        ),
        ("smmmmmmmmcmmmmm", 4, 10, "one move later it is the fourth record back"),
        ("smmmmmmcmcm", 2, 4, "two crashes in the way add twice"),
        ("smcm", 0, 3, "0 stays 0"),
        ("smmcm", 5, 0, "it ends at the start with the counter above 0"),
    ] {
        let cell = set_back(&records(kinds), zzz).unwrap();
        assert_eq!(cell.x, expected, "{kinds} with {zzz}: {why}");
    }
    assert_eq!(set_back(&[], 2), None);
}

/// Speeds up to the right until it crashes at the end of the row: 0, 1, 3, 6, 9 and no way on.
fn sprint(options: &[(&str, i64)]) -> Play {
    let mut scene = Scene::of(&["SOOOOOOOOOXF", "OXXXXXXXXXXO", "OOOOOOOOOOOO"], 1);
    for (name, value) in options {
        scene = scene.option(name, *value);
    }
    let mut play = scene.begin();
    play.way(&[(0, 0), (1, 0), (3, 0), (6, 0), (9, 0)]);
    play
}

#[test]
fn a_car_without_a_legal_move_is_set_back_and_moves_on_in_the_same_turn_from_a_standstill() {
    let play = sprint(&[]);
    assert_eq!(play.kinds(0).last(), Some(&Kind::Crash));
    assert_eq!((play.at(0), play.game.race().round()), ((3, 0), 6));
    assert_eq!(play.free(), [(2, 0), (4, 0)], "its vector is zero");
    let car = play.car(0);
    assert_eq!((car.moves(), car.crashes()), (5, 1), "the crash record is no move");
}

#[test]
fn the_set_back_count_of_the_game_is_used() {
    for (zzz, place) in [(0, (9, 0)), (1, (6, 0)), (3, (1, 0)), (4, (0, 0)), (7, (0, 0))] {
        assert_eq!(sprint(&[("zzz", zzz)]).at(0), place, "{zzz}");
    }
}

#[test]
fn checkpoints_stay_collected_and_the_set_back_collects_none() {
    for (row, collected) in [("SOO2OOOOOOXF", "2"), ("SO1OOOO2OOXF", "12"), ("SOOOOOOOOOXF", "-")] {
        let mut play = Scene::of(&[row, "OXXXXXXXXXXO", "OOOOOOOOOOOO"], 1).begin();
        play.way(&[(0, 0), (1, 0), (3, 0), (6, 0), (9, 0)]);
        assert_eq!((play.at(0), play.collected(0).as_str()), ((3, 0), collected), "{row}");
    }
    // It is on a checkpoint, which it collects only when it drives on.
    let rows = ["SO1OOOOOOOXF", "OXXXXXXXXXXO", "OOOOOOOOOOOO"];
    let mut play = Scene::of(&rows, 1).option("zzz", 9).option("events", "last").begin();
    play.way(&[(0, 0), (1, 0), (3, 0), (6, 0), (9, 0)]);
    assert_eq!(play.collected(0), "1");
}

#[test]
fn later_moves_follow_the_quirk() {
    // Four moves after the first crash comes the second, with a set-back by four.
    let mut play = sprint(&[("zzz", 4)]);
    assert_eq!(play.crashes(0), [(0, 0)]);
    play.way(&[(1, 0), (3, 0), (6, 0), (9, 0)]);
    assert_eq!(play.crashes(0), [(0, 0), (1, 0)], "further ahead than the first time");
}

/// Four cars come up two side roads until they stand around (3, 0), where seat 0 is set back to.
fn surrounded(rows: [&str; 5], zzz: i64) -> Play {
    let orders = ["0 1 2 3 4"; 9].join(";");
    let scene = Scene::of(&rows, 5).option("blocking", "all").option("zzz", zzz);
    let mut play = scene.option("orders", orders).begin();
    play.way(&[(0, 0), (2, 3), (4, 3), (2, 4), (4, 4)]);
    for (own, up) in [((1, 0), 1), ((3, 0), 2), ((5, 0), 3)] {
        play.to(own);
        play.way(&[(2, 3 - up), (4, 3 - up), (2, 4 - up), (4, 4 - up)]);
    }
    play
}

#[test]
fn if_there_is_no_way_on_from_where_it_was_set_back_it_crashes_again_in_the_same_turn() {
    let rows = ["SOOOOOXF", "XXOXOOXX", "XXOXOXXX", "XXSXSXXX", "XXSXSXXX"];
    let play = surrounded(rows, 1);
    assert_eq!(play.crashes(0), [(3, 0), (5, 0)]);
    assert_eq!((play.asked(), play.free()), (Some(0), vec![(5, 1)]));
    assert_eq!(play.car(0).moves(), 4);
}

#[test]
fn set_backs_that_lead_to_where_it_has_already_stood_in_this_turn_come_to_an_end() {
    let rows = ["SOOOOOXF", "XXOXOXXX", "XXOXOXXX", "XXSXSXXX", "XXSXSXXX"];
    let play = surrounded(rows, 1);
    assert_eq!(play.crashes(0), [(3, 0), (5, 0)]);
    assert_eq!((play.asked(), play.car(0).status), (Some(1), Status::Racing), "it passes");
    assert!(play.car(0).moved);
}

#[test]
fn a_car_that_other_cars_shut_in_passes_the_round_without_a_record() {
    let mut play =
        Scene::of(&["SSOF"], 2).option("blocking", "all").option("orders", "0 1;1 0").begin();
    play.way(&[(1, 0), (0, 0)]);
    // Round 2 begins with seat 1 at (0, 0), whose only neighbour is taken.
    assert_eq!((play.asked(), play.game.race().round()), (Some(0), 2));
    assert_eq!((play.kinds(1), play.car(1).moved), (vec![Kind::Start], true));
    play.to((2, 0));
    assert_eq!(play.car(1).status, Status::Racing);
    while play.asked() == Some(0) {
        play.to((3, 0));
    }
    assert_eq!(play.free(), [(1, 0)], "the other has made room");
}

#[test]
fn a_car_that_can_never_move_is_stuck_and_out_of_the_race() {
    let mut play = Scene::of(&["SXSF"], 2).begin();
    play.way(&[(0, 0), (2, 0)]);
    assert_eq!(play.asked(), Some(1));
    assert_eq!(play.car(0).status, Status::Stuck);
    play.to((3, 0));
    assert_eq!(play.end().scores, [0, 2]);
    assert_eq!(play.end().more["status"], json!(["stuck", "finished"]));
}

#[test]
fn cars_that_shut_each_other_in_for_ever_are_stuck() {
    let mut play = Scene::of(&["SSXF"], 2).option("blocking", "all").begin();
    play.way(&[(0, 0), (1, 0)]);
    assert_eq!(play.end().more["status"], json!(["stuck", "stuck"]));
    assert_eq!(play.end().scores, [0, 0]);
    // By the newer rule the first of a round finds no cell blocked.
    let mut play = Scene::of(&["SSXF"], 2).begin();
    play.way(&[(0, 0), (1, 0)]);
    assert_eq!((play.asked(), play.free()), (Some(0), vec![(1, 0)]));
}

#[test]
fn the_cell_of_a_set_back_may_be_shared() {
    // Seat 0 crashes at the end of its row; seat 1 has come to where it is set back to.
    let rows = ["SOOOOOOOOOXF", "SOOOXXXXXXXO", "OOOOOOOOOOOO"];
    let mut play = Scene::of(&rows, 2).option("blocking", "all").begin();
    play.way(&[(0, 0), (0, 1), (1, 0), (1, 1), (3, 0), (2, 1), (6, 0), (3, 1), (9, 0)]);
    assert_eq!(play.asked(), Some(1));
    play.to((3, 0));
    assert_eq!((play.at(0), play.at(1)), ((3, 0), (3, 0)));
    assert_eq!(play.asked(), Some(0));
    assert!(play.free().contains(&(4, 0)));
}
