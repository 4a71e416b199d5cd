//! The choice among start cells.

use crate::graph::Node;
use crate::motion::Motion;
use crate::rules::MoveNumber;
use crate::solve::Race;
use crate::tour::FAR;
use crate::track::Cell;

/// The cell from which most of the quickest ways begin, the first of equals; `steps` are first moves, each with the
/// number of ways that begin with it.
pub(super) fn with_most_ways(
    race: &Race,
    free: &[Cell],
    steps: impl Iterator<Item = (Node, u64)>,
) -> Option<Cell> {
    let steps: Vec<(Cell, u64)> =
        steps.map(|(node, ways)| (race.graph().motion(node).source(), ways)).collect();
    let ways = |cell: Cell| {
        let from = steps.iter().filter(|it| it.0 == cell);
        from.fold(0, |sum: u64, it| sum.saturating_add(it.1))
    };
    let ways = free.iter().map(|cell| (ways(*cell), *cell));
    ways.rev().max_by_key(|it| it.0).filter(|(ways, _)| *ways > 0).map(|(_, cell)| cell)
}

/// The cell with the least bound on the moves to the finish.
pub(super) fn nearest(race: &Race, free: &[Cell]) -> Cell {
    let all = race.course().all();
    let bound = |cell: &&Cell| {
        let moves = race.first_moves(Motion::at_rest(**cell), MoveNumber::FIRST);
        moves.iter().map(|node| race.left(*node, all)).min().unwrap_or(FAR)
    };
    free.iter().min_by_key(bound).copied().unwrap_or(free[0])
}
