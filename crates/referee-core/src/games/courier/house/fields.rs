//! Distance fields: the cost of the way from every cell to one cell. The last few are cached.

use std::collections::VecDeque;
use std::sync::Arc;

use super::chart::Chart;
use crate::games::courier::board::{Board, Cell, Direction};

/// The number of fields in the cache.
const KEPT: usize = 10;
/// The cost of a step onto a tile from which a push drowns, in steps.
const DANGER: usize = 12;

/// The cost of a step onto a tile.
pub(super) fn step_cost(chart: &Chart, cell: Cell, shy: bool) -> u32 {
    if shy && chart.is_dangerous(cell) { DANGER as u32 } else { 1 }
}

/// The cost of the way from every cell to one cell.
pub(super) struct Field {
    /// The cost by cell; `FAR` if it cannot be reached.
    costs: Vec<u32>,
}

const FAR: u32 = u32::MAX;

impl Field {
    /// The cost of the way from a cell, if there is one.
    pub(super) fn from(&self, board: &Board, cell: Cell) -> Option<u32> {
        let cost = if board.has(cell) { self.costs[board.index(cell)] } else { FAR };
        (cost != FAR).then_some(cost)
    }

    /// Searches from the cell over all land, in the order of cost: the cells of each cost have their own queue, and the
    /// queues form a ring, because the cost of a step is bounded.
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

/// The cached fields.
#[derive(Default)]
pub(super) struct Fields {
    /// The most recently used one first: the goal, whether it is water-shy, the field.
    kept: VecDeque<(Cell, bool, Arc<Field>)>,
}

impl Fields {
    /// The field to a cell. In a water-shy one steps onto tiles from which a push drowns cost more: ways avoid such
    /// tiles if the detour is short enough.
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
