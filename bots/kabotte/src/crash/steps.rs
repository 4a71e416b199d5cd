//! What follows a state: whole crashes for a search, single moves for the car that drives by its plan.

use std::rc::Rc;

use super::{Edge, Model, Place, State};
use crate::graph::Node;
use crate::memory::Memory;

impl Model {
    /// What follows a state whose first moves are known, one edge for each way.
    pub fn edges_by(&mut self, state: &State, nodes: &[Node]) -> Vec<Edge> {
        let race = Rc::clone(&self.race);
        let (course, graph) = (race.course(), race.graph());
        let mut edges = Vec::new();
        if nodes.is_empty() {
            let crashed = self.crash(state).into_iter();
            edges.extend(crashed.map(|state| Edge { moves: 0, state: Some(state), ways: 1 }));
            return edges;
        }
        if Self::is_free(state) {
            for node in nodes {
                match course.after(state.open, graph.mark(*node)) {
                    None => edges.push(Edge { moves: 1, state: None, ways: 1 }),
                    Some(open) => {
                        let next = self.forgetting(state, *node, open);
                        edges.extend(next.map(|next| Edge {
                            moves: 1,
                            state: Some(next),
                            ways: 1,
                        }));
                    }
                }
            }
        }
        for dive in self.dives(state, nodes).iter() {
            let open =
                dive.marks.iter().try_fold(state.open, |open, mark| course.after(open, *mark));
            // A car that finishes does not crash any more.
            if let Some(open) = open {
                let state = Some(State { open, ..dive.crashed });
                edges.push(Edge { moves: dive.moves, state, ways: dive.ways });
            }
        }
        edges
    }

    /// What follows a state that is no beginning.
    pub fn edges(&mut self, state: &State) -> Vec<Edge> {
        let nodes = self.moves(state);
        self.edges_by(state, &nodes)
    }

    /// Whether a car may drive on as if there never was a record.
    fn is_free(state: &State) -> bool {
        state.memory == Memory::NOTHING || state.place == Place::Beginning
    }

    /// The next moves of a car with the states that each leads to; no states after the finish. If it
    /// crashes first, the moves after that.
    pub fn steps(&mut self, state: &State) -> Vec<(Node, Vec<State>)> {
        let nodes = self.moves(state);
        if nodes.is_empty() {
            let crashed = self.crash(state);
            return crashed.iter().flat_map(|crashed| self.steps(crashed)).collect();
        }
        self.steps_by(state, &nodes)
    }

    /// The same for a state whose first moves are known.
    pub fn steps_by(&mut self, state: &State, nodes: &[Node]) -> Vec<(Node, Vec<State>)> {
        let race = Rc::clone(&self.race);
        let (course, graph) = (race.course(), race.graph());
        let mut steps = Vec::new();
        for node in nodes {
            match course.after(state.open, graph.mark(*node)) {
                None if Self::is_free(state) => steps.push((*node, Vec::new())),
                None => {}
                Some(open) => {
                    let mut states: Vec<State> =
                        self.remembering(state, *node, open).into_iter().collect();
                    if Self::is_free(state) {
                        states.extend(self.forgetting(state, *node, open));
                    }
                    // No states would say that the move finishes.
                    if !states.is_empty() {
                        steps.push((*node, states));
                    }
                }
            }
        }
        steps
    }

    /// Whether a state is between a decision to crash and that crash.
    pub fn is_diving(&self, state: &State) -> bool {
        state.memory != Memory::NOTHING && matches!(state.place, Place::Driving(_))
    }
}
