//! The exact number of moves that are left, from every motion at once.
//!
//! A plan knows this for the states on quickest ways alone. To see what a detour costs, or what another
//! car loses, it has to be known everywhere. For a set of open stops it follows from the sets with
//! one stop less by a search back from the finish and from the motions that pass a stop. Each such
//! layer visits every motion once, so that all layers together are made where they are few enough.

use gridkit::Deadline;

use crate::graph::{Graph, Node};
use crate::rules::Rule;
use crate::solve::Race;
use crate::stops::{Course, Stops};
use crate::tour::FAR;

/// Most states of all layers that are made for one set of open stops.
const MOST_STATES: usize = 12_000_000;

/// The layers that have been made.
#[derive(Default)]
pub struct Exact {
    /// By set of open stops: the moves that are left after each motion; empty if not made.
    layers: Vec<Vec<u16>>,
}

impl Exact {
    /// Makes what is needed for cars with these stops open. Returns whether it is there: it is not on
    /// large maps with many open stops, and where a rule looks at the number of every move.
    pub fn prepare(&mut self, race: &Race, open: Stops, deadline: &mut Deadline) -> bool {
        let (graph, course) = (race.graph(), race.course());
        let sets = 1_usize << open.iter().count();
        if graph.terms().rules.has(Rule::Prim) || graph.len() * sets > MOST_STATES {
            return false;
        }
        self.layers.resize(1 << course.count(), Vec::new());
        // A set is a greater number than each of its subsets.
        for set in (0..=open.0).filter(|set| set & !open.0 == 0) {
            if !self.layers[usize::from(set)].is_empty() {
                continue;
            }
            if (0..graph.len()).step_by(1_000).any(|_| deadline.expired()) {
                return false;
            }
            let layer = self.layer(graph, course, Stops(set));
            self.layers[usize::from(set)] = layer;
        }
        true
    }

    /// The moves that are left after a motion with these stops open after it; [`FAR`] if there is no way
    /// without a crash. `None` if that was not prepared.
    #[inline]
    pub fn left(&self, node: Node, open: Stops) -> Option<u16> {
        self.layers.get(usize::from(open.0))?.get(node.index()).copied()
    }

    fn layer(&self, graph: &Graph, course: Course, open: Stops) -> Vec<u16> {
        let mut left = vec![FAR; graph.len()];
        // By the moves that are left once a motion has been made: motions that can lead there next.
        let mut levels: Vec<Vec<Node>> = vec![Vec::new()];
        for node in graph.nodes() {
            let on = match course.after(open, graph.mark(node)) {
                Some(after) if after == open => continue,
                Some(after) => self.left(node, after).unwrap_or(FAR),
                None => 0,
            };
            if on < FAR {
                let on = usize::from(on);
                if levels.len() <= on {
                    levels.resize_with(on + 1, Vec::new);
                }
                levels[on].push(node);
            }
        }
        let mut on = 0;
        while on < levels.len() {
            for node in std::mem::take(&mut levels[on]) {
                for before in graph.predecessors(node) {
                    if left[before.index()] != FAR {
                        continue;
                    }
                    left[before.index()] = on as u16 + 1;
                    if course.after(open, graph.mark(before)) == Some(open) {
                        if levels.len() <= on + 1 {
                            levels.push(Vec::new());
                        }
                        levels[on + 1].push(before);
                    }
                }
            }
            on += 1;
        }
        left
    }
}
