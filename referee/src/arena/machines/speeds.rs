//! How fast bots think on each machine, and the machines on which one thinks measurably less.
//!
//! A bot reports its speed in a value on standard error, or the task has measured it with the bot's `bench` before its
//! first game.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::super::logged::Logged;
use super::host::RISK;
use crate::stats::student;

/// Values by which a bot says how fast it thinks, the best first. `nodes` is the number of nodes in a turn, which
/// follows the speed if the clock ends the turn; with a fixed number of nodes it is the same on all machines.
const VALUES: [&str; 3] = ["nodes_per_second", "nps", "nodes"];

/// A machine is slow if a bot has less than this share of the median machine's nodes there.
const LEAST_SHARE: f64 = 0.9;

/// Fewest games with a value that make the speed on a machine known.
const LEAST_GAMES: u64 = 5;

/// How fast a bot thinks on a machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Speed {
    /// Nodes a second, or the mean of the value that the bot reports.
    pub nodes: f64,
    /// Where the number is from.
    pub source: SpeedSource,
    /// The number as a share of that on the median machine.
    pub share: f64,
}

/// Where a speed is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SpeedSource {
    /// The bot's `bench`, before its games.
    Bench,
    /// A value that the bot reports in its games.
    Games,
}

/// A machine on which a bot thinks measurably less.
#[derive(Clone, Debug, PartialEq)]
pub struct SlowMachine {
    /// Its name.
    pub machine: String,
    /// The bot.
    pub bot: String,
    /// How fast it thinks there.
    pub speed: Speed,
}

/// The numbers of a bot on a machine.
#[derive(Clone, Debug, Default)]
struct Numbers {
    count: u64,
    mean: f64,
    /// Sum of the squares around the mean.
    squares: f64,
}

impl Numbers {
    fn add(&mut self, number: f64) {
        self.count += 1;
        let before = number - self.mean;
        self.mean += before / self.count as f64;
        self.squares += before * (number - self.mean);
    }

    /// The probability of a mean so far below a number by chance.
    fn probability_below(&self, number: f64) -> f64 {
        if self.count < 2 {
            return 1.0;
        }
        let error = (self.squares / (self.count - 1) as f64 / self.count as f64).sqrt();
        if error <= 0.0 {
            return if self.mean < number { 0.0 } else { 1.0 };
        }
        student::cdf((self.mean - number) / error, self.count - 1)
    }
}

/// The speeds of all bots on all machines.
#[derive(Debug, Default)]
pub(super) struct Speeds<'a> {
    /// By bot, source and machine.
    numbers: BTreeMap<(&'a str, SpeedSource, usize), HashMap<&'a str, Numbers>>,
}

impl<'a> Speeds<'a> {
    /// Adds the speeds in a game.
    pub(super) fn add(&mut self, machine: &'a str, game: &'a Logged) {
        let measured = game.host.as_ref().map_or(&[][..], |host| &host.machine.nodes_per_second);
        for (seat, bot) in game.bots.iter().enumerate() {
            if let Some(nodes) = measured.get(seat).filter(|nodes| **nodes > 0) {
                self.note(bot, SpeedSource::Bench, 0, machine, *nodes as f64);
            }
            let Some(values) = game.seat_values.get(seat) else { continue };
            let said =
                (0..).zip(VALUES).find_map(|(at, name)| Some((at, values.get(name)?.number()?)));
            if let Some((at, nodes)) = said.filter(|(_, nodes)| *nodes > 0.0) {
                self.note(bot, SpeedSource::Games, at, machine, nodes);
            }
        }
    }

    fn note(
        &mut self,
        bot: &'a str,
        source: SpeedSource,
        value: usize,
        machine: &'a str,
        nodes: f64,
    ) {
        let machines = self.numbers.entry((bot, source, value)).or_default();
        machines.entry(machine).or_default().add(nodes);
    }

    /// The speed of each bot on each machine: machine, bot and speed. The speed in its games comes after that of its
    /// bench.
    pub(super) fn all(&self) -> Vec<(&'a str, &'a str, Speed)> {
        let all = self.numbers.iter().flat_map(|((bot, source, _), machines)| {
            let median = median(machines);
            machines.iter().map(move |(machine, numbers)| {
                let share = numbers.mean / median;
                (*machine, *bot, Speed { nodes: numbers.mean, source: *source, share })
            })
        });
        all.collect()
    }

    /// The machines on which a bot thinks measurably less than on the median machine.
    pub(super) fn slow(&self) -> Vec<SlowMachine> {
        let tests: usize = self.numbers.values().map(HashMap::len).sum();
        let mut slow: Vec<SlowMachine> = Vec::new();
        for ((bot, source, _), machines) in &self.numbers {
            let median = median(machines);
            for (machine, numbers) in machines {
                let share = numbers.mean / median;
                let is_certain = match source {
                    // A fixed number of nodes, the median of several runs: all games of the machine have it.
                    SpeedSource::Bench => true,
                    SpeedSource::Games => {
                        let probability = numbers.probability_below(median * LEAST_SHARE);
                        numbers.count >= LEAST_GAMES && probability * tests as f64 <= RISK
                    }
                };
                let is_known = slow.iter().any(|it| it.machine == *machine && it.bot == *bot);
                if share < LEAST_SHARE && is_certain && !is_known {
                    let speed = Speed { nodes: numbers.mean, source: *source, share };
                    let (machine, bot) = ((*machine).to_owned(), (*bot).to_owned());
                    slow.push(SlowMachine { machine, bot, speed });
                }
            }
        }
        slow.sort_by(|a, b| (&a.machine, &a.bot).cmp(&(&b.machine, &b.bot)));
        slow
    }
}

/// The mean of the median machine; of two machines that of the faster one.
fn median(machines: &HashMap<&str, Numbers>) -> f64 {
    let mut means: Vec<f64> = machines.values().map(|numbers| numbers.mean).collect();
    means.sort_by(f64::total_cmp);
    means[means.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::super::super::log::log;
    use super::super::super::logged::logged;
    use super::super::super::played_on::{OtherMachine, PlayedOn};
    use super::super::Machines;
    use super::*;
    use crate::values::{Kept, Values};

    /// Games on machines: each has the nodes of `a` by its bench and by its own reports.
    fn machines(speeds: &[(&str, u64, &[f64])]) -> Machines {
        let games = speeds.iter().flat_map(|(name, bench, said)| {
            said.iter().enumerate().map(move |(at, said)| {
                let mut game = logged(&format!("{name}-{at}"), &["a", "b"], &[1, 2]);
                let machine = OtherMachine {
                    name: (*name).into(),
                    nodes_per_second: vec![*bench, 0],
                    ..OtherMachine::default()
                };
                game.host = Some(PlayedOn { machine: machine.into(), starved_micros: None });
                let mut values = Values::default();
                if *said > 0.0 {
                    values.set("nodes", Kept::Number(*said));
                }
                game.seat_values = vec![values, Values::default()].into();
                game
            })
        });
        Machines::of(&log(games.collect()), |_| true)
    }

    fn slow(speeds: &[(&str, u64, &[f64])]) -> Vec<(String, SpeedSource)> {
        machines(speeds).slow.into_iter().map(|it| (it.machine, it.speed.source)).collect()
    }

    #[test]
    fn a_machine_is_slow_by_its_bench() {
        let none: &[f64] = &[0.0; 3];
        let named = |speeds: [u64; 3]| {
            slow(&[("n1", speeds[0], none), ("n2", speeds[1], none), ("n3", speeds[2], none)])
        };
        assert_eq!(named([1000, 950, 1040]), []);
        assert_eq!(named([1000, 850, 1040]), [("n2".to_owned(), SpeedSource::Bench)]);
        assert_eq!(slow(&[("n1", 600, none), ("n2", 1000, none)]).len(), 1);
        let all = machines(&[("n1", 500, none), ("n2", 1000, none)]);
        let speed = all.all[0].bots["a"].speed.unwrap();
        assert_eq!((speed.nodes, speed.share), (500.0, 0.5));
        assert_eq!(all.all[0].bots["b"].speed, None, "it has no bench");
    }

    #[test]
    fn a_machine_is_slow_by_what_the_bot_says_only_if_that_is_certain() {
        let fast: &[f64] = &[100.0, 104.0, 98.0, 101.0, 99.0, 100.0];
        let slower: &[f64] = &[60.0, 64.0, 58.0, 61.0, 59.0, 60.0];
        assert_eq!(slow(&[("n1", 0, fast), ("n2", 0, fast), ("n3", 0, fast)]), []);
        let found = slow(&[("n1", 0, fast), ("n2", 0, fast), ("n3", 0, slower)]);
        assert_eq!(found, [("n3".to_owned(), SpeedSource::Games)]);
        // Few games, or numbers that differ from game to game.
        assert_eq!(slow(&[("n1", 0, fast), ("n2", 0, &slower[..4])]), []);
        let wild: &[f64] = &[10.0, 150.0, 20.0, 90.0, 40.0, 60.0];
        assert_eq!(slow(&[("n1", 0, fast), ("n2", 0, wild)]), []);
    }
}
