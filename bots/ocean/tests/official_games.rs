//! The accuracy of the trackers: in every game, from either seat, the opponent's true cell must be among the
//! possible ones on every turn; and in games of real bots the probabilities must be good.

use std::path::PathBuf;

use ocean::params::Params;
use referee::testkit::recordings::{fixtures, load, official_recordings};

use crate::common::yardstick::{follow, Figures};

/// Follows these games, and asserts that the truth is always possible.
fn figures(files: &[PathBuf]) -> Figures {
    let mut total = Figures::default();
    for file in files {
        let game = load(file).exchanges;
        for seat in 0..2 {
            let figures = follow(&game, seat, &Params::default())
                .unwrap_or_else(|error| panic!("{}, seat {seat}: {error}", file.display()));
            assert_eq!(figures.in_safe, figures.turns, "{}, seat {seat}", file.display());
            assert_eq!(figures.in_sharp, figures.turns, "{}, seat {seat}", file.display());
            total.add(&figures);
        }
    }
    println!("{total}, at most {} paths", total.most_paths);
    total
}

#[test]
fn the_true_cell_is_always_possible_in_our_own_recordings() {
    let figures = figures(&fixtures("ocean"));
    assert!(figures.turns > 1_000, "{} turns", figures.turns);
    assert!(figures.nats_over_uniform() > 0.0, "{figures}");
}

#[test]
fn the_true_cell_is_always_possible_in_games_of_scripted_players() {
    let files = official_recordings("ocean", "recordings", 199);
    let figures = figures(&files);
    assert!(files.is_empty() || figures.turns > 1_000, "{} turns", figures.turns);
}

#[test]
fn real_bots_are_found_with_high_and_true_probabilities() {
    let files = official_recordings("ocean", "played", 80);
    if files.is_empty() {
        return;
    }
    let figures = figures(&files);
    assert!(figures.turns > 10_000, "{} turns", figures.turns);
    assert!(figures.nats_over_uniform() >= 0.5, "{figures}");
    assert!(figures.mean_probability() >= 0.45, "{figures}");
    assert!(figures.calibration_error() < 0.05, "{figures}");
}
