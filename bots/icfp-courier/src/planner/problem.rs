//! What a plan can choose from: packages, places to look, and what unseen bases may hold.

use gridkit::Point;

use super::{Means, Planner, Subject};
use crate::board::Board;
use crate::fields::{Fields, Way, FAR};
use crate::guesses::Guess;
use crate::ledger::{Item, Ledger, View};
use crate::route::Job;

/// Packages and looks in a problem at most.
const MOST_JOBS: usize = 320;

/// Nodes in a problem: on the largest boards a distance field takes some milliseconds.
const MOST_NODES: usize = 260;
const FEWEST_NODES: usize = 44;
const TILES_TO_SEARCH: usize = 44_000_000;

/// Bases nobody has looked at, in a problem.
const MOST_LOOKS: usize = 24;

/// Unseen bases are thought to hold packages on boards with no more tiles than this.
const TILES_TO_GUESS: usize = 40_000;

/// Points in the table of distances; beyond it starts anew.
const MOST_POINTS: usize = 900;

impl Planner {
    /// Makes the problem.
    pub(super) fn pose(
        &mut self,
        board: &Board,
        ledger: &Ledger,
        fields: &mut Fields,
        means: &Means,
    ) {
        self.table.forget_beyond(MOST_POINTS);
        let here = ledger.me().at;
        self.nodes.clear();
        self.subjects.clear();
        self.problem.jobs.clear();
        self.problem.capacity = ledger.capacity;
        self.problem.load = ledger.load();
        self.problem.turns = means.turns;
        self.node(board, fields, here);
        let room = (TILES_TO_SEARCH / board.tiles()).clamp(FEWEST_NODES, MOST_NODES);
        for &item in &ledger.me().carried {
            if let Some((dest, weight)) = ledger.package(item).label {
                self.add_package(board, fields, means, Subject::Known(item), None, dest, weight);
            }
        }
        self.add_looks(board, ledger, fields, means);
        for (item, at, dest, weight) in candidates(board, ledger, fields, means) {
            if self.nodes.len() + 2 > room || self.problem.jobs.len() >= MOST_JOBS {
                break;
            }
            self.add_package(board, fields, means, Subject::Known(item), Some(at), dest, weight);
        }
        self.add_guesses(board, ledger, fields, means);
        let count = self.nodes.len();
        self.problem.nodes = count;
        self.problem.steps.clear();
        for &(one, _) in &self.nodes {
            for &(other, _) in &self.nodes {
                self.problem.steps.push(self.table.between(one, other));
            }
        }
    }

    /// The node of a point.
    fn node(&mut self, board: &Board, fields: &mut Fields, point: Point) -> u16 {
        if let Some(node) = self.nodes.iter().position(|&(_, other)| other == point) {
            return node as u16;
        }
        let number = self.table.add(board, fields, point);
        self.nodes.push((number, point));
        (self.nodes.len() - 1) as u16
    }

    #[allow(clippy::too_many_arguments)]
    fn add_package(
        &mut self,
        board: &Board,
        fields: &mut Fields,
        means: &Means,
        subject: Subject,
        at: Option<Point>,
        dest: Point,
        weight: i64,
    ) {
        if !board.is_land(dest) {
            return;
        }
        let to = self.node(board, fields, dest);
        let from = at.map(|at| self.node(board, fields, at));
        let start = from.unwrap_or(0);
        let way =
            self.table.between(self.nodes[usize::from(start)].0, self.nodes[usize::from(to)].0);
        if way >= FAR {
            return;
        }
        self.subjects.push(subject);
        let trust = if matches!(subject, Subject::Guessed(_)) { self.trust } else { 1.0 };
        self.problem.jobs.push(Job {
            from,
            to,
            weight,
            value: weight as f64 * trust,
            decay: means.decay,
            is_look: false,
        });
    }

    /// Places to look, the nearest ones.
    fn add_looks(&mut self, board: &Board, ledger: &Ledger, fields: &mut Fields, means: &Means) {
        let field = fields.to(board, ledger.me().at, Way::Short);
        let mut looks: Vec<(u32, Point)> = board
            .bases()
            .iter()
            .filter(|&&base| !ledger.has_looked(board, base))
            .chain(ledger.rumours())
            .filter_map(|&place| field.get(place).map(|steps| (steps, place)))
            .filter(|&(steps, _)| steps > 0 && steps < means.turns)
            .collect();
        looks.sort_unstable();
        looks.dedup();
        looks.truncate(MOST_LOOKS);
        let usual = (ledger.capacity as f64).min(self.worth.max(1.0)) * self.explore;
        for (_, place) in looks {
            let visits = ledger.spot(place).map_or(0, |spot| spot.visits + spot.taken_unseen);
            let value = match ledger.view(board, place) {
                View::Stale => 0.0,
                _ => usual / (1.0 + f64::from(ledger.bases_seen)) / (1.0 + f64::from(visits)),
            };
            let to = self.node(board, fields, place);
            self.subjects.push(Subject::Look);
            self.problem.jobs.push(Job {
                from: None,
                to,
                weight: 0,
                value: value.max(0.01),
                decay: means.decay.max(0.002),
                is_look: true,
            });
        }
    }

    /// Packages that unseen bases are thought to hold.
    fn add_guesses(&mut self, board: &Board, ledger: &Ledger, fields: &mut Fields, means: &Means) {
        if self.trust <= 0.0 || board.tiles() > TILES_TO_GUESS {
            return;
        }
        let here = fields.to(board, ledger.me().at, Way::Short);
        let guesses = self.guesses.all(board, ledger).iter().enumerate();
        let near: Vec<(usize, Guess)> = guesses
            .map(|(number, guess)| (number, *guess))
            .filter(|(_, guess)| {
                let steps = (here.get(guess.base), here.get(guess.dest));
                matches!(steps, (Some(steps), Some(_)) if steps < means.turns)
                    && ledger.view(board, guess.base) == View::Unseen
                    && ledger
                        .spot(guess.base)
                        .map_or(true, |spot| spot.visits + spot.taken_unseen < 2)
            })
            .collect();
        for (number, guess) in near {
            if self.problem.jobs.len() >= MOST_JOBS {
                break;
            }
            let subject = Subject::Guessed(number as u16);
            let Guess { base, dest, weight } = guess;
            self.add_package(board, fields, means, subject, Some(base), dest, weight);
        }
    }
}

/// The packages that lie somewhere and can be delivered, the most promising first.
fn candidates(
    board: &Board,
    ledger: &Ledger,
    fields: &mut Fields,
    means: &Means,
) -> Vec<(Item, Point, Point, i64)> {
    let here = ledger.me().at;
    let field = fields.to(board, here, Way::Short);
    let mut found: Vec<(f64, (Item, Point, Point, i64))> = Vec::new();
    for &at in ledger.places() {
        let there = match field.get(at) {
            Some(steps) => steps,
            None => continue,
        };
        for &item in ledger.lying(at) {
            let (dest, weight) = match ledger.package(item).label {
                Some(label) if label.1 <= ledger.capacity => label,
                _ => continue,
            };
            let onward = at.manhattan(dest);
            let needed = u64::from(there) + u64::from(onward) + 2;
            if field.get(dest).is_some() && needed <= u64::from(means.turns) {
                let score = weight as f64 / (f64::from(there) * 0.5 + f64::from(onward) + 3.0);
                found.push((-score, (item, at, dest, weight)));
            }
        }
    }
    found.sort_unstable_by(|one, other| {
        one.0.partial_cmp(&other.0).unwrap_or(std::cmp::Ordering::Equal).then(one.1.cmp(&other.1))
    });
    found.truncate(MOST_JOBS);
    found.into_iter().map(|(_, package)| package).collect()
}
