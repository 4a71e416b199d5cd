//! The log of a run that names none: a file under `games/` for the bots as they are now.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use gridkit::hash::Fnv1a;

use super::entrants::Entrants;
use super::file_name::file_name;
use super::log::{BotProgram, Log, LogError, LogHeader, LogKey};
use crate::identity::Change;
use crate::player::process::keep_from_bots;
use crate::tell;

/// The folder of these logs.
const FOLDER: &str = "games";

/// A log of other programs with the same names, and what has changed since.
struct Earlier {
    path: PathBuf,
    /// How the bots have changed.
    changes: Vec<(String, Change)>,
    has_other_rules: bool,
}

/// Opens the log of a kind of run, such as `duel`, for these bots as they are now, or begins one. If a bot has changed
/// since its last games, a sentence on standard error says so, and the earlier log stays as it is.
///
/// The name of the file holds a hash of the programs and of the files that are named. Logs whose bots differ only in
/// other files, such as `core.py`, are numbered.
///
/// # Errors
/// If a log cannot be used.
pub(super) fn open_default_log(
    kind: &str,
    header: &LogHeader,
    key: Option<&LogKey>,
    bots: &Entrants,
) -> Result<Log, LogError> {
    let named: Vec<BotProgram> = bots.programs().map(BotProgram::named).collect();
    let names: Vec<&str> = named.iter().map(|program| program.bot.as_str()).collect();
    let stem = format!("{kind}-{}-{}", header.game, file_name(&names.join("-vs-")));
    let hash = hash(header, &named, |hash| at(&stem, hash, 1).exists());
    let mut earlier = None;
    let mut number = 1;
    loop {
        let path = at(&stem, &hash, number);
        keep_from_bots(&path);
        let mut log = Log::open(&path, header.clone(), key)?;
        let programs = bots.programs_beside(log.programs());
        let changes = owned(log.changes(&programs));
        if changes.is_empty() {
            if log.programs().is_empty() {
                let earlier = earlier.or_else(|| newest(&stem, &hash, header, bots));
                earlier.iter().for_each(Earlier::tell);
            }
            log.enter(&programs)?;
            return Ok(log);
        }
        earlier = Some(Earlier { path, changes, has_other_rules: false });
        number += 1;
    }
}

/// The path of a log.
fn at(stem: &str, hash: &str, number: u32) -> PathBuf {
    let count = if number > 1 { format!("-{number}") } else { String::new() };
    Path::new(FOLDER).join(format!("{stem}-{hash}{count}.jsonl"))
}

/// The hash of the conditions and the programs. If there is no log with it, but one that an older version has made under the
/// same conditions, that goes on: older versions make another word of the same rules.
fn hash(header: &LogHeader, named: &[BotProgram], exists: impl Fn(&str) -> bool) -> String {
    let hash = |header: &LogHeader| {
        let conditions = serde_json::to_string(&(header, named)).unwrap_or_default();
        format!("{:08x}", Fnv1a::of(conditions.as_bytes()) as u32)
    };
    let (ours, older) = (hash(header), hash(&header.of_older_version()));
    let is_older = header.older_rules.is_some() && !exists(&ours) && exists(&older);
    if is_older { older } else { ours }
}

/// The last log of bots with these names, if they or the rules have changed since.
fn newest(stem: &str, hash: &str, header: &LogHeader, bots: &Entrants) -> Option<Earlier> {
    let entries = fs::read_dir(FOLDER).ok()?.flatten();
    let mut logs: Vec<(SystemTime, PathBuf)> = entries
        .filter(|entry| {
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let rest = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('-'));
            let rest = rest.and_then(|rest| rest.strip_suffix(".jsonl")).unwrap_or_default();
            let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
            digits == 8 && !rest.starts_with(hash)
        })
        .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
        .collect();
    logs.sort();
    logs.into_iter().rev().map(|(_, path)| path).find_map(|path| {
        let mut log = Log::unread(&path);
        log.read_on(0).ok()?;
        if !log.header().is_like(header) {
            return None;
        }
        let programs = bots.programs_beside(log.programs());
        let changes = owned(log.changes(&programs));
        let has_other_rules = !log.header().has_rules_of(header);
        let is_other = has_other_rules || !changes.is_empty();
        is_other.then_some(Earlier { path, changes, has_other_rules })
    })
}

fn owned(changes: Vec<(&BotProgram, Change)>) -> Vec<(String, Change)> {
    changes.into_iter().map(|(program, change)| (program.bot.clone(), change)).collect()
}

impl Earlier {
    fn tell(&self) {
        if self.has_other_rules {
            tell!(
                "the rules have changed since the last games: the referee program, or what the contest file says of \
                 it; new games are played, and the earlier ones stay in {}",
                self.path.display()
            );
        }
        for (bot, change) in &self.changes {
            tell!(
                "{bot} has changed since its last games: {change}; new games are played, and the earlier ones stay \
                 in {}",
                self.path.display()
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;

    #[test]
    fn the_log_of_an_older_version_goes_on() {
        let of_rules = |rules: &str, older: Option<&str>| {
            let mut header = LogHeader::new("game", Map::new(), "1".to_owned(), 1.0);
            header.rules = Some(rules.to_owned());
            header.older_rules = older.map(str::to_owned);
            header
        };
        let older = hash(&of_rules("1", None), &[], |_| false);
        let now = of_rules("2-a", Some("1"));
        let ours = hash(&now, &[], |_| false);
        assert_ne!(ours, older);
        assert_eq!(hash(&now, &[], |hash| hash == older), older);
        assert_eq!(hash(&now, &[], |_| true), ours);
        assert_eq!(hash(&of_rules("2-a", Some("2")), &[], |hash| hash == older), ours);
    }
}
