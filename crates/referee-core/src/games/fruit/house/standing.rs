//! How a robot stands in each category, and steps.

use crate::games::fruit::board::{Category, Cell, Move};
use crate::games::fruit::view::View;

/// The state of a category: the lead in halves and the pieces left.
#[derive(Clone, Copy)]
pub(super) struct Standing {
    lead: i64,
    left: i64,
}

impl Standing {
    /// That of the robot itself.
    pub fn of(view: &View, category: Category) -> Self {
        let [mine, theirs] = [&view.mine, &view.theirs].map(|it| i64::from(it[category.index()].0));
        Self { lead: mine - theirs, left: i64::from(view.left(category)) }
    }

    /// The same for the opponent.
    pub fn of_opponent(view: &View, category: Category) -> Self {
        let own = Self::of(view, category);
        Self { lead: -own.lead, ..own }
    }

    /// Whether the pieces that are left can still change who has more of it.
    pub fn is_open(self) -> bool {
        self.lead.abs() <= 2 * self.left && self.left > 0
    }

    /// The fewest pieces after which the opponent cannot even tie: each piece adds to the lead and leaves one less.
    pub fn to_win(self) -> Option<usize> {
        (1..=self.left).find(|pieces| self.lead + 4 * pieces > 2 * self.left).map(|it| it as usize)
    }

    /// The fewest pieces after which the opponent cannot win.
    pub fn to_tie(self) -> Option<usize> {
        (1..=self.left).find(|pieces| self.lead + 4 * pieces >= 2 * self.left).map(|it| it as usize)
    }
}

/// The categories that are open.
pub(super) fn open_categories(view: &View) -> impl Iterator<Item = Category> + '_ {
    view.board.categories().filter(|it| Standing::of(view, *it).is_open())
}

/// The cells of the pieces of open categories, row by row, with their categories.
pub(super) fn open_pieces(view: &View) -> Vec<(Cell, Category)> {
    let open: Vec<Category> = open_categories(view).collect();
    let pieces = view.board.cells().filter_map(|cell| Some((cell, view.board.fruit(cell)?)));
    pieces.filter(|(_, category)| open.contains(category)).collect()
}

/// The step toward a cell: along the longer side, which leaves more ways open.
pub(super) fn toward(from: Cell, to: Cell) -> Move {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    match (dx.abs() >= dy.abs(), dx.signum(), dy.signum()) {
        (true, 1, _) => Move::East,
        (true, -1, _) => Move::West,
        (_, _, 1) => Move::South,
        (_, _, -1) => Move::North,
        _ => Move::Take,
    }
}
