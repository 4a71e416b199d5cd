//! The sparring partners: clients of the protocol that know nothing but what they are sent.

mod blocker;
mod chart;
mod cruiser;
mod kabotte2018;
mod layers;
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
    HouseKind {
        name: "kabotte2018",
        help: "drives like KaBotte of 2018: quickest ways, and a search among up to four cars",
        make: |_, _| Box::new(Client::new(kabotte2018::Kabotte2018)),
    },
];

/// How a house player chooses one of the free moves.
trait Driver: Send {
    /// The move that it has had in mind since an earlier turn, if it can make it.
    fn planned(&mut self, _moves: &[Motion]) -> Option<Motion> {
        None
    }

    fn choose(&mut self, view: &View, chart: &Chart, moves: &[Motion]) -> Motion;
}

/// Speaks the protocol for a driver.
struct Client<D> {
    driver: D,
    view: Option<View>,
    /// None while the present one holds what has turned out wrong.
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
        if let Some(view) = &mut self.view {
            if view.read_turn(sent).expect(BROKEN) {
                self.chart = None;
            }
        } else {
            self.view = Some(View::read(sent).expect(BROKEN));
        }
        let view = self.view.as_ref().expect("it was read");
        let moves: Vec<Motion> = view.free_moves().collect();
        let motion = self.driver.planned(&moves).unwrap_or_else(|| {
            let stands: HashSet<Motion> = view.rests().collect();
            let known = self.chart.take().filter(|chart| chart.knows(&stands));
            let chart = known.unwrap_or_else(|| Chart::shared(view, &stands));
            let motion = self.driver.choose(view, &chart, &moves);
            self.chart = Some(chart);
            motion
        });
        let place = format!("START {}", motion.at);
        vec![if view.is_placing() { place } else { format!("MOVE {motion}") }]
    }
}

/// Each of the moves with what is left to do after it.
fn situations(view: &View, chart: &Chart, moves: &[Motion]) -> Vec<Situation> {
    let open = chart.open_of(view, view.me);
    moves.iter().map(|motion| chart.after(*motion, open)).collect()
}
