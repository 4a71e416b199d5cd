//! The value of each situation: the fewest moves before and after it, with the cars that were in the way,
//! without each of them, and without all.

use kabotte::rules::MoveNumber;
use kabotte::track::{Cell, Tile};

use crate::race::{Blocker, Deed, PlayedRace, Situation};
use crate::solver::{Solver, Standing};

/// Fewest moves to the finish; `None` if there is no way without a crash.
pub type Optimum = Option<u16>;

/// The value of a situation. The move itself counts among the moves that are left before it.
#[derive(Clone, Debug, PartialEq)]
pub struct Worth {
    /// Without any car in the way and without the duty to repeat a vector.
    pub free: Optimum,
    /// Without any car in the way, but with that duty if `REmulAde` requires it.
    pub obliged: Optimum,
    /// The fewest moves with the cars in their places.
    pub with_cars: Optimum,
    /// After the answer, without any car in the way, as the next situation begins. `Some(0)` after the
    /// finish; `None` also for a player that left.
    pub after: Optimum,
    /// The cars on cells to which the player could have moved.
    pub rivals: Vec<Rival>,
    /// The number of different searches for the fewest moves.
    pub solved: u32,
}

/// The effect of one car in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rival {
    /// The car.
    pub blocker: Blocker,
    /// The fewest moves without this car, with the others in place.
    pub without: Optimum,
    /// The fewest moves with this car alone.
    pub alone: Optimum,
}

/// Whether a number of moves is worse than another; no way is the worst.
pub fn is_worse(one: Optimum, other: Optimum) -> bool {
    one.unwrap_or(u16::MAX) > other.unwrap_or(u16::MAX)
}

/// The values of all situations of a race.
pub fn worths(played: &PlayedRace, solver: &Solver) -> Vec<Worth> {
    played.situations.iter().map(|situation| worth(played, solver, situation)).collect()
}

fn worth(played: &PlayedRace, solver: &Solver, situation: &Situation) -> Worth {
    let after = after(solver, situation);
    match solver.standing(situation) {
        None => placement(played, solver, situation, after),
        Some(standing) => on_the_road(solver, situation, &standing, after),
    }
}

/// A placement: cars take start cells from each other, which does not count as a block.
fn placement(played: &PlayedRace, solver: &Solver, situation: &Situation, after: Optimum) -> Worth {
    let starts: Vec<Cell> = played.track.cells_of(Tile::Start).collect();
    let is_taken = |cell: &Cell| situation.blockers.iter().any(|blocker| blocker.at == *cell);
    let left: Vec<Cell> = starts.iter().copied().filter(|cell| !is_taken(cell)).collect();
    let free = solver.left_from(&starts);
    let with_cars = solver.left_from(&left);
    Worth { free, obliged: free, with_cars, after, rivals: Vec::new(), solved: 3 }
}

fn on_the_road(
    solver: &Solver,
    situation: &Situation,
    standing: &Standing,
    after: Optimum,
) -> Worth {
    let all = solver.moves(standing, &[]);
    let obliged = solver.fewest(&all, standing.number, standing.open);
    let unbound = Standing { must_repeat: false, ..*standing };
    let free = if standing.must_repeat { solver.left(&unbound, &[]) } else { obliged };
    let targets = solver.targets(&all);
    let in_the_way: Vec<Blocker> =
        situation.blockers.iter().copied().filter(|it| targets.contains(&it.at)).collect();
    let cells: Vec<Cell> = in_the_way.iter().map(|blocker| blocker.at).collect();
    let with_cars = if cells.is_empty() { obliged } else { solver.left(standing, &cells) };
    let effect = |blocker: &Blocker| {
        let others: Vec<Cell> = cells.iter().copied().filter(|cell| *cell != blocker.at).collect();
        let without = solver.left(standing, &others);
        Rival { blocker: *blocker, without, alone: solver.left(standing, &[blocker.at]) }
    };
    let rivals: Vec<Rival> = in_the_way.iter().map(effect).collect();
    let solved = 2 + u32::from(!cells.is_empty()) + 2 * rivals.len() as u32;
    Worth { free, obliged, with_cars, after, rivals, solved }
}

/// The fewest moves after the answer.
fn after(solver: &Solver, situation: &Situation) -> Optimum {
    let standing = match &situation.deed {
        Deed::Gone => return None,
        Deed::Moved { finished: true, .. } => return Some(0),
        Deed::Placed(cell) => solver.at_start(*cell),
        Deed::Moved { motion, collected, crossed_line, .. } => Standing {
            car: *motion,
            number: MoveNumber(situation.number.max(1)).next(),
            open: solver.open(*collected, *crossed_line),
            must_repeat: false,
        },
        Deed::Crashed(cell) => Standing {
            car: kabotte::motion::Motion::at_rest(*cell),
            number: MoveNumber(situation.number.max(1)),
            open: solver.open(situation.collected, situation.crossed_line),
            must_repeat: false,
        },
    };
    solver.left(&standing, &[])
}

impl Worth {
    /// Moves that cars in the way cost at least; `None` if they left no way without a crash, or if no way
    /// existed.
    pub fn lost_to_cars(&self) -> Option<i32> {
        Some(i32::from(self.with_cars?) - i32::from(self.obliged?))
    }

    /// Moves that the duty to repeat a vector cost; `None` if it left no way without a crash.
    pub fn lost_to_rule(&self) -> Option<i32> {
        Some(i32::from(self.obliged?) - i32::from(self.free?))
    }

    /// Moves that the player's own choice cost; `None` if it left, or led to where every way crashes.
    pub fn lost_by_choice(&self, deed: &Deed) -> Option<i32> {
        let made = match deed {
            Deed::Moved { .. } => 1,
            Deed::Placed(_) => 0,
            Deed::Crashed(_) | Deed::Gone => return None,
        };
        Some(made + i32::from(self.after?) - i32::from(self.with_cars?))
    }
}
