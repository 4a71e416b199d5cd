//! The largest boards.

use referee::game::{Answer, Game, Step};
use referee::games::courier::{Cell, Courier, Package, PackageId, write_packages};
use referee::testkit::scripts::{drive, says};
use serde_json::json;

/// 10,000 packages on one tile are listed, picked and dropped in single lines.
#[test]
fn ten_thousand_packages_go_through_single_lines() {
    let package = |id: u64| Package { id: PackageId(id), destination: Cell::new(1, 1), weight: 1 };
    let packages: Vec<_> = (0..10_000).map(|id| (Cell::new(1, 1), package(id))).collect();
    let setup = referee::contest::Setup {
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

/// A thousand turns of eight robots on the largest board with the most packages. The time is printed
/// for people: `cargo test --release -p referee --test courier largest -- --nocapture`.
#[test]
fn the_largest_board_is_played() {
    let options = json!({ "board": "lakes", "size": "1000x1000", "count": 10_000 });
    let mut setup = referee::testkit::setup(&Courier, "1", options);
    setup.seats = 8;
    let start = std::time::Instant::now();
    let mut game = Courier::game(&setup).unwrap();
    let set_up = start.elapsed();
    game.advance(&[]);
    game.advance(&vec![says("Player"); 8]);
    let turns = if cfg!(debug_assertions) { 20 } else { 1000 };
    let start = std::time::Instant::now();
    let mut asked = 8;
    for turn in 0..turns {
        let ways = ["1 Move N", "1 Move E", "2 Move S", "-1 Move W"];
        let answers: Vec<Answer> =
            (0..asked).map(|seat| says(ways[(turn / 50 + seat) % 4])).collect();
        let Step::Ask(requests) = game.advance(&answers) else { break };
        asked = requests.len();
    }
    let each = start.elapsed() / turns as u32;
    eprintln!("set up in {set_up:?}, {each:?} a turn of {} robots", setup.seats);
    assert!(game.turns() > 0);
}
