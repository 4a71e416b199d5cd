//! What a bot's `bench` measures and prints: [`Bench`] and [`Report`].

use std::cmp::Ordering;
use std::fmt;
use std::time::{Duration, Instant};

use crate::{hash::Fnv1a, Deadline};

/// The turns of a bench: a bot plays fixed games against itself with a node budget for each turn,
/// and everything that it answers goes into one signature.
///
/// ```
/// use gridkit::Bench;
///
/// let mut bench = Bench::new(1_000);
/// for position in 0..3 {
///     // The bot thinks: gives its answer and the number of nodes that it visited.
///     let answer = bench.turn(|deadline| {
///         while !deadline.expired() {}
///         (position + 7, deadline.nodes())
///     });
///     bench.sign(format!("{answer}\n").as_bytes());
/// }
/// let report = bench.report();
/// assert_eq!((report.nodes, report.signature), (3_000, 0x1b7f_1ef9_b718_30f9));
/// ```
#[derive(Clone, Debug)]
pub struct Bench {
    budget: u64,
    signature: Fnv1a,
    /// How long each turn took and how many nodes it visited.
    turns: Vec<(Duration, u64)>,
}

impl Bench {
    /// A bench whose turns have `budget` nodes each.
    pub fn new(budget: u64) -> Self {
        Self { budget, signature: Fnv1a::default(), turns: Vec::new() }
    }

    /// One turn of the bot: `think` gives the bot's decision and the nodes it visited.
    pub fn turn<T>(&mut self, think: impl FnOnce(&mut Deadline) -> (T, u64)) -> T {
        let mut deadline = Deadline::after_nodes(self.budget);
        let begin = Instant::now();
        let (decision, nodes) = think(&mut deadline);
        self.turns.push((begin.elapsed(), nodes));
        decision
    }

    /// Takes an answer of the bot into the signature.
    pub fn sign(&mut self, answer: &[u8]) {
        self.signature.add(answer);
    }

    /// What the turns so far come to.
    pub fn report(&self) -> Report {
        let speed = |(time, nodes): &(Duration, u64)| *nodes as f64 / time.as_secs_f64().max(1e-9);
        Report {
            signature: self.signature.value(),
            nodes: self.turns.iter().map(|turn| turn.1).sum(),
            speed: median(self.turns.iter().map(speed).collect()),
            remarks: Vec::new(),
        }
    }
}

/// The median of some measurements, 0 if there are none: where a mean would count the moments in
/// which a busy machine stops the program, the median does not.
pub fn median(mut measured: Vec<f64>) -> f64 {
    measured.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    measured.get(measured.len() / 2).copied().unwrap_or(0.0)
}

/// What a bench found. Its display is what `bench` prints:
///
/// ```text
/// signature 755e477dc8e80233
/// 50317 nodes, 287562 nodes per second
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The FNV-1a hash of all answers: the same on every machine as long as the bot does the same.
    pub signature: u64,
    /// Nodes visited in all turns.
    pub nodes: u64,
    /// Nodes visited in a second, in the median turn.
    pub speed: f64,
    /// More lines to print, such as a comparison of the bot's own.
    pub remarks: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Report { signature, nodes, speed, remarks } = self;
        write!(f, "signature {signature:016x}\n{nodes} nodes, {speed:.0} nodes per second")?;
        remarks.iter().try_for_each(|remark| write!(f, "\n{remark}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_the_whole_budget() {
        let mut bench = Bench::new(70);
        for _ in 0..2 {
            let visited = bench.turn(|deadline| {
                let visited = (0..1_000).take_while(|_| !deadline.expired()).count();
                (visited, visited as u64)
            });
            assert_eq!(visited, 70);
        }
        assert_eq!(bench.report().nodes, 140);
    }

    #[test]
    fn the_speed_is_that_of_the_median_turn() {
        let turns = [(10, 1_000), (1_000, 1_000), (10, 3_000)];
        let turns = turns.map(|(millis, nodes)| (Duration::from_millis(millis), nodes)).to_vec();
        let bench = Bench { turns, ..Bench::new(1) };
        assert!((bench.report().speed - 100_000.0).abs() < 1e-6);
        assert!(Bench::new(1).report().speed.abs() < 1e-9);
    }

    #[test]
    fn the_signature_is_of_the_answers_alone_and_of_their_order() {
        let signature = |answers: [&str; 2], nodes: u64| {
            let mut bench = Bench::new(nodes);
            for answer in answers {
                let answer = bench.turn(|deadline| (answer, deadline.nodes() + nodes));
                bench.sign(answer.as_bytes());
            }
            bench.report().signature
        };
        assert_eq!(signature(["a", "b"], 1), Fnv1a::of(b"ab"));
        assert_eq!(signature(["a", "b"], 1), signature(["a", "b"], 9));
        assert_ne!(signature(["a", "b"], 1), signature(["b", "a"], 1));
    }

    #[test]
    fn a_report_is_printed_line_by_line() {
        let remarks = vec!["twice as fast as before".to_owned()];
        let report = Report { signature: 0xab, nodes: 12, speed: 3.4, remarks };
        let text =
            "signature 00000000000000ab\n12 nodes, 3 nodes per second\ntwice as fast as before";
        assert_eq!(report.to_string(), text);
    }
}
