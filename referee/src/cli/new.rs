//! `referee new bot`: writes a first bot and its test.

mod language;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::{fs, io, iter};

use anyhow::anyhow;
use clap::{Args, Subcommand};
use itertools::Itertools;

use self::language::Language;
use super::output_file::create_whole;
use super::{Failure, usage};
use crate::contest::{Contest, FirstBot};
use crate::games::contest;
use crate::plain_words::{has_no_room, unwritable};
use crate::system::words;
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

/// Write a first bot for a contest, and a test that plays a game with it
///
/// The bot reads every turn, answers one line, and flushes. With --verbose it prints what it understood.
#[derive(Args)]
struct BotArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The language of the bot [default: that of the file's extension, or Python]
    #[arg(long, value_enum)]
    language: Option<Language>,
    /// The file to write; its test is written beside it [default: `my_bot` with the ending of the language, in this
    /// folder; MyBot.java for Java]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
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
        let (key, title) = (contest.key(), contest.about().title);
        let by_name = || self.output.as_deref().and_then(Language::of_file);
        let language = self.language.or_else(by_name).unwrap_or(Language::Python);
        let extension = language.extension();
        let first_bots = contest.about().first_bots;
        let bot = first_bots.iter().find(|bot| bot.extension == extension);
        let bot = bot.ok_or_else(|| usage(missing(key, extension, first_bots)))?;
        let file = self.output.unwrap_or_else(|| language.default_file());
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if !language.takes(&stem) {
            return Err(usage(anyhow!(
                "a first bot cannot be called '{stem}', because its test uses the name as a word; take letters and digits, \
                 such as --output {}",
                language.default_file().display()
            )));
        }
        let (build, run) = language.commands(&file);
        let in_folder = Path::new(file.file_name().unwrap_or_default());
        let (build_there, run_there) = language.commands(in_folder);
        let game = format!("{} --seed 5 --json --timeout-factor 10", play(contest, &run_there));
        let test = language.test(&stem, &build_there.unwrap_or_default(), &game);
        let test_file = file.with_file_name(&test.file);
        if fs::symlink_metadata(&test_file).is_ok() {
            let place = test_file.display();
            return Err(usage(anyhow!(
                "{place}, the file of the test, exists; --output FILE gives the bot another name"
            )));
        }
        write_new(&file, &language.source(bot.source, &stem))?;
        write_new(&test_file, &test.source).inspect_err(|_| drop(fs::remove_file(&file)))?;

        let mut out = output();
        let (place, test_place) = (file.display(), test_file.display());
        writeln!(out, "{place} is a first bot for {title}, and {test_place} is its test.")?;
        if let Some(command) = build {
            writeln!(out, "Build it:\n  {command}")?;
        }
        // PowerShell gives a word such as @random a meaning.
        let pasted = |word: String| words::pasted(&word).unwrap_or(word);
        let (bot, opponent) = (pasted(run), pasted(opponent(contest)));
        let seats = [&*bot].into_iter().chain(iter::repeat(&*opponent));
        let seats = seats.take(contest.about().seats).join(" ");
        writeln!(out, "Play a game:\n  referee play {key} {seats}")?;
        let command = match file.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            None => test.command,
            Some(folder) => {
                let folder = folder.to_string_lossy();
                format!("(cd {} && {})", words::quote(&folder), test.command)
            }
        };
        writeln!(out, "Test it:\n  {command}")?;
        writeln!(out, "Measure it:\n  referee duel {key} {bot} {opponent} --games 20")?;
        writeln!(
            out,
            "With --verbose the bot prints what it understood; `referee show` shows that for each turn of a game."
        )?;
        Ok(out.flush()?)
    }
}

/// Why there is no first bot for a contest with an extension.
fn missing(key: &str, extension: &str, first_bots: &[FirstBot]) -> anyhow::Error {
    if first_bots.is_empty() {
        return anyhow!(
            "there is no first bot for {key} in any language: first bots are for the built-in games; write a program \
             that reads what the referee of {key} sends"
        );
    }
    let others = first_bots.iter().map(|bot| format!(".{}", bot.extension)).join(", ");
    anyhow!("{key} has no first bot with the ending .{extension}; there are: {others}")
}

/// The house player that a first bot meets.
fn opponent(contest: &dyn Contest) -> String {
    format!("@{}", contest.about().house.first().map_or("random", |kind| kind.name))
}

/// The command by which a test plays a game of the bot that is run by `run`.
fn play(contest: &dyn Contest, run: &str) -> String {
    let mut seats = vec![words::quote(run).into_owned()];
    seats.resize(contest.about().seats, opponent(contest));
    format!("referee play {} {}", contest.key(), seats.join(" "))
}

fn write_new(file: &Path, text: &str) -> Result<(), Failure> {
    let place = file.display();
    create_whole(file, text).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            usage(anyhow!("{place} exists already; --output FILE gives the bot another name"))
        }
        _ if has_no_room(&error) => {
            anyhow!("cannot write {place}: {}", unwritable(file, &error)).into()
        }
        _ => usage(anyhow!("cannot make {place}: {}", unwritable(file, &error))),
    })
}
