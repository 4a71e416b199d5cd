//! One category after the other, by the fastest route.

use super::robot::Robot;
use super::standing::{Standing, open_categories, toward};
use crate::games::fruit::board::{Category, Cell, Move};
use crate::games::fruit::view::View;

/// Searches every open category for the shortest walk that wins it, and follows the shortest of all; if none can be
/// won, the shortest walk that ties one. It plans anew each turn, so a piece taken by the opponent costs it only the
/// steps already made.
pub(super) struct Greedy;

impl Robot for Greedy {
    fn choose(&mut self, view: &View) -> Move {
        let open: Vec<Category> = open_categories(view).collect();
        if view.board.fruit(view.me).is_some_and(|fruit| open.contains(&fruit)) {
            return Move::Take;
        }
        let best = |wanted: fn(Standing) -> Option<usize>| {
            let routes = open.iter().filter_map(|category| {
                let pieces = wanted(Standing::of(view, *category))?;
                Route::shortest(view, *category, pieces)
            });
            routes.min_by_key(|route| route.turns)
        };
        let route = best(Standing::to_win).or_else(|| best(Standing::to_tie));
        route.map_or(Move::Pass, |route| toward(view.me, route.first))
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
