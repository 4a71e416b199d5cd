//! The frame of all house players: it reads the protocol, asks a driver, and writes the answer.

use std::collections::HashSet;
use std::sync::Arc;

use super::chart::{Chart, Situation};
use super::layers::Layers;
use super::view::View;
use crate::contest::House;
use crate::games::karo::motion::Motion;

/// The strategy of a house player.
pub(super) trait Driver: Send {
    /// The move that the driver planned in an earlier turn, if it is still possible.
    fn planned(&mut self, _moves: &[Motion]) -> Option<Motion> {
        None
    }

    /// Chooses one of the free moves.
    fn choose(&mut self, view: &View, layers: &Layers, moves: &[Motion]) -> Motion;
}

/// Speaks the protocol for a driver.
pub(super) struct Client<D> {
    driver: D,
    view: Option<View>,
    /// `None` after a move that the layers contain turned out to be impossible.
    layers: Option<Arc<Layers>>,
}

impl<D: Driver> Client<D> {
    pub(super) fn new(driver: D) -> Self {
        Self { driver, view: None, layers: None }
    }
}

impl<D: Driver> House for Client<D> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        const BROKEN: &str = "the game keeps to the protocol";
        if let Some(view) = &mut self.view {
            if view.read_turn(sent).expect(BROKEN) {
                self.layers = None;
            }
        } else {
            self.view = Some(View::read(sent).expect(BROKEN));
        }
        let view = self.view.as_ref().expect("it was read");
        let moves: Vec<Motion> = view.free_moves().collect();
        let motion = self.driver.planned(&moves).unwrap_or_else(|| {
            let stands: HashSet<Motion> = view.rests().collect();
            let known = self.layers.take().filter(|layers| layers.knows(&stands));
            let layers = known.unwrap_or_else(|| Layers::shared(view, &stands));
            let motion = self.driver.choose(view, &layers, &moves);
            self.layers = Some(layers);
            motion
        });
        let place = format!("START {}", motion.at);
        vec![if view.is_placing() { place } else { format!("MOVE {motion}") }]
    }
}

/// The situation after each of the moves.
pub(super) fn situations(view: &View, chart: &Chart, moves: &[Motion]) -> Vec<Situation> {
    let open = chart.open_of(view, view.me);
    moves.iter().map(|motion| chart.after(*motion, open)).collect()
}
