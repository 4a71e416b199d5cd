//! How robots move and push one another: the compact model that the look-ahead and the bench share.

use gridkit::{Dir, Point};

use crate::board::{Board, Ground};

/// A robot as far as moving goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Its tile, or the tile where it died.
    pub at: Point,
    /// Is it in the game?
    pub alive: bool,
    /// Was it pushed in this turn? Then its command is lost.
    pub rebooted: bool,
}

impl Body {
    /// A living robot at a point.
    pub fn new(at: Point) -> Self {
        Self { at, alive: true, rebooted: false }
    }

    fn shift(&mut self, board: &Board, dir: Dir) {
        self.at = self.at.step(dir);
        self.alive = board.ground(self.at) != Ground::Water;
    }
}

/// What a move leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A wall or the end of the board is in the way: nothing happens.
    Wall,
    /// Robots in the way are pushed against a wall: no robot moves, but the pushed ones are rebooted
    /// and each drops a package.
    Stuck,
    /// The mover goes, and all that it pushes go with it.
    Goes,
}

/// What would happen if `mover` went in a direction; fills `pushed` with the robots in the way. No
/// robot is moved yet, because the pushed ones drop their packages first.
pub fn look_along(
    board: &Board,
    bodies: &[Body],
    mover: usize,
    dir: Dir,
    pushed: &mut Vec<usize>,
) -> Outcome {
    pushed.clear();
    let mut tile = bodies[mover].at.step(dir);
    if board.ground(tile) == Ground::Wall {
        return Outcome::Wall;
    }
    loop {
        let before = pushed.len();
        for (number, body) in bodies.iter().enumerate() {
            if body.alive && body.at == tile && number != mover {
                pushed.push(number);
            }
        }
        if pushed.len() == before {
            return match (board.ground(tile), before) {
                (Ground::Wall, 0) => Outcome::Wall,
                (Ground::Wall, _) => Outcome::Stuck,
                _ => Outcome::Goes,
            };
        }
        tile = tile.step(dir);
    }
}

/// Carries out what [`look_along`] has found: the pushed are rebooted and, if it goes, all move.
pub fn carry_out(
    board: &Board,
    bodies: &mut [Body],
    mover: usize,
    dir: Dir,
    pushed: &[usize],
    outcome: Outcome,
) {
    for &victim in pushed {
        bodies[victim].rebooted = true;
        if outcome == Outcome::Goes {
            bodies[victim].shift(board, dir);
        }
    }
    if outcome == Outcome::Goes {
        bodies[mover].shift(board, dir);
    }
}
