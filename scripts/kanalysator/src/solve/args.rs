//! The arguments of `kanalysator solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use kabotte::circuit::Direction;
use kabotte::crash_plan::MEMORY;
use kabotte::motion::Events;
use kabotte::rules::Rules;
use kabotte::solve::{Crashes, Settings};

use super::solution::Task;

/// The arguments of `kanalysator solve`.
#[derive(Args)]
#[command(after_help = "\
The placement on the start cell and crashes are not counted as moves.
Exit code: 0 a way was found, 1 there is no way, no way was found in time, or a file
cannot be used, 2 called wrongly.")]
pub struct SolveArgs {
    /// The file of a map code
    #[arg(value_name = "MAPFILE")]
    pub map: PathBuf,
    /// Whether every checkpoint has to be passed; with `off` they are road
    #[arg(long, value_enum, default_value = "on")]
    cps: Switch,
    /// Which event of a move counts, if it passes several checkpoints or the finish
    #[arg(long, value_enum, default_value = "last")]
    events: EventsArg,
    /// The direction over the finish line of a circuit
    #[arg(long, value_enum, default_value = "classic")]
    direction: DirectionArg,
    /// Whether a car may crash on purpose
    #[arg(long, value_enum, default_value = "forbidden")]
    crash: CrashArg,
    /// How many records a crash sets a car back
    #[arg(long, value_name = "N", default_value_t = Settings::USUAL.zzz,
          value_parser = clap::value_parser!(u16).range(..=10_000))]
    zzz: u16,
    /// Time for the search with crashes. If it is too short, the answer says between which numbers the fewest
    /// moves are
    #[arg(long, value_name = "SECONDS", default_value_t = 300,
          value_parser = clap::value_parser!(u64).range(1..=86_400))]
    patience: u64,
    /// Memory for the search with crashes. If it is too little, the answer is as with --patience
    #[arg(long, value_name = "MB", default_value_t = MEMORY as u64 >> 20,
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
    /// A special rule, such as randrennen or geschwindigkeit=4; may be repeated
    #[arg(long = "rule", value_name = "NAME", value_parser = rule_name)]
    rules: Vec<String>,
    /// Also print how many quickest ways begin with each first move
    #[arg(long)]
    pub all: bool,
    /// Draw one quickest way on the track
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Print one JSON object in place of text
    #[arg(long)]
    pub json: bool,
}

impl SolveArgs {
    /// The task of `solve`.
    pub fn task(&self) -> Task {
        let crashes = match self.crash {
            CrashArg::Forbidden => Crashes::Forbidden,
            CrashArg::Allowed => Crashes::Allowed,
        };
        let events = match self.events {
            EventsArg::Last => Events::Last,
            EventsArg::All => Events::All,
        };
        let direction = match self.direction {
            DirectionArg::Classic => Direction::Classic,
            DirectionArg::Formula1 => Direction::Formula1,
            DirectionArg::Free => Direction::Free,
        };
        let with = |rules: Rules, name: &String| rules.with_name(name).unwrap_or(rules);
        let rules = self.rules.iter().fold(Rules::NONE, with);
        let checkpoints = self.cps == Switch::On;
        Task {
            settings: Settings { checkpoints, events, direction, crashes, zzz: self.zzz, rules },
            patience: Duration::from_secs(self.patience),
            memory: usize::try_from(self.memory << 20).unwrap_or(usize::MAX),
            all: self.all,
        }
    }
}

/// A name that the rules know.
fn rule_name(name: &str) -> Result<String, String> {
    Rules::NONE.with_name(name).map(|_| name.to_owned())
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Switch {
    On,
    Off,
}

#[derive(Clone, Copy, ValueEnum)]
enum EventsArg {
    Last,
    All,
}

#[derive(Clone, Copy, ValueEnum)]
enum DirectionArg {
    Classic,
    Formula1,
    Free,
}

#[derive(Clone, Copy, ValueEnum)]
enum CrashArg {
    Forbidden,
    Allowed,
}
