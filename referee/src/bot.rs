//! Bots as they are named on the command line, and how each is brought to a seat.

use std::collections::HashMap;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Result, anyhow};

use crate::contest::{Contest, HouseKind};
use crate::game::Seat;
use crate::games;
use crate::games::fruit::Fruit;
use crate::player::Player;
use crate::player::house::HousePlayer;
use crate::player::javascript::{JavaScriptPlayer, Limits, NODE, node_command};
use crate::player::process::{Launch, ProcessPlayer};
use crate::workspace;

/// A bot as typed: who plays, not yet how.
#[derive(Clone)]
pub struct Bot {
    /// What was typed.
    pub name: String,
    kind: Kind,
}

#[derive(Clone)]
enum Kind {
    House(&'static HouseKind),
    /// A crate of this workspace, with arguments.
    Workspace(String, Vec<String>),
    Command(Vec<String>),
    /// A JavaScript file of the robot fruit hunt.
    JavaScript(PathBuf),
}

impl Bot {
    /// Understands `@house`, `js:FILE`, `node:FILE`, `workspace-bot [argument…]` or a command line.
    ///
    /// # Errors
    /// A sentence about what could have been typed instead.
    pub fn parse(text: &str, contest: &dyn Contest) -> Result<Self> {
        let name = text.to_owned();
        if let Some(house) = text.strip_prefix('@') {
            let kind = contest.house().iter().find(|kind| kind.name == house).ok_or_else(|| {
                let names: Vec<String> =
                    contest.house().iter().map(|kind| format!("@{}", kind.name)).collect();
                let (key, names) = (contest.key(), names.join(", "));
                anyhow!("{key} has no house player '{text}'; there are: {names}")
            })?;
            return Ok(Self { name, kind: Kind::House(kind) });
        }
        if let Some((engine @ ("js" | "node"), file)) = text.split_once(':') {
            if contest.key() != Fruit.key() {
                let (fruit, key) = (Fruit.key(), contest.key());
                return Err(anyhow!("'{text}': bots in JavaScript play {fruit}, not {key}"));
            }
            let file = PathBuf::from(file);
            if !file.is_file() {
                return Err(anyhow!("there is no JavaScript file {}", file.display()));
            }
            if engine == "js" {
                return Ok(Self { name, kind: Kind::JavaScript(file) });
            }
            if workspace::program(NODE).is_none() {
                let file = file.display();
                return Err(anyhow!("there is no program '{NODE}' on the path; use js:{file}"));
            }
            return Ok(Self { name, kind: Kind::Command(node_command(&file)) });
        }
        let words = shell_words::split(text)
            .map_err(|error| anyhow!("cannot understand the command line '{text}': {error}"))?;
        let Some((first, arguments)) = words.split_first() else {
            return Err(anyhow!("the name of a bot is empty"));
        };
        if first == contest.bot() {
            return Ok(Self { name, kind: Kind::Workspace(first.clone(), arguments.to_vec()) });
        }
        if let Some(other) = games::all().find(|other| other.bot() == first) {
            return Err(anyhow!("{first} plays {}, not {}", other.key(), contest.key()));
        }
        if workspace::program(first).is_some() {
            return Ok(Self { name, kind: Kind::Command(words) });
        }
        Err(anyhow!(
            "there is no bot or program '{first}'; give the workspace's bot ({}), a house player \
             (@{}), or a command line such as './my-bot' or 'python3 my_bot.py'",
            contest.bot(),
            contest.house().first().map_or("random", |kind| kind.name),
        ))
    }

    /// Builds what needs to be built, each program once, and says so on the standard error stream.
    ///
    /// # Errors
    /// A program that does not build.
    pub fn prepare_all(bots: Vec<Bot>) -> Result<Vec<ReadyBot>> {
        let mut built: HashMap<String, PathBuf> = HashMap::new();
        bots.into_iter()
            .map(|bot| {
                let kind = match bot.kind {
                    Kind::House(kind) => ReadyKind::House(kind),
                    Kind::JavaScript(file) => ReadyKind::JavaScript(file),
                    Kind::Workspace(package, arguments) => {
                        let program = match built.get(&package) {
                            Some(program) => program.clone(),
                            None => workspace::build(&package)?,
                        };
                        built.insert(package, program.clone());
                        ReadyKind::Process(Launch::new(program).args(arguments))
                    }
                    Kind::Command(mut words) => {
                        let program = words.remove(0);
                        ReadyKind::Process(Launch::new(program).args(words))
                    }
                };
                Ok(ReadyBot { name: bot.name, kind })
            })
            .collect()
    }
}

/// A bot that can be seated at once, any number of times.
#[derive(Clone)]
pub struct ReadyBot {
    /// What was typed.
    pub name: String,
    kind: ReadyKind,
}

#[derive(Clone)]
enum ReadyKind {
    House(&'static HouseKind),
    Process(Launch),
    JavaScript(PathBuf),
}

impl ReadyBot {
    /// The same bot with more arguments.
    ///
    /// # Errors
    /// A house player and a JavaScript file take none.
    pub fn with_arguments(&self, arguments: &[String]) -> Result<Self> {
        if arguments.is_empty() {
            return Ok(self.clone());
        }
        let ReadyKind::Process(launch) = &self.kind else {
            return Err(anyhow!("'{}' is no program and takes no arguments", self.name));
        };
        let name = format!("{} {}", self.name, shell_words::join(arguments));
        Ok(Self { name, kind: ReadyKind::Process(launch.clone().args(arguments)) })
    }

    /// The bot's program, to be run by itself; `None` if it has none.
    pub fn command(&self) -> Option<Command> {
        let ReadyKind::Process(launch) = &self.kind else { return None };
        let mut command = Command::new(&launch.program);
        command.args(&launch.args);
        Some(command)
    }

    /// The files that the bot consists of, as far as its command line names them.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let words: Vec<PathBuf> = match &self.kind {
            ReadyKind::House(_) => Vec::new(),
            ReadyKind::JavaScript(file) => vec![file.clone()],
            ReadyKind::Process(launch) => workspace::program(&launch.program.to_string_lossy())
                .into_iter()
                .chain(launch.args.iter().map(PathBuf::from))
                .collect(),
        };
        words.into_iter().filter(|word| word.is_file())
    }

    /// Brings the bot to a seat. A house player draws its own randomness from the game's seed.
    ///
    /// # Errors
    /// A program that cannot be started, a file that cannot be read.
    pub fn seat(&self, seat: Seat, seed: &str, timeout_factor: f64) -> Result<Box<dyn Player>> {
        Ok(match &self.kind {
            ReadyKind::House(kind) => {
                Box::new(HousePlayer::new(&self.name, (kind.make)(fnv1a(seed.as_bytes()), seat)))
            }
            ReadyKind::Process(launch) => {
                let mut launch = launch.clone();
                launch.limits.timeout_factor = timeout_factor;
                Box::new(ProcessPlayer::spawn(&self.name, &launch)?)
            }
            ReadyKind::JavaScript(file) => {
                let seed = fnv1a(seed.as_bytes()).wrapping_add(seat.0 as u64);
                let limits = Limits { timeout_factor, ..Limits::default() };
                Box::new(JavaScriptPlayer::load(&self.name, file, seed, limits)?)
            }
        })
    }
}

/// FNV-1a of a seed's text or a file: a number that is the same on every machine.
pub(crate) fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
