//! The heat-map bot "mo" (Sean Haufler, May 2012).
//!
//! Every fruit of an open category adds heat to the whole board: more if its category is rare or nearly decided, less
//! with the distance. The robot goes to the warmest neighbour. Sums and powers are computed in the order of the
//! original, so that even equal floating-point numbers are the same.

use gridkit::floats;

use super::robot::Robot;
use crate::games::fruit::board::{Category, Cell, Move};
use crate::games::fruit::view::View;

/// The weight of rarity.
const RARITY: f64 = 1.6;
/// The weight of a category that is nearly decided.
const CLINCH: f64 = 1.5;
/// The decrease of heat with the distance.
const DISTANCE: f64 = 1.2;
/// The heat on the fruit's own cell.
const OWN_CELL: f64 = 3.0;

/// Follows the heat.
pub(super) struct Mo;

impl Robot for Mo {
    fn choose(&mut self, view: &View) -> Move {
        let heat = Heat::of(view);
        let me = view.me;
        let here = heat.at(me);
        let beside =
            [Move::North, Move::South, Move::East, Move::West].map(|step| (step, step.target(me)));
        let warmths = beside.map(|(step, cell)| (step, heat.at(cell)));
        let mut most = warmths.iter().fold(here, |most, (_, warmth)| most.max(*warmth));
        if here >= most {
            if view.board.fruit(me).is_some() {
                return Move::Take;
            }
            most = warmths.iter().fold(f64::NEG_INFINITY, |most, (_, warmth)| most.max(*warmth));
        }
        warmths.iter().find(|(_, warmth)| *warmth >= most).map_or(Move::Pass, |(step, _)| *step)
    }
}

/// Heat by cell, column by column as in the contest.
struct Heat {
    columns: Vec<Vec<f64>>,
}

impl Heat {
    fn of(view: &View) -> Self {
        let (width, height) = (view.board.width(), view.board.height());
        let mut heat = Self { columns: vec![vec![0.0; height as usize]; width as usize] };
        for x in 0..width {
            for y in 0..height {
                let cell = Cell::new(x, y);
                if let Some(category) = view.board.fruit(cell).filter(|it| !is_dead(view, *it)) {
                    heat.add(view, cell, category);
                }
            }
        }
        heat
    }

    fn add(&mut self, view: &View, fruit: Cell, category: Category) {
        let total = f64::from(view.totals[category.index()]);
        let left = f64::from(view.left(category));
        let importance = floats::pow(total, -RARITY) * floats::pow(total / left, CLINCH);
        for (x, column) in self.columns.iter_mut().enumerate() {
            for (y, heat) in column.iter_mut().enumerate() {
                *heat += match fruit.manhattan(Cell::new(x as i32, y as i32)) {
                    0 => OWN_CELL * importance,
                    distance => floats::pow(distance.into(), -DISTANCE) * importance,
                };
            }
        }
    }

    /// The heat of a cell; -1 off the board.
    fn at(&self, cell: Cell) -> f64 {
        let column = usize::try_from(cell.x).ok().and_then(|x| self.columns.get(x));
        let heat = usize::try_from(cell.y).ok().and_then(|y| column.and_then(|it| it.get(y)));
        heat.copied().unwrap_or(-1.0)
    }
}

/// Whether one of the robots has more than half of a category.
fn is_dead(view: &View, category: Category) -> bool {
    let total = view.totals[category.index()];
    view.mine[category.index()].0 > total || view.theirs[category.index()].0 > total
}
