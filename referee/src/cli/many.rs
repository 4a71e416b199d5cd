//! What all commands that play many games have in common.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Map, Value};

use super::play::parse_factor;
use super::{Failure, parse_option, usage};
use crate::arena::{Arena, Entrants, Keep, Log, LogHeader, Logged, file_name, seed_of};
use crate::contest::{Contest, Setup};
use crate::games::contest;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// A second Ctrl-C within this time is the first: `timeout` and some terminals send two at once.
const ONE_INTERRUPT: Duration = Duration::from_millis(300);

/// Options of every command that plays many games.
#[derive(Args)]
pub(super) struct ManyArgs {
    /// An option of the game, such as league=2; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
    /// Where the sequence of seeds begins
    #[arg(long, value_name = "BASE", default_value_t = 1)]
    pub seed: u64,
    /// Where finished games are written; the same command again plays only what is missing
    /// [default: a file under games/ for these bots as they are now]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Which recordings are kept beside the log
    #[arg(long, value_enum, default_value_t = Keep::Faults)]
    pub keep: Keep,
    /// Games at the same time [default: so many that every bot that thinks has a core]
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u16).range(1..))]
    parallel: Option<u16>,
    /// Multiply every time limit by this
    #[arg(long, value_name = "FACTOR", default_value_t = 1.0, value_parser = parse_factor)]
    timeout_factor: f64,
    /// Play the games again that a bot lost on time because the machine was overloaded
    #[arg(long)]
    pub replay_overloaded: bool,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

impl ManyArgs {
    /// The contest, with options that it takes for a number of bots. Seats that are left they
    /// share.
    pub fn contest(&self, game: &str, bots: usize) -> Result<&'static dyn Contest, Failure> {
        let contest = contest(game).map_err(usage)?;
        let seats = contest.seats().max(bots);
        let seed = seed_of(contest, self.seed, 0);
        let setup = Setup { seed, options: self.options(), seats };
        setup.demand_known_options(contest).map_err(usage)?;
        contest.start(&setup).map_err(usage)?;
        Ok(contest)
    }

    fn options(&self) -> Map<String, Value> {
        self.options.iter().cloned().collect()
    }

    /// What all games have in common.
    pub fn header(&self, game: &str) -> LogHeader {
        let options = contest(game)
            .map_or_else(|_| self.options(), |contest| contest.with_defaults(self.options()));
        LogHeader::new(game, options, self.seed, self.timeout_factor)
    }

    /// Opens the log, with these bots in it.
    pub fn open_log(&self, kind: &str, game: &str, bots: &Entrants) -> Result<Log, Failure> {
        let header = self.header(game);
        let path = self.log.clone().unwrap_or_else(|| default_log(kind, &header, bots));
        let mut log = Log::open(&path, header).map_err(usage)?;
        log.enter(bots.programs()).map_err(usage)?;
        Ok(log)
    }

    /// What plays the games.
    pub fn arena<'a>(
        &self,
        contest: &'static dyn Contest,
        entrants: &'a Entrants,
        hero: &'a str,
    ) -> Arena<'a> {
        Arena {
            contest,
            entrants,
            parallel: self.parallel.map_or_else(|| Arena::default_parallel(contest), usize::from),
            keep: self.keep,
            hero,
            interrupted: &INTERRUPTED,
        }
    }
}

/// A file for these bots under these conditions. Another program or option gives another file, so
/// that a changed bot is compared anew.
fn default_log(kind: &str, header: &LogHeader, bots: &Entrants) -> PathBuf {
    let programs: Vec<_> = bots.programs().collect();
    let conditions = serde_json::to_string(&(header, &programs)).unwrap_or_default();
    let names: Vec<&str> = programs.iter().map(|program| program.bot.as_str()).collect();
    let number = crate::bot::fnv1a(conditions.as_bytes()) as u32;
    let name = format!("{kind}-{}-{}", header.game, file_name(&names.join("-vs-")));
    Path::new("games").join(format!("{name}-{number:08x}.jsonl"))
}

/// Makes Ctrl-C end the run with a report instead of the process. A second one ends the process.
pub(super) fn catch_interrupts() -> Result<(), Failure> {
    let mut first = None;
    let set = ctrlc::set_handler(move || {
        INTERRUPTED.store(true, Ordering::Relaxed);
        if first.get_or_insert_with(Instant::now).elapsed() > ONE_INTERRUPT {
            std::process::exit(130);
        }
    });
    Ok(set.context("cannot catch Ctrl-C")?)
}

/// A bar on the standard error stream that hides itself where that is no terminal.
pub(super) fn progress_bar(total: u64, done: u64) -> Result<ProgressBar, Failure> {
    let template = "{bar:24} {pos}/{len} games, {per_sec:.1}, {eta} left  {msg}";
    let style = ProgressStyle::with_template(template).map_err(|error| anyhow!("{error}"))?;
    let bar = ProgressBar::new(total).with_style(style);
    bar.set_position(done);
    // What was played before says nothing about the speed of now.
    bar.reset_eta();
    bar.enable_steady_tick(Duration::from_millis(200));
    Ok(bar)
}

/// The command line as it was typed, to be typed again.
pub(super) fn same_command() -> String {
    shell_words::join(std::env::args())
}

/// Says who was thrown out of a game, and where the recording is.
pub(super) fn tell_faults(bar: &ProgressBar, log: &Log, game: &Logged) {
    for out in &game.thrown_out {
        let bot = &game.bots[out.seat.0];
        let kept = game.recording.as_deref().map_or("recording not kept".to_owned(), |recording| {
            log.path().with_file_name(recording).display().to_string()
        });
        bar.suspend(|| eprintln!("{bot} was thrown out, {} ({kept})", out.kind()));
    }
}
