//! The bot's decisions: from the server's lines to the orders of each turn.

use gridkit::{Deadline, Rng, Sketch};

use crate::choose::{self, Decision};
use crate::complete;
use crate::knowledge::Knowledge;
use crate::map::{cell_at, Cell, SIDE};
use crate::orders::{self, Order};
use crate::params::Params;
use crate::protocol::{Start, Turn};
use crate::score::Weighed;
use crate::space;

/// Plays one game.
///
/// Each turn has three steps: [`observe`](Self::observe) what happened, [`decide`](Self::decide)
/// what to do, and [`execute`](Self::execute) it. [`turn`](Self::turn) takes all three.
pub struct Player {
    knowledge: Knowledge,
    params: Params,
}

impl Player {
    /// A player that chooses where to start.
    pub fn new(start: Start, params: Params, seed: u64) -> Player {
        let start_cells = space::start_cells(&start.map);
        // The two seats of one seed should not meet on one cell.
        let mut rng = Rng::new(seed.wrapping_mul(2).wrapping_add(u64::from(start.seat)));
        let at =
            start_cells.nth(rng.below(start_cells.count() as usize) as u32).unwrap_or_default();
        Player::placed(start, at, params)
    }

    /// A player whose submarine starts on that cell.
    pub fn placed(start: Start, at: Cell, params: Params) -> Player {
        Player { knowledge: Knowledge::new(start.map, at, &params), params }
    }

    /// Where the submarine is.
    pub fn at(&self) -> Cell {
        self.knowledge.own.at
    }

    /// A whole turn: from the server's lines to the orders.
    pub fn turn(&mut self, turn: &Turn, deadline: &mut Deadline) -> Decision {
        self.observe(turn);
        let decision = self.decide(deadline);
        self.execute(&decision.orders);
        decision
    }

    /// Reads the input of a turn.
    pub fn observe(&mut self, turn: &Turn) {
        self.knowledge.observe(turn);
    }

    /// Chooses the orders of this turn.
    pub fn decide(&self, deadline: &mut Deadline) -> Decision {
        choose::choose(&self.knowledge, &self.params, deadline)
    }

    /// Updates what is known by the orders that the server gets, this bot's or recorded ones.
    pub fn execute(&mut self, orders: &[Order]) {
        self.knowledge.execute(orders);
    }

    /// What `--verbose` shows of a turn: the best lines with the parts of their worth, then a summary.
    pub fn remark(&self, decision: &Decision) -> String {
        let knowledge = &self.knowledge;
        let (them, us) = (knowledge.them.belief(), knowledge.us.belief());
        let row = |weighed: &Weighed| {
            let orders = complete::orders(knowledge, &self.params, &them, &weighed.line);
            format!("  {}  {}\n", weighed.score, orders::line(&orders))
        };
        let table: Vec<String> = decision.best.iter().map(row).collect();
        let summary = format!(
            "turn {}: they have {} cells ({:.1}), we {} ({:.1}); {:.3} after {} lines",
            knowledge.turn,
            them.cells().count(),
            them.spread_over(),
            us.cells().count(),
            us.spread_over(),
            decision.score,
            decision.weighed
        );
        table.concat() + &summary
    }

    /// Draws where the opponent probably is, and how well each side knows the other.
    pub fn sketch(&self, sketch: &mut Sketch) {
        let (them, us) = (self.knowledge.them.belief(), self.knowledge.us.belief());
        let side = SIDE as i32;
        let cells = (0..side).flat_map(|y| (0..side).filter_map(move |x| cell_at(x, y)));
        let possible = |cell: Cell| them.cells().contains(cell);
        let chances: Vec<f64> = cells
            .map(|cell| if possible(cell) { f64::from(them.at(cell)) } else { f64::NAN })
            .collect();
        sketch.heat(&chances, SIDE);
        sketch.value("their cells", f64::from(them.spread_over()));
        sketch.value("our cells for them", f64::from(us.spread_over()));
    }

    /// What is known of the game.
    pub fn knowledge(&self) -> &Knowledge {
        &self.knowledge
    }
}
