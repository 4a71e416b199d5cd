//! Players with the same method and different parameters: see [`temper`].
//!
//! A player tries every surfacing, step and silence that its parameters allow, with a torpedo before or after each
//! of them. It chooses the line with the greatest score: the damage that it does, the free room, the mines near its
//! way, the opponent's knowledge of its position, and the distance of the opponent.

mod known;
mod line;
pub(super) mod temper;

use gridkit::Square15;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use self::known::{Known, cell, expected, square};
use self::line::{Line, lines};
use self::temper::Temper;
use super::view::View;
use crate::contest::House;
use crate::game::Seat;
use crate::games::ocean::cell::{Cell, Dir};
use crate::games::ocean::chart::damage;
use crate::games::ocean::commands::Device;

/// A player with its parameters and its knowledge.
pub(super) struct Tempered {
    temper: Temper,
    random: Pcg64Mcg,
    game: Option<Known>,
}

impl Tempered {
    pub fn new(temper: Temper, seed: u64, seat: Seat) -> Self {
        let random = Pcg64Mcg::seed_from_u64(seed.wrapping_add(seat.0 as u64));
        Self { temper, random, game: None }
    }

    /// A random cell of the largest lake.
    fn start(&mut self, game: &Known) -> Cell {
        let mut lake = game.view.largest_lake();
        lake.shuffle(&mut self.random);
        *lake.first().expect("every map has water")
    }

    fn orders(&mut self, game: &mut Known) -> String {
        let mut all = lines(&self.temper, game);
        for line in &mut all {
            // Nearly equal lines are chosen at random, so that habits reveal less.
            line.score += self.random.random_range(0.0..0.02);
        }
        let best = all.into_iter().max_by(|a, b| a.score.total_cmp(&b.score));
        let best = best.expect("a submarine can always surface");
        self.complete(game, best)
    }

    /// Adds the explosion of a mine, a new mine and a sonar to a line.
    fn complete(&self, game: &mut Known, line: Line) -> String {
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
        game.show(&text, cell(start), price);
        // The loss by its own line is known now; the rest of the next difference is the opponent's work.
        game.lives[0] -= price.min(game.lives[0]);
        text
    }
}

/// The direction in which a mine covers the most cells that no other mine covers.
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
                game.take_turn(sent);
                let line = self.orders(&mut game);
                self.game = Some(game);
                line
            }
        };
        vec![line]
    }
}
