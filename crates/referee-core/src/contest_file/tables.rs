//! What a contest file contains.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;

use super::limits::{self, LimitsTable};
use super::on_table::OnTable;

/// A contest file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContestFile {
    /// Its path.
    #[serde(skip)]
    pub path: PathBuf,
    /// Its text, for errors with a line.
    #[serde(skip)]
    pub(super) text: String,
    /// The bots that a new version is measured against (`referee try`).
    #[serde(default)]
    pub pool: Vec<String>,
    /// The version that a new one has to beat (`referee try`).
    #[serde(default)]
    pub champion: Option<String>,
    /// The contest.
    pub contest: ContestTable,
    /// The referee program, for a contest that is not built in.
    #[serde(default)]
    pub referee: Option<RefereeTable>,
    /// The limits of bots and games.
    #[serde(default)]
    pub limits: LimitsTable,
    /// The options of the contest, by name.
    #[serde(default)]
    pub options: BTreeMap<String, Spanned<OptionTable>>,
    /// The named bots.
    #[serde(default)]
    pub bots: BTreeMap<String, BotTable>,
    /// Defaults of `referee duel`.
    #[serde(default)]
    pub duel: RunTable,
    /// Defaults of `referee ladder`.
    #[serde(default)]
    pub ladder: RunTable,
    /// Defaults of `referee try`.
    #[serde(default, rename = "try")]
    pub trial: RunTable,
    /// Other machines on which games may be played, by the word for `--on`.
    #[serde(default)]
    pub on: BTreeMap<String, OnTable>,
}

/// The contest: a built-in one by its key, or one of the user's own.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ContestTable {
    /// The key of a built-in contest. The other fields are for a contest of the user's own.
    pub game: Option<Spanned<String>>,
    /// The word on the command line and in recordings.
    pub key: Option<Spanned<String>>,
    /// The title, for people.
    pub title: Option<String>,
    /// The number of players: one number, or the least and the most.
    #[serde(default = "default_seats")]
    pub seats: Spanned<SeatCount>,
    /// The number of players that think at the same time.
    #[serde(default)]
    pub thinkers: Thinkers,
    /// By round: the seats whose points are added, in a contest whose players work together.
    #[serde(default)]
    pub teams: Vec<Vec<usize>>,
    /// Which numbers count.
    #[serde(default)]
    pub scores: Scores,
    /// A measure of the referee that counts in place of the score, such as the criterion of an optimisation game.
    pub measure: Option<String>,
    /// What a score below zero means.
    #[serde(default)]
    pub negative: Negative,
}

impl ContestTable {
    /// Whether a key is given that a built-in contest does not take.
    pub(super) fn has_own_rules(&self) -> bool {
        let Self { title, seats, thinkers, teams, scores, measure, negative, .. } = self;
        let is_named = title.is_some() || measure.is_some() || !teams.is_empty();
        let is_default = (*thinkers, *scores, *negative) == Default::default();
        is_named || !seats.span().is_empty() || !is_default
    }
}

/// A number of players, or a range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "seats wants a number, or the least and the most: seats = [2, 4]")]
pub enum SeatCount {
    /// Exactly this number.
    One(usize),
    /// The least and the most.
    Range([usize; 2]),
}

impl Default for SeatCount {
    fn default() -> Self {
        Self::One(2)
    }
}

/// The number of players of a file that gives none. It has no place in the file.
fn default_seats() -> Spanned<SeatCount> {
    Spanned::new(0..0, SeatCount::default())
}

impl SeatCount {
    /// The least and the most.
    pub fn range(self) -> [usize; 2] {
        match self {
            Self::One(seats) => [seats, seats],
            Self::Range(range) => range,
        }
    }
}

/// How many players think at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thinkers {
    /// One after the other.
    #[default]
    One,
    /// All at once.
    All,
}

/// Which numbers count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scores {
    /// More points are better.
    #[default]
    High,
    /// Fewer points are better.
    Low,
    /// The ranks that the referee prints, whatever the points are.
    Ranks,
}

/// What a score below zero means.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Negative {
    /// The referee has disqualified the player.
    #[default]
    Fault,
    /// It is a score like any other.
    Points,
}

/// The referee program.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RefereeTable {
    /// What it speaks.
    pub engine: Spanned<Engine>,
    /// The command that runs it, for every engine but `codingame`.
    pub command: Option<Spanned<String>>,
    /// The folder in which it runs. Default: that of the contest file.
    pub folder: Option<PathBuf>,
    /// Environment variables that are added.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// For the engine `lines`: whether the program takes the line `###Seed`. Some old programs do not.
    #[serde(default = "yes")]
    pub seeds: bool,
    /// The folder of a project of CodinGame's engine, which has been built.
    pub project: Option<Spanned<PathBuf>>,
    /// Classes and jars, in place of a project.
    #[serde(default)]
    pub classpath: Vec<PathBuf>,
    /// The Java program.
    #[serde(default = "java")]
    pub java: String,
    /// Further arguments of Java.
    #[serde(default)]
    pub java_args: Vec<String>,
    /// The mode of CodinGame's engine, `multi` or `solo`.
    #[serde(default)]
    pub mode: Mode,
    /// For games in solo mode: the folder of `test1.json` and so on.
    pub tests: Option<PathBuf>,
    /// Milliseconds of grace that the engine adds to each time limit. Answers within the grace are noted.
    #[serde(default, deserialize_with = "limits::grace")]
    pub grace_ms: u64,
    /// Whether one process may serve many games.
    #[serde(default)]
    pub reuse: bool,
    /// The most memory of the program, in MB.
    #[serde(
        default = "limits::usual_memory_of_referee",
        deserialize_with = "limits::memory_of_referee"
    )]
    pub memory_mb: u64,
    /// How long the program may be silent, in seconds.
    #[serde(default = "referee_patience")]
    pub answer_s: f64,
}

const fn yes() -> bool {
    true
}

fn java() -> String {
    "java".to_owned()
}

const fn referee_patience() -> f64 {
    30.0
}

/// What a referee program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Engine {
    /// The protocol of CodinGame's own engine.
    Codingame,
    /// Lines such as `###Input 0`, over its standard streams.
    Lines,
    /// It starts the bots itself and prints scores.
    Command,
    /// It starts the bots itself and prints one JSON object.
    Json,
}

/// The mode of CodinGame's engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Several players.
    #[default]
    Multi,
    /// One player; optimisation games too.
    Solo,
}

/// An option: its default alone, or a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(
    untagged,
    expecting = "an option is a default, or a table with default, range, choices and help"
)]
pub enum OptionTable {
    /// A table with the default, the help and the values.
    Full(FullOption),
    /// The default alone.
    Default(Value),
}

/// An option with its help and its values.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FullOption {
    /// The default.
    pub default: Value,
    /// The smallest and the largest value of a number.
    pub range: Option<[i64; 2]>,
    /// The words that it takes.
    #[serde(default)]
    pub choices: Vec<String>,
    /// What it does.
    #[serde(default)]
    pub help: String,
}

/// A named bot.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct BotTable {
    /// The command line that runs it, or any other text that a command takes for a bot.
    pub run: Spanned<String>,
    /// The command line that builds it, run by a shell when a source has changed.
    pub build: Option<String>,
    /// Its folder, in which it is built and runs. Default: that of the contest file.
    pub folder: Option<PathBuf>,
    /// Environment variables that are added.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
    /// Its time limits are multiplied by this.
    pub timeout_factor: Option<f64>,
    /// Files and folders that belong to it: a change of one makes it another bot.
    #[serde(default)]
    pub depends: Vec<PathBuf>,
    /// Whether its command line with the word `bench` at its end prints a line with `NUMBER nodes per second`.
    #[serde(default)]
    pub bench: bool,
}

/// Defaults of a command that plays many games; each has the meaning of the option of that name.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RunTable {
    /// The number of games.
    pub games: Option<u64>,
    /// The hypotheses of the test.
    pub sprt: Option<Spanned<String>>,
    /// The number of games at the same time.
    pub parallel: Option<u64>,
    /// The seed of the sequence of seeds.
    pub seed: Option<u64>,
    /// Which recordings are kept.
    pub keep: Option<String>,
    /// Further bots that fill the seats.
    pub others: Option<Spanned<Vec<String>>>,
    /// The number of players of a game of a ladder.
    pub players: Option<Spanned<u64>>,
}
