//! Parses the names of bots on the command line.

use std::env::consts::EXE_SUFFIX;
use std::path::Path;

use anyhow::{Result, anyhow};

use super::named::{NamedProgram, table_of, unknown};
use super::parsed::{Bot, Kind};
use super::variable::demand_no_variable;
use crate::contest::{BotKind, Contest, HouseKind, TypedBot};
use crate::contest_file::{self, BotTable, ContestFile};
use crate::copies;
use crate::features::missing;
use crate::games;
use crate::plain_words::did_you_mean;
use crate::system::words;
use crate::workspace;

/// The prefix of a command line that is not trusted.
const STRANGER: &str = "stranger:";

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
}

/// The house player `name`.
fn house_kind(name: &str, contest: &dyn Contest) -> Result<&'static HouseKind> {
    contest.about().house.iter().find(|kind| kind.name == name).ok_or_else(|| {
        let names: Vec<String> =
            contest.about().house.iter().map(|kind| format!("@{}", kind.name)).collect();
        let meant = did_you_mean(&format!("@{name}"), names.iter().map(String::as_str));
        let (key, names) = (contest.key(), names.join(", "));
        if names.is_empty() {
            return anyhow!(
                "there is no '@{name}', because {key} has no house players; give a command line such as './my-bot' or \
                 'python3 my_bot.py'"
            );
        }
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
    demand_no_variable(text)?;
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
        return Err(anyhow!("'{first}' is a file, but not a program; {advice}"));
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

/// Advice about a file that was given without its interpreter or without its folder.
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
        _ if !EXE_SUFFIX.is_empty() => {
            return Some(format!("give it the ending {EXE_SUFFIX} if it is one"));
        }
        _ => "./",
    };
    Some(format!("give it as '{interpreter}{word}'"))
}
