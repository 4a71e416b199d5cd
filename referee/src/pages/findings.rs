//! A report as the data of its page.

mod course;
mod lost_seeds;

use serde::{Serialize, Serializer};
use serde_json::Value;

use crate::arena::{Conduct, Log, Logged, rating_course};
use crate::cluster::Board;
use crate::contest::Contest;
use crate::report::{ByTurn, Headline, Report};
use crate::system::words;
use crate::terminal::harmless;

pub use course::Course;
pub use lost_seeds::LostSeeds;

/// Most rows of games in a page.
const MOST_ROWS: usize = 20_000;

/// Most points of a chart over the games of a log, approximately.
const POINTS: usize = 300;

/// Most points of the charts of a try, approximately: all rounds are looked at for each of them.
const TRY_POINTS: usize = 60;

/// Most points of the chart of ratings: all ratings are computed for each of them.
const RATING_POINTS: usize = 60;

/// A report as the data of its page.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Findings {
    /// The contest and the bots, in one line.
    pub title: String,
    /// The answer to the question of the log.
    pub headline: Headline,
    /// The report as the terminal shows it.
    pub text: String,
    /// The report as an object.
    pub report: Value,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// The course of a comparison of two bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<Course>,
    /// The course of the ratings of a ladder: pairs of a number of games and the Elo ratings after them, in the order of
    /// [`Findings::bots`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ratings: Vec<(usize, Vec<f64>)>,
    /// Times and faults of each bot, in the order of [`Findings::bots`].
    pub conduct: Vec<BotConduct>,
    /// Numbers that bots reported in recorded games, by name, bot and turn: mean, least and most number.
    pub metrics: ByTurn,
    /// Seeds on which a bot lost every game.
    pub lost_seeds: Vec<LostSeeds>,
    /// The games; empty on a live page, which asks the server for them.
    pub games: Vec<GameRow>,
    /// Number of games in the log.
    pub games_in_all: usize,
    /// The batches of its run, if that is played on other machines now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batches: Option<Board>,
    /// The log's path in the dashboard's folder; absent on a page without a server.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub live: String,
}

/// Times and faults of a bot.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BotConduct {
    /// A histogram: the lower end of each bucket in microseconds, and the number of answers in the bucket.
    pub times: Vec<(u64, u64)>,
    /// The median time of an answer in microseconds.
    pub p50: u64,
    /// The 99th percentile of the times in microseconds.
    pub p99: u64,
    /// The longest time in microseconds.
    pub max: u64,
    /// The largest share of its time limit that an answer took, in per cent.
    pub percent_of_limit: u64,
    /// Kinds of faults with their numbers.
    pub faults: Vec<(String, u64)>,
    /// Number of games that are not counted because the machine was overloaded.
    pub overloaded: u64,
    /// Number of games that were replayed because the bot was late while the machine may have been to blame.
    pub replayed: u64,
    /// Number of games that count.
    pub games: u64,
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
            replayed: conduct.replayed,
            games: conduct.games,
        }
    }
}

/// A game of the log.
#[derive(Clone, Debug, Default, Serialize)]
pub struct GameRow {
    /// Its number in the log, or in the list of recordings, from 1.
    pub number: usize,
    /// Key of the contest, in a list that may have games of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Its seed.
    pub seed: String,
    /// Names of the bots by seat.
    pub bots: Vec<String>,
    /// Points by seat. One that a number of JavaScript would round is a text.
    #[serde(serialize_with = "exact_numbers")]
    pub scores: Vec<i64>,
    /// Ranks by seat.
    pub ranks: Vec<u32>,
    /// Its length in turns.
    pub turns: u32,
    /// A word for how it ended; empty if the log does not say that.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub end: String,
    /// Pairs of a seat and the kind of its fault.
    pub faults: Vec<(usize, String)>,
    /// Whether it is not counted because the machine was overloaded.
    pub overloaded: bool,
    /// The longest answer of each seat, in microseconds.
    pub slowest: Vec<u64>,
    /// Its recording, if it was kept: a path from the log's folder, or in the dashboard from the dashboard's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recording: Option<String>,
    /// The recording of the game of the same seed in which the two bots have each other's seats, if it was kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partner: Option<String>,
    /// The address of the page of its recording, relative to this page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<String>,
    /// The command that shows its recording; empty if the recording was not kept, or its name has unseen characters.
    pub view: String,
    /// The command that plays it again; empty if that is not known.
    pub again: String,
}

/// Writes whole numbers, as texts where a number of JavaScript would round them.
fn exact_numbers<S: Serializer>(numbers: &[i64], serializer: S) -> Result<S::Ok, S::Error> {
    const MOST: u64 = 1 << f64::MANTISSA_DIGITS;
    serializer.collect_seq(numbers.iter().map(|number| {
        if number.unsigned_abs() > MOST {
            Value::from(number.to_string())
        } else {
            (*number).into()
        }
    }))
}

impl GameRow {
    /// The row of a game of a log that has this number.
    pub fn of(log: &Log, number: usize, game: &Logged) -> Self {
        let swapped = [game.bots.last(), game.bots.first()].map(Option::<&String>::cloned);
        let swapped: Vec<String> = swapped.into_iter().flatten().collect();
        let partner = (game.bots.len() == 2 && swapped != *game.bots && game.recording.is_some())
            .then(|| log.game(&game.seed, &swapped))
            .flatten();
        let partner = partner.and_then(|other| Some(other.recording.as_ref()?.to_string()));
        Self { again: shown(&log.again(game)), partner, ..Self::new(number, game) }
    }

    /// The row of a game outside of a log that has this number.
    pub fn new(number: usize, game: &Logged) -> Self {
        let fault = |out: &crate::game::ThrownOut| (out.seat.0, shown(&out.kind()));
        Self {
            number,
            game: None,
            seed: shown(&game.seed),
            bots: game.bots.iter().map(|bot| shown(bot)).collect(),
            scores: game.scores.to_vec(),
            ranks: game.ranks.to_vec(),
            turns: game.turns,
            end: game.end.as_ref().map(|end| shown(end)).unwrap_or_default(),
            faults: game.thrown_out.iter().map(fault).collect(),
            overloaded: !game.is_decided(),
            slowest: game.times.iter().map(|seat| seat.max()).collect(),
            recording: game.recording.as_ref().map(ToString::to_string),
            partner: None,
            page: None,
            view: game.recording.as_ref().map(|path| view(path)).unwrap_or_default(),
            again: String::new(),
        }
    }
}

/// The command that shows a recording, safe to paste into a shell.
fn view(recording: &str) -> String {
    let path =
        if recording.starts_with('-') { format!("./{recording}") } else { recording.to_owned() };
    let word = words::pasted(&path).filter(|_| harmless(&path) == path);
    word.map_or_else(String::new, |word| format!("referee view {word}"))
}

fn shown(text: &str) -> String {
    harmless(text).into_owned()
}

/// An object whose texts and names of fields can be shown: a name of a bot in it is the one of [`Findings::bots`].
fn all_shown(value: Value) -> Value {
    match value {
        Value::String(text) => shown(&text).into(),
        Value::Array(all) => all.into_iter().map(all_shown).collect(),
        Value::Object(fields) => {
            fields.into_iter().map(|(name, value)| (shown(&name), all_shown(value))).collect()
        }
        other => other,
    }
}

impl Findings {
    /// The findings without rows of games and without metrics.
    pub fn new(report: &Report<'_>, contest: &dyn Contest) -> Self {
        let log = report.log();
        let bots: Vec<String> = match report {
            Report::Duel(it) => it.standing.pairing().names().to_vec(),
            Report::Teams(it) => it.names.to_vec(),
            Report::Ladder(it) => it.rows.iter().map(|row| row.bot.clone()).collect(),
            Report::Try(it) => {
                let field = it.standing.field();
                field.rivals().iter().chain(field.pool()).cloned().collect()
            }
        };
        let conduct = report.conduct();
        let of_bot = |bot: &String| conduct.get(bot).map(BotConduct::of).unwrap_or_default();
        let ratings = match report {
            Report::Ladder(_) if bots.len() > 1 => rating_course(log, &bots, RATING_POINTS),
            _ => Vec::new(),
        };
        let course = match report {
            Report::Duel(it) => Some(Course::of(log, &it.standing, POINTS)),
            Report::Try(it) => Some(Course::of_try(log, &it.standing, TRY_POINTS)),
            _ => None,
        };
        let names: Vec<String> = bots.iter().map(|bot| shown(bot)).collect();
        Self {
            title: format!("{}: {}", contest.about().title, names.join(" – ")),
            headline: report.headline(),
            text: report.text(),
            lost_seeds: LostSeeds::all(log, &bots),
            report: all_shown(report.json()),
            conduct: bots.iter().map(of_bot).collect(),
            bots: names,
            course,
            ratings,
            games_in_all: log.games().chain(log.undecided()).count(),
            ..Self::default()
        }
    }

    /// Adds the rows of the games. If there are more than a page can show, games with faults or recordings come first,
    /// then the latest.
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
    log.all_games().enumerate().map(|(at, game)| GameRow::of(log, at + 1, game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_a_report_have_no_unseen_characters() {
        let name = "a\u{202e}b";
        let report =
            serde_json::json!({ "bots": [{ "bot": name, "points_against": { name: 0.5 } }] });
        let expected = r#"{"bots":[{"bot":"a\\u{202e}b","points_against":{"a\\u{202e}b":0.5}}]}"#;
        assert_eq!(all_shown(report).to_string(), expected);
    }
    #[test]
    fn points_that_a_number_of_javascript_would_round_are_texts() {
        let scores = vec![3, 1 << 53, (1 << 53) + 1, i64::MIN];
        let row = serde_json::to_value(GameRow { scores, ..GameRow::default() }).unwrap();
        let texts = ["9007199254740993", "-9223372036854775808"];
        assert_eq!(row["scores"], serde_json::json!([3, 1_u64 << 53, texts[0], texts[1]]));
    }
}
