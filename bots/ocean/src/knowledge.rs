//! What each side knows after each turn, by the lines of the protocol.

use gridkit::Board15;

use crate::device::Charges;
use crate::fire_habit::FireHabit;
use crate::map::{Cell, Map};
use crate::orders::{Order, Seen};
use crate::params::Params;
use crate::protocol::Turn;
use crate::submarine::{Outcome, Submarine, LIVES};
use crate::their_charges::TheirCharges;
use crate::tracker::Tracker;

/// Turns of each player in the longest game.
pub const TURNS: u16 = 299;

/// The state of a game as far as the bot can know it.
pub struct Knowledge {
    pub map: Map,
    pub own: Submarine,
    pub their_lives: u8,
    /// Where the opponent can be.
    pub them: Tracker,
    /// Where the opponent can think that we are.
    pub us: Tracker,
    /// What the opponent can have charged.
    pub their_charges: TheirCharges,
    /// The own turns that have begun, the present one included.
    pub turn: u16,
    /// The own lives at the end of our last turn, which the opponent has seen.
    lives_shown: u8,
    /// The probability that the opponent keeps away from a mine of ours that it may know of.
    respect: f32,
    /// How much less likely it is where it could have fired and did not, if it takes every chance.
    quiet: f32,
    /// How often the opponent fires when it can.
    pub fires: FireHabit,
    /// The orders executed in our last turn.
    executed: Vec<Order>,
}

impl Knowledge {
    /// At the start of a game, with the own submarine placed.
    pub fn new(map: Map, at: Cell, params: &Params) -> Knowledge {
        let sea = map.water();
        Knowledge {
            own: Submarine::new(at, Charges::empty(4)),
            their_lives: LIVES,
            them: Tracker::new(sea, params.tracking()),
            us: Tracker::new(sea, params.tracked()),
            their_charges: TheirCharges::new(|_| false),
            turn: 0,
            lives_shown: LIVES,
            respect: params.respect as f32,
            quiet: params.quiet as f32,
            fires: FireHabit::default(),
            executed: Vec::new(),
            map,
        }
    }

    /// Takes in what the server says at the start of a turn.
    pub fn observe(&mut self, turn: &Turn) {
        if self.turn == 0 {
            self.their_charges = TheirCharges::new(|device| turn.charges.has(device));
        }
        self.turn += 1;
        // What our last turn did to the opponent.
        for order in &self.executed {
            match *order {
                Order::Torpedo(target) | Order::Trigger(target) => self.them.explosion(target),
                Order::Sonar(sector) => {
                    if let Some(inside) = turn.sonar {
                        self.them.sonar(&self.map, sector, inside);
                    }
                }
                _ => {}
            }
        }
        // The opponent's turn.
        self.them.begin_turn();
        self.doubt_chances_not_taken(&turn.seen);
        self.fires.saw(&turn.seen);
        for &seen in &turn.seen {
            self.them.see(&self.map, seen);
            self.their_charges.see(seen);
            match seen {
                Seen::Torpedo(target) | Seen::Trigger(target) => {
                    self.us.explosion(target);
                    self.own.suffer(target);
                }
                Seen::Sonar(sector) => {
                    // It gets the true answer, which we know, too.
                    let inside = sector.cells().contains(self.own.at);
                    self.us.sonar(&self.map, sector, inside);
                }
                _ => {}
            }
        }
        self.them.lives(&self.map, self.their_lives, turn.their_lives);
        self.respect_mines();
        self.their_lives = turn.their_lives;
        self.trust(turn);
        self.own.begin_turn();
    }

    /// An opponent that did not fire probably was not where it could have.
    fn doubt_chances_not_taken(&mut self, seen: &[Seen]) {
        let near = self.fires.near();
        if near.is_empty() || seen.iter().any(|order| matches!(order, Seen::Torpedo(_))) {
            return;
        }
        let left = 1.0 - self.quiet * self.fires.takes()[0];
        self.them.assume(&self.map, |cell| if near.contains(cell) { left } else { 1.0 });
    }

    /// Most opponents do not end their turns beside what may be our mines.
    fn respect_mines(&mut self) {
        if self.own.mines().is_empty() || self.respect <= 0.0 {
            return;
        }
        let feared = self.us.belief();
        let mut factors = [1.0; 256];
        for cell in self.map.water() {
            let danger: f32 = self.map.blast(cell).iter().map(|mine| feared.mine(mine)).sum();
            factors[cell.index()] = 1.0 - self.respect * danger.min(1.0);
        }
        self.them.assume(&self.map, |cell| factors[cell.index()]);
    }

    /// The server is always right about the own submarine.
    fn trust(&mut self, turn: &Turn) {
        self.own.lives = turn.lives;
        self.own.charges = turn.charges;
        if self.own.at != turn.at {
            self.own.at = turn.at;
            self.own.trail.set(turn.at);
        }
    }

    /// Executes our own orders and shows them to the opponent.
    ///
    /// What was executed is what counts later, so an order that vanishes does no harm here.
    pub fn execute(&mut self, orders: &[Order]) {
        self.executed.clear();
        self.us.begin_turn();
        for &order in orders {
            self.execute_one(order);
        }
        if self.executed.is_empty() {
            // The server makes a surfacing of a turn in which nothing can be executed.
            self.execute_one(Order::Surface);
        }
        // What we lost since it last saw our lives: by its last turn and by our own.
        self.us.lives(&self.map, self.lives_shown, self.own.lives);
        self.lives_shown = self.own.lives;
        let (them, us) = (self.them.belief(), self.us.belief());
        self.fires.expect(&self.map, &them, &us, &self.their_charges);
    }

    fn execute_one(&mut self, order: Order) {
        if let Outcome::Done(seen) = self.own.execute(&self.map, order) {
            self.executed.push(order);
            self.us.see(&self.map, seen);
            if let Order::Torpedo(target) | Order::Trigger(target) = order {
                self.own.suffer(target);
            }
        }
    }

    /// The own lives as the opponent last saw them: at the end of our last turn.
    pub fn lives_shown(&self) -> u8 {
        self.lives_shown
    }

    /// Our turns that are left, the present one included.
    pub fn turns_left(&self) -> u16 {
        (TURNS + 1).saturating_sub(self.turn).max(1)
    }

    /// How often a tracker had no path left; 0 unless the server breaks its own rules.
    pub fn surprises(&self) -> u32 {
        self.them.surprises() + self.us.surprises()
    }

    /// The cells that the own submarine may step on.
    pub fn free(&self) -> Board15 {
        self.own.free(&self.map)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::{cell, charged, facing};
    use gridkit::Dir;

    /// How likely the opponent is on the first of two cells, relative to the second.
    fn ratio(knowledge: &Knowledge, [one, other]: [(i32, i32); 2]) -> f32 {
        let them = knowledge.them.belief();
        them.at(cell(one.0, one.1)) / them.at(cell(other.0, other.1))
    }

    #[test]
    fn an_opponent_that_did_not_fire_is_less_likely_where_it_could_have() {
        let cells = [(4, 7), (14, 7)];
        let params = Params { quiet: 0.5, ..Params::default() };
        let after = |seen: &[Seen], moves: usize| {
            let mut knowledge = facing(&cells, &[(0, 7)], [3, 4, 6, 3], &params);
            knowledge.their_charges = charged(moves);
            let (them, us) = (knowledge.them.belief(), knowledge.us.belief());
            knowledge.fires.expect(&knowledge.map, &them, &us, &knowledge.their_charges);
            knowledge.doubt_chances_not_taken(seen);
            ratio(&knowledge, cells)
        };
        let step = Seen::Move(Dir::East);
        let doubted = after(&[step], 3);
        assert!((doubted - 0.65).abs() < 1e-6, "an average opponent takes 0.7 of its chances");
        assert!((after(&[step], 1) - 1.0).abs() < 1e-6, "its torpedo is not charged");
        assert!((after(&[Seen::Torpedo(cell(1, 7))], 3) - 1.0).abs() < 1e-6, "it fired");
    }

    #[test]
    fn an_opponent_avoids_cells_beside_what_may_be_our_mines() {
        let cells = [(7, 9), (1, 1)];
        let after = |respect: f64, lays: bool| {
            let params = Params { respect, ..Params::default() };
            let mut knowledge = facing(&cells, &[(7, 7)], [3, 4, 6, 0], &params);
            if lays {
                knowledge.execute(&[Order::Mine(Dir::South)]);
            }
            knowledge.respect_mines();
            ratio(&knowledge, cells)
        };
        // For the opponent the mine is on any of four cells, of which (7, 8) is beside (7, 9).
        assert!((after(0.4, true) - (1.0 - 0.4 * 0.25)).abs() < 1e-6);
        assert!((after(0.4, false) - 1.0).abs() < 1e-6 && (after(0.0, true) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_present_turn_is_among_those_that_are_left() {
        let map = Map::new(Board15::FULL);
        let mut knowledge = Knowledge::new(map, Cell::NORTH_WEST, &Params::default());
        for (turn, left) in [(1, 299), (2, 298), (298, 2), (299, 1), (300, 1), (400, 1)] {
            knowledge.turn = turn;
            assert_eq!(knowledge.turns_left(), left, "turn {turn}");
        }
    }
}
