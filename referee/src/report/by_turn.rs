//! The values that bots reported, by turn, over recorded games.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Serialize;
use serde_json::{Value, json};

use super::layout::{aligned, counted};
use super::values::short;
use crate::arena::Log;
use crate::recording::BegunRecording;
use crate::terminal::harmless;
use crate::values::{Owner, ReportedLine};

/// Later turns are ignored.
const MOST_TURNS: usize = 2000;

/// Further names are ignored: a bot can invent any number of them.
const MOST_NAMES: usize = 50;

/// Most lines of a table; each has the same number of turns.
const LINES: usize = 24;

/// The name of the column for values of the game.
const THE_GAME: &str = "the game";

/// The levels of the small picture on the right of a table.
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// The numbers of values by name, bot and turn. The turn of a value is the one in its line or, without one, the number of
/// the exchange of its player, from 1.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ByTurn(BTreeMap<String, BTreeMap<String, Vec<Numbers>>>);

/// The numbers of one turn over games. It is serialised as a list of the mean, the least and the most number, or as
/// `null` without a number.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Numbers {
    sum: f64,
    least: f64,
    most: f64,
    count: u64,
}

impl Numbers {
    fn add(&mut self, other: Numbers) {
        if self.count == 0 {
            *self = other;
        } else if other.count > 0 {
            self.sum += other.sum;
            self.least = self.least.min(other.least);
            self.most = self.most.max(other.most);
            self.count += other.count;
        }
    }

    fn of(number: f64) -> Self {
        Self { sum: number, least: number, most: number, count: 1 }
    }

    /// The mean, the least and the most number; `None` without a number.
    fn summary(&self) -> Option<[f64; 3]> {
        (self.count > 0).then(|| [self.sum / self.count as f64, self.least, self.most])
    }
}

impl Serialize for Numbers {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.summary().serialize(serializer)
    }
}

impl ByTurn {
    /// The numbers of all kept recordings of a log's games that count, and how many recordings there are.
    pub fn of(log: &Log) -> (Self, usize) {
        let folder = log.path().parent().unwrap_or(Path::new(""));
        let (mut all, mut recordings) = (Self::default(), 0);
        for game in log.games() {
            let Some(path) = game.recording.as_ref().map(|name| folder.join(name)) else {
                continue;
            };
            if let Ok(recording) = BegunRecording::load(&path) {
                all.add(&recording, &game.bots);
                recordings += 1;
            }
        }
        (all, recordings)
    }

    /// Adds the numbers of a recorded game; `bots` are the names by seat.
    pub fn add(&mut self, recording: &BegunRecording, bots: &[String]) {
        let mut exchanges = vec![0; bots.len()];
        for (_, exchange) in &recording.exchanges {
            let Some(number) = exchanges.get_mut(exchange.seat.0) else { continue };
            *number += 1;
            for line in exchange.stderr.iter().filter_map(|line| ReportedLine::read(line)) {
                let turn = line.turn.map_or(*number, |turn| turn as usize);
                let bot = match line.owner {
                    Owner::Player => &bots[exchange.seat.0],
                    Owner::Game => THE_GAME,
                };
                if let Some(number) = line.number() {
                    self.take(&harmless(&line.name), &harmless(bot), turn, number);
                }
            }
        }
    }

    fn take(&mut self, name: &str, bot: &str, turn: usize, number: f64) {
        let is_new = !self.0.contains_key(name);
        if turn > MOST_TURNS || is_new && self.0.len() >= MOST_NAMES {
            return;
        }
        let turns = self.0.entry(name.to_owned()).or_default().entry(bot.to_owned()).or_default();
        if turns.len() <= turn {
            turns.resize(turn + 1, Numbers::default());
        }
        turns[turn].add(Numbers::of(number));
    }

    /// The names of the values.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// The numbers of a value as an object: a list of turns for each bot.
    pub fn json(&self, name: &str) -> Value {
        let turns = |turns: &Vec<Numbers>| -> Value {
            let numbered = turns.iter().enumerate().filter_map(|(turn, numbers)| {
                let [mean, least, most] = numbers.summary()?;
                Some(json!({
                    "turn": turn, "numbers": numbers.count, "mean": mean, "least": least, "most": most,
                }))
            });
            numbered.collect()
        };
        let bots = self.0.get(name).into_iter().flatten();
        let bots = bots.map(|(bot, all)| json!({ "bot": bot, "turns": turns(all) }));
        json!({ "name": name, "bots": bots.collect::<Value>() })
    }

    /// A table of a value: a line for each turn, or for several, with mean, least and most number and a bar of each bot.
    pub fn text(&self, name: &str) -> Vec<String> {
        let none = BTreeMap::new();
        let bots = self.0.get(name).unwrap_or(&none);
        let first = |turns: &Vec<Numbers>| turns.iter().position(|it| it.count > 0);
        let first = bots.values().filter_map(first).min().unwrap_or(0);
        let end = bots.values().map(Vec::len).max().unwrap_or(0);
        let every = (end - first).div_ceil(LINES).max(1);
        let groups: Vec<[usize; 2]> =
            (first..end).step_by(every).map(|turn| [turn, (turn + every).min(end)]).collect();
        let of_group = |turns: &Vec<Numbers>, [begin, end]: [usize; 2]| {
            let mut all = Numbers::default();
            turns.iter().take(end).skip(begin).for_each(|numbers| all.add(*numbers));
            all
        };
        let means: Vec<f64> = (bots.values())
            .flat_map(|turns| groups.iter().filter_map(|group| of_group(turns, *group).summary()))
            .map(|[mean, ..]| mean)
            .collect();
        let low = means.iter().copied().fold(f64::INFINITY, f64::min);
        let high = means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let bar = |mean: f64| {
            let share = if high > low { (mean - low) / (high - low) } else { 0.5 };
            BARS[(share * (BARS.len() - 1) as f64).round() as usize].to_string()
        };
        let mut table = vec![vec![format!("{name} by turn")]];
        for bot in bots.keys() {
            table[0].extend([bot.clone(), "least".to_owned(), "most".to_owned(), String::new()]);
        }
        for group in &groups {
            let [begin, end] = group;
            let turns = if end - begin == 1 {
                begin.to_string()
            } else {
                format!("{begin} to {}", end - 1)
            };
            let mut row = vec![turns];
            for turns in bots.values() {
                let summary = of_group(turns, *group).summary();
                row.extend((0..3).map(|at| short(summary.map(|it| it[at]))));
                row.push(summary.map_or(String::new(), |[mean, ..]| bar(mean)));
            }
            table.push(row);
        }
        aligned(&table).into_iter().map(|line| format!("  {}", line.trim_end())).collect()
    }
}

/// A line about the recorded games from which the numbers are.
pub fn recorded_line(recordings: usize, games: usize) -> String {
    let advice = if recordings < games { "; --keep all keeps all recordings" } else { "" };
    format!("  by turn: {} of {games} games{advice}", counted(recordings as u64, "recording"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_has_the_mean_the_least_and_the_most_over_games() {
        let mut all = ByTurn::default();
        for (turn, number) in [(1, 2.0), (3, 5.0), (1, 4.0), (MOST_TURNS + 1, 1.0)] {
            all.take("risk", "a", turn, number);
        }
        let expected = r#"{"risk":{"a":[null,[3.0,2.0,4.0],null,[5.0,5.0,5.0]]}}"#;
        assert_eq!(json!(all).to_string(), expected);
        let turns = &all.json("risk")["bots"][0]["turns"];
        assert_eq!(
            turns[0],
            json!({"turn": 1, "numbers": 2, "mean": 3.0, "least": 2.0, "most": 4.0})
        );
        assert_eq!(turns.as_array().unwrap().len(), 2);
        (0..100).for_each(|name| all.take(&name.to_string(), "a", 1, 1.0));
        assert_eq!(all.0.len(), MOST_NAMES);
    }

    /// The groups of a table are added again from all numbers.
    #[test]
    fn a_table_groups_turns_and_loses_none() {
        let mut all = ByTurn::default();
        let number = |turn: usize| (turn * 7919 % 101) as f64;
        for turn in 5..205 {
            all.take("depth", "a", turn, number(turn));
            all.take("depth", "b", turn, 50.0);
        }
        let lines = all.text("depth");
        assert!(lines.len() <= LINES + 1, "{lines:#?}");
        let every = 200_usize.div_ceil(LINES);
        for (at, line) in lines[1..].iter().enumerate() {
            let turns = 5 + at * every..(5 + (at + 1) * every).min(205);
            let numbers: Vec<f64> = turns.clone().map(number).collect();
            let mean = numbers.iter().sum::<f64>() / numbers.len() as f64;
            let [least, most] =
                [f64::min, f64::max].map(|end| numbers.iter().copied().reduce(end).unwrap());
            let begin = format!("  {} to {}", turns.start, turns.end - 1);
            let words: Vec<&str> = line.split_whitespace().collect();
            assert!(line.starts_with(&begin), "{line}");
            let expected = [mean, least, most].map(|it| short(Some(it)));
            assert_eq!(words[3..6], expected, "{line}");
            assert_eq!(words[7..10], ["50"; 3], "{line}");
        }
    }

    #[test]
    fn an_unknown_value_has_an_empty_table() {
        assert_eq!(ByTurn::default().text("depth"), ["  depth by turn"]);
        assert_eq!(ByTurn::default().json("depth"), json!({"name": "depth", "bots": []}));
    }
}
