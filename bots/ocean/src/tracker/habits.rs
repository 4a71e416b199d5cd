//! How players choose their steps: what makes one possible path likelier than another.
//!
//! Players have rigid habits. One always goes four steps in a silence, another always none; most fill
//! the map along what is filled already. A path therefore carries, beside its weight, how
//! probable each style is if that path is the true one. What is seen updates both by the rule of Bayes, so that
//! the style is learnt within the game, and no style ever excludes a path: each gives every
//! lawful choice some probability.

use gridkit::{Board15, Dir};

use super::path::Path;
use super::styles::{SilenceHabit, MANNERS, MANNER_STYLES, SILENCES, SILENCE_STYLES};
use crate::map::{silence_ends, Cell, SILENCE_RANGE};

/// Weight of going straight on where turning has 1.
const AHEAD: f32 = 2.0;

/// How much less likely it is to surface where a step is free.
const SURFACE_UNFORCED: f32 = 0.01;

/// How much less likely it is to fire at oneself.
const SELF_HIT: f32 = 0.12;

/// No style has less probability than this.
const LEAST_SHARE: f32 = 1e-4;

/// Takes in how likely what was seen is under each style: the new shares, and the mean likelihood.
fn learn<const N: usize>(shares: &mut [f32; N], likelihood: &[f32; N]) -> f32 {
    let mut mean = 0.0;
    for (share, chance) in shares.iter_mut().zip(likelihood) {
        *share *= chance;
        mean += *share;
    }
    let scale = 1.0 / mean.max(f32::MIN_POSITIVE);
    for share in shares.iter_mut() {
        *share = (*share * scale).max(LEAST_SHARE);
    }
    mean
}

/// How likely a silence goes each distance, for paths with a weight and shares of the styles.
pub fn distances<'a>(paths: impl Iterator<Item = (f32, &'a [f32; SILENCES])>) -> SilenceHabit {
    let mut shares = [0.0; SILENCES];
    for (weight, silences) in paths {
        for (share, more) in shares.iter_mut().zip(silences) {
            *share += weight * more;
        }
    }
    let mut distances = [0.0; SILENCE_RANGE + 1];
    for (share, habit) in shares.iter().zip(&SILENCE_STYLES) {
        // A distance above 0 has four directions.
        let all = habit[0] + 4.0 * habit[1..].iter().sum::<f32>();
        distances[0] += share * habit[0] / all;
        for (sum, weight) in distances[1..].iter_mut().zip(&habit[1..]) {
            *sum += share * 4.0 * weight / all;
        }
    }
    distances
}

/// The cell in each direction that a path may enter, with its free neighbours.
fn exits(path: &Path, free: Board15) -> [Option<(Cell, usize)>; 4] {
    let mut exits = [None; 4];
    for (exit, dir) in exits.iter_mut().zip(Dir::ALL) {
        *exit = free.step(path.cell, dir).map(|next| {
            let beyond = Board15::of(next).neighbours() & free;
            (next, (beyond.count() as usize).min(3))
        });
    }
    exits
}

/// The path makes that step, if it can: to where, and how likely the step is.
pub fn step(path: &mut Path, water: Board15, dir: Dir) -> Option<(Cell, f32)> {
    let exits = exits(path, water - path.trail);
    let (next, _) = exits[dir.index()]?;
    let mut likelihood = [0.0; MANNERS];
    for (chance, manner) in likelihood.iter_mut().zip(&MANNER_STYLES) {
        let mut all = 0.0;
        let mut this = 0.0;
        for (way, exit) in Dir::ALL.iter().zip(exits) {
            if let Some((_, beyond)) = exit {
                let ahead = if path.heading == Some(*way) { manner.ahead } else { 1.0 };
                let weight = manner.exits[beyond] * ahead;
                all += weight;
                if *way == dir {
                    this = weight;
                }
            }
        }
        *chance = this / all.max(f32::MIN_POSITIVE);
    }
    path.heading = Some(dir);
    Some((next, learn(&mut path.manners, &likelihood)))
}

/// How likely a surfacing is there.
pub fn surfacing(path: &Path, water: Board15) -> f32 {
    let free = Board15::of(path.cell).neighbours() & (water - path.trail);
    if free.is_empty() {
        1.0
    } else {
        SURFACE_UNFORCED
    }
}

/// How likely a player on `at` is to fire at, or to blow a mine on, `target`.
pub fn firing(damage: u8) -> f32 {
    if damage > 0 {
        SELF_HIT
    } else {
        1.0
    }
}

/// Adds all paths that can follow from one by a silence, each with its likelihood.
pub fn silence(path: &Path, water: Board15, into: &mut Vec<Path>) {
    let free = water - path.trail;
    let first = into.len();
    let mut kinds = [(0_usize, 0.0_f32); 1 + 4 * SILENCE_RANGE];
    kinds[0] = (0, 1.0);
    into.push(*path);
    for dir in Dir::ALL {
        let straight = if path.heading == Some(dir) { AHEAD } else { 1.0 };
        for (distance, (cell, passed)) in (1..).zip(silence_ends(path.cell, dir, free)) {
            let beyond = Board15::of(cell).neighbours() & (free - passed);
            let open = if beyond.is_empty() { 0.1 } else { 1.0 };
            kinds[into.len() - first] = (distance, straight * open);
            let trail = path.trail | passed;
            into.push(Path { cell, trail, heading: Some(dir), ..*path });
        }
    }
    let count = into.len() - first;
    let mut likelihood = [[0.0_f32; SILENCES]; 1 + 4 * SILENCE_RANGE];
    for (style, habit) in SILENCE_STYLES.iter().enumerate() {
        let weight = |&(distance, way): &(usize, f32)| habit[distance] * way;
        let all: f32 = kinds[..count].iter().map(weight).sum();
        for (chances, kind) in likelihood.iter_mut().zip(&kinds[..count]) {
            chances[style] = weight(kind) / all;
        }
    }
    for (next, chances) in into[first..].iter_mut().zip(&likelihood) {
        next.weight = path.weight * learn(&mut next.silences, chances);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;

    #[test]
    fn the_styles_are_learnt_and_never_excluded() {
        let mut path = Path::starting(cell_at(7, 7).unwrap(), 1.0);
        for _ in 0..20 {
            let mut next = Vec::new();
            silence(&path, Board15::FULL, &mut next);
            let all: f32 = next.iter().map(|path| path.weight).sum();
            assert!((all - 1.0).abs() < 1e-3, "{all}");
            // It never goes anywhere.
            path = Path { weight: 1.0, ..next[0] };
        }
        assert!(path.silences[0] > 0.9, "{:?}", path.silences);
        assert!(path.silences.iter().all(|&share| share > 0.0));
        let mut next = Vec::new();
        silence(&path, Board15::FULL, &mut next);
        assert!(next[0].weight > 0.9, "{}", next[0].weight);
        assert!(next.iter().all(|path| path.weight > 0.0));
    }

    #[test]
    fn a_player_surfaces_seldom_where_it_can_move() {
        let at = cell_at(7, 7).unwrap();
        let path = Path::starting(at, 1.0);
        let stuck = Board15::of(at);
        assert!((surfacing(&path, stuck) - 1.0).abs() < 1e-6);
        assert!(surfacing(&path, Board15::FULL) < 0.1);
    }

    #[test]
    fn going_straight_on_is_likelier_than_turning() {
        let chance = |heading, dir| {
            let mut path = Path { heading, ..Path::starting(cell_at(7, 7).unwrap(), 1.0) };
            step(&mut path, Board15::FULL, dir).unwrap().1
        };
        let (straight, turn) =
            (chance(Some(Dir::West), Dir::West), chance(Some(Dir::West), Dir::North));
        assert!(straight > 1.5 * turn, "{straight} {turn}");
        assert!((chance(None, Dir::West) - 0.25).abs() < 1e-6);
    }

    #[test]
    fn the_steps_of_a_path_have_probabilities_that_sum_up_to_one() {
        let path = Path::starting(cell_at(0, 7).unwrap(), 1.0);
        let all: f32 = Dir::ALL
            .iter()
            .filter_map(|&dir| step(&mut { path }, Board15::FULL, dir))
            .map(|(_, chance)| chance)
            .sum();
        assert!((all - 1.0).abs() < 1e-5, "{all}");
    }
}
