//! `referee new bot`: a first program to go on from.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand, ValueEnum};

use super::{Failure, usage};
use crate::games::contest;
use crate::terminal::output;

/// Write a first bot of your own
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
    /// The language it is written in
    #[arg(long, value_enum, default_value_t = Language::Python)]
    language: Language,
    /// Where the file goes [default: `my_bot` with the language's ending, in this folder]
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

/// The first bots of a contest, in the order of the languages.
type FirstBots = [&'static str; 4];

macro_rules! first_bots {
    ($($game:literal),*) => {
        [$(($game, [
            include_str!(concat!("../../templates/", $game, "/bot.py")),
            include_str!(concat!("../../templates/", $game, "/bot.rs")),
            include_str!(concat!("../../templates/", $game, "/bot.cpp")),
            include_str!(concat!("../../templates/", $game, "/bot.js")),
        ])),*]
    };
}

/// The first bots of each contest.
const FIRST_BOTS: [(&str, FirstBots); 5] =
    first_bots!("alamode", "courier", "fruit", "karo", "ocean");

impl Language {
    fn extension(self) -> &'static str {
        ["py", "rs", "cpp", "js"][self as usize]
    }

    /// The command that builds a file, if it must be built, and the one that runs it.
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
        let bots = FIRST_BOTS.iter().find(|(game, _)| *game == key);
        let (_, bots) =
            bots.ok_or_else(|| usage(anyhow!("there is no first bot for {key} yet")))?;
        let named = || PathBuf::from("my_bot").with_extension(self.language.extension());
        let file = self.output.clone().unwrap_or_else(named);
        let place = file.display();
        let mut created = fs::File::create_new(&file)
            .with_context(|| format!("cannot make {place}; --output FILE gives it another name"))
            .map_err(usage)?;
        created
            .write_all(bots[self.language as usize].as_bytes())
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
