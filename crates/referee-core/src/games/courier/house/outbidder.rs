//! A player that pays for the first move.

use super::baseline::{Baseline, Form};
use super::chart::{Act, Chart, Order};
use super::client::Strategy;
use crate::game::Seat;
use crate::games::courier::board::Cell;

/// It bids for the first move when a robot is within this distance.
const NEAR: u32 = 2;

/// The first bid, and how much it rises whenever the first move was lost.
const FIRST: i64 = 4;
const RISE: i64 = 4;

/// The part of its money that it bids at most, as a divisor.
const SHARE: u64 = 20;

/// Plays like `@final`, but bids high near other robots, and higher whenever it did not come to move.
pub(super) struct Outbidder {
    player: Baseline,
    bid: i64,
    /// Where its last order leads.
    wanted: Option<Cell>,
}

impl Outbidder {
    pub(super) fn new(seed: u64, seat: Seat) -> Self {
        Self { player: Baseline::new(Form::Final, seed, seat), bid: FIRST, wanted: None }
    }
}

impl Strategy for Outbidder {
    fn choose(&mut self, chart: &mut Chart) -> Order {
        let here = chart.here();
        let is_lost = self.wanted.is_some_and(|wanted| wanted != here);
        self.bid = if is_lost { self.bid + RISE } else { (self.bid - 1).max(FIRST) };
        let order = self.player.choose(chart);
        let next = match order.action {
            Act::Move(direction) => here.step(direction),
            Act::Pick(_) | Act::Drop(_) => here,
        };
        self.wanted = Some(next);
        let is_near = chart.rivals().any(|rival| rival.cell.distance(here) <= NEAR);
        let most = (chart.money / SHARE) as i64;
        let bid = if is_near { self.bid.min(most).max(1) } else { order.bid };
        Order { bid, ..order }
    }
}
