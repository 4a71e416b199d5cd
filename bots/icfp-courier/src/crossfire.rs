//! Two rivals that together push us into water in one turn: the first push leads to the second.
//!
//! ```text
//! b . ~     The robot c pushes us north from a, and b pushes us east from there.
//! . a .     Neither of them can drown us alone.
//! . c .
//! ```

use gridkit::{Dir, Point};

use crate::board::Board;
use crate::steps::Body;

/// What a rival counts that is a step away from the tile from which it pushes; one on that tile counts 1.
const A_STEP_AWAY: f64 = 0.25;

/// How near the rivals are to drowning a robot at a point by two pushes: 1 for each two that stand right.
pub fn cost(board: &Board, at: Point, rivals: &[Body]) -> f64 {
    let mut cost = 0.0;
    for dir in Dir::ALL {
        let to = at.step(dir);
        if !board.is_land(to) || !board.is_perilous(to) {
            continue;
        }
        for (number, rival) in rivals.iter().enumerate() {
            let first = readiness(rival, at.step(dir.opposite()));
            if first > 0.0 {
                let others = rivals.iter().enumerate().filter(|&(other, _)| other != number);
                let second = |(_, other): (usize, &Body)| {
                    let drowning = Dir::ALL.iter().filter(|&&dir| board.drowns(to, dir));
                    drowning.map(|dir| readiness(other, to.step(dir.opposite()))).sum::<f64>()
                };
                cost += first * others.map(second).sum::<f64>();
            }
        }
    }
    cost
}

/// How ready a rival is to push from a tile in this turn.
fn readiness(rival: &Body, stand: Point) -> f64 {
    match rival.at.manhattan(stand) {
        0 if rival.alive => 1.0,
        1 if rival.alive => A_STEP_AWAY,
        _ => 0.0,
    }
}
