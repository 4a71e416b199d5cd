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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::circuit::Direction;
    use crate::rules::{MoveNumber, Rules};
    use crate::search::{search, successors, Origin};
    use crate::solve::Settings;
    use crate::track::Track;

    const CODE: &str = "SOOOO1OOOX\nSXXOOXXOOO\nOOOOX2XOOF\nOOXOOOOOOF\nO3OOOXXOOX";

    fn race(direction: Direction, rules: Rules) -> Race {
        let settings = Settings { direction, rules, ..Settings::USUAL };
        Race::new(&Track::parse(CODE).unwrap(), settings, &mut Deadline::after_nodes(u64::MAX))
    }

    #[test]
    fn what_is_left_is_what_the_search_finds() {
        let doubled = Rules::NONE.with(Rule::Doppelzug);
        for (direction, rules) in [
            (Direction::Free, Rules::NONE),
            (Direction::Formula1, Rules::NONE),
            (Direction::Free, doubled),
            (Direction::Free, Rules::NONE.with(Rule::Bremspedal)),
        ] {
            let race = race(direction, rules);
            let mut exact = Exact::default();
            let all = race.course().all();
            assert!(exact.prepare(&race, all, &mut Deadline::after_nodes(u64::MAX)));
            let mut ways = 0;
            for node in race.graph().nodes().step_by(3) {
                for open in (0..=all.0).step_by(2).map(Stops) {
                    let number = MoveNumber::FIRST;
                    let first: Vec<Node> = successors(race.graph(), node, number).collect();
                    let origin = Origin { first: &first, number, open, cautious: false };
                    let mut deadline = Deadline::after_nodes(u64::MAX);
                    let plan = search(race.graph(), race.tour(), &origin, &mut deadline);
                    let moves = plan.map_or(FAR, |plan| plan.moves());
                    assert_eq!(exact.left(node, open), Some(moves), "{direction:?} {rules}");
                    ways += u32::from(moves < FAR);
                }
            }
            assert!(ways > 100, "{ways}");
        }
    }

    #[test]
    fn what_is_too_much_is_not_prepared() {
        let race = race(Direction::Free, Rules::NONE.with(Rule::Prim));
        let mut deadline = Deadline::after_nodes(u64::MAX);
        assert!(!Exact::default().prepare(&race, Stops::NONE, &mut deadline));
        let race = self::race(Direction::Free, Rules::NONE);
        assert!(!Exact::default().prepare(&race, Stops(1), &mut Deadline::after_nodes(0)));
        assert_eq!(Exact::default().left(Node(0), Stops::NONE), None);
    }
}
