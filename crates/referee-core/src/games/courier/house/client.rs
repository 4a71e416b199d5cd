//! The frame of all house players: it reads the protocol, asks a strategy, and writes the answer.

use super::chart::{Chart, Order};
use crate::contest::House;

/// The strategy of a house player.
pub(super) trait Strategy: Send {
    fn choose(&mut self, chart: &mut Chart) -> Order;
}

/// Speaks the protocol for a strategy.
pub(super) struct Client<S> {
    strategy: S,
    chart: Option<Chart>,
}

impl<S: Strategy> Client<S> {
    pub(super) fn new(strategy: S) -> Self {
        Self { strategy, chart: None }
    }
}

impl<S: Strategy> House for Client<S> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        const BROKEN: &str = "the game keeps to the protocol";
        if sent.is_empty() {
            return vec!["Player".to_owned()];
        }
        match &mut self.chart {
            None => self.chart = Some(Chart::read_start(sent).expect(BROKEN)),
            Some(chart) => chart.read_turn(sent).expect(BROKEN),
        }
        let chart = self.chart.as_mut().expect("it was read");
        let order = self.strategy.choose(chart);
        chart.pay(&order);
        vec![order.line()]
    }
}

/// Waits as cheaply as it can.
pub(super) struct Waiter;

impl Strategy for Waiter {
    fn choose(&mut self, _: &mut Chart) -> Order {
        Order::WAIT
    }
}
