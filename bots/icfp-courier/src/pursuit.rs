//! Robots that hunt us: [`Pursuit`] finds whether a hunter can drown us, however we run, if it acts before us in
//! every turn.
//!
//! A hunter that bids more than we do pushes us in turn after turn, and each push takes our command away. So a robot
//! that stands behind us on a strip of land that ends in water drowns us, if we do not outbid it once on the way.
//!
//! ```text
//! h a . . ~     The hunter h drowns us at a in three turns. Two rows away from it we can still run.
//! ```

use std::cell::Cell;

use gridkit::{Dir, Point};

use crate::board::{Board, Ground};

/// The most turns that are looked ahead.
pub const DEPTH: u8 = 4;

/// Tiles within this distance of the centre are remembered, in each direction.
const REACH: i32 = 5;
const SIDE: usize = 2 * REACH as usize + 1;

/// Not looked at yet.
const UNKNOWN: u8 = u8::MAX;

/// What was found for pairs of tiles near us.
pub struct Pursuit<'a> {
    board: &'a Board,
    centre: Point,
    /// By our tile and the hunter's: the turns to our death, 0 if there is none; empty before the first question.
    known: Vec<Cell<u8>>,
}

impl<'a> Pursuit<'a> {
    /// Nothing is known yet; `centre` is our tile.
    pub fn new(board: &'a Board, centre: Point, has_hunters: bool) -> Self {
        let size = if has_hunters { SIDE * SIDE * SIDE * SIDE } else { 0 };
        Self { board, centre, known: vec![Cell::new(UNKNOWN); size] }
    }

    /// The number of turns in which a hunter drowns us at least; `None` if we can run for [`DEPTH`] turns.
    pub fn turns(&self, us: Point, hunter: Point) -> Option<u8> {
        if self.known.is_empty() {
            return None;
        }
        let place = |point: Point| {
            let (x, y) = (point.x - self.centre.x + REACH, point.y - self.centre.y + REACH);
            let inside = (0..SIDE as i32).contains(&x) && (0..SIDE as i32).contains(&y);
            inside.then(|| y as usize * SIDE + x as usize)
        };
        let cell = &self.known[place(us)? * SIDE * SIDE + place(hunter)?];
        if cell.get() == UNKNOWN {
            let found = (1..=DEPTH).find(|&depth| is_lost(self.board, us, hunter, depth));
            cell.set(found.unwrap_or(0));
        }
        Some(cell.get()).filter(|&turns| turns > 0)
    }
}

/// Does a hunter that acts first drown us within so many turns, whatever we do?
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
    let dir = match ours {
        Some(dir) => dir,
        None => return Next::Goes(us, hunter),
    };
    let us_to = us.step(dir);
    if us_to != hunter {
        return Next::Goes(us_to, hunter);
    }
    // We push it.
    match board.ground(hunter.step(dir)) {
        Ground::Wall => Next::Goes(us, hunter),
        Ground::Water => Next::Saved,
        _ => Next::Goes(us_to, hunter.step(dir)),
    }
}
