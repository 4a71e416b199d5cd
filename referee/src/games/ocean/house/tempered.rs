//! Players of different temper, with one way to think: see [`temper`].
//!
//! A player tries every surfacing, step and silence that its temper allows, with a torpedo before or
//! after each of them, and takes the line with the best sum: damage done, room that is left,
//! mines beside its way, how well the opponent knows where it is, and how near that one is.

mod line;
pub(super) mod temper;

use gridkit::{Board15, Point, Square15};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use self::line::{Line, lines};
use self::temper::Temper;
use super::view::View;
use crate::contest::House;
use crate::game::Seat;
use crate::games::ocean::cell::{Cell, Dir};
use crate::games::ocean::chart::{Chart, damage};
use crate::games::ocean::commands::Device;

/// A player and what it knows.
pub(super) struct Tempered {
    temper: Temper,
    random: Pcg64Mcg,
    game: Option<Known>,
}

/// What it knows of the game.
struct Known {
    view: View,
    water: Board15,
    /// Where the opponent can be.
    them: Chart,
    /// Where the opponent can think that this player is.
    us: Chart,
    /// Lives of this player and of the opponent when they were last read.
    lives: [u32; 2],
    /// Where its explosions of the last turn were.
    explosions: Vec<Square15>,
    /// The sector that it asked its sonar for.
    asked: Option<i32>,
}

/// The square of a cell on the board.
fn square(cell: Cell) -> Square15 {
    Square15::at(Point::new(cell.x, cell.y)).expect("a cell of the board")
}

fn cell(square: Square15) -> Cell {
    Cell::new(square.point().x, square.point().y)
}

impl Known {
    fn of_map(sent: &[String]) -> Self {
        let view = View::of_map(sent);
        let water = Cell::all().filter(|cell| view.sea.is_water(*cell)).map(square).collect();
        let (them, us) = (Chart::new(water), Chart::new(water));
        Self { view, water, them, us, lives: [6, 6], explosions: Vec::new(), asked: None }
    }

    /// Reads a turn.
    fn take_turn(&mut self, sent: &[String]) {
        self.view.take_turn(sent);
        let lives = self.view.lives;
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

    /// Shows the opponent what it will see of this turn. Its own lives are what it lost by
    /// the opponent's last turn and will lose by this line.
    fn show(&mut self, line: &str, from: Cell, shown_before: u32, price: u32) {
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
        self.us.has_lost(shown_before - self.lives[0] + price);
    }
}

impl Tempered {
    pub fn new(temper: Temper, seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64));
        Self { temper, random, game: None }
    }

    /// Anywhere in the largest lake.
    fn start(&mut self, game: &Known) -> Cell {
        let view = &game.view;
        let water: Vec<Cell> = Cell::all().filter(|cell| view.is_free(*cell)).collect();
        let room = water.iter().map(|cell| view.space_from(*cell)).max();
        let mut lake: Vec<Cell> =
            water.into_iter().filter(|cell| Some(view.space_from(*cell)) == room).collect();
        lake.shuffle(&mut self.random);
        *lake.first().expect("every map has water")
    }

    fn orders(&mut self, game: &mut Known, shown_before: u32) -> String {
        let mut all = lines(&self.temper, game);
        for line in &mut all {
            // Among nearly equal lines chance decides, so that habits tell less.
            line.score += self.random.random_range(0.0..0.02);
        }
        let best = all.into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
        let best = best.expect("a submarine can always surface");
        self.complete(game, best, shown_before)
    }

    /// Adds a mine blown, a mine laid and a sonar to a line.
    fn complete(&self, game: &mut Known, line: Line, shown_before: u32) -> String {
        let mut orders = Vec::new();
        let mut price = line.price;
        let (chances, cells) = game.them.chances();
        let start = square(game.view.cell);
        let worth = |target: Square15| expected(&chances, cells, target);
        let armed = game.view.armed_mines().into_iter().map(square);
        let harmless = armed.filter(|mine| damage(*mine, start) == 0);
        let mine = harmless.map(|mine| (worth(mine), mine)).max_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, mine)) = mine.filter(|(worth, _)| *worth >= self.temper.trigger) {
            game.view.trigger(cell(mine));
            game.explosions.push(mine);
            orders.push(format!("TRIGGER {}", cell(mine)));
        }
        orders.extend(line.orders);
        game.explosions.extend(line.torpedo);
        if orders.iter().any(|order| order == "SURFACE") {
            game.view.surface();
        }
        line.passed.iter().for_each(|passed| game.view.visit(cell(*passed)));
        if self.temper.lays_mines
            && game.view.is_ready(Device::Mine)
            && let Some(dir) = mine_site(&game.view)
        {
            game.view.lay_mine(dir);
            orders.push(format!("MINE {dir}"));
        }
        if self.temper.listens && game.view.is_ready(Device::Sonar) {
            let inside = |sector: i32| -> f64 {
                let there = cells.iter().filter(|at| cell(*at).sector() == sector);
                there.map(|at| chances[at.index()]).sum()
            };
            let best = (1..=9)
                .min_by(|a, b| (inside(*a) - 0.5).abs().total_cmp(&(inside(*b) - 0.5).abs()));
            if let Some(sector) = best.filter(|best| (inside(*best) - 0.5).abs() < 0.2) {
                game.asked = Some(sector);
                orders.push(format!("SONAR {sector}"));
            }
        }
        if orders.is_empty() {
            game.view.surface();
            orders.push("SURFACE".to_owned());
            price += 1;
        }
        let text = orders.join("|");
        game.show(&text, cell(start), shown_before, price);
        // What it will have lost by its own line; the next reading tells what the opponent did.
        game.lives[0] -= price.min(game.lives[0]);
        text
    }
}

/// The mean damage of an explosion.
fn expected(chances: &[f64; 256], cells: Board15, target: Square15) -> f64 {
    let near = Board15::of(target).grow_king() & cells;
    near.iter().map(|at| chances[at.index()] * f64::from(damage(target, at))).sum()
}

/// The direction in which a mine covers most that no other covers.
fn mine_site(view: &View) -> Option<Dir> {
    let mines: Vec<Cell> = view.mines().collect();
    let fresh = |dir: &Dir| {
        let site = view.cell.step(*dir);
        let near = Cell::all().filter(|at| view.sea.is_water(*at) && at.king_distance(site) <= 1);
        near.filter(|at| mines.iter().all(|mine| at.king_distance(*mine) > 1)).count()
    };
    view.mine_sites().into_iter().max_by_key(fresh)
}

impl House for Tempered {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let line = match self.game.take() {
            None => {
                let game = Known::of_map(sent);
                let start = self.start(&game);
                self.game = Some(game);
                start.to_string()
            }
            Some(mut game) => {
                let shown_before = game.lives[0];
                game.take_turn(sent);
                let line = self.orders(&mut game, shown_before);
                self.game = Some(game);
                line
            }
        };
        vec![line]
    }
}
