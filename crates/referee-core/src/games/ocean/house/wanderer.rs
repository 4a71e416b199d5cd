//! A player that fills the map with its trail and fires at the possible cells of the opponent.

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_pcg::Pcg64Mcg;

use super::view::View;
use crate::contest::House;
use crate::game::Seat;
use crate::games::ocean::cell::{Cell, Dir};
use crate::games::ocean::commands::Device;
use crate::games::ocean::sea::{CellSet, Sea};

/// The least expected damage of a torpedo that it fires.
const TORPEDO_WORTH: f64 = 0.4;
/// The least expected damage of a mine that it triggers.
const MINE_WORTH: f64 = 0.5;

/// Moves to the side with the most room, along visited cells; charges the torpedo first.
pub(super) struct Wanderer {
    random: Pcg64Mcg,
    view: Option<View>,
    /// The possible cells of the opponent. Its trail is not considered.
    possible: CellSet,
}

impl Wanderer {
    pub fn new(seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64));
        Self { random, view: None, possible: CellSet::EMPTY }
    }

    /// The mean damage of an explosion over the opponent's possible cells; `None` if it damages the own submarine.
    fn worth(&self, view: &View, target: Cell) -> f64 {
        if view.cell.king_distance(target) <= 1 {
            return 0.0;
        }
        let (mut cells, mut damage) = (0, 0);
        for cell in Cell::all().filter(|cell| self.possible.contains(*cell)) {
            cells += 1;
            damage += (2 - cell.king_distance(target)).max(0);
        }
        f64::from(damage) / f64::from(cells.max(1))
    }

    /// The target with the greatest expected damage, if that is enough.
    fn best(&self, view: &View, targets: Vec<Cell>, enough: f64) -> Option<Cell> {
        let best = targets
            .into_iter()
            .map(|target| (self.worth(view, target), target))
            .max_by(|a, b| a.0.total_cmp(&b.0))?;
        (best.0 >= enough).then_some(best.1)
    }

    fn orders(&mut self, view: &mut View) -> String {
        let mut orders = Vec::new();
        let torpedo = view.is_ready(Device::Torpedo);
        let fires = |view: &View| self.best(view, view.targets(), TORPEDO_WORTH);
        if let Some(target) = fires(view).filter(|_| torpedo) {
            orders.push(format!("TORPEDO {target}"));
        } else if let Some(mine) = self.best(view, view.armed_mines(), MINE_WORTH) {
            view.trigger(mine);
            orders.push(format!("TRIGGER {mine}"));
        }
        if view.is_ready(Device::Mine)
            && let Some(dir) = view.mine_sites().choose(&mut self.random)
        {
            view.lay_mine(*dir);
            orders.push(format!("MINE {dir}"));
        }
        orders.push(self.step(view));
        orders.join("|")
    }

    /// Moves, or surfaces if no move is possible.
    fn step(&mut self, view: &mut View) -> String {
        let mut moves = view.moves();
        moves.shuffle(&mut self.random);
        let exits =
            |cell: Cell| Dir::ALL.iter().filter(|dir| view.is_free(cell.step(**dir))).count();
        let best = moves.into_iter().max_by_key(|dir| {
            let there = view.cell.step(*dir);
            (view.space_from(there), 4 - exits(there))
        });
        let Some(dir) = best else {
            view.surface();
            return "SURFACE".to_owned();
        };
        view.visit(view.cell.step(dir));
        let order = [Device::Torpedo, Device::Mine, Device::Silence, Device::Sonar];
        match order.into_iter().find(|device| view.wants_charge(*device)) {
            Some(device) => format!("MOVE {dir} {}", device.word()),
            None => format!("MOVE {dir}"),
        }
    }

    fn track(&mut self, view: &View) {
        for order in &view.seen {
            self.possible = after(&self.possible, order, &view.sea);
        }
    }
}

/// The possible cells of a submarine after one of its orders.
fn after(possible: &CellSet, order: &str, sea: &Sea) -> CellSet {
    let words: Vec<&str> = order.split(' ').collect();
    let number = |index: usize| words.get(index).and_then(|word| word.parse::<i32>().ok());
    let cells = Cell::all().filter(|cell| possible.contains(*cell));
    let mut next = CellSet::EMPTY;
    match (words[0], number(1), number(2)) {
        ("MOVE", ..) => {
            let dir =
                Dir::ALL.into_iter().find(|dir| Some(&dir.to_string().as_str()) == words.get(1));
            cells
                .filter_map(|cell| dir.map(|dir| cell.step(dir)))
                .filter(|cell| sea.is_water(*cell))
                .for_each(|cell| next.insert(cell));
        }
        ("SURFACE", Some(sector), _) => {
            cells.filter(|cell| cell.sector() == sector).for_each(|cell| next.insert(cell));
        }
        ("TORPEDO", Some(x), Some(y)) => {
            let within = sea.within(Cell::new(x, y), 4);
            cells.filter(|cell| within.contains(*cell)).for_each(|cell| next.insert(cell));
        }
        ("SILENCE", ..) => {
            for cell in cells {
                for dir in Dir::ALL {
                    let mut there = cell;
                    for _ in 0..=4 {
                        if !sea.is_water(there) {
                            break;
                        }
                        next.insert(there);
                        there = there.step(dir);
                    }
                }
            }
        }
        _ => return possible.clone(),
    }
    next
}

impl House for Wanderer {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let line = match self.view.take() {
            None => {
                let view = View::of_map(sent);
                view.free_cells().into_iter().for_each(|cell| self.possible.insert(cell));
                // A random cell of the largest lake.
                let start = view.largest_lake().choose(&mut self.random).copied();
                let start = start.expect("every map has water");
                self.view = Some(view);
                start.to_string()
            }
            Some(mut view) => {
                view.take_turn(sent);
                self.track(&view);
                let line = self.orders(&mut view);
                self.view = Some(view);
                line
            }
        };
        vec![line]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of possible cells in a sea without islands after one order.
    fn left(from: &[Cell], order: &str) -> Vec<String> {
        let sea = Sea::from_rows(&vec![".".repeat(15); 15]);
        let mut possible = CellSet::EMPTY;
        for cell in from {
            possible.insert(*cell);
        }
        let next = after(&possible, order, &sea);
        Cell::all().filter(|cell| next.contains(*cell)).map(|cell| cell.to_string()).collect()
    }

    #[test]
    fn orders_that_are_seen_narrow_down_where_the_opponent_is() {
        let corners = [Cell::new(0, 0), Cell::new(14, 14), Cell::new(5, 0)];
        assert_eq!(left(&corners, "MOVE E"), ["1 0", "6 0"]);
        assert_eq!(left(&corners, "SURFACE 9"), ["14 14"]);
        assert_eq!(left(&corners, "SURFACE 2"), ["5 0"]);
        assert_eq!(left(&corners, "TORPEDO 2 1"), ["0 0", "5 0"]);
        assert_eq!(left(&corners, "SONAR 4"), ["0 0", "5 0", "14 14"]);
        let silent = ["0 0", "1 0", "2 0", "3 0", "4 0", "0 1", "0 2", "0 3", "0 4"];
        assert_eq!(left(&corners[..1], "SILENCE"), silent);
    }
}
