//! The largest boards.

use std::time::Instant;

use referee::contest::Setup;
use referee::game::{Answer, Game, Request, Step};
use referee::games::courier::{Cell, Courier, Package, PackageId, write_packages};
use referee::testkit;
use referee::testkit::scripts::{drive, says};
use serde_json::json;

/// 10,000 packages on one tile are listed, picked and dropped in single lines.
#[test]
fn ten_thousand_packages_go_through_single_lines() {
    let package = |id: u64| Package { id: PackageId(id), destination: Cell::new(1, 1), weight: 1 };
    let packages: Vec<_> = (0..10_000).map(|id| (Cell::new(1, 1), package(id))).collect();
    let setup = Setup {
        seed: "1".to_owned(),
        options: serde_json::from_value(json!({
            "map": "@", "packages": write_packages(&packages), "capacity": 10_000,
        }))
        .unwrap(),
        seats: 1,
    };
    let mut game = Courier::game(&setup).unwrap();
    let all: Vec<String> = (0..10_000).map(|id: u32| id.to_string()).collect();
    let all = all.join(" ");
    let mut turn = 0;
    let outcome = drive(&mut game, |_, request| {
        turn += 1;
        match turn {
            1 => says("Player"),
            2 => {
                assert_eq!(request.lines.last().unwrap().split(' ').count(), 40_000);
                says(format!("1 Pick {all}"))
            }
            3 => says(format!("1 Drop {all}")),
            _ => Answer::default(),
        }
    });
    assert_eq!((outcome.scores, outcome.turns), (vec![10_000], 2));
}

/// Turns of eight robots on the largest board with the most packages: half of them walk about, half
/// pick and drop on a home base. The time is printed for people:
/// `cargo test --release -p referee --test courier largest -- --nocapture`.
#[test]
fn the_largest_board_is_played() {
    let mut options = json!({ "board": "open", "size": "1000x1000", "count": 10_000 });
    let probe = Setup { seats: 1, ..testkit::setup(&Courier, "1", options.clone()) };
    let bases: Vec<Cell> = Courier::game(&probe).unwrap().world().board().bases().take(8).collect();
    let starts: Vec<String> = bases.iter().map(Cell::to_string).collect();
    options["starts"] = starts.join(";").into();
    let setup = Setup { seats: 8, ..testkit::setup(&Courier, "1", options) };
    let start = Instant::now();
    let mut game = Courier::game(&setup).unwrap();
    let set_up = start.elapsed();
    game.advance(&[]);
    let Step::Ask(mut requests) = game.advance(&vec![says("Player"); 8]) else { panic!("over") };
    let turns = if cfg!(debug_assertions) { 20 } else { 900 };
    let start = Instant::now();
    for turn in 0..turns {
        let command = |request: &Request| {
            let ids = request.lines.last().unwrap().split(' ').step_by(4);
            let ids: Vec<&str> = ids.take(3).collect();
            match request.seat.0 {
                seat @ 0..4 => {
                    ["1 Move N", "1 Move E", "1 Move S", "1 Move W"][(turn + seat) % 4].to_owned()
                }
                _ if turn % 2 == 0 => format!("1 Pick {}", ids.join(" ")),
                _ => "1 Drop 1 2 3 4 5 6 7 8 9 10".to_owned(),
            }
        };
        let answers: Vec<Answer> = requests
            .iter()
            .map(|request| match request.expected {
                Some(_) => says(command(request)),
                None => Answer::default(),
            })
            .collect();
        let Step::Ask(next) = game.advance(&answers) else { break };
        requests = next;
    }
    let each = start.elapsed() / game.turns();
    let living = game.world().living().count();
    eprintln!("set up in {set_up:?}, {} turns, {each:?} a turn of {living} robots", game.turns());
    assert_eq!(game.turns(), turns as u32);
}
