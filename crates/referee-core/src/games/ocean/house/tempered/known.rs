//! The knowledge of a player.

use gridkit::{Board15, Point, Square15};

use crate::games::ocean::cell::Cell;
use crate::games::ocean::chart::{Chart, damage};
use crate::games::ocean::house::view::View;

/// The state of the game as a player knows it.
pub(super) struct Known {
    pub(super) view: View,
    pub(super) water: Board15,
    /// The cells on which the opponent can be.
    pub(super) them: Chart,
    /// The cells on which this player can be, as the opponent knows it.
    pub(super) us: Chart,
    /// Lives of this player and of the opponent when they were last read.
    pub(super) lives: [u32; 2],
    /// The lives that it has lost since its last line, without the price of that line.
    pub(super) lost: u32,
    /// The explosions that it caused in the last turn.
    pub(super) explosions: Vec<Square15>,
    /// The sector of its last sonar, until the answer has come.
    pub(super) asked: Option<i32>,
}

/// The square of a cell on the board.
pub(super) fn square(cell: Cell) -> Square15 {
    Square15::at(Point::new(cell.x, cell.y)).expect("a cell of the board")
}

pub(super) fn cell(square: Square15) -> Cell {
    Cell::new(square.point().x, square.point().y)
}

impl Known {
    pub(super) fn of_map(sent: &[String]) -> Self {
        let view = View::of_map(sent);
        let water = Cell::all().filter(|cell| view.sea.is_water(*cell)).map(square).collect();
        let (them, us) = (Chart::new(water), Chart::new(water));
        Self { view, water, them, us, lives: [6, 6], lost: 0, explosions: Vec::new(), asked: None }
    }

    /// Reads a turn.
    pub(super) fn take_turn(&mut self, sent: &[String]) {
        let planned = self.view.cell;
        self.view.take_turn(sent);
        let lives = self.view.lives;
        // With a recording, the submarine may have done something else than this player wanted.
        if self.view.cell != planned || lives[0] > self.lives[0] {
            self.forget_last_line();
        }
        self.lost = self.lives[0].saturating_sub(lives[0]);
        for explosion in self.explosions.drain(..) {
            self.them.explosion(explosion);
        }
        if let Some(sector) = self.asked.take() {
            self.them.sonar(sector, sent[1] == "Y");
        }
        for order in &self.view.seen {
            self.them.see(order);
            let words: Vec<&str> = order.split(' ').collect();
            match words[..] {
                ["TORPEDO" | "TRIGGER", x, y] => {
                    let number = |word: &str| word.parse().expect("the referee sends numbers");
                    self.us.explosion(square(Cell::new(number(x), number(y))));
                }
                ["SONAR", sector] => {
                    let sector = sector.parse().expect("the referee sends numbers");
                    self.us.sonar(sector, self.view.cell.sector() == sector);
                }
                _ => {}
            }
        }
        self.them.has_lost(self.lives[1] - lives[1]);
        self.lives = lives;
    }

    /// Drops what follows from its last line, which was not played.
    fn forget_last_line(&mut self) {
        self.us = Chart::new(self.water);
        self.explosions.clear();
        self.asked = None;
    }

    /// Updates the opponent's knowledge by the visible part of this turn. `price` is the number of own lives that
    /// the line costs.
    pub(super) fn show(&mut self, line: &str, from: Cell, price: u32) {
        for order in line.split('|') {
            let words: Vec<&str> = order.split(' ').collect();
            let seen = match words[0] {
                "MOVE" => words[..2].join(" "),
                "SURFACE" => format!("SURFACE {}", from.sector()),
                "SILENCE" | "MINE" => words[0].to_owned(),
                _ => order.to_owned(),
            };
            self.us.see(&seen);
        }
        self.us.has_lost(self.lost + price);
    }
}

/// The expected damage of an explosion.
pub(super) fn expected(chances: &[f64; 256], cells: Board15, target: Square15) -> f64 {
    let near = Board15::of(target).grow_king() & cells;
    near.iter().map(|at| chances[at.index()] * f64::from(damage(target, at))).sum()
}
