//! The values that options accept and refuse.

use std::collections::HashSet;

use referee::contest::{Contest, Setup};
use referee::game::{Game, Seat, Step};
use referee::games::courier::{self, Cell, Courier, MOST_PLAYERS, Tile};
use referee::testkit;
use referee::testkit::scripts::says;
use serde_json::{Value, json};

use super::scene::Scene;

fn setup(options: Value, seats: usize) -> Setup {
    Setup { seats, ..testkit::setup(&Courier, "1", options) }
}

fn refusal(options: Value) -> String {
    courier::start(&setup(options, 2)).err().expect("it is refused").to_string()
}

#[test]
fn values_without_sense_are_refused_with_a_sentence() {
    let far = "[((1,1),[Mk {uid=1, dest=(3,1), weight=1}])]";
    let sea = "[((2,1),[Mk {uid=1, dest=(1,1), weight=1}])]";
    let twice = "[((1,1),[Mk {uid=1, dest=(1,1), weight=1}, Mk {uid=1, dest=(1,1), weight=1}])]";
    let light = "[((1,1),[Mk {uid=1, dest=(1,1), weight=0}])]";
    for (options, problem) in [
        (json!({ "board": "hills" }), "option board=hills: wanted any or open or"),
        (json!({ "size": "0x5" }), "option size=0x5: wanted any or a size from 1x1 to 1000x1000"),
        (json!({ "size": "5x1001" }), "option size=5x1001: wanted"),
        (json!({ "count": 10_001 }), "option count=10001: wanted a whole number from 0 to 10000"),
        (json!({ "money": 0 }), "option money=0: wanted"),
        (json!({ "capacity": 0 }), "option capacity=0: wanted"),
        (json!({ "map": "..\n." }), "option map: row 2 of the map has 1 characters"),
        (json!({ "map": ".." }), "the map has no home base '@' to draw packages for"),
        (json!({ "map": "@~", "packages": "x" }), "option packages: line 1 of the packages: "),
        (
            json!({ "map": "@~", "packages": "[]" }),
            "option packages: there are 0; wanted 1 to 10000",
        ),
        (json!({ "map": "@~", "packages": far }), "option packages: package 1 goes to 3,1, off"),
        (json!({ "map": "@~", "packages": sea }), "option packages: package 1 is at 2,1, which"),
        (
            json!({ "map": "@~", "packages": twice }),
            "option packages: 1 is the uid of two packages",
        ),
        (json!({ "map": "@~", "packages": light }), "option packages: package 1 weighs nothing"),
        (json!({ "map": "@~", "starts": "2,1" }), "option starts=2,1: no robot can stand on 2,1"),
        (json!({ "map": "@~", "starts": "5" }), "option starts=5: '5' is not a tile"),
        (json!({ "map": "@~", "starts": ";" }), "option starts=;: it names no tile"),
        (json!({ "ids": "1 1" }), "option ids: wanted different numbers above 0"),
        (json!({ "ids": "0 1" }), "option ids: wanted different numbers above 0"),
        (json!({ "ids": "a" }), "option ids=a: wanted a list of numbers"),
        (json!({ "forced": "no" }), "option forced=no: wanted delivers or lies"),
        (json!({ "spacing": "no" }), "option spacing=no: wanted plain or judges"),
        (json!({ "first_reply": "no" }), "option first_reply=no: wanted plain or located"),
    ] {
        let refusal = refusal(options.clone());
        assert!(refusal.starts_with(problem), "{options}: {refusal}");
    }
}

#[test]
fn one_to_200_players_take_part() {
    for (seats, taken) in [(0, false), (1, true), (8, true), (200, true), (201, false)] {
        assert_eq!(courier::start(&setup(json!({}), seats)).is_ok(), taken, "{seats}");
    }
}

fn starts(options: Value, seats: usize) -> Vec<Cell> {
    let game = courier::start(&setup(options, seats)).unwrap();
    game.places().map(|place| place.start).collect()
}

#[test]
fn robots_start_on_different_tiles_while_there_are_enough() {
    let cells = starts(json!({}), 50);
    assert_eq!(cells.iter().collect::<HashSet<_>>().len(), 50);
    let cells = starts(json!({ "map": "@.#." }), 5);
    assert_eq!(cells.iter().collect::<HashSet<_>>().len(), 2, "and only where packages are");
    assert!(cells.iter().all(|cell| cell.x < 3));
}

#[test]
fn a_list_of_starts_holds_for_the_seats_in_order_and_its_last_tile_for_the_others() {
    let map = "@...\n....";
    let at = |text: &str| -> Vec<(i32, i32)> {
        starts(json!({ "map": map, "starts": text }), 3).iter().map(|it| (it.x, it.y)).collect()
    };
    assert_eq!(at("3,2"), [(3, 2); 3]);
    assert_eq!(at("3,2;1,1"), [(3, 2), (1, 1), (1, 1)]);
    assert_eq!(at("3,2 1,1 2,2 4,1"), [(3, 2), (1, 1), (2, 2)]);
    let same = at("same");
    assert_eq!(same, [same[0]; 3]);
}

#[test]
fn a_seed_draws_one_board_and_another_seed_another() {
    let board = |seed: &str| {
        let setup = Setup { seed: seed.to_owned(), ..setup(json!({}), 2) };
        let game = courier::start(&setup).unwrap();
        let starts: Vec<Cell> = game.places().map(|place| place.start).collect();
        let rows: Vec<String> = game.world().board().rows().collect();
        (rows, starts)
    };
    assert_eq!(board("5"), board("5"));
    assert_ne!(board("5"), board("6"));
}

#[test]
fn a_given_map_and_given_packages_are_taken_as_they_are() {
    let play = Scene::of(&["1@~"]).package(3, (2, 1), (1, 1), 4).begin();
    assert_eq!(play.sent(0)[1], ".@~");
    let board = play.game.world().board();
    assert_eq!(board.bases().collect::<Vec<_>>(), [Cell::new(2, 1)]);
    assert_eq!(board.tile(Cell::new(4, 1)), Tile::Wall, "outside is wall");
    assert_eq!(play.game.world().packages().left(), 1);
}

/// A value that is typed as a number, such as a map without letters or a single robot id, is read as text.
#[test]
fn numbers_are_read_as_text() {
    assert!(courier::start(&setup(json!({ "ids": 87 }), 1)).is_ok());
    assert!(courier::start(&setup(json!({ "joins": 0 }), 1)).is_ok());
}

#[test]
fn robots_without_a_given_number_continue_from_the_highest() {
    let game = courier::start(&setup(json!({ "ids": "7 3" }), 4)).unwrap();
    assert_eq!(game.places().map(|place| place.id.0).collect::<Vec<_>>(), [7, 3, 8, 9]);
    let game = courier::start(&setup(json!({}), 3)).unwrap();
    assert_eq!(game.places().map(|place| place.id.0).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn further_packages_have_numbers_after_the_greatest_uid() {
    let packages = |uid: u64| {
        let packages = format!("[((1,1),[Mk {{uid={uid}, dest=(1,1), weight=1}}])]");
        setup(json!({ "map": "@", "packages": packages, "refill": 1 }), 1)
    };
    let greatest = i64::MAX as u64;
    let mut game = courier::start(&packages(greatest)).unwrap();
    game.advance(&[]);
    game.advance(&[says("Player")]);
    game.advance(&[says(format!("1 Pick {greatest}"))]);
    let Step::Ask(requests) = game.advance(&[says(format!("1 Drop {greatest}"))]) else {
        panic!("more packages come")
    };
    assert_eq!(requests[0].lines[1], format!("{} 1 1 1", greatest + 1));
    assert!(courier::start(&packages(u64::MAX)).is_err(), "nothing would be left for others");
}

/// A continuous game lasts for days: the seats of dead robots become free for others.
#[test]
fn two_hundred_robots_play_at_once_and_others_replace_the_dead() {
    let options = json!({ "map": "@...", "refill": 1, "starts": "1,1" });
    let mut game = Courier.open(&setup(options, 0)).unwrap();
    for _ in 0..MOST_PLAYERS {
        assert!(game.join().is_some());
    }
    assert!(game.join().is_none(), "it is full");
    let Step::Ask(requests) = game.advance(&[]) else { panic!("it begins") };
    game.advance(&vec![says("Player"); requests.len()]);
    let mut answers = vec![says("1 Drop"); MOST_PLAYERS];
    answers[7] = says("die");
    game.advance(&answers);
    assert_eq!(game.join(), Some(Seat(MOST_PLAYERS)));
    assert!(game.join().is_none(), "it is full again");
    let again = Setup { options: game.options(), ..setup(json!({}), MOST_PLAYERS + 1) };
    assert!(Courier.start(&again).is_ok(), "its recording can be replayed");
    let at_once = setup(json!({}), MOST_PLAYERS + 1);
    let refusal = Courier.start(&at_once).err().expect("too many at once").to_string();
    assert!(refusal.starts_with("the game takes 1 to 200 players, not 201; "), "{refusal}");
}
