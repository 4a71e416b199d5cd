//! The search for all motions that can be reached on a track.

use super::mark::Mark;
use super::terms::Terms;
use crate::motion::{Motion, Vector};
use crate::numbering::{row, MIDDLE, ROWS, TOP_SPEED};
use crate::passages::Passages;
use crate::track::{Tile, Track};

/// No road.
pub const OFF_ROAD: u16 = u16::MAX;

/// The motions that were found on a track.
pub struct Found {
    /// The number of each cell's road.
    pub road: Vec<u16>,
    /// By row, a bit for each speed along x.
    pub legal: Vec<u64>,
    pub motions: Vec<(Motion, Mark)>,
    /// Whether faster motions were left out.
    pub is_cut: bool,
}

/// Numbers the cells of road; also returns how many there are.
fn number_road(track: &Track) -> (Vec<u16>, usize) {
    let mut roads = 0;
    let road = track
        .cells()
        .map(|cell| {
            if track.tile(cell) == Tile::Blocked {
                return OFF_ROAD;
            }
            roads += 1;
            roads - 1
        })
        .collect();
    (road, usize::from(roads))
}

/// The bits of a row for the speeds along x that differ from one by at most one.
fn speeds_near(x: i32) -> u64 {
    /// Bit 0 would be the speed below the lowest one.
    const SPEEDS: u64 = !1;
    match x + MIDDLE - 1 {
        lowest if lowest < 0 => 7 >> -lowest.max(-3) & SPEEDS,
        lowest if lowest > 63 => 0,
        lowest => 7 << lowest & SPEEDS,
    }
}

/// The bits of the speeds along x up to this one, in both directions.
fn speeds_up_to(top: i32) -> u64 {
    ((1 << (2 * top + 1)) - 1) << (MIDDLE - top)
}

/// The greater of the speeds along the two axes.
fn speed(motion: Motion) -> i32 {
    i32::from(motion.vector.x).abs().max(i32::from(motion.vector.y).abs())
}

/// All motions that can follow from cars. If there are more than the terms allow, only those up to
/// some speed.
///
/// Slow motions are searched first: all up to one speed, and from them those that are faster by one.
/// After cars that are faster than that, the motions by which they slow down are kept.
pub fn explore(track: &Track, terms: Terms, cars: &[Motion]) -> Found {
    let mut search = Search::new(track, terms);
    let mut fast: Vec<Motion> = cars.to_vec();
    for top in 1..=TOP_SPEED {
        let before = search.motions.len();
        for motion in &fast {
            search.visit(*motion, top);
        }
        fast.retain(|motion| speed(*motion) >= top);
        let mut next = before;
        while let Some((motion, _)) = search.motions.get(next).copied() {
            if search.motions.len() > terms.room() && top > 1 {
                search.motions.truncate(before);
                return search.found(true);
            }
            next += 1;
            search.visit(motion, top);
            if speed(motion) >= top {
                fast.push(motion);
            }
        }
        if fast.is_empty() {
            break;
        }
    }
    search.found(false)
}

/// A search for motions.
struct Search<'a> {
    track: &'a Track,
    terms: Terms,
    road: Vec<u16>,
    passages: Passages,
    /// By row, a bit for each speed along x that was looked at.
    tested: Vec<u64>,
    motions: Vec<(Motion, Mark)>,
}

impl<'a> Search<'a> {
    fn new(track: &'a Track, terms: Terms) -> Self {
        let (road, roads) = number_road(track);
        let passages = Passages::new(track, terms.checkpoints);
        Search { track, terms, road, passages, tested: vec![0; roads * ROWS], motions: Vec::new() }
    }

    /// Adds the motions that can follow from one and are not there yet, up to a speed; if it is faster
    /// than that itself, those that are slower than it.
    fn visit(&mut self, from: Motion, top: i32) {
        let source = match self.track.index(from.at).map(|cell| self.road[cell]) {
            None | Some(OFF_ROAD) => return,
            Some(source) => source,
        };
        let top = top.max(speed(from) - 1).min(TOP_SPEED);
        let (x, y) = (i32::from(from.vector.x), i32::from(from.vector.y));
        for near in (y - 1..=y + 1).filter(|near| near.abs() <= top) {
            let tested = &mut self.tested[row(source, near)];
            let mut untested = speeds_near(x) & speeds_up_to(top) & !*tested;
            *tested |= untested;
            if near == 0 {
                untested &= !(1 << MIDDLE);
            }
            while untested != 0 {
                let bit = untested.trailing_zeros();
                untested &= untested - 1;
                let vector = Vector { x: (bit as i32 - MIDDLE) as i8, y: near as i8 };
                let passage = match self.passages.of(from.at, vector) {
                    Some(it) if !it.crosses_finish || self.terms.line.allows(vector) => it,
                    _ => continue,
                };
                let motion = from.next(vector);
                if !self.terms.rules.forbid(self.track, motion) {
                    self.motions.push((motion, Mark::of(passage, self.terms.events)));
                }
            }
        }
    }

    fn found(self, is_cut: bool) -> Found {
        let mut legal = self.tested;
        legal.fill(0);
        for (motion, _) in &self.motions {
            let source = self.track.index(motion.source()).map_or(OFF_ROAD, |cell| self.road[cell]);
            legal[row(source, i32::from(motion.vector.y))] |=
                1 << (i32::from(motion.vector.x) + MIDDLE);
        }
        Found { road: self.road, legal, motions: self.motions, is_cut }
    }
}
