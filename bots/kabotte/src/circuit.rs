//! Driving directions: what a circuit is, and in which direction its line may be crossed.

use crate::motion::{passage, Motion, Vector};
use crate::track::{Tile, Track};
use gridkit::FastSet;

/// The setting of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Cars start away from the finish line and cross it from the far side.
    Classic,
    /// Cars cross the line right after the start, drive a lap and cross it the same way.
    Formula1,
    /// Any direction.
    Free,
}

/// Which moves over the finish line are legal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineRule(Option<Allowed>);

#[derive(Clone, Copy, Debug, PartialEq)]
struct Allowed {
    /// The direction from the start over the line, in degrees.
    centre: f64,
    /// Whether it is this direction that is allowed, or the opposite one.
    forward: bool,
}

impl LineRule {
    /// The line may be crossed in any direction.
    pub const FREE: LineRule = LineRule(None);

    /// Whether a move with this vector may cross the line. An angle of exactly 90 degrees is
    /// allowed in neither direction.
    pub fn allows(self, vector: Vector) -> bool {
        /// Angles of vectors up to 31 differ by more than this unless they are equal.
        const EQUAL: f64 = 1e-6;
        self.0.map_or(true, |allowed| {
            let off = turn(angle(vector) - allowed.centre).abs();
            if allowed.forward {
                off < 90.0 - EQUAL
            } else {
                off > 90.0 + EQUAL
            }
        })
    }
}

/// What a search from the start over the finish line tells of a track.
///
/// This is the definition of the bot `KaBotte`: the directions of all moves over the line that come
/// at most six moves after the first one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    /// The direction of the first such move, in degrees.
    first: f64,
    /// The farthest directions to either side of the first, in degrees: at most 0, at least 0.
    range: (f64, f64),
}

/// Moves over the line count up to this number of moves after the first.
const LATER_MOVES: u32 = 6;
/// On a circuit the line is at most this number of moves from the start. (The wiki of the site says 3, the
/// program of `KaBotte` has 6.)
const LINE_AT_MOST: u32 = 6;

impl Line {
    /// Searches from all start cells; `None` if no car gets to the finish in the moves in which it
    /// would on a circuit.
    pub fn of(track: &Track) -> Option<Line> {
        let mut moves = 0;
        let mut angles: Vec<f64> = Vec::new();
        let mut first_moves = None;
        let mut seen: FastSet<Motion> = FastSet::default();
        let mut cars: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
        let is_over = |first: Option<u32>, moves| match first {
            Some(first) => moves >= first + LATER_MOVES,
            None => moves >= LINE_AT_MOST,
        };
        while !cars.is_empty() && !is_over(first_moves, moves) {
            moves += 1;
            let mut next = Vec::new();
            for car in cars {
                for vector in car.vector.nearby().filter(|vector| *vector != Vector::ZERO) {
                    let passage = match passage(track, car.at, vector, false) {
                        Some(passage) => passage,
                        None => continue,
                    };
                    if !seen.insert(car.next(vector)) {
                        continue;
                    }
                    if passage.crosses_finish {
                        first_moves.get_or_insert(moves);
                        angles.push(angle(vector));
                    } else {
                        next.push(car.next(vector));
                    }
                }
            }
            cars = next;
        }
        let first = *angles.first()?;
        let turns = angles.iter().map(|angle| turn(angle - first));
        let range =
            turns.fold((0.0_f64, 0.0_f64), |(low, high), turn| (low.min(turn), high.max(turn)));
        Some(Line { first, range })
    }

    /// Whether the track is a circuit, on which the direction setting means something.
    ///
    /// `KaBotte` also demands that all finish cells lie close together. That is left out: it would take away map 184
    /// alone, whose finish has two parts, and whose cars could then finish backwards in one move.
    pub fn is_circuit(&self) -> bool {
        let width = self.range.0.abs() + self.range.1.abs();
        width.trunc() <= 180.0
    }

    /// The rule of a direction setting on this circuit.
    pub fn rule(&self, direction: Direction) -> LineRule {
        let centre = self.first + (self.range.0 + self.range.1) / 2.0;
        match direction {
            Direction::Free => LineRule::FREE,
            Direction::Classic => LineRule(Some(Allowed { centre, forward: false })),
            Direction::Formula1 => LineRule(Some(Allowed { centre, forward: true })),
        }
    }
}

/// The angle of a vector, in degrees.
fn angle(vector: Vector) -> f64 {
    f64::from(vector.y).atan2(f64::from(vector.x)).to_degrees()
}

/// The same turn as one above -180 and up to 180 degrees.
pub fn turn(degrees: f64) -> f64 {
    let turn = degrees.rem_euclid(360.0);
    if turn > 180.0 {
        turn - 360.0
    } else {
        turn
    }
}
