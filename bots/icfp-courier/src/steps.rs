//! How robots move and push one another: the compact model that the look-ahead and the bench share.

use gridkit::{Dir, Point};

use crate::board::{Board, Ground};

/// A robot as far as moving goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// Where it stands, or where it died.
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
    /// Who is in the way is pushed against a wall: nobody moves, but the pushed are rebooted and
    /// each drops a package.
    Stuck,
    /// The mover goes, and all that it pushes go with it.
    Goes,
}

/// What would happen if `mover` went in a direction; fills `pushed` with those in the way. Nothing
/// is moved: the pushed drop their packages first.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn step(board: &str, at: &[(i32, i32)], dir: Dir) -> (Outcome, Vec<usize>, Vec<Body>) {
        let board = Board::from_drawing(board).unwrap();
        let mut bodies: Vec<Body> = at.iter().map(|&(x, y)| Body::new(Point::new(x, y))).collect();
        let mut pushed = Vec::new();
        let outcome = look_along(&board, &bodies, 0, dir, &mut pushed);
        carry_out(&board, &mut bodies, 0, dir, &pushed, outcome);
        (outcome, pushed, bodies)
    }

    #[test]
    fn a_line_of_robots_is_pushed_together() {
        let (outcome, pushed, bodies) = step("....", &[(0, 0), (1, 0), (2, 0)], Dir::East);
        assert_eq!((outcome, pushed), (Outcome::Goes, vec![1, 2]));
        assert_eq!(bodies[2].at, Point::new(3, 0));
        assert!(bodies[2].rebooted && !bodies[0].rebooted);
    }

    #[test]
    fn against_a_wall_nobody_moves_and_the_pushed_are_rebooted() {
        let (outcome, pushed, bodies) = step("...#", &[(0, 0), (1, 0), (2, 0)], Dir::East);
        assert_eq!((outcome, pushed), (Outcome::Stuck, vec![1, 2]));
        assert_eq!(bodies[0].at, Point::new(0, 0));
        assert!(bodies[1].rebooted);
    }

    #[test]
    fn all_on_a_tile_are_pushed_and_who_shares_the_movers_tile_stays() {
        let (outcome, pushed, bodies) = step("...", &[(0, 0), (1, 0), (1, 0), (0, 0)], Dir::East);
        assert_eq!((outcome, pushed), (Outcome::Goes, vec![1, 2]));
        assert_eq!(bodies[3].at, Point::new(0, 0));
        assert!(!bodies[3].rebooted);
    }

    #[test]
    fn water_kills_who_comes_to_it() {
        let (outcome, _, bodies) = step("..~", &[(0, 0), (1, 0)], Dir::East);
        assert_eq!(outcome, Outcome::Goes);
        assert!(!bodies[1].alive && bodies[0].alive);
        let (_, _, bodies) = step(".~", &[(0, 0)], Dir::East);
        assert!(!bodies[0].alive);
        assert_eq!(step(".#", &[(0, 0)], Dir::East).0, Outcome::Wall);
    }
}
