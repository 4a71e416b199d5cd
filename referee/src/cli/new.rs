//! `referee new bot`: writes a first bot.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};

use super::{Failure, usage};
use crate::games::contest;
use crate::plain_words::unwritable;
use crate::terminal::output;

/// Write a starter bot
#[derive(Args)]
pub(super) struct NewArgs {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Bot(BotArgs),
}

/// Write a first legal bot for a contest: it reads every turn, answers one line, and flushes
#[derive(Args)]
struct BotArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The language of the bot
    #[arg(long, value_enum, default_value_t = Language::Python)]
    language: Language,
    /// The file to write [default: `my_bot` with the ending of the language, in this folder]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Language {
    /// Python 3
    Python,
    /// Rust
    Rust,
    /// C++17
    Cpp,
    /// JavaScript, for Node.js
    Javascript,
}

impl Language {
    fn extension(self) -> &'static str {
        ["py", "rs", "cpp", "js"][self as usize]
    }

    /// The command that builds a file, if the language needs one, and the command that runs it.
    fn commands(self, file: &Path) -> (Option<String>, String) {
        let (source, program) = (file.display(), file.with_extension(""));
        let program = match program.components().count() {
            1 => format!("./{}", program.display()),
            _ => program.display().to_string(),
        };
        match self {
            Language::Python => (None, format!("python3 {source}")),
            Language::Javascript => (None, format!("node {source}")),
            Language::Rust => {
                (Some(format!("rustc -O --edition 2021 -o {program} {source}")), program)
            }
            Language::Cpp => (Some(format!("g++ -O2 -std=c++17 -o {program} {source}")), program),
        }
    }
}

impl NewArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let What::Bot(bot) = self.what;
        bot.run()
    }
}

impl BotArgs {
    fn run(self) -> Result<(), Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        let key = contest.key();
        let extension = self.language.extension();
        let bot = contest.about().first_bots.iter().find(|bot| bot.extension == extension);
        let bot = bot
            .ok_or_else(|| usage(anyhow!("{key} has no first bot with the ending .{extension}")))?;
        let named = || PathBuf::from("my_bot").with_extension(extension);
        let file = self.output.clone().unwrap_or_else(named);
        let place = file.display();
        let mut created = fs::File::create_new(&file).map_err(|error| {
            usage(match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    anyhow!("{place} exists already; --output FILE gives the bot another name")
                }
                _ => anyhow!("cannot make {place}: {}", unwritable(&file, &error)),
            })
        })?;
        created
            .write_all(bot.source.as_bytes())
            .with_context(|| format!("cannot write {place}"))?;
        let (build, run) = self.language.commands(&file);
        let opponent = contest.about().house.first().map_or("random", |kind| kind.name);
        let mut seats = vec![format!("\"{run}\"")];
        seats.resize(contest.about().seats, format!("@{opponent}"));
        let mut out = output();
        writeln!(out, "{place} is a first bot for {}. It plays with:", contest.about().title)?;
        if let Some(command) = build {
            writeln!(out, "  {command}")?;
        }
        writeln!(out, "  referee play {key} {}", seats.join(" "))?;
        Ok(out.flush()?)
    }
}
