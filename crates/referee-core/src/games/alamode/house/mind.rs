//! A house player that decides from what it sees now.

use super::view::View;
use crate::contest::House;
use crate::games::alamode::commands::Command;

/// Chooses a command in each of its turns.
pub(super) trait Mind {
    fn command(&mut self, view: &View) -> Command;
}

/// The client of the protocol for a mind.
pub(super) struct Client<M> {
    mind: M,
    view: Option<View>,
}

impl<M: Mind> Client<M> {
    pub fn new(mind: M) -> Self {
        Self { mind, view: None }
    }
}

impl<M: Mind + Send> House for Client<M> {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        let view = View::read(self.view.take(), sent);
        let command = self.mind.command(&view);
        self.view = Some(view);
        vec![command.to_string()]
    }
}
