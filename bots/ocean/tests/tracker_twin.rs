//! The tracker compared with its plain twin, which lists every single possibility: the submarine's cell, its
//! trail, and the cell of each of its mines.

use std::collections::BTreeSet;

use gridkit::{Board15, Dir, Rng};
use ocean::device::Charges;
use ocean::map::{cell_at, damage, Cell, Map};
use ocean::orders::{Order, Seen};
use ocean::sector::Sector;
use ocean::submarine::{Outcome, Submarine, LIVES};
use ocean::tracker::{Settings, Tracker};
use proptest::prelude::*;

use crate::common::random::random_line;

/// One possibility.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct State {
    cell: Cell,
    trail: Board15,
    armed: Board15,
    fresh: Board15,
    lost: u8,
}

/// All possibilities that follow from one when an order is seen.
fn successors(map: &Map, state: &State, seen: Seen) -> Vec<State> {
    let walk = |dir: Dir, steps: u8| {
        let mut next = state.clone();
        for _ in 0..steps {
            next.cell = next.cell.step(dir)?;
            if !(map.water() - next.trail).contains(next.cell) {
                return None;
            }
            next.trail.set(next.cell);
        }
        Some(next)
    };
    let hurt = |mut next: State, explosion: Cell| {
        next.lost += damage(explosion, next.cell);
        next
    };
    match seen {
        Seen::Move(dir) => walk(dir, 1).into_iter().collect(),
        Seen::Silence => {
            let far =
                Dir::ALL.iter().flat_map(|&dir| (1..=4).filter_map(move |steps| walk(dir, steps)));
            far.chain([state.clone()]).collect()
        }
        Seen::Surface(sector) if Sector::of(state.cell) == sector => {
            let trail = Board15::of(state.cell);
            vec![State { trail, lost: state.lost + 1, ..state.clone() }]
        }
        Seen::Torpedo(target) if map.reach(target).contains(state.cell) => {
            vec![hurt(state.clone(), target)]
        }
        Seen::Mine => {
            let sites = map.water() - state.armed - state.fresh;
            let sites = Dir::ALL
                .iter()
                .filter_map(|&dir| state.cell.step(dir))
                .filter(|&site| sites.contains(site));
            sites.map(|site| State { fresh: state.fresh.with(site), ..state.clone() }).collect()
        }
        Seen::Trigger(target) if state.armed.contains(target) => {
            vec![hurt(State { armed: state.armed.without(target), ..state.clone() }, target)]
        }
        Seen::Sonar(_) => vec![state.clone()],
        _ => Vec::new(),
    }
}

/// Follows a submarine in a small pool with both trackers.
fn follow(seed: u64, with_mines: bool) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let pool: Board15 = (3..8).flat_map(|y| (3..8).filter_map(move |x| cell_at(x, y))).collect();
    let water: Board15 = pool.iter().filter(|_| !rng.chance(0.2)).collect();
    let map = Map::new(water.with(cell_at(5, 5).unwrap()));
    let sea = map.lakes()[0];
    let start = sea.nth(rng.below(sea.count() as usize) as u32).unwrap();
    let mut truth = Submarine::new(start, Charges::empty(if with_mines { 4 } else { 2 }));
    let settings = Settings { cap: 100_000, silence: Some([1.0; 5]) };
    let mut tracker = Tracker::new(map.water(), settings);
    let mut twin: BTreeSet<State> = map
        .water()
        .iter()
        .map(|cell| {
            let none = Board15::EMPTY;
            State { cell, trail: Board15::of(cell), armed: none, fresh: none, lost: 0 }
        })
        .collect();
    for _ in 0..40 {
        let line = random_line(&mut rng, &map, &truth);
        truth.begin_turn();
        tracker.begin_turn();
        let arm = |state: State| State {
            armed: state.armed | state.fresh,
            fresh: Board15::EMPTY,
            ..state
        };
        twin = twin.into_iter().map(arm).collect();
        for order in if line.is_empty() { vec![Order::Surface] } else { line } {
            let seen = match truth.execute(&map, order) {
                Outcome::Done(seen) => seen,
                // A device that does not exist in this league.
                _ => continue,
            };
            if let Order::Torpedo(target) | Order::Trigger(target) = order {
                truth.suffer(target);
            }
            tracker.see(&map, seen);
            twin = twin.iter().flat_map(|state| successors(&map, state, seen)).collect();
        }
        tracker.lives(&map, LIVES, truth.lives);
        twin.retain(|state| LIVES.saturating_sub(state.lost) == truth.lives);
        twin = twin.into_iter().map(|state| State { lost: 0, ..state }).collect();
        truth.lives = LIVES;
        if twin.len() > 5_000 {
            break;
        }
        let cells: Board15 = twin.iter().map(|state| state.cell).collect();
        prop_assert!(cells.is_within(tracker.cells()), "the tracker lost a possible cell");
        if !with_mines {
            prop_assert_eq!(cells, tracker.cells());
            prop_assert_eq!(twin.len(), tracker.paths().len());
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn without_mines_the_tracker_is_exact(seed in any::<u64>()) {
        follow(seed, false)?;
    }

    #[test]
    fn with_mines_the_tracker_holds_every_possibility(seed in any::<u64>()) {
        follow(seed, true)?;
    }
}
