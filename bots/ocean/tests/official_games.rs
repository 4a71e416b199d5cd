//! The trackers' yardstick: in every game of the official referee, seen from either seat, the
//! opponent's true cell must be among those thought possible, at every turn.

#[path = "common/recording.rs"]
mod recording;

use std::fs;
use std::path::PathBuf;

use gridkit::Board15;
use ocean::knowledge::Knowledge;
use ocean::orders;
use ocean::params::Params;
use recording::{read, Exchange};

/// The official games, or nothing where they are absent.
fn official(folder: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("BOTYARD_DATA").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data")),
        PathBuf::from,
    );
    let folder = root.join("ocean").join(folder);
    let Ok(files) = fs::read_dir(&folder) else {
        eprintln!("skipped: there is no {} (BOTYARD_DATA names the folder)", folder.display());
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
    files.sort();
    files
}

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
fn follow(name: &str, game: &[Exchange], seat: usize, params: &Params) -> Tally {
    let mut tally = Tally::default();
    let mut own = game.iter().enumerate().filter(|(_, exchange)| exchange.seat == seat);
    let (_, first) = own.next().unwrap();
    let start = first.start();
    let at = match first.place() {
        Some(at) if start.map.water().contains(at) => at,
        _ => return tally,
    };
    let mut knowledge = Knowledge::new(start.map, at, params);
    knowledge.own.charges = charges_of(game);
    for (index, exchange) in own {
        let turn = exchange.turn();
        assert_eq!(
            (knowledge.own.at, knowledge.own.charges),
            (turn.at, turn.charges),
            "{name}, line {}",
            index + 2
        );
        knowledge.observe(&turn);
        assert_eq!(knowledge.surprises(), 0, "{name}, seat {seat}, line {}", index + 2);
        let truth = game[index + 1..].iter().find(|later| later.seat != seat);
        if let Some(truth) = truth.map(|exchange| exchange.turn().at) {
            let possible = knowledge.them.cells();
            assert!(
                possible.contains(truth),
                "{name}, seat {seat}, line {}: the opponent is at {}, thought possible:\n{possible}",
                index + 2,
                Board15::point(truth)
            );
            tally.turns += 1;
            tally.cells += u64::from(possible.count());
            tally.log_loss -= f64::from(knowledge.them.belief().at(truth)).ln();
        }
        tally.most_paths = tally.most_paths.max(knowledge.them.paths().len());
        let orders = match exchange.answer().map(orders::parse) {
            Some(Ok(orders)) => orders,
            // A line that breaks the rules ends the game.
            _ => break,
        };
        knowledge.execute(&orders);
        // The opponent's picture of us must hold our true cell as well.
        assert!(
            knowledge.us.cells().contains(knowledge.own.at),
            "{name}, seat {seat}, line {}",
            index + 2
        );
    }
    tally
}

fn hold_against(folder: &str) {
    let mut total = Tally::default();
    let files = official(folder);
    let any = !files.is_empty();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let game = read(&file);
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
    hold_against("played");
}

#[test]
fn the_true_cell_is_always_possible_in_games_of_scripted_players() {
    hold_against("recordings");
}

/// All devices empty, as the first turn shows them.
fn charges_of(game: &[Exchange]) -> ocean::device::Charges {
    game[2].turn().charges
}
