//! The choices of a plan: packages, places to look at, and guessed packages of unseen bases.

use gridkit::Point;

use super::stop::Subject;
use crate::board::Board;
use crate::fields::{Fields, Way, FAR};
use crate::guesses::{Guess, Guesses};
use crate::ledger::{Item, Ledger, View};
use crate::params::Params;
use crate::route::{Job, Problem};

/// The most packages and looks in a problem.
const MOST_JOBS: usize = 320;

/// Nodes in a problem: on the largest boards a distance field takes some milliseconds.
const MOST_NODES: usize = 260;
const FEWEST_NODES: usize = 44;
const TILES_TO_SEARCH: usize = 44_000_000;

/// The most places to look at in a problem.
const MOST_LOOKS: usize = 24;

/// What lies on an unseen base is thought to weigh at most as much as this many packages that were seen.
/// Otherwise a robot with a great capacity looks at base after base and delivers nothing.
const MOST_OF_BASE: f64 = 32.0;

/// Packages are guessed only on boards with at most this many tiles.
const TILES_TO_GUESS: usize = 40_000;

/// The most points in the table of distances; with more it is emptied. All plans share it.
const MOST_POINTS: usize = 2_500;

/// What limits a plan.
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// Turns that can still be paid.
    pub turns: u32,
    /// The part of a package's worth that is lost with each turn until it is delivered.
    pub decay: f64,
}

/// What a plan is made from.
pub struct Situation<'a> {
    /// The board.
    pub board: &'a Board,
    /// What is known of robots and packages.
    pub ledger: &'a Ledger,
    /// Distances over the board.
    pub fields: &'a mut Fields,
    /// What limits the plan.
    pub means: Means,
}

/// A package that a plan may choose to deliver.
struct Candidate {
    subject: Subject,
    /// Its tile; `None` if we carry it.
    from: Option<Point>,
    dest: Point,
    weight: i64,
}

/// All that a plan can choose from, as a [`Problem`].
#[derive(Clone, Debug)]
pub(super) struct Choices {
    pub problem: Problem,
    /// What each job is about.
    pub subjects: Vec<Subject>,
    /// The table's number of each node, and its point.
    nodes: Vec<(u16, Point)>,
    guesses: Guesses,
    explore: f64,
    trust: f64,
}

impl Choices {
    pub fn new(params: &Params, trust: f64, seed: u64) -> Self {
        Self {
            problem: Problem::default(),
            subjects: Vec::new(),
            nodes: Vec::new(),
            guesses: Guesses::new(seed),
            explore: params.explore,
            trust,
        }
    }

    /// The point of a node.
    pub fn point(&self, node: u16) -> Point {
        self.nodes[usize::from(node)].1
    }

    /// Makes the problem. `worth` is that of the last plan.
    pub fn pose(&mut self, situation: &mut Situation, worth: f64) {
        let Situation { board, ledger, means, .. } = *situation;
        situation.fields.forget_beyond(MOST_POINTS);
        self.nodes.clear();
        self.subjects.clear();
        self.problem.jobs.clear();
        self.problem.capacity = ledger.capacity;
        self.problem.load = ledger.load();
        self.problem.turns = means.turns;
        self.node(situation, ledger.me().at);
        let room = (TILES_TO_SEARCH / board.tiles()).clamp(FEWEST_NODES, MOST_NODES);
        for &item in &ledger.me().carried {
            if let Some((dest, weight)) = ledger.package(item).label {
                let subject = Subject::Known(item);
                self.add_package(situation, &Candidate { subject, from: None, dest, weight });
            }
        }
        self.add_looks(situation, worth);
        for candidate in candidates(situation) {
            if self.nodes.len() + 2 > room || self.problem.jobs.len() >= MOST_JOBS {
                break;
            }
            self.add_package(situation, &candidate);
        }
        self.add_guesses(situation);
        self.problem.nodes = self.nodes.len();
        self.problem.steps.clear();
        let table = situation.fields.table();
        for &(one, _) in &self.nodes {
            for &(other, _) in &self.nodes {
                self.problem.steps.push(table.between(one, other));
            }
        }
    }

    /// The node of a point.
    fn node(&mut self, situation: &mut Situation, point: Point) -> u16 {
        if let Some(node) = self.nodes.iter().position(|&(_, other)| other == point) {
            return node as u16;
        }
        let number = situation.fields.number(situation.board, point);
        self.nodes.push((number, point));
        (self.nodes.len() - 1) as u16
    }

    fn add_package(&mut self, situation: &mut Situation, candidate: &Candidate) {
        let Candidate { subject, from, dest, weight } = *candidate;
        if !situation.board.is_land(dest) {
            return;
        }
        let to = self.node(situation, dest);
        let from = from.map(|from| self.node(situation, from));
        let start = from.unwrap_or(0);
        let number = |node: u16| self.nodes[usize::from(node)].0;
        let way = situation.fields.table().between(number(start), number(to));
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
            decay: situation.means.decay,
            is_look: false,
        });
    }

    /// Places to look, the nearest ones.
    fn add_looks(&mut self, situation: &mut Situation, worth: f64) {
        let Situation { board, ledger, means, .. } = *situation;
        let field = situation.fields.to(board, ledger.me().at, Way::Short);
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
        let load = (ledger.capacity as f64)
            .min(ledger.mean_weight().map_or(f64::MAX, |it| it * MOST_OF_BASE));
        let usual = load.min(worth.max(1.0)) * self.explore;
        for (_, place) in looks {
            let taken = ledger.spot(place).map_or(0, |spot| spot.taken_unseen);
            let value = match ledger.view(board, place) {
                View::Stale => 0.0,
                _ => usual / (1.0 + f64::from(ledger.bases_seen)) / (1.0 + f64::from(taken)),
            };
            let to = self.node(situation, place);
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

    /// The guessed packages of unseen bases.
    fn add_guesses(&mut self, situation: &mut Situation) {
        let Situation { board, ledger, means, .. } = *situation;
        if self.trust <= 0.0 || board.tiles() > TILES_TO_GUESS {
            return;
        }
        let here = situation.fields.to(board, ledger.me().at, Way::Short);
        let guesses = self.guesses.all(board, ledger).iter().enumerate();
        let near: Vec<(usize, Guess)> = guesses
            .map(|(number, guess)| (number, *guess))
            .filter(|(_, guess)| {
                let steps = (here.get(guess.base), here.get(guess.dest));
                matches!(steps, (Some(steps), Some(_)) if steps < means.turns)
                    && ledger.view(board, guess.base) == View::Unseen
                    && guess.is_left(ledger)
            })
            .collect();
        for (number, guess) in near {
            if self.problem.jobs.len() >= MOST_JOBS {
                break;
            }
            let subject = Subject::Guessed(number as u16);
            let Guess { base, dest, weight, .. } = guess;
            let from = Some(base);
            self.add_package(situation, &Candidate { subject, from, dest, weight });
        }
    }
}

/// The packages that lie somewhere and can be delivered, the most promising first.
fn candidates(situation: &mut Situation) -> Vec<Candidate> {
    let Situation { board, ledger, means, .. } = *situation;
    let field = situation.fields.to(board, ledger.me().at, Way::Short);
    let mut found: Vec<(f64, Item, Candidate)> = Vec::new();
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
                let subject = Subject::Known(item);
                found.push((-score, item, Candidate { subject, from: Some(at), dest, weight }));
            }
        }
    }
    found.sort_unstable_by(|one, other| {
        one.0.partial_cmp(&other.0).unwrap_or(std::cmp::Ordering::Equal).then(one.1.cmp(&other.1))
    });
    found.truncate(MOST_JOBS);
    found.into_iter().map(|(_, _, candidate)| candidate).collect()
}
