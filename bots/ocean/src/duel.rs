//! A whole game in the bot's own model: two submarines and the rules between them.
//!
//! The bench plays in it, and a test holds it against the referee.

use crate::device::Charges;
use crate::knowledge;
use crate::map::{Cell, Map};
use crate::orders::{Order, Seen};
use crate::protocol::Turn;
use crate::submarine::{Mistake, Outcome, Submarine};

/// Turns of both players together after which the game ends.
const TURNS: u16 = 2 * knowledge::TURNS;

/// Executed orders of both players together after which the game ends.
const ORDERS: u16 = 999;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A submarine has no life left, or a limit was reached: the lives decide.
    Lives([u8; 2]),
    /// A player broke a rule and has lost.
    Mistake { seat: u8, mistake: Mistake },
}

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Duel {
    map: Map,
    submarines: [Submarine; 2],
    /// What each player was seen to do in its last turn.
    seen: [Vec<Seen>; 2],
    /// The answer to each player's sonar of its last turn.
    sonar: [Option<bool>; 2],
    turns: u16,
    orders: u16,
}

impl Duel {
    /// A game that starts from those cells.
    pub fn new(map: Map, starts: [Cell; 2], league: u8) -> Duel {
        let charges = Charges::empty(league);
        Duel {
            map,
            submarines: starts.map(|at| Submarine::new(at, charges)),
            seen: [Vec::new(), Vec::new()],
            sonar: [None; 2],
            turns: 0,
            orders: 0,
        }
    }

    pub fn seat(&self) -> u8 {
        (self.turns % 2) as u8
    }

    pub fn submarine(&self, seat: u8) -> &Submarine {
        &self.submarines[usize::from(seat)]
    }

    /// What the player whose turn it is gets to read.
    pub fn turn(&self) -> Turn {
        let seat = usize::from(self.seat());
        let own = &self.submarines[seat];
        Turn {
            at: own.at,
            lives: own.lives,
            their_lives: self.submarines[1 - seat].lives,
            charges: own.charges,
            sonar: self.sonar[seat],
            seen: self.seen[1 - seat].clone(),
        }
    }

    /// Executes the line of the player whose turn it is; the end of the game if it ends it.
    pub fn play(&mut self, orders: &[Order]) -> Option<End> {
        let seat = usize::from(self.seat());
        self.turns += 1;
        self.submarines[seat].begin_turn();
        self.seen[seat].clear();
        self.sonar[seat] = None;
        for &order in orders {
            if let Some(end) = self.execute(seat, order) {
                return Some(end);
            }
        }
        if self.seen[seat].is_empty() {
            if let Some(end) = self.execute(seat, Order::Surface) {
                return Some(end);
            }
        }
        self.end_if(self.turns == TURNS)
    }

    fn execute(&mut self, seat: usize, order: Order) -> Option<End> {
        match self.submarines[seat].execute(&self.map, order) {
            Outcome::Dropped => return None,
            Outcome::Fatal(mistake) => return Some(End::Mistake { seat: seat as u8, mistake }),
            Outcome::Done(seen) => self.seen[seat].push(seen),
        }
        match order {
            Order::Torpedo(target) | Order::Trigger(target) => {
                for submarine in &mut self.submarines {
                    submarine.suffer(target);
                }
            }
            Order::Sonar(sector) => {
                let theirs = self.submarines[1 - seat].at;
                self.sonar[seat] = Some(sector.cells().contains(theirs));
            }
            _ => {}
        }
        self.orders += 1;
        self.end_if(self.orders == ORDERS)
    }

    fn end_if(&self, limit: bool) -> Option<End> {
        let lives = [self.submarines[0].lives, self.submarines[1].lives];
        (limit || lives.contains(&0)).then(|| End::Lives(lives))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use crate::orders::{line, parse};
    use gridkit::Board15;

    fn at_sea() -> Duel {
        let cell = |x, y| cell_at(x, y).unwrap();
        Duel::new(Map::new(Board15::FULL), [cell(0, 0), cell(3, 0)], 4)
    }

    fn play(duel: &mut Duel, orders: &str) -> Option<End> {
        duel.play(&parse(orders).unwrap())
    }

    #[test]
    fn a_torpedo_needs_its_charges_when_it_is_fired() {
        let mut duel = at_sea();
        for orders in ["MOVE S TORPEDO", "MOVE E MINE", "MOVE S TORPEDO", "MOVE E MINE"] {
            assert_eq!(play(&mut duel, orders), None);
        }
        // Dropped before the third charge, executed after it.
        assert_eq!(play(&mut duel, "TORPEDO 0 5|MOVE S TORPEDO"), None);
        assert_eq!(line(&duel.turn().seen), "MOVE S");
        assert_eq!(play(&mut duel, "MOVE E MINE|MINE E"), None);
        assert_eq!(play(&mut duel, "TORPEDO 0 4|MOVE S"), None);
        let turn = duel.turn();
        assert_eq!((turn.lives, turn.their_lives), (6, 5));
        assert_eq!(line(&turn.seen), "TORPEDO 0 4|MOVE S");
    }

    #[test]
    fn a_mine_is_armed_from_the_next_turn_on() {
        let mut duel = at_sea();
        for _ in 0..3 {
            assert_eq!(play(&mut duel, "MOVE S MINE"), None);
            assert_eq!(play(&mut duel, "MOVE S"), None);
        }
        assert_eq!(play(&mut duel, "MINE E|TRIGGER 1 3"), None);
        assert_eq!(line(&duel.turn().seen), "MINE");
        assert_eq!(play(&mut duel, "MOVE S"), None);
        assert_eq!(play(&mut duel, "TRIGGER 1 3"), None);
        assert_eq!(duel.submarine(0).lives, 5);
        assert_eq!(duel.submarine(1).lives, 6);
    }

    #[test]
    fn a_line_without_an_order_surfaces() {
        let mut duel = at_sea();
        assert_eq!(play(&mut duel, "SONAR 1"), None);
        assert_eq!(line(&duel.turn().seen), "SURFACE 1");
        assert_eq!(duel.submarine(0).lives, 5);
    }

    #[test]
    fn own_trail_and_the_edge_lose_the_game() {
        let mut duel = at_sea();
        let lost = |mistake| Some(End::Mistake { seat: 0, mistake });
        assert_eq!(play(&mut duel.clone(), "MOVE N"), lost(Mistake::Blocked));
        assert_eq!(play(&mut duel, "MOVE E"), None);
        assert_eq!(play(&mut duel, "MOVE E"), None);
        assert_eq!(play(&mut duel, "MOVE W"), lost(Mistake::Revisit));
    }

    #[test]
    fn the_sonar_tells_the_truth_of_the_moment() {
        let mut duel = at_sea();
        for _ in 0..4 {
            assert_eq!(play(&mut duel, "MOVE S SONAR"), None);
            assert_eq!(play(&mut duel, "MOVE S"), None);
        }
        assert_eq!(play(&mut duel, "SONAR 1"), None);
        assert_eq!(duel.turn().sonar, None);
        assert_eq!(play(&mut duel, "MOVE S"), None);
        assert_eq!(duel.turn().sonar, Some(true));
    }
}
