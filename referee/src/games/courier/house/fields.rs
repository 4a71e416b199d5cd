//! Fields: how far it is from everywhere to one cell, the last few kept.

use std::collections::VecDeque;
use std::sync::Arc;

use super::chart::Chart;
use crate::games::courier::board::{Board, Cell, Direction};

/// The 10 most recently used fields are kept.
const KEPT: usize = 10;
/// What a step onto a tile costs from which a push drowns, in steps.
const DANGER: usize = 12;

/// What a step onto a tile costs.
pub(super) fn step_cost(chart: &Chart, cell: Cell, shy: bool) -> u32 {
    if shy && chart.is_dangerous(cell) { DANGER as u32 } else { 1 }
}

/// The way from every cell to one cell.
pub(super) struct Field {
    /// The cost of the way by cell; `FAR` where there is none.
    costs: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl Field {
    /// The cost of the way from a cell, if there is one.
    pub(super) fn from(&self, board: &Board, cell: Cell) -> Option<u32> {
        let cost = if board.has(cell) { self.costs[board.index(cell)] } else { FAR };
        (cost != FAR).then_some(cost)
    }

    /// Walks outward from the cell over all land, in the order of cost: the cells of each cost wait
    /// in a queue of their own, and the queues form a circle because a step costs at most so much.
    fn to(chart: &Chart, goal: Cell, shy: bool) -> Self {
        let board = &chart.board;
        let mut costs = vec![FAR; board.area()];
        let mut queues: Vec<Vec<Cell>> = vec![Vec::new(); DANGER + 1];
        if board.tile(goal).is_land() {
            costs[board.index(goal)] = 0;
            queues[0].push(goal);
        }
        let (mut cost, mut idle) = (0, 0);
        while idle <= DANGER {
            let mut queue = std::mem::take(&mut queues[cost as usize % (DANGER + 1)]);
            idle = if queue.is_empty() { idle + 1 } else { 0 };
            for cell in queue.drain(..) {
                if costs[board.index(cell)] != cost {
                    continue;
                }
                let step = step_cost(chart, cell, shy);
                for next in Direction::ALL.map(|direction| cell.step(direction)) {
                    if board.tile(next).is_land() && costs[board.index(next)] > cost + step {
                        costs[board.index(next)] = cost + step;
                        queues[(cost + step) as usize % (DANGER + 1)].push(next);
                    }
                }
            }
            cost += 1;
        }
        Self { costs }
    }
}

/// The last few fields.
#[derive(Default)]
pub(super) struct Fields {
    /// The most recently used one first: the goal, whether it is water-shy, the field.
    kept: VecDeque<(Cell, bool, Arc<Field>)>,
}

impl Fields {
    /// The field to a cell. A water-shy one costs more where a push drowns: it goes around such
    /// places if that is not too far, and still through them if there is no other way.
    pub(super) fn to(&mut self, chart: &Chart, goal: Cell, shy: bool) -> Arc<Field> {
        let place = self.kept.iter().position(|it| (it.0, it.1) == (goal, shy));
        let entry = match place {
            Some(place) => self.kept.remove(place),
            None => None,
        };
        let entry = entry.unwrap_or_else(|| (goal, shy, Arc::new(Field::to(chart, goal, shy))));
        let field = Arc::clone(&entry.2);
        self.kept.push_front(entry);
        self.kept.truncate(KEPT);
        field
    }
}
