//! The tracker against submarines that do anything lawful: the true cell and every true mine stay possible,
//! however few paths it may keep.

use gridkit::{Board15, Rng};
use ocean::device::Charges;
use ocean::map::Map;
use ocean::orders::Order;
use ocean::sector::Sector;
use ocean::submarine::{Outcome, Submarine, LIVES};
use ocean::tracker::{Settings, SilenceHabit, Tracker};
use proptest::prelude::*;

use crate::common::random::random_line;

/// Some habit of silences.
const HABIT: SilenceHabit = [1.0, 0.5, 0.5, 0.5, 2.0];

/// Follows a submarine through 250 random turns. Its lives are restored after each turn, so that it lives
/// long enough to lay more mines than the tracker can distinguish.
fn follow(seed: u64, cap: usize, silence: Option<SilenceHabit>) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let land = rng.unit() * 0.3;
    let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(land)).collect();
    let map = Map::new(water);
    let sea = map.lakes()[0];
    let start = sea.nth(rng.below(sea.count() as usize) as u32).unwrap();
    let mut truth = Submarine::new(start, Charges::empty(4));
    let mut tracker = Tracker::new(water, Settings { cap, silence });
    for _ in 0..250 {
        // The other player's turn.
        if rng.chance(0.1) {
            let near = map.reach(truth.at);
            let explosion = near.nth(rng.below(near.count() as usize) as u32).unwrap();
            truth.suffer(explosion);
            tracker.explosion(explosion);
        }
        if rng.chance(0.05) {
            let sector = Sector::new(1 + rng.below(9) as u8).unwrap();
            tracker.sonar(&map, sector, Sector::of(truth.at) == sector);
        }
        // Its own.
        let mut line = random_line(&mut rng, &map, &truth);
        if line.is_empty() {
            line.push(Order::Surface);
        }
        truth.begin_turn();
        tracker.begin_turn();
        for order in line {
            let seen = match truth.execute(&map, order) {
                Outcome::Done(seen) => seen,
                outcome => panic!("{order:?} was thought lawful: {outcome:?}"),
            };
            if let Order::Torpedo(target) | Order::Trigger(target) = order {
                truth.suffer(target);
            }
            tracker.see(&map, seen);
        }
        tracker.lives(&map, LIVES, truth.lives);
        truth.lives = LIVES;
        prop_assert_eq!(tracker.surprises(), 0);
        prop_assert!(tracker.cells().contains(truth.at));
        prop_assert!(tracker.paths().len() < cap + 500, "{} paths", tracker.paths().len());
        // A path that contains the truth: the cell, a trail that forbids no true step, the mines.
        let whole = tracker.paths().iter().any(|path| {
            path.cell == truth.at
                && path.trail.is_within(truth.trail)
                && truth.mines().is_within(tracker.mine_cells(path))
        });
        prop_assert!(whole, "no path allows the truth");
        let belief = tracker.belief();
        let all: f32 = belief.cells().iter().map(|cell| belief.at(cell)).sum();
        prop_assert!((all - 1.0).abs() < 0.01, "probabilities sum up to {}", all);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn the_truth_is_among_all_paths(seed in any::<u64>()) {
        follow(seed, 2_000, Some(HABIT))?;
    }

    #[test]
    fn the_truth_is_inside_a_few_folded_paths(seed in any::<u64>()) {
        follow(seed, 30, Some(HABIT))?;
    }

    #[test]
    fn learning_habits_loses_no_path(seed in any::<u64>()) {
        follow(seed, 500, None)?;
    }
}
