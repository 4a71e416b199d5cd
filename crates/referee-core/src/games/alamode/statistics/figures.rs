//! The figures of one bot over its rounds.

use serde_json::{Map, Value, json};

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Count {
    Rounds,
    Turns,
    WalksLoaded,
    WalksEmpty,
    Idle,
    TakesUp,
    PutsDown,
    Joins,
    Crates,
    Chops,
    Bakes,
    TakesOut,
    TakesDishes,
    EmptiesDishes,
    Serves,
    WastesDishes,
    Burnt,
    WithoutCleanDish,
    ReadyDishLies,
    Dithers,
    LongIdleRuns,
}

/// The counts with their names, but for the rounds.
const NAMES: [(Count, &str); 20] = [
    (Count::Turns, "turns"),
    (Count::WalksLoaded, "walks loaded"),
    (Count::WalksEmpty, "walks empty"),
    (Count::Idle, "idle"),
    (Count::TakesUp, "takes from a table"),
    (Count::PutsDown, "puts on a table"),
    (Count::Joins, "joins on a table"),
    (Count::Crates, "takes from crates"),
    (Count::Chops, "chops"),
    (Count::Bakes, "puts into the oven"),
    (Count::TakesOut, "takes from the oven"),
    (Count::TakesDishes, "takes clean dishes"),
    (Count::EmptiesDishes, "empties dishes"),
    (Count::Serves, "serves"),
    (Count::WastesDishes, "serves for nothing"),
    (Count::Burnt, "burnt"),
    (Count::WithoutCleanDish, "no clean dish"),
    (Count::ReadyDishLies, "ready dish lies"),
    (Count::Dithers, "dithers"),
    (Count::LongIdleRuns, "long idle runs"),
];

/// The counts of one bot, over one round or more.
#[derive(Clone, Default)]
pub(super) struct Tally {
    counts: [u64; NAMES.len() + 1],
    pub points: i64,
    /// The turns that the customers which it served had waited, together.
    pub waited: u64,
    /// The most idle turns in a row.
    pub longest_idle_run: u64,
}

impl Tally {
    pub fn more(&mut self, count: Count, more: u64) {
        self.counts[count as usize] += more;
    }

    pub fn add(&mut self, other: &Self) {
        self.counts.iter_mut().zip(other.counts).for_each(|(sum, more)| *sum += more);
        self.points += other.points;
        self.waited += other.waited;
        self.longest_idle_run = self.longest_idle_run.max(other.longest_idle_run);
    }

    fn of(&self, count: Count) -> u64 {
        self.counts[count as usize]
    }

    /// The turns that a served customer had waited, on average; 0 if it served none.
    fn wait(&self) -> f64 {
        self.waited as f64 / self.of(Count::Serves).max(1) as f64
    }

    /// The counts of a single round by name.
    pub fn counts(&self) -> Map<String, Value> {
        let counts = NAMES.iter().map(|(count, name)| ((*name).to_owned(), json!(self.of(*count))));
        let mut figures = Map::new();
        figures.insert("points".to_owned(), json!(self.points));
        figures.extend(counts);
        figures.insert("waiting of an order".to_owned(), json!(self.wait()));
        figures.insert("longest idle run".to_owned(), json!(self.longest_idle_run));
        figures
    }

    /// All figures by name, per round, and the single rounds.
    pub fn figures(&self, name: &str, rounds: Vec<Value>) -> Value {
        let per_round = |sum: f64| json!(sum / self.of(Count::Rounds).max(1) as f64);
        let mut figures = Map::new();
        figures.insert("bot".to_owned(), json!(name));
        figures.insert("rounds".to_owned(), json!(self.of(Count::Rounds)));
        figures.insert("points".to_owned(), per_round(self.points as f64));
        for (count, name) in NAMES {
            figures.insert(name.to_owned(), per_round(self.of(count) as f64));
        }
        figures.insert("waiting of an order".to_owned(), json!(self.wait()));
        figures.insert("longest idle run".to_owned(), json!(self.longest_idle_run));
        figures.insert("each round".to_owned(), Value::Array(rounds));
        Value::Object(figures)
    }
}
