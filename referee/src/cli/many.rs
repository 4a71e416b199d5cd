//! Options and setup shared by the commands that play many games.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value};

use super::clock_args::ClockArgs;
use super::failure::{Failure, usage};
use super::log_key::LogKeyArgs;
use super::on_args::OnArgs;
use crate::arena::{
    CorePlan, Faults, Keep, Log, MOST_FAULTS_IN_A_ROW, Progress, Replays, RunSettings, Seeds,
    StartNote, name_of,
};
use crate::bot::Strangers;
use crate::contest::Setup;
use crate::flags::numbers::whole;
use crate::flags::parse_option;
use crate::flags::strangers::StrangerArgs;
use crate::games::contest;
use crate::player::process::keep_from_bots;
use crate::report::layout::counted;
use crate::system::words;
use crate::system::{number_of_cores, own_cores};
use crate::tell;

/// Set by Ctrl-C.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Set by the first Ctrl-C with --stop-after-current: running games are played to their end.
static STOPPING: AtomicBool = AtomicBool::new(false);

/// A second Ctrl-C within this time is ignored: `timeout` and some terminals send two at once.
const ONE_INTERRUPT: Duration = Duration::from_millis(300);

/// Options of every command that plays many games.
#[derive(Args)]
#[allow(clippy::struct_excessive_bools)] // Each is a flag of the command line.
pub(super) struct ManyArgs {
    /// An option of the game, such as league=2; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, Value)>,
    /// Number of the seed sequence: another number gives other seeds
    #[arg(long, value_name = "BASE", default_value_t = 1, value_parser = parse_base)]
    seed: u64,
    /// The log, to which finished games are written; the same command again plays only the missing games
    /// [default: a file under games/ for the current builds of these bots]
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    log_key: LogKeyArgs,
    /// Which recordings to keep beside the log
    #[arg(long, value_enum, default_value_t = KeepArg::Faults)]
    keep: KeepArg,
    /// Number of games played at the same time [default: as many as leave a core for every bot that computes
    /// at the same time]
    #[arg(long, value_name = "GAMES", value_parser = whole(1..=10_000_u16))]
    parallel: Option<u16>,
    #[command(flatten)]
    clocks: ClockArgs,
    /// Whether to give each program its own cores, and the referee one
    #[arg(long, value_enum, default_value_t = PinArg::IfEnough, num_args = 0..=1, require_equals = true,
        default_missing_value = "demand")]
    pin: PinArg,
    /// 0: a game that was lost on time while the machine may have been overloaded stays undecided; more: it is
    /// replayed once, while no other game is played, and the second result counts
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=1000_u32))]
    replay_overloaded: u32,
    /// End the run when a bot is late much more often than its opponents while the machine may be to blame
    #[arg(long)]
    strict: bool,
    /// Continue after the same bot was thrown out of ten games in a row
    #[arg(long)]
    keep_going: bool,
    /// At the first Ctrl-C play the running games to their end; the second abandons them
    #[arg(long)]
    stop_after_current: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    strangers: StrangerArgs,
    #[command(flatten)]
    on: OnArgs,
}

/// Whether programs are kept on cores of their own, as typed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PinArg {
    /// Yes, if there are enough cores
    IfEnough,
    /// Yes; do not start if there are too few
    Demand,
    /// No
    No,
}

/// The number of a sequence of seeds.
fn parse_base(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        if text.contains("..") {
            format!("one number is wanted; `--seeds {text}` plays these seeds")
        } else {
            "a whole number from 0 is wanted; --seeds takes the seeds themselves".to_owned()
        }
    })
}

/// Maximum number of programs in a game. House players run inside the referee.
fn programs(typed: &[String], seats: usize) -> usize {
    let programs = typed.iter().filter(|text| !is_house(text)).count();
    match programs {
        _ if programs == typed.len() => seats,
        0 => 0,
        _ if typed.len() < seats => seats,
        _ => programs.min(seats),
    }
}

/// Whether a bot as typed is a house player, with or without a name.
fn is_house(text: &str) -> bool {
    let named = text.strip_prefix(name_of(text)).and_then(|rest| rest.strip_prefix('='));
    named.unwrap_or(text).starts_with('@')
}

/// The value of `--keep`.
#[derive(Clone, Copy, ValueEnum)]
enum KeepArg {
    /// All recordings
    All,
    /// Games in which a player was thrown out
    Faults,
    /// Games that the first bot lost or drew, and those in which a player was thrown out
    Losses,
    /// No recordings
    None,
}

impl ManyArgs {
    /// How the bots are isolated. They are started to be tried before the log is open, so it is kept from them now.
    pub fn strangers(&self) -> Strangers {
        keep_from_bots(self.log.as_deref().unwrap_or(Path::new("games/log")));
        self.strangers.read()
    }

    /// The options of a task of a run on other machines: it plays its games itself, one at a time if nothing else was
    /// given, and shares its machine with other tasks.
    pub fn of_task(&mut self) {
        self.on.clear();
        self.parallel = self.parallel.or(Some(1));
        self.pin = PinArg::No;
    }

    /// The cores of each program, or a note if there are too few.
    fn cores(
        &self,
        games: usize,
        programs: usize,
    ) -> Result<(Option<CorePlan>, StartNote), Failure> {
        if self.pin == PinArg::No || programs == 0 {
            return Ok((None, StartNote::default()));
        }
        let cores = own_cores();
        let plan = CorePlan::new(&cores, games, programs);
        if plan.is_some() {
            return Ok((plan, StartNote::default()));
        }
        let can_pin = !cores.is_empty();
        if self.pin == PinArg::Demand && !can_pin {
            return Err(usage(anyhow!(
                "--pin: this system keeps no program on a core of its own; leave out --pin"
            )));
        }
        let count = if can_pin { cores.len() } else { number_of_cores() };
        if games * programs < count {
            return Ok((None, StartNote::default()));
        }
        let cores = counted(count as u64, "core");
        let at_once = counted((games * programs) as u64, "program");
        if self.pin == PinArg::Demand {
            return Err(usage(anyhow!(
                "--pin needs a core for each of {at_once} at the same time, and one for the referee, but there are only \
                 {cores}; give a smaller --parallel, or leave out --pin"
            )));
        }
        let note = format!("{at_once} and the referee share {cores}");
        Ok((None, StartNote::new(Some(note))))
    }

    /// The conditions of the games, with options that suit this number of bots. The bots fill the
    /// remaining seats alternately.
    pub fn settings(
        &self,
        game: &str,
        bots: usize,
        typed: &[String],
    ) -> Result<RunSettings, Failure> {
        let contest = contest(game).map_err(usage)?;
        let options: Map<String, Value> = self.options.iter().cloned().collect();
        let seats = contest.about().seats.max(bots);
        let seeds = Seeds::new(contest, self.seed);
        let seed = seeds.of(contest, 0).context("a sequence has a first seed")?;
        let setup = Setup { seed, options: options.clone(), seats };
        contest.start(&setup).map_err(usage)?;
        let parallel = self.parallel.map(usize::from);
        let here = || RunSettings::default_parallel(contest);
        let parallel = parallel.unwrap_or_else(|| if self.on.is_given() { 1 } else { here() });
        let named = typed.iter().map(|text| {
            let name = name_of(text);
            let bot = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
            (name, bot.unwrap_or(text))
        });
        let (cores, note) = self.cores(parallel, programs(typed, seats))?;
        Ok(RunSettings {
            contest,
            options: contest.with_defaults(options),
            seeds,
            clocks: self.clocks.read(named)?,
            cores,
            note,
            adopts_orphans: true,
            parallel,
            elsewhere: self.on.elsewhere()?,
            is_calibrated: self.on.is_calibrated(),
            keep: match self.keep {
                KeepArg::All => Keep::All,
                KeepArg::Faults => Keep::Faults,
                KeepArg::Losses => Keep::Losses,
                KeepArg::None => Keep::None,
            },
            replays: if self.replay_overloaded == 0 { Replays::Never } else { Replays::Alone },
            is_strict: self.strict,
            keeps_going: self.keep_going,
            key: self.log_key.read()?,
            log: self.log.clone(),
            stopping: &STOPPING,
            interrupted: &INTERRUPTED,
        })
    }

    /// Makes Ctrl-C end the run with a report. Another Ctrl-C ends the process.
    pub fn catch_interrupts(&self) -> Result<(), Failure> {
        let mut steps = if self.stop_after_current {
            vec![&INTERRUPTED, &STOPPING]
        } else {
            vec![&INTERRUPTED]
        };
        let mut last: Option<Instant> = None;
        let set = ctrlc::set_handler(move || {
            if last.is_some_and(|last| last.elapsed() < ONE_INTERRUPT) {
                return;
            }
            last = Some(Instant::now());
            match steps.pop() {
                Some(step) => step.store(true, Ordering::Relaxed),
                None => std::process::exit(130),
            }
        });
        Ok(set.context("cannot catch Ctrl-C")?)
    }
}

/// Says that a run has played nothing, if all of its `known` games were in the log.
pub(super) fn tell_if_known(log: &Log, progress: Progress, known: u64) {
    if log.added() == 0 && progress == Progress::Done && known > 0 {
        let (games, was) = (counted(known, "game"), if known == 1 { "was" } else { "were" });
        let all = log.games().count() as u64;
        let more = (all > known).then(|| format!("; the report is of all {all} games of the log"));
        let report = more.unwrap_or_default();
        tell!("{known} of {games} {was} known; nothing was played{report}");
    }
}

/// Whether a run that played to its end left games out, because they were void. Says what plays them.
pub(super) fn tell_if_void(progress: Progress, left: u64) -> bool {
    let is_void = progress == Progress::Done && left > 0;
    if is_void {
        let (games, are) = (counted(left, "game"), if left == 1 { "is" } else { "are" });
        tell!("{games} {are} missing; to play the void games again: {}", same_command());
    }
    is_void
}

/// Says why a run ended early, if it did, and what continues it.
pub(super) fn tell_early_end(
    log: &Log,
    settings: &RunSettings,
    progress: Progress,
    bots: &[String],
) {
    match progress {
        Progress::Interrupted => tell!("interrupted; to continue: {}", same_command()),
        Progress::Faulty => {
            let faults = Faults::of(log);
            let bot = faults.broken(bots).map_or("a bot", String::as_str);
            let other = if settings.log.is_some() { " with another --log" } else { "" };
            tell!(
                "stopped: {bot} was thrown out of its last {MOST_FAULTS_IN_A_ROW} games; repair it and give the same \
                 command again{other}, or play on: {} --keep-going",
                same_command()
            );
        }
        Progress::Done | Progress::Enough => {}
    }
}

/// The command line of this process, quoted for a shell.
pub(super) fn same_command() -> String {
    let word = |word: String| words::pasted(&word).unwrap_or_else(|| words::join([word]));
    std::env::args().map(word).collect::<Vec<_>>().join(" ")
}
