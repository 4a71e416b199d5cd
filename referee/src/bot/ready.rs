//! Bots that are built, and how they take seats.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, anyhow};
use gridkit::hash::Fnv1a;

use super::bench;
use crate::clocks::BotClock;
use crate::contest::{About, Contest, Hosted, HouseKind, Seatable, SeatedProgram, Seating, Setup};
use crate::game::{Game, Seat};
use crate::player::Player;
use crate::player::house::HousePlayer;
use crate::player::process::{Launch, ProcessPlayer};
use crate::system::words;

/// A bot that takes the next seat: itself, its clock, and the cores to which it is confined.
pub type Placed<'a> = (&'a ReadyBot, BotClock, Option<&'a [usize]>);

/// Seats bots in a game, in order. In a contest whose referee program starts the bots itself, the game that comes back
/// is another one.
///
/// # Errors
/// If a program cannot be started or a file cannot be read.
pub fn seat_all<'a>(
    contest: &dyn Contest,
    setup: &Setup,
    game: Box<dyn Game>,
    bots: impl Iterator<Item = Placed<'a>>,
) -> Result<Hosted> {
    if contest.starts_bots() {
        let programs = bots.map(|(bot, _, cores)| bot.seated_program(cores));
        let programs = programs.collect::<Result<Vec<_>>>()?;
        if let Some(hosted) = contest.start_with_bots(setup, &programs)? {
            return Ok(hosted);
        }
        return Err(anyhow!("{} did not start the bots: report this bug", contest.key()));
    }
    let players = (0..)
        .zip(bots)
        .map(|(seat, (bot, clock, cores))| bot.seat(Seat(seat), &setup.seed, clock, cores));
    Ok(Hosted { game, players: players.collect::<Result<_>>()? })
}

/// A built bot, which can be seated any number of times.
#[derive(Clone)]
pub struct ReadyBot {
    /// The text from the command line.
    pub name: String,
    pub(super) kind: ReadyKind,
    /// Whether its program has the command `bench`.
    pub(super) has_bench: bool,
}

#[derive(Clone)]
pub(super) enum ReadyKind {
    House(&'static HouseKind),
    Process(Box<Launch>),
    Seatable(Arc<dyn Seatable>),
}

impl ReadyBot {
    /// The same bot with more arguments.
    ///
    /// # Errors
    /// If the bot is not a program.
    pub fn with_arguments(&self, arguments: &[String]) -> Result<Self> {
        if arguments.is_empty() {
            return Ok(self.clone());
        }
        let ReadyKind::Process(launch) = &self.kind else {
            return Err(anyhow!("'{}' is not a program and takes no arguments", self.name));
        };
        let name = format!("{} {}", self.name, words::join(arguments));
        let kind = ReadyKind::Process(Box::new(Launch::clone(launch).args(arguments)));
        Ok(Self { name, kind, has_bench: self.has_bench })
    }

    /// Whether it answers the same whenever it is sent the same lines: it is one of the bots of which the contest says
    /// so, and its own bot is given `--nodes`.
    pub fn is_deterministic(&self, about: &About) -> bool {
        let words = words::split(&self.name).unwrap_or_default();
        let Some((name, arguments)) = words.split_first() else { return false };
        let is_house = matches!(self.kind, ReadyKind::House(_));
        let is_own = name == about.bot && arguments.iter().any(|word| word == "--nodes");
        (is_house || is_own) && about.deterministic.contains(&name.as_str())
    }

    /// How many nodes a second it visits on this machine, by its `bench`; `None` for a bot that has none.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let launch = self.launch().filter(|_| self.has_bench)?;
        bench::nodes_per_second(&launch.clone().args(["bench"]))
    }

    /// The files that the bot names: its program, those of its command line, and those that its author declares.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let files: Vec<PathBuf> = match &self.kind {
            ReadyKind::House(_) => Vec::new(),
            ReadyKind::Seatable(bot) => bot.files(),
            ReadyKind::Process(launch) => {
                let folder = launch.cwd.as_deref().unwrap_or(Path::new(""));
                let words = launch.args.iter().flat_map(|word| {
                    let value = word.to_str().and_then(|word| word.split_once('='));
                    [Some(Path::new(word)), value.map(|(_, value)| Path::new(value))]
                });
                let words = words.flatten().map(|word| folder.join(word));
                let declared = launch.depends.iter().cloned();
                launch.program_file().into_iter().chain(words).chain(declared).collect()
            }
        };
        files.into_iter().filter(|path| path.is_file())
    }

    /// Whether the bot is a program, with a process of its own.
    pub fn is_program(&self) -> bool {
        matches!(self.kind, ReadyKind::Process(_))
    }

    /// The bot's program with its limits and isolation; `None` if it is not a program.
    pub fn launch(&self) -> Option<&Launch> {
        match &self.kind {
            ReadyKind::Process(launch) => Some(launch),
            _ => None,
        }
    }

    /// The bot for a referee program that starts the bots itself, which alone measures their time.
    ///
    /// # Errors
    /// If the bot is not a program.
    pub fn seated_program(&self, cores: Option<&[usize]>) -> Result<SeatedProgram> {
        let ReadyKind::Process(launch) = &self.kind else {
            return Err(anyhow!(
                "the referee program of this contest starts the bots itself, so each must be a program; '{}' is not one",
                self.name
            ));
        };
        let cores = cores.map(<[usize]>::to_vec);
        let launch = Launch { cores, ..Launch::clone(launch) };
        Ok(SeatedProgram { name: self.name.clone(), launch })
    }

    /// Seats the bot. Players in this process derive their random numbers from the game's seed. A program runs only on
    /// `cores`, if given.
    ///
    /// # Errors
    /// If a program cannot be started or a file cannot be read.
    pub fn seat(
        &self,
        seat: Seat,
        seed: &str,
        clock: impl Into<BotClock>,
        cores: Option<&[usize]>,
    ) -> Result<Box<dyn Player>> {
        let clock = clock.into();
        let timeout_factor = clock.rule.factor;
        let number = Fnv1a::of(seed.as_bytes());
        Ok(match &self.kind {
            ReadyKind::House(kind) => {
                Box::new(HousePlayer::new(&self.name, (kind.make)(number, seat)))
            }
            ReadyKind::Process(launch) => {
                let mut launch = Launch::clone(launch);
                launch.limits.timeout_factor = timeout_factor;
                launch.limits.time_margin = clock.rule.margin;
                launch.limits.startup = clock.startup;
                launch.limits.clock = clock.clock;
                launch.cores = cores.map(<[usize]>::to_vec);
                Box::new(ProcessPlayer::spawn(&self.name, &launch)?)
            }
            ReadyKind::Seatable(bot) => {
                bot.seat(&self.name, Seating { seat, seed: number, timeout_factor })?
            }
        })
    }
}
