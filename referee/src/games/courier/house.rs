//! The sparring partners: clients of the protocol that know nothing but what they are sent.

mod baseline;
mod chart;
mod fields;
mod pusher;

use baseline::{Baseline, Form};
use chart::{Chart, Order};
use pusher::Pusher;

use crate::contest::{House, HouseKind};

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "lightning",
        help: "takes and delivers the nearest package, keeps off the water where it costs nothing",
        make: |seed, seat| Box::new(Client::new(Baseline::new(Form::Lightning, seed, seat))),
    },
    HouseKind {
        name: "final",
        help: "weighs packages against the way, shuns shores when it met a robot, pushes if it can",
        make: |seed, seat| Box::new(Client::new(Baseline::new(Form::Final, seed, seat))),
    },
    HouseKind {
        name: "pusher",
        help: "hunts robots that stand before water and pushes them in",
        make: |_, _| Box::new(Client::new(Pusher::default())),
    },
    HouseKind {
        name: "waiter",
        help: "waits as cheaply as it can until its money is gone",
        make: |_, _| Box::new(Client::new(Waiter)),
    },
];

/// How a house player chooses.
trait Mind: Send {
    fn choose(&mut self, chart: &mut Chart) -> Order;
}

/// Speaks the protocol for a mind.
struct Client<M> {
    mind: M,
    chart: Option<Chart>,
}

impl<M: Mind> Client<M> {
    fn new(mind: M) -> Self {
        Self { mind, chart: None }
    }
}

impl<M: Mind> House for Client<M> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        const BROKEN: &str = "the game sends what it should";
        if sent.is_empty() {
            return vec!["Player".to_owned()];
        }
        match &mut self.chart {
            None => self.chart = Some(Chart::read_start(sent).expect(BROKEN)),
            Some(chart) => chart.read_turn(sent).expect(BROKEN),
        }
        let chart = self.chart.as_mut().expect("it was read");
        let order = self.mind.choose(chart);
        chart.pay(&order);
        vec![order.line()]
    }
}

/// Waits.
struct Waiter;

impl Mind for Waiter {
    fn choose(&mut self, _: &mut Chart) -> Order {
        Order::WAIT
    }
}
