//! Robots that hunt us: [`Pursuit`] finds whether a hunter can drown us, however we run, if it acts before us in
//! every turn.
//!
//! A hunter that bids more than we do pushes us in turn after turn, and each push takes our command away. So a robot
//! that stands behind us on a strip of land that ends in water drowns us, if we do not outbid it on the way:
//! [`Pursuit::payments`] says how often.
//!
//! ```text
//! h a . . ~     The hunter h drowns us at a in three turns. Two rows away from it we can still run.
//! ```

use std::cell::Cell;

use gridkit::{Dir, Point};

use crate::board::{Board, Ground};

/// The most turns that are looked ahead.
pub const DEPTH: u8 = 4;

/// The most times that we act first which are looked at.
pub const PAYMENTS: u8 = 3;

/// Tiles within this distance of the centre are remembered, in each direction.
const REACH: i32 = 5;
const SIDE: usize = 2 * REACH as usize + 1;

/// Not looked at yet.
const UNKNOWN: u8 = u8::MAX;

/// What was found for pairs of tiles near us.
pub struct Pursuit<'a> {
    board: &'a Board,
    centre: Point,
    /// By our tile and the hunter's: the number of turns to our death, 0 if we do not die; empty if nobody hunts us.
    known: Vec<Cell<u8>>,
    /// By our tile and the hunter's: the numbers of turns in which we act first that were found too few, as a count
    /// from 0, and the least that was found to suffice.
    paid: Vec<Cell<(u8, u8)>>,
}

impl<'a> Pursuit<'a> {
    /// Nothing is known yet; `centre` is our tile.
    pub fn new(board: &'a Board, centre: Point, has_hunters: bool) -> Self {
        let size = if has_hunters { SIDE * SIDE * SIDE * SIDE } else { 0 };
        let known = vec![Cell::new(UNKNOWN); size];
        Self { board, centre, known, paid: vec![Cell::new((0, UNKNOWN)); size] }
    }

    /// The number of turns in which a hunter drowns us at least; `None` if we can run for [`DEPTH`] turns.
    pub fn turns(&self, us: Point, hunter: Point) -> Option<u8> {
        let cell = &self.known[self.place(us, hunter)?];
        if cell.get() == UNKNOWN {
            let found = (1..=DEPTH).find(|&depth| is_lost(self.board, us, hunter, depth));
            cell.set(found.unwrap_or(0));
        }
        Some(cell.get()).filter(|&turns| turns > 0)
    }

    /// In how many turns we must act before the hunter until we can run from it; 1 more than [`PAYMENTS`] if they do
    /// not suffice.
    pub fn payments(&self, us: Point, hunter: Point) -> u8 {
        let found = (0..=PAYMENTS).find(|&payments| self.escapes(us, hunter, payments));
        found.unwrap_or(PAYMENTS + 1)
    }

    /// Can we run from the hunter after at most this number of turns in which we act first?
    fn escapes(&self, us: Point, hunter: Point, payments: u8) -> bool {
        let cell = match self.place(us, hunter) {
            Some(place) => &self.paid[place],
            None => return true,
        };
        let (fails, suffices) = cell.get();
        if payments < fails || payments >= suffices {
            return payments >= suffices;
        }
        let escapes = match payments.checked_sub(1) {
            None => self.turns(us, hunter).is_none(),
            Some(less) => self.escapes(us, hunter, less) || self.escapes_by(us, hunter, less),
        };
        let (fails, suffices) = cell.get();
        cell.set(if escapes { (fails, suffices.min(payments)) } else { (payments + 1, suffices) });
        escapes
    }

    /// Can we run from it if we act first now, and then in this number of turns?
    fn escapes_by(&self, us: Point, hunter: Point, later: u8) -> bool {
        let ours = Dir::ALL.iter().map(|&dir| Some(dir)).chain(std::iter::once(None));
        let mut free =
            ours.filter(|step| step.map_or(true, |dir| self.board.is_land(us.step(dir))));
        free.any(|step| match first(self.board, us, hunter, step) {
            (Next::Goes(us, hunter), true) => self.escapes(us, hunter, later),
            (Next::Goes(us, hunter), false) => {
                Dir::ALL.iter().all(|&dir| match turn(self.board, us, hunter, None, dir) {
                    Next::Goes(us, hunter) => self.escapes(us, hunter, later),
                    Next::Saved => true,
                    Next::Drowned => false,
                })
            }
            (Next::Saved, _) => true,
            (Next::Drowned, _) => false,
        })
    }

    fn place(&self, us: Point, hunter: Point) -> Option<usize> {
        if self.known.is_empty() {
            return None;
        }
        let place = |point: Point| {
            let (x, y) = (point.x - self.centre.x + REACH, point.y - self.centre.y + REACH);
            let inside = (0..SIDE as i32).contains(&x) && (0..SIDE as i32).contains(&y);
            inside.then(|| y as usize * SIDE + x as usize)
        };
        Some(place(us)? * SIDE * SIDE + place(hunter)?)
    }
}

/// Does a hunter that acts first drown us within this number of turns, whatever we do?
fn is_lost(board: &Board, us: Point, hunter: Point, turns: u8) -> bool {
    // It has to come beside us, and then needs a turn for the push. With no turn left nobody is near enough.
    if us == hunter || us.manhattan(hunter) > u32::from(turns) {
        return false;
    }
    let ours = Dir::ALL.iter().map(|&dir| Some(dir)).chain(std::iter::once(None));
    let mut free = ours.filter(|step| step.map_or(true, |dir| board.is_land(us.step(dir))));
    !free.any(|step| {
        Dir::ALL.iter().all(|&dir| match turn(board, us, hunter, step, dir) {
            Next::Drowned => false,
            Next::Saved => true,
            Next::Goes(us, hunter) => !is_lost(board, us, hunter, turns - 1),
        })
    })
}

/// What comes of a turn.
enum Next {
    Drowned,
    /// The hunter is dead.
    Saved,
    /// Our tile, and the hunter's.
    Goes(Point, Point),
}

/// The hunter steps or pushes first, then we step, unless we were pushed.
fn turn(board: &Board, us: Point, hunter: Point, ours: Option<Dir>, its: Dir) -> Next {
    let to = hunter.step(its);
    if to == us {
        let pushed = us.step(its);
        return match board.ground(pushed) {
            Ground::Wall => Next::Goes(us, hunter),
            Ground::Water => Next::Drowned,
            _ => Next::Goes(pushed, us),
        };
    }
    let hunter = if board.is_land(to) { to } else { hunter };
    first(board, us, hunter, ours).0
}

/// We step, and push the hunter if it is in the way; then it has lost its command.
fn first(board: &Board, us: Point, hunter: Point, ours: Option<Dir>) -> (Next, bool) {
    let dir = match ours {
        Some(dir) => dir,
        None => return (Next::Goes(us, hunter), false),
    };
    let us_to = us.step(dir);
    if us_to != hunter {
        return (Next::Goes(us_to, hunter), false);
    }
    let next = match board.ground(hunter.step(dir)) {
        Ground::Wall => Next::Goes(us, hunter),
        Ground::Water => Next::Saved,
        _ => Next::Goes(us_to, hunter.step(dir)),
    };
    (next, true)
}
