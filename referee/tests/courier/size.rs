//! The largest boards.

use std::time::{Duration, Instant};

use referee::contest::{Contest, Setup};
use referee::game::{Answer, Game, Request, Step};
use referee::games::courier::{
    self, Cell, Courier, CourierGame, Lands, Package, PackageId, read_map, read_packages,
    write_packages,
};
use referee::testkit;
use referee::testkit::cases::cases;
use referee::testkit::scripts::{drive, says};
use serde_json::{Value, json};

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
    let mut game = courier::start(&setup).unwrap();
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

fn for_eight(options: Value) -> Setup {
    Setup { seats: 8, ..testkit::setup(&Courier, "1", options) }
}

/// Eight robots on the largest board with the most packages: half of them walk, half pick and drop on a home
/// base.
struct Largest {
    game: CourierGame,
    requests: Vec<Request>,
    turn: usize,
}

impl Largest {
    /// A drawn board with packages on this many home bases, or on all bases if the board has fewer.
    fn begin([map, packages]: [&str; 2], bases: usize) -> Self {
        let mut placed = read_packages(packages).unwrap();
        let all: Vec<Cell> = read_map(map).unwrap().bases().collect();
        // The robots that walk do not push the others off their bases.
        let walkers = &all[all.len() - 4..];
        let cells = &all[..bases.min(all.len() - 4)];
        for (number, (base, _)) in placed.iter_mut().enumerate() {
            *base = cells[number % cells.len()];
        }
        let starts = walkers.iter().chain(cells.iter().cycle().take(4));
        let starts: Vec<String> = starts.map(Cell::to_string).collect();
        let options = json!({
            "map": map, "packages": write_packages(&placed), "starts": starts.join(";"),
        });
        let mut game = courier::start(&for_eight(options)).unwrap();
        game.advance(&[]);
        let Step::Ask(requests) = game.advance(&vec![says("Player"); 8]) else { panic!("over") };
        Self { game, requests, turn: 0 }
    }

    fn command(&self, request: &Request) -> String {
        let ids = request.lines.last().unwrap().split(' ').step_by(4);
        let ids: Vec<&str> = ids.take(3).collect();
        match request.seat.0 {
            seat @ 0..4 => {
                ["1 Move N", "1 Move E", "1 Move S", "1 Move W"][(self.turn + seat) % 4].to_owned()
            }
            _ if self.turn.is_multiple_of(2) => format!("1 Pick {}", ids.join(" ")),
            _ => "1 Drop 1 2 3 4 5 6 7 8 9 10".to_owned(),
        }
    }

    /// The time that the rules need for a turn.
    fn turn(&mut self) -> Duration {
        let answers: Vec<Answer> = self
            .requests
            .iter()
            .map(|request| match request.expected {
                Some(_) => says(self.command(request)),
                None => Answer::default(),
            })
            .collect();
        let start = Instant::now();
        let Step::Ask(next) = self.game.advance(&answers) else { panic!("over") };
        let time = start.elapsed();
        self.requests = next;
        self.turn += 1;
        time
    }
}

/// The times are printed for people:
/// `cargo test --release -p referee courier::size::largest -- --nocapture`.
#[test]
fn a_turn_on_the_largest_board_costs_less_than_a_walk_over_its_land() {
    let options = json!({ "board": "open", "size": "1000x1000", "count": 10_000 });
    let drawn = Courier.files(&for_eight(options)).unwrap();
    for bases in [1, 2, usize::MAX].into_iter().take(cases(1, 3)) {
        let mut largest = Largest::begin([&drawn[0].text, &drawn[1].text], bases);
        let mut turns: Vec<Duration> = (0..40).map(|_| largest.turn()).collect();
        turns.sort_unstable();
        let board = largest.game.world().board();
        let walk = || {
            let start = Instant::now();
            assert!(Lands::of(board).all.len() > 500_000);
            start.elapsed()
        };
        let walk = (0..3).map(|_| walk()).min().unwrap();
        // A busy machine makes some turns slow, not most.
        let usual = turns[turns.len() / 2];
        eprintln!("{bases} bases: {usual:?} a turn, {walk:?} a walk");
        assert!(usual * 2 < walk, "{bases} bases: {usual:?} a turn, {walk:?} a walk");
    }
}
