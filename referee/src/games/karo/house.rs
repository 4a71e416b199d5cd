//! The sparring partners: clients of the protocol that know nothing but what they are sent.

mod blocker;
mod chart;
mod cruiser;
mod route;
mod sunday;
mod view;

use std::collections::HashSet;
use std::sync::Arc;

use chart::{Chart, Situation};
use view::View;

use super::motion::Motion;
use crate::contest::{House, HouseKind};

/// All house players of the contest.
pub(super) const KINDS: &[HouseKind] = &[
    HouseKind {
        name: "cruiser",
        help: "drives the shortest way that it would have alone on the track",
        make: |_, _| Box::new(Client::new(cruiser::Cruiser::default())),
    },
    HouseKind {
        name: "sunday",
        help: "drives slowly and carefully, now and then in a strange direction",
        make: |seed, seat| Box::new(Client::new(sunday::Sunday::new(seed, seat))),
    },
    HouseKind {
        name: "blocker",
        help: "drives the shortest way, and takes cells from others when it costs nothing",
        make: |_, _| Box::new(Client::new(blocker::Blocker)),
    },
];

/// How a house player chooses one of the free moves.
trait Driver: Send {
    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion;
}

/// Speaks the protocol for a driver.
struct Client<D> {
    driver: D,
    view: Option<View>,
    chart: Option<Arc<Chart>>,
}

impl<D: Driver> Client<D> {
    fn new(driver: D) -> Self {
        Self { driver, view: None, chart: None }
    }
}

impl<D: Driver> House for Client<D> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        const BROKEN: &str = "the game sends what it should";
        let learnt = if let Some(view) = &mut self.view {
            view.read_turn(sent).expect(BROKEN)
        } else {
            self.view = Some(View::read(sent).expect(BROKEN));
            true
        };
        let view = self.view.as_ref().expect("it was read");
        let stands: HashSet<Motion> = view.rests().collect();
        let known = self.chart.as_ref().filter(|chart| !learnt && chart.knows(&stands));
        let chart = known.map_or_else(|| Chart::shared(view, &stands), Arc::clone);
        let moves: Vec<Motion> = view.free_moves().collect();
        let motion = self.driver.choose(view, &chart, &moves);
        self.chart = Some(chart);
        vec![if view.is_placing() {
            format!("START {}", motion.at)
        } else {
            format!("MOVE {motion}")
        }]
    }
}

/// Each of the moves with what is left to do after it.
fn situations(view: &View, chart: &Chart, moves: &[Motion]) -> Vec<Situation> {
    let open = view.open(view.me, chart);
    moves.iter().map(|motion| chart.after(*motion, open)).collect()
}
