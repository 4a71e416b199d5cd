//! The direction setting: which tracks are circuits, and in which direction their line may be crossed.
//!
//! The site enforces no direction. This is the definition of the bot `KaBotte`, without its table of
//! exceptions: a track on which nobody can finish under the rule does not count as a circuit. Its demand that all
//! finish cells lie close together is left out as well: it would take away map 184 alone, whose finish has two
//! parts, and whose cars could then finish backwards in one move.

use std::sync::Mutex;

use gridkit::FastSet;

use super::motion::{Motion, Vector};
use super::track::{Tile, Track};

/// The setting of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Cars start away from the finish line and cross it from the far side.
    Classic,
    /// Cars cross the line right after the start, and again in the same direction after the lap.
    Formula1,
    /// Any direction.
    Free,
}

impl Direction {
    /// The word in the protocol and in options.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Classic => "classic",
            Self::Formula1 => "formula1",
            Self::Free => "free",
        }
    }
}

/// The direction in which a move may cross the finish line; see [`LineRule::of`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LineRule {
    /// The direction from the start over the line, in degrees.
    centre: f64,
    /// Whether this direction is allowed, or the opposite one.
    forward: bool,
}

/// Moves over the line count if they need at most this many moves more than the first one.
const LATER: u32 = 6;
/// The most moves from the start to the line of a circuit. The site's wiki says 3, the program uses 6. A track that
/// is a circuit only because of that is rejected by the search that follows.
const MOST_MOVES: u32 = 6;
/// Angles of different vectors differ by more than this.
const ROUNDING: f64 = 1e-6;

impl LineRule {
    /// The rule of a game; `None` if every direction is allowed, as on all tracks that are not circuits.
    ///
    /// A Formula 1 race needs checkpoints, because the first crossing would finish it: without them
    /// it is a classic one. (`KaBotte` treats every game without checkpoints as classic, a free one
    /// too; a free game is free here.)
    pub fn of(track: &Track, direction: Direction, checkpoints: bool) -> Option<Self> {
        if direction == Direction::Free {
            return None;
        }
        let classic = Self::known_classic(track)?;
        Some(Self { forward: direction == Direction::Formula1 && checkpoints, ..classic })
    }

    /// The rule of a classic race, cached for the tracks that were used last.
    fn known_classic(track: &Track) -> Option<Self> {
        type Known = Vec<(Track, Option<LineRule>)>;
        static KNOWN: Mutex<Known> = Mutex::new(Vec::new());
        const KEPT: usize = 4;
        let find = |known: &Known| known.iter().find(|it| it.0 == *track).map(|it| it.1);
        if let Some(rule) = KNOWN.lock().ok().and_then(|known| find(&known)) {
            return rule;
        }
        let rule = Self::classic(track);
        if let Ok(mut known) = KNOWN.lock() {
            known.insert(0, (track.clone(), rule));
            known.truncate(KEPT);
        }
        rule
    }

    fn classic(track: &Track) -> Option<Self> {
        let line = Line::of(track).filter(Line::is_circuit)?;
        let centre = line.first + f64::midpoint(line.lowest, line.highest);
        Some(Self { centre, forward: false }).filter(|rule| can_finish(track, *rule))
    }

    /// Whether the line has to be crossed once before a crossing finishes.
    pub fn wants_first_crossing(self) -> bool {
        self.forward
    }

    /// Whether a move with this vector may pass a finish cell. A move at exactly 90 degrees may not, in
    /// either direction.
    pub fn allows(self, vector: Vector) -> bool {
        let off = normal(degrees(vector) - self.centre).abs();
        if self.forward { off < 90.0 - ROUNDING } else { off > 90.0 + ROUNDING }
    }

    /// Whether a move obeys the rule.
    pub fn allows_move(self, motion: Motion, track: &Track) -> bool {
        self.allows(motion.vector) || !motion.crosses_finish(track)
    }
}

/// The shortest ways from the start cells over the finish line.
struct Line {
    /// The number of moves up to the first that passes the finish.
    moves: u32,
    /// The angle of the first such move, in degrees.
    first: f64,
    /// The least and the greatest angle, relative to the first, which is 0.
    lowest: f64,
    highest: f64,
}

impl Line {
    /// Searches breadth first from all start cells, but not beyond a move that passes the finish. `None` if the line
    /// is too far away for a circuit.
    fn of(track: &Track) -> Option<Self> {
        let mut line: Option<Self> = None;
        let mut cars: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
        let mut seen: FastSet<Motion> = FastSet::default();
        for moves in 1.. {
            let mut next = Vec::new();
            for motion in cars.iter().flat_map(|car| car.successors(track)) {
                if !seen.insert(motion) {
                    continue;
                }
                if !motion.crosses_finish(track) {
                    next.push(motion);
                    continue;
                }
                let angle = degrees(motion.vector);
                let line =
                    line.get_or_insert(Self { moves, first: angle, lowest: 0.0, highest: 0.0 });
                let relative = normal(angle - line.first);
                line.lowest = line.lowest.min(relative);
                line.highest = line.highest.max(relative);
            }
            let last = line.as_ref().map_or(MOST_MOVES, |line| line.moves + LATER);
            if next.is_empty() || moves == last {
                break;
            }
            cars = next;
        }
        line
    }

    fn is_circuit(&self) -> bool {
        (self.lowest.abs() + self.highest.abs()).trunc() <= 180.0
    }
}

/// Whether a car can cross the line without a crash and without a move that the rule forbids. Checkpoints do not
/// count here.
fn can_finish(track: &Track, rule: LineRule) -> bool {
    let mut open: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
    let mut seen: FastSet<Motion> = FastSet::default();
    while let Some(car) = open.pop() {
        for motion in car.successors(track) {
            if !seen.insert(motion) {
                continue;
            }
            if !motion.crosses_finish(track) {
                open.push(motion);
            } else if rule.allows(motion.vector) {
                return true;
            }
        }
    }
    false
}

/// The angle of a vector in degrees.
fn degrees(vector: Vector) -> f64 {
    f64::from(vector.y).atan2(f64::from(vector.x)).to_degrees()
}

/// The same angle above -180 and up to 180 degrees.
fn normal(degrees: f64) -> f64 {
    let angle = degrees.rem_euclid(360.0);
    if angle > 180.0 { angle - 360.0 } else { angle }
}
