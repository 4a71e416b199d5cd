//! The measurements of a bot's `bench` command: [`Bench`] and [`Report`].

use std::cmp::Ordering;
use std::fmt;
use std::time::{Duration, Instant};

use crate::clock::Deadline;
use crate::hash::Fnv1a;

/// Collects the turns of a bench. A bot plays fixed games against itself with a node budget for each
/// turn; one signature covers all of its answers.
///
/// ```
/// use gridkit::Bench;
///
/// let mut bench = Bench::new(1_000);
/// for position in 0..3 {
///     // The bot thinks, and returns its answer and the number of nodes that it visited.
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
    /// The time of all turns.
    time: Duration,
    /// The nodes of all turns.
    nodes: u64,
}

impl Bench {
    /// A bench with a budget of `budget` nodes for each turn.
    pub fn new(budget: u64) -> Self {
        Self { budget, signature: Fnv1a::default(), time: Duration::ZERO, nodes: 0 }
    }

    /// Measures one turn. `think` returns the bot's decision and the number of nodes it visited.
    pub fn turn<T>(&mut self, think: impl FnOnce(&mut Deadline) -> (T, u64)) -> T {
        let mut deadline = Deadline::after_nodes(self.budget);
        let begin = Instant::now();
        let (decision, nodes) = think(&mut deadline);
        self.time += begin.elapsed();
        self.nodes += nodes;
        decision
    }

    /// Adds an answer of the bot to the signature.
    pub fn sign(&mut self, answer: &[u8]) {
        self.signature.add(answer);
    }

    /// The report of all turns so far.
    pub fn report(&self) -> Report {
        Report {
            signature: self.signature.value(),
            nodes: self.nodes,
            speed: self.nodes as f64 / self.time.as_secs_f64().max(1e-9),
            remarks: Vec::new(),
        }
    }
}

/// The median of measurements, 0.0 for an empty list. Unlike a mean it ignores the few measurements
/// during which a busy machine stopped the program.
pub fn median(mut measured: Vec<f64>) -> f64 {
    measured.sort_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    measured.get(measured.len() / 2).copied().unwrap_or(0.0)
}

/// The result of a bench. `bench` prints it as:
///
/// ```text
/// signature 755e477dc8e80233
/// 50317 nodes, 287562 nodes per second
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The FNV-1a hash of all answers. It is equal on every machine, as long as the bot's behaviour
    /// does not change.
    pub signature: u64,
    /// Nodes visited in all turns.
    pub nodes: u64,
    /// Nodes per second: the nodes of all turns divided by their time.
    pub speed: f64,
    /// Further lines to print, such as comparisons that only this bot makes.
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
    fn the_speed_is_all_nodes_by_the_time_of_all_turns() {
        let bench = Bench { time: Duration::from_millis(500), nodes: 1_000, ..Bench::new(1) };
        assert!((bench.report().speed - 2_000.0).abs() < 1e-6);
        assert!(Bench::new(1).report().speed.abs() < 1e-9);
    }

    /// Most turns of a bot may follow a plan of an earlier turn and visit no node.
    #[test]
    fn a_turn_without_nodes_adds_its_time_alone() {
        let mut bench = Bench::new(1_000);
        for visited in [0, 3_000, 0, 0, 5_000] {
            let before = bench.time;
            let pause = Duration::from_millis(2);
            bench.turn(|_| (std::thread::sleep(pause), visited));
            assert!(bench.time >= before + pause);
        }
        let report = bench.report();
        assert_eq!(report.nodes, 8_000);
        assert!((report.speed * bench.time.as_secs_f64() - 8_000.0).abs() < 1e-3, "{report:?}");
    }

    #[test]
    fn the_median_is_the_middle_one_in_order() {
        assert!((median(vec![9.0, 1.0, 4.0]) - 4.0).abs() < 1e-9);
        assert!(median(Vec::new()).abs() < 1e-9);
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
