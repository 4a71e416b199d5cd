//! The bots of a run, by name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, bail};
use itertools::Itertools;

use super::log::{BotProgram, MOST_BOTS, is_in_names};
use super::starts::demand_starts;
use crate::bot::{Bot, ReadyBot, Strangers, demand_no_variable};
use crate::contest::Contest;
use crate::identity::{Change, Hashes, Identity, Parts, Seen, Since, Unwatched, Watch};
use crate::system::words;

/// How many times a bot with a new file is started again. Where many tasks start on one machine, their scripts are read at any
/// time.
const MOST_DOUBTS: u32 = 3;

/// Bots by name, ready to play.
#[derive(Clone)]
pub struct Entrants {
    bots: BTreeMap<String, Entrant>,
    /// Sees which files the bots open; `None` if the system cannot.
    watch: Option<Arc<Watch>>,
    /// Whether the folders of the bots are looked at in place of that.
    looks_at_folders: bool,
}

/// A bot, its line in the log, and its parts.
#[derive(Clone)]
struct Entrant {
    bot: ReadyBot,
    program: BotProgram,
    /// `None` for a house player.
    parts: Option<Parts>,
}

/// Splits `name=bot` into name and bot. A `bot` alone is its own name.
///
/// A name has no space, quote or slash, so the `=` of a command line such as `bot --set x=1` does
/// not end one.
pub fn name_and_bot(text: &str) -> (&str, &str) {
    match text.split_once('=') {
        Some((name, bot)) if is_name(name) => (name, bot),
        _ => (text, text),
    }
}

/// The name of a bot as typed.
pub fn name_of(text: &str) -> &str {
    name_and_bot(text).0
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_in_names)
}

/// Refuses a text that looks like `name=bot` but has a character that names do not have, and one that begins with a
/// variable of a shell.
///
/// # Errors
/// A sentence with the characters, or with the command line that sets the variable.
pub fn demand_name(text: &str) -> Result<()> {
    demand_no_variable(text)?;
    let Some((name, bot)) = text.split_once('=') else { return Ok(()) };
    let is_word = !name.is_empty() && !name.contains([' ', '/', '\'', '"', ':']);
    if !is_word || is_name(name) || bot.is_empty() {
        return Ok(());
    }
    let others: String = name.chars().filter(|c| !is_in_names(*c)).unique().collect();
    bail!(
        "'{name}' is not a name of a bot because of '{others}': names go into files and lists, so they have \
         only letters, digits, '-', '_' and '.'"
    )
}

impl Entrants {
    /// The files of the bots, as far as they are known: those that they name, declare and open, and those in their folders.
    pub fn files(&self) -> Vec<PathBuf> {
        let mut all = BTreeSet::new();
        for Entrant { bot, program, parts } in self.bots.values() {
            let Some(parts) = parts else { continue };
            let opened = program.identity.iter().flat_map(|identity| &identity.files);
            all.extend(opened.map(|it| parts.path(&it.file)));
            all.extend(parts.carried());
            if bot.launch().is_none() {
                all.extend(bot.files());
            }
        }
        all.into_iter().collect()
    }

    /// Nodes a second of the bots that have a `bench`, on this machine now.
    pub fn speeds(&self) -> BTreeMap<String, u64> {
        let speed =
            |(name, it): (&String, &Entrant)| Some((name.clone(), it.bot.nodes_per_second()?));
        self.bots.iter().filter_map(speed).collect()
    }

    /// Parses and builds the bots. Returns their names in the order typed.
    ///
    /// # Errors
    /// If a bot does not exist, does not build or does not start, or two have the same name.
    pub fn prepare(
        typed: &[String],
        contest: &dyn Contest,
        strangers: &Strangers,
    ) -> Result<(Self, Vec<String>)> {
        if typed.len() > MOST_BOTS {
            bail!("{} bots are too many: a log holds at most {MOST_BOTS}", typed.len());
        }
        let mut names = Vec::new();
        let mut bots = Vec::new();
        for text in typed {
            demand_name(text)?;
            let (name, bot) = name_and_bot(text);
            if names.iter().any(|other| other == name) {
                bail!(
                    "two bots are called '{name}'; give one of them another name: {}",
                    words::quote(&format!("new={bot}"))
                );
            }
            names.push(name.to_owned());
            bots.push(Bot::parse(bot, contest)?);
        }
        strangers.demand_effect(&bots)?;
        let ready = Bot::prepare_all(bots, strangers)?;
        let parts: Vec<Option<Parts>> = ready.iter().map(Parts::of).collect();
        let watch = Watch::new(parts.iter().flatten().flat_map(Parts::folders));
        let candidates: Vec<_> = ready.iter().zip(parts.iter().map(Option::as_ref)).collect();
        let starts = demand_starts(&candidates, watch.as_ref())?;
        let hashes = Hashes::default();
        let all: Vec<&Parts> = parts.iter().flatten().collect();
        let identities: Vec<Option<Identity>> = parts
            .iter()
            .zip(&starts)
            .map(|(parts, start)| {
                let parts = parts.as_ref()?;
                let mut identity = Identity::named(parts, &hashes);
                if watch.is_some() {
                    identity.see(parts, &start.seen, Since::Start, &hashes);
                } else {
                    see_folder(&mut identity, parts, &all, &hashes);
                }
                identity.settled = start.is_whole;
                Some(identity)
            })
            .collect();
        let mut entrants = BTreeMap::new();
        for (((name, bot), parts), identity) in names.iter().zip(ready).zip(parts).zip(identities) {
            let program = BotProgram {
                bot: name.clone(),
                command: bot.name.clone(),
                fingerprint: parts.as_ref().map_or(0, |parts| parts.fingerprint(&hashes)),
                identity,
            };
            entrants.insert(name.clone(), Entrant { bot, program, parts });
        }
        let looks_at_folders = watch.is_none();
        Ok((Self { bots: entrants, watch: watch.map(Arc::new), looks_at_folders }, names))
    }

    /// Variants of these bots with a new name and more arguments: `(name, bot, arguments)`. Nothing
    /// is built again.
    ///
    /// # Errors
    /// If a house player is given arguments.
    ///
    /// # Panics
    /// If one of the bots does not exist.
    pub fn variants<'a>(
        &self,
        wanted: impl IntoIterator<Item = (&'a str, &'a str, &'a [String])>,
    ) -> Result<Self> {
        let variant = |(name, of, arguments): (&str, &str, &[String])| {
            let Entrant { bot, program, parts } = &self.bots[of];
            let bot = bot.with_arguments(arguments)?;
            let command = bot.name.clone();
            let mut program = BotProgram { bot: name.to_owned(), command, ..program.clone() };
            if let Some(identity) = program.identity.as_mut().filter(|_| !arguments.is_empty()) {
                identity.runs = format!("{} {}", identity.runs, words::join(arguments));
            }
            Ok((name.to_owned(), Entrant { bot, program, parts: parts.clone() }))
        };
        let bots = wanted.into_iter().map(variant).collect::<Result<_>>()?;
        // Each round of a tuning has a log of its own, so what one round sees would be looked at again in the next.
        Ok(Self { bots, watch: None, looks_at_folders: false })
    }

    /// The bot with this name.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn bot(&self, name: &str) -> &ReadyBot {
        &self.bots[name].bot
    }

    /// The line of a bot in the log.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn program(&self, name: &str) -> &BotProgram {
        &self.bots[name].program
    }

    /// The lines of all bots in the log.
    pub fn programs(&self) -> impl Iterator<Item = &BotProgram> {
        self.bots.values().map(|entrant| &entrant.program)
    }

    /// The lines of all bots, after another look at the files that a log lists for them.
    pub fn programs_beside(&self, log: &[BotProgram]) -> Vec<BotProgram> {
        let earlier = |name: &String| log.iter().find(|it| it.bot == *name);
        self.bots.keys().map(|name| self.program_beside(name, earlier(name))).collect()
    }

    /// The line of a bot, after another look at the files that an earlier line lists.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn program_beside(&self, name: &str, earlier: Option<&BotProgram>) -> BotProgram {
        self.looked_again(name, earlier, &BTreeSet::new())
    }

    /// The line of a bot in a task of a run with these lines, after another look at its files. Other tasks on the same
    /// machine start its opponents at the same time; a file of an opponent that the bot does not have in the run is not
    /// its own.
    ///
    /// # Panics
    /// If no bot has this name.
    pub fn program_among(&self, name: &str, all: &[BotProgram]) -> BotProgram {
        let of_others = all.iter().filter(|it| it.bot != name).filter_map(|other| {
            let parts = self.bots.get(&other.bot)?.parts.as_ref()?;
            let files = &other.identity.as_ref()?.files;
            Some(files.iter().map(|it| parts.path(&it.file)))
        });
        let of_others: BTreeSet<PathBuf> = of_others.flatten().collect();
        self.looked_again(name, all.iter().find(|it| it.bot == name), &of_others)
    }

    /// The line of a bot, after another look at the files that an earlier line lists. Files of others that it was seen
    /// to open do not count. What the earlier line does not have must happen at a second start, too.
    fn looked_again(
        &self,
        name: &str,
        earlier: Option<&BotProgram>,
        of_others: &BTreeSet<PathBuf>,
    ) -> BotProgram {
        let Entrant { program, parts, .. } = &self.bots[name];
        let mut program = program.clone();
        let earlier = earlier.and_then(|it| it.identity.as_ref());
        if let (Some(ours), Some(earlier), Some(parts)) = (&mut program.identity, earlier, parts) {
            ours.look_again(earlier, parts, &Hashes::default());
            let is_foreign = |file: &str| of_others.contains(&parts.path(file));
            ours.files.retain(|it| {
                let is_own = it.since != Since::Start || earlier.file(&it.file).is_some();
                is_own || !is_foreign(&it.file)
            });
            let mut has_new_writes = ours.writes.iter().any(|it| !earlier.writes.contains(it));
            for _ in 0..MOST_DOUBTS {
                let has_new_files = matches!(ours.change_since(earlier), Some(Change::New(_)));
                if !has_new_files && !has_new_writes {
                    break;
                }
                has_new_writes = false;
                self.doubt(name, ours, earlier);
            }
        } else if let (Some(ours), None) = (&mut program.identity, earlier)
            && (ours.files.iter().any(|it| it.since == Since::Start) || !ours.writes.is_empty())
        {
            self.doubt(name, ours, &Identity::default());
        }
        program
    }

    /// A look at the files that the bots change; `None` if the system says that by itself.
    pub(super) fn unwatched(&self) -> Option<Unwatched> {
        self.looks_at_folders.then(|| Unwatched::new(self.parts().map(|(_, parts)| parts)))
    }

    /// What happened in the watched folders since the last call; `None` if none are watched.
    pub(super) fn seen(&self) -> Option<Seen> {
        self.watch.as_deref().map(Watch::take)
    }

    /// The parts of each program, by name.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, &Parts)> {
        let programs = self.bots.iter().filter(|(_, entrant)| entrant.bot.is_program());
        programs.filter_map(|(name, entrant)| Some((name.as_str(), entrant.parts.as_ref()?)))
    }

    /// Starts a bot again, alone, and [forgets](Identity::doubt) what does not happen again.
    fn doubt(&self, name: &str, identity: &mut Identity, earlier: &Identity) {
        let Entrant { bot, parts, .. } = &self.bots[name];
        // Without a watch nothing is seen to be opened.
        let (Some(parts), Some(_)) = (parts, &self.watch) else { return };
        let start = demand_starts(&[(bot, Some(parts))], self.watch.as_deref());
        // A bot that fails now will fail in its games.
        let Some(start) = start.ok().and_then(|mut starts| starts.pop()) else { return };
        identity.doubt(&start.seen, earlier, parts, &Hashes::default());
    }
}

/// Takes the files of a bot's folder for files that it opens, except those that another bot of the run names.
fn see_folder(identity: &mut Identity, parts: &Parts, all: &[&Parts], hashes: &Hashes) {
    let mut seen = parts.folder();
    let is_of_another = |path: &PathBuf| all.iter().any(|other| other.names(path));
    let others: BTreeSet<PathBuf>;
    (others, seen.read) = seen.read.into_iter().partition(is_of_another);
    identity.see(parts, &seen, Since::Start, hashes);
    for path in others {
        identity.leave_out(parts.name(&path));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_with_other_characters_is_told_which() {
        let error = demand_name("a+b+c,=@random").unwrap_err().to_string();
        assert!(error.starts_with("'a+b+c,' is not a name of a bot because of '+,'"), "{error}");
    }

    #[test]
    fn a_name_is_one_word_before_an_equals_sign() {
        assert_eq!(name_and_bot("new=./my_bot"), ("new", "./my_bot"));
        assert_eq!(name_and_bot("v1.2_a-b=@random"), ("v1.2_a-b", "@random"));
        for alone in ["@random", "./my_bot --set x=1", "my_bot --set x=1", "=x", "a/b=1", "'a'=1"] {
            assert_eq!(name_and_bot(alone), (alone, alone));
            assert!(demand_name(alone).is_ok(), "{alone}");
        }
    }
}
