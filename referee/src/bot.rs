//! Parses the names of bots on the command line, builds bots, and seats them.

mod bench;
mod named;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use gridkit::hash::Fnv1a;

use self::named::{NamedProgram, table_of, unknown};
use crate::clocks::BotClock;
use crate::contest::{
    About, BotKind, Contest, Hosted, HouseKind, Seatable, SeatedProgram, Seating, Setup, TypedBot,
};
use crate::contest_file::{self, BotTable, ContestFile};
use crate::copies;
use crate::features::missing;
use crate::game::{Game, Seat};
use crate::games;
use crate::plain_words::did_you_mean;
use crate::player::Player;
use crate::player::house::HousePlayer;
use crate::player::process::{Allowed, Launch, ProcessPlayer, Stranger, Walls};
use crate::system::words;
use crate::workspace;

pub use self::named::matching;

/// A parsed bot, not yet built.
#[derive(Clone)]
pub struct Bot {
    /// The text from the command line.
    pub name: String,
    kind: Kind,
    is_stranger: bool,
}

/// Which programs are strangers, how strangers are isolated, and how many threads each bot may have.
#[derive(Clone, Debug, Default)]
pub struct Strangers {
    /// All command lines are strangers, not only those with `stranger:`.
    pub all: bool,
    /// The isolation of each stranger.
    pub isolation: Stranger,
    /// Most processes and threads of each bot, if the user has named a number.
    pub threads: Option<u32>,
    /// System calls that bots may make although they are refused otherwise.
    pub syscalls: Allowed,
    /// What each bot may write, and which places it sees.
    pub walls: Walls,
}

impl Strangers {
    /// Refuses system calls that no bot may make: strangers do not get them, and all programs among the bots are strangers.
    ///
    /// # Errors
    /// A sentence that names the option.
    pub fn demand_effect(&self, bots: &[Bot]) -> Result<()> {
        let of_strangers = bots.iter().filter_map(|bot| match bot.kind {
            Kind::House(_) | Kind::Seatable(_) => None,
            Kind::Workspace(..) => Some(false),
            Kind::Command(_) | Kind::Named(_) => Some(bot.is_stranger || self.all),
        });
        let of_strangers: Vec<bool> = of_strangers.collect();
        let is_vain = !of_strangers.is_empty() && of_strangers.iter().all(|it| *it);
        if is_vain && self.syscalls != Allowed::NOTHING {
            return Err(anyhow!(
                "--syscalls {} is not for strangers, and all programs here are strangers; leave it out",
                self.syscalls
            ));
        }
        Ok(())
    }
}

/// The prefix of a command line that is not trusted.
const STRANGER: &str = "stranger:";

#[derive(Clone)]
enum Kind {
    House(&'static HouseKind),
    /// A crate of this workspace, with arguments.
    Workspace(String, Vec<String>),
    Command(Vec<String>),
    /// A program that the contest file names.
    Named(NamedProgram),
    /// A bot of a kind that the contest defines.
    Seatable(Arc<dyn Seatable>),
}

impl Bot {
    /// Parses a name of the contest file, `@house`, `kind:operand` with a kind of the contest,
    /// `workspace-bot [argument…]`, or a command line. A name and a command line may have the prefix `stranger:`.
    ///
    /// # Errors
    /// A sentence with the possible alternatives.
    pub fn parse(text: &str, contest: &dyn Contest) -> Result<Self> {
        let named = contest_file::current().and_then(|file| Some((file, table_of(file, text)?)));
        match named {
            Some((file, (name, table))) => Self::named(file, name, table, contest),
            None => Self::typed(text, contest),
        }
    }

    /// A bot of the contest file.
    fn named(
        file: &'static ContestFile,
        name: &'static str,
        table: &'static BotTable,
        contest: &dyn Contest,
    ) -> Result<Self> {
        let run = table.run.get_ref();
        let first = run.split_whitespace().next().unwrap_or_default();
        let is_special = run.starts_with('@')
            || run.starts_with(STRANGER)
            || first == contest.about().bot
            || typed_kind(run, contest).is_ok_and(|kind| kind.is_some());
        if is_special {
            return Ok(Self { name: name.to_owned(), ..Self::typed(run, contest)? });
        }
        let program = NamedProgram::new(file, name, table)?;
        Ok(Self { name: name.to_owned(), kind: Kind::Named(program), is_stranger: false })
    }

    /// A bot that is not named.
    fn typed(text: &str, contest: &dyn Contest) -> Result<Self> {
        if let Some(rest) = text.strip_prefix(STRANGER) {
            let bot = Self::parse(rest, contest)?;
            if !matches!(bot.kind, Kind::Command(_) | Kind::Named(_)) {
                return Err(anyhow!("'{text}': only a command line can be a stranger"));
            }
            return Ok(Self { name: text.to_owned(), is_stranger: true, ..bot });
        }
        let here = copies::in_line(text);
        let kind = if let Some(name) = text.strip_prefix('@') {
            Kind::House(house_kind(name, contest)?)
        } else if let Some((kind, operand)) = typed_kind(&here, contest)? {
            match (kind.read)(operand)? {
                TypedBot::Command(words) => {
                    demand_program(text, &words, kind, contest)?;
                    Kind::Command(words)
                }
                TypedBot::Seatable(bot) => Kind::Seatable(bot),
                TypedBot::Missing { part, feature, instead } => {
                    let missing = missing(part, feature);
                    return Err(anyhow!("{text}: {missing}; or give {instead}"));
                }
            }
        } else {
            command_line(&here, contest)?
        };
        Ok(Self { name: text.to_owned(), kind, is_stranger: false })
    }

    /// Builds the bots of the workspace, each program once, and reports that on standard error.
    ///
    /// # Errors
    /// If a program does not build.
    pub fn prepare_all(bots: Vec<Bot>, strangers: &Strangers) -> Result<Vec<ReadyBot>> {
        let mut built: HashMap<String, PathBuf> = HashMap::new();
        let stranger =
            |is_stranger: bool| (is_stranger || strangers.all).then(|| strangers.isolation.clone());
        let memory_bytes = memory_limit();
        bots.into_iter()
            .map(|bot| {
                let has_bench = match &bot.kind {
                    Kind::Workspace(..) => true,
                    Kind::Named(program) => program.has_bench(),
                    _ => false,
                };
                let kind = match bot.kind {
                    Kind::House(kind) => ReadyKind::House(kind),
                    Kind::Seatable(bot) => ReadyKind::Seatable(bot),
                    Kind::Workspace(package, arguments) => {
                        let program = match built.get(&package) {
                            Some(program) => program.clone(),
                            None => workspace::bot(&package)?,
                        };
                        built.insert(package, program.clone());
                        ReadyKind::Process(Box::new(Launch::new(program).args(arguments)))
                    }
                    Kind::Command(mut words) => {
                        let program = words.remove(0);
                        let launch = Launch::new(program).args(words);
                        let stranger = stranger(bot.is_stranger);
                        ReadyKind::Process(Box::new(Launch { stranger, ..launch }))
                    }
                    Kind::Named(program) => {
                        let stranger = stranger(bot.is_stranger);
                        ReadyKind::Process(Box::new(Launch { stranger, ..program.prepare()? }))
                    }
                };
                let kind = match kind {
                    ReadyKind::Process(mut launch) => {
                        let limits = &mut launch.limits;
                        limits.memory_bytes = memory_bytes.or(limits.memory_bytes);
                        limits.threads = strangers.threads;
                        launch.syscalls = strangers.syscalls;
                        launch.walls = Some(strangers.walls.clone());
                        ReadyKind::Process(launch)
                    }
                    kind => kind,
                };
                Ok(ReadyBot { name: bot.name, kind, has_bench })
            })
            .collect()
    }
}

/// The most memory of a bot, by the contest file.
fn memory_limit() -> Option<u64> {
    Some(contest_file::current()?.limits.memory_mb? << 20)
}

/// The house player `name`.
fn house_kind(name: &str, contest: &dyn Contest) -> Result<&'static HouseKind> {
    contest.about().house.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<String> =
            contest.about().house.iter().map(|kind| format!("@{}", kind.name)).collect();
        let meant = did_you_mean(&format!("@{name}"), names.iter().map(String::as_str));
        let (key, names) = (contest.key(), names.join(", "));
        anyhow!("{key} has no house player '@{name}'; {meant}there are: {names}")
    })
}

/// The contest's kind of bot whose prefix begins the text, and the rest of the text.
fn typed_kind<'a>(
    text: &'a str,
    contest: &dyn Contest,
) -> Result<Option<(&'static BotKind, &'a str)>> {
    let Some((prefix, operand)) = text.split_once(':') else { return Ok(None) };
    let of =
        |contest: &dyn Contest| contest.about().bot_kinds.iter().find(|kind| kind.prefix == prefix);
    if let Some(kind) = of(contest) {
        return Ok(Some((kind, operand)));
    }
    let takers: Vec<&str> =
        games::all().filter(|other| of(*other).is_some()).map(Contest::key).collect();
    if takers.is_empty() {
        return Ok(None);
    }
    let (takers, key) = (takers.join(" and "), contest.key());
    Err(anyhow!("'{text}': bots that begin with '{prefix}:' play {takers}, not {key}"))
}

/// Refuses a bot whose program is not installed, and names the contest's other kinds of bots.
fn demand_program(
    text: &str,
    words: &[String],
    kind: &BotKind,
    contest: &dyn Contest,
) -> Result<()> {
    let program = words.first().map_or("", String::as_str);
    if workspace::program(program).is_some() {
        return Ok(());
    }
    let others = contest.about().bot_kinds.iter().filter(|other| other.prefix != kind.prefix);
    let others = others.map(|other| format!(", or give {}:{}", other.prefix, other.operand));
    let advice: String = std::iter::once("install it".to_owned()).chain(others).collect();
    Err(anyhow!("'{text}' needs the program '{program}', which is not on the path; {advice}"))
}

/// A command line: the workspace's bot or any other program, with arguments.
fn command_line(text: &str, contest: &dyn Contest) -> Result<Kind> {
    let words = words::split(text).map_err(|error| {
        anyhow!("cannot understand the command line '{text}': {error}; close the quotes")
    })?;
    let Some((first, arguments)) = words.split_first() else {
        return Err(anyhow!(
            "the name of a bot is empty; give a bot, such as @random or 'python3 my_bot.py'"
        ));
    };
    if first == contest.about().bot {
        return Ok(Kind::Workspace(first.clone(), arguments.to_vec()));
    }
    if let Some(other) = games::all().find(|other| other.about().bot == first) {
        let (other, key) = (other.key(), contest.key());
        return Err(anyhow!("{first} plays {other}, not {key}; `referee play {other}` plays it"));
    }
    if workspace::program(first).is_some() {
        return Ok(Kind::Command(words));
    }
    if let Some(file) = contest_file::current().filter(|file| file.key() == contest.key())
        && script(first).is_none()
    {
        return Err(unknown(first, file));
    }
    if let Some(advice) = script(first) {
        return Err(anyhow!("'{first}' is a file, but not a program; give it as {advice}"));
    }
    if Path::new(first).is_dir() {
        return Err(anyhow!(
            "'{first}' is a folder; name the program in it, such as '{}/my-bot'",
            first.trim_end_matches('/')
        ));
    }
    let house = contest.about().house.iter().map(|kind| format!("@{}", kind.name));
    let known: Vec<String> = house.chain([contest.about().bot.to_owned()]).collect();
    let meant = did_you_mean(first, known.iter().map(String::as_str));
    Err(anyhow!(
        "there is no bot or program '{first}'; {meant}give the workspace's bot ({}), a house player \
         (@{}), or a command line such as './my-bot' or 'python3 my_bot.py'",
        contest.about().bot,
        contest.about().house.first().map_or("random", |kind| kind.name),
    ))
}

/// A command line for a file that was given without its interpreter or without its folder.
fn script(word: &str) -> Option<String> {
    let path = Path::new(word);
    if !path.is_file() {
        return None;
    }
    let interpreter = match path.extension().and_then(|it| it.to_str()) {
        Some("py") => "python3 ",
        Some("js" | "mjs") => "node ",
        Some("rb") => "ruby ",
        Some("pl") => "perl ",
        Some("php") => "php ",
        Some("lua") => "lua ",
        Some("jar") => "java -jar ",
        Some("sh") => "bash ",
        _ => "./",
    };
    Some(format!("'{interpreter}{word}'"))
}

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
    kind: ReadyKind,
    /// Whether its program has the command `bench`.
    has_bench: bool,
}

#[derive(Clone)]
enum ReadyKind {
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

    /// The command that runs the bot's program alone; `None` if the bot is not a program, or is a stranger, which must
    /// run isolated.
    pub fn command(&self) -> Option<Command> {
        let ReadyKind::Process(launch) = &self.kind else { return None };
        if launch.stranger.is_some() {
            return None;
        }
        let mut command = Command::new(&launch.program);
        command.args(&launch.args).envs(launch.env.iter().map(|(name, value)| (name, value)));
        if let Some(folder) = &launch.cwd {
            command.current_dir(folder);
        }
        Some(command)
    }

    /// How many nodes a second it visits on this machine, by its `bench`; `None` for a bot that has none, and for a
    /// stranger, which must run isolated.
    pub fn nodes_per_second(&self) -> Option<u64> {
        let bench = || {
            let mut command = self.command().filter(|_| self.has_bench)?;
            command.arg("bench");
            Some(command)
        };
        bench()?;
        bench::nodes_per_second(|| bench().unwrap_or_else(|| Command::new("false")))
    }

    /// The program and all files that its command line names.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let words: Vec<PathBuf> = match &self.kind {
            ReadyKind::House(_) => Vec::new(),
            ReadyKind::Seatable(bot) => bot.files(),
            ReadyKind::Process(launch) => workspace::program(&launch.program.to_string_lossy())
                .into_iter()
                .chain(
                    launch
                        .args
                        .iter()
                        .map(|word| launch.cwd.as_deref().unwrap_or("".as_ref()).join(word)),
                )
                .collect(),
        };
        words.into_iter().filter(|word| word.is_file())
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
