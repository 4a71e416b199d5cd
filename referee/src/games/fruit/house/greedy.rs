//! One category after the other, by the fastest route.

use super::robot::Robot;
use crate::games::fruit::board::{Category, Cell, Move};
use crate::games::fruit::view::View;

/// Searches every open category for the shortest walk that wins it, and follows the shortest of all; if none can be
/// won, the shortest walk that ties one. It plans anew each turn, so a piece taken by the opponent costs it only the
/// steps already made.
pub(super) struct Greedy;

impl Robot for Greedy {
    fn choose(&mut self, view: &View) -> Move {
        let open: Vec<Category> = view
            .board
            .categories()
            .filter(|it| CategoryStanding::of(view, *it).is_open())
            .collect();
        if view.board.fruit(view.me).is_some_and(|fruit| open.contains(&fruit)) {
            return Move::Take;
        }
        let best = |wanted: fn(CategoryStanding) -> Option<usize>| {
            let routes = open.iter().filter_map(|category| {
                let pieces = wanted(CategoryStanding::of(view, *category))?;
                Route::shortest(view, *category, pieces)
            });
            routes.min_by_key(|route| route.turns)
        };
        let route = best(CategoryStanding::to_win).or_else(|| best(CategoryStanding::to_tie));
        route.map_or(Move::Pass, |route| toward(view.me, route.first))
    }
}

/// The state of a category: the lead in halves and the pieces left.
#[derive(Clone, Copy)]
struct CategoryStanding {
    lead: i64,
    left: i64,
}

impl CategoryStanding {
    fn of(view: &View, category: Category) -> Self {
        let [mine, theirs] = [&view.mine, &view.theirs].map(|it| i64::from(it[category.index()].0));
        Self { lead: mine - theirs, left: i64::from(view.left(category)) }
    }

    fn is_open(self) -> bool {
        self.lead.abs() <= 2 * self.left && self.left > 0
    }

    /// The fewest pieces after which the opponent cannot even tie: each piece adds to the lead and leaves one less.
    fn to_win(self) -> Option<usize> {
        (1..=self.left).find(|pieces| self.lead + 4 * pieces > 2 * self.left).map(|it| it as usize)
    }

    /// The fewest pieces after which the opponent cannot win.
    fn to_tie(self) -> Option<usize> {
        (1..=self.left).find(|pieces| self.lead + 4 * pieces >= 2 * self.left).map(|it| it as usize)
    }
}

/// A walk over pieces of one category.
struct Route {
    first: Cell,
    turns: u32,
}

impl Route {
    /// The shortest walk that takes a number of pieces, or `None` if there are fewer.
    fn shortest(view: &View, category: Category, pieces: usize) -> Option<Self> {
        let mut cells: Vec<Cell> =
            view.board.cells().filter(|it| view.board.fruit(*it) == Some(category)).collect();
        if cells.len() < pieces {
            return None;
        }
        let mut search = Search { best: u32::MAX, first: None };
        search.walk(view.me, &mut cells, pieces, 0, None);
        search.first.map(|first| Self { first, turns: search.best + pieces as u32 })
    }
}

/// Searches depth first over the order of the pieces; a branch ends when it is as long as the best walk so far.
struct Search {
    best: u32,
    first: Option<Cell>,
}

impl Search {
    fn walk(
        &mut self,
        from: Cell,
        cells: &mut Vec<Cell>,
        pieces: usize,
        steps: u32,
        first: Option<Cell>,
    ) {
        if pieces == 0 {
            if steps < self.best {
                (self.best, self.first) = (steps, first);
            }
            return;
        }
        for index in 0..cells.len() {
            let next = cells[index];
            let steps = steps + from.manhattan(next);
            if steps < self.best {
                cells.remove(index);
                self.walk(next, cells, pieces - 1, steps, first.or(Some(next)));
                cells.insert(index, next);
            }
        }
    }
}

/// The step toward a cell: along the longer side, which leaves more ways open.
fn toward(from: Cell, to: Cell) -> Move {
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    match (dx.abs() >= dy.abs(), dx.signum(), dy.signum()) {
        (true, 1, _) => Move::East,
        (true, -1, _) => Move::West,
        (_, _, 1) => Move::South,
        (_, _, -1) => Move::North,
        _ => Move::Take,
    }
}
