//! What the page of a report shows.

mod course;
mod metrics;

use serde::Serialize;
use serde_json::Value;

use crate::arena::{Conduct, Log, Logged, rating_course};
use crate::contest::Contest;
use crate::report::Report;
use crate::terminal::harmless;

pub use course::Course;
pub use metrics::Metrics;

/// Most games whose rows stand in a page.
const MOST_ROWS: usize = 20_000;

/// Points of a chart over all games.
const POINTS: usize = 300;

/// Points of a chart for which all ratings are computed anew.
const RATING_POINTS: usize = 60;

/// What a log says, as the page of a report shows it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The contest and the bots, in one line.
    pub title: String,
    /// The report as the terminal shows it.
    pub text: String,
    /// The report as an object.
    pub report: Value,
    /// The bots of the log.
    pub bots: Vec<String>,
    /// How a comparison of two bots went.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// How the ratings of many bots went: the number of games, and the Elo of each bot of
    /// [`Findings::bots`] after them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<(usize, Vec<f64>)>,
    /// How each bot behaved, in the order of [`Findings::bots`].
    pub conduct: Vec<BotConduct>,
    /// What bots measured of themselves in recorded games.
    pub metrics: Metrics,
    /// The games; the page of a dashboard asks for them instead.
    pub games: Vec<GameRow>,
    /// How many games the log has.
    pub games_in_all: usize,
    /// The log, as the dashboard names it; empty on a page that stands alone.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub live: String,
}

/// How a bot behaved.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BotConduct {
    /// The least time of each bucket in microseconds, and how many answers took so long.
    pub times: Vec<(u64, u64)>,
    /// Half of the answers took no longer, in microseconds.
    pub p50: u64,
    /// 99 % of them took no longer.
    pub p99: u64,
    /// The longest.
    pub max: u64,
    /// The largest part of the limit that an answer took, in per cent.
    pub percent_of_limit: u64,
    /// Faults by kind.
    pub faults: Vec<(String, u64)>,
    /// Games that decide nothing, because the machine was overloaded.
    pub overloaded: u64,
}

impl BotConduct {
    fn of(conduct: &Conduct) -> Self {
        let times = &conduct.times;
        Self {
            times: times.buckets().collect(),
            p50: times.quantile(0.5),
            p99: times.quantile(0.99),
            max: times.max(),
            percent_of_limit: times.strain(),
            faults: conduct.faults.iter().map(|(kind, count)| (shown(kind), *count)).collect(),
            overloaded: conduct.overloaded,
        }
    }
}

/// A game of the log.
#[derive(Clone, Debug, Serialize)]
pub struct GameRow {
    /// Its number in the log, from 1.
    pub number: usize,
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// Points by seat.
    pub scores: Vec<i64>,
    /// Ranks by seat.
    pub ranks: Vec<u32>,
    /// Its length.
    pub turns: u32,
    /// Faults with their seats.
    pub faults: Vec<(usize, String)>,
    /// Whether it decides nothing, because the machine was overloaded.
    pub overloaded: bool,
    /// The longest answer of each seat, in microseconds.
    pub slowest: Vec<u64>,
    /// Its recording, if it was kept, as a path from the log's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The page of its recording, as an address from this page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The command that plays it again.
    pub again: String,
}

impl GameRow {
    /// A game with its number in the log.
    pub fn new(number: usize, game: &Logged) -> Self {
        let fault = |out: &crate::game::ThrownOut| (out.seat.0, shown(&out.kind()));
        Self {
            number,
            seed: shown(&game.seed),
            bots: game.bots.iter().map(|bot| shown(bot)).collect(),
            scores: game.scores.clone(),
            ranks: game.ranks.clone(),
            turns: game.turns,
            faults: game.thrown_out.iter().map(fault).collect(),
            overloaded: !game.is_decided(),
            slowest: game.times.iter().map(crate::arena::Times::max).collect(),
            recording: game.recording.as_deref().map(shown),
            page: None,
            again: shown(&game.again),
        }
    }
}

fn shown(text: &str) -> String {
    harmless(text).into_owned()
}

impl Findings {
    /// What a report says, without the rows of its games and what bots measured.
    pub fn new(report: &Report<'_>, contest: &dyn Contest) -> Self {
        let log = report.log();
        let bots: Vec<String> = match report {
            Report::Duel(it) => it.standing.pairing().names().to_vec(),
            Report::Teams(it) => it.names.to_vec(),
            Report::Ladder(it) => it.rows.iter().map(|row| row.bot.clone()).collect(),
        };
        let conduct = match report {
            Report::Duel(it) => &it.conduct,
            Report::Teams(it) => &it.conduct,
            Report::Ladder(it) => &it.conduct,
        };
        let of_bot = |bot: &String| conduct.get(bot).map(BotConduct::of).unwrap_or_default();
        let ratings = match report {
            Report::Ladder(_) if bots.len() > 1 => rating_course(log, &bots, RATING_POINTS),
            _ => Vec::new(),
        };
        let course = match report {
            Report::Duel(it) => Some(Course::of(log, &it.standing, POINTS)),
            _ => None,
        };
        let names: Vec<String> = bots.iter().map(|bot| shown(bot)).collect();
        Self {
            title: format!("{}: {}", contest.about().title, names.join(" – ")),
            text: report.text(),
            report: report.json(),
            conduct: bots.iter().map(of_bot).collect(),
            bots: names,
            course,
            ratings,
            games_in_all: log.games().chain(log.undecided()).count(),
            ..Self::default()
        }
    }

    /// The same with the rows of its games: all, or if they are too many those with faults and
    /// recordings, and then the latest.
    #[must_use]
    pub fn with_games(mut self, log: &Log) -> Self {
        self.games = rows(log).collect();
        if self.games.len() > MOST_ROWS {
            let is_dull = |row: &GameRow| row.faults.is_empty() && row.recording.is_none();
            self.games.sort_by_key(|row| (is_dull(row), std::cmp::Reverse(row.number)));
            self.games.truncate(MOST_ROWS);
            self.games.sort_by_key(|row| row.number);
        }
        self
    }
}

/// The rows of all games of a log, in its order.
pub fn rows(log: &Log) -> impl Iterator<Item = GameRow> {
    log.all_games().enumerate().map(|(at, game)| GameRow::new(at + 1, game))
}
