//! The trackers' yardstick: in every game of the official referee, seen from either seat, the
//! opponent's true cell must be among those thought possible, at every turn.

#[path = "common/read.rs"]
mod read;

use ocean::knowledge::Knowledge;
use ocean::orders;
use ocean::params::Params;
use referee::game::Seat;
use referee::recording::Exchange;
use referee::testkit::recordings::{load, official_recordings};

/// What one seat's tracker came to in one game.
#[derive(Default)]
struct Tally {
    turns: u64,
    cells: u64,
    most_paths: usize,
    log_loss: f64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.turns += other.turns;
        self.cells += other.cells;
        self.log_loss += other.log_loss;
        self.most_paths = self.most_paths.max(other.most_paths);
    }
}

/// Follows a game with the eyes of one seat.
fn follow(name: &str, game: &[(usize, Exchange)], seat: usize, params: &Params) -> Tally {
    let mut tally = Tally::default();
    let mut own = game.iter().filter(|(_, exchange)| exchange.seat == Seat(seat));
    let (_, first) = own.next().unwrap();
    let start = read::start(&first.sent);
    let at = match first.line().and_then(read::place) {
        Some(at) if start.map.water().contains(at) => at,
        _ => return tally,
    };
    let mut knowledge = Knowledge::new(start.map, at, params);
    knowledge.own.charges = charges_of(game);
    for (line, exchange) in own {
        let turn = read::turn(&exchange.sent);
        assert_eq!(
            (knowledge.own.at, knowledge.own.charges),
            (turn.at, turn.charges),
            "{name}, line {line}"
        );
        knowledge.observe(&turn);
        assert_eq!(knowledge.surprises(), 0, "{name}, seat {seat}, line {line}");
        let truth = game.iter().find(|(later, it)| later > line && it.seat != Seat(seat));
        if let Some(truth) = truth.map(|(_, exchange)| read::turn(&exchange.sent).at) {
            let possible = knowledge.them.cells();
            assert!(
                possible.contains(truth),
                "{name}, seat {seat}, line {line}: the opponent is at {}, thought possible:\n{possible}",
                truth.point()
            );
            tally.turns += 1;
            tally.cells += u64::from(possible.count());
            tally.log_loss -= f64::from(knowledge.them.belief().at(truth)).ln();
        }
        tally.most_paths = tally.most_paths.max(knowledge.them.paths().len());
        let orders = match exchange.line().map(orders::parse) {
            Some(Ok(orders)) => orders,
            // A line that breaks the rules ends the game.
            _ => break,
        };
        knowledge.execute(&orders);
        // The opponent's picture of us must hold our true cell as well.
        assert!(
            knowledge.us.cells().contains(knowledge.own.at),
            "{name}, seat {seat}, line {line}"
        );
    }
    tally
}

fn hold_against(folder: &str, at_least: usize) {
    let mut total = Tally::default();
    let files = official_recordings("ocean", folder, at_least);
    let any = !files.is_empty();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let game = load(&file).exchanges;
        if game.len() < 3 {
            continue;
        }
        for seat in 0..2 {
            total.add(&follow(&name, &game, seat, &Params::default()));
        }
    }
    if any {
        assert!(total.turns > 0, "no turn was followed in {folder}");
        println!(
            "{folder}: {} turns, {:.2} cells possible on average, {:.3} nats a turn, at most {} paths",
            total.turns,
            total.cells as f64 / total.turns as f64,
            total.log_loss / total.turns as f64,
            total.most_paths
        );
    }
}

#[test]
fn the_true_cell_is_always_possible_in_games_of_real_bots() {
    hold_against("played", 80);
}

#[test]
fn the_true_cell_is_always_possible_in_games_of_scripted_players() {
    hold_against("recordings", 199);
}

/// All devices empty, as the first turn shows them.
fn charges_of(game: &[(usize, Exchange)]) -> ocean::device::Charges {
    read::turn(&game[2].1.sent).charges
}
