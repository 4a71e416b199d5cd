//! Merging logs of the same question.

use std::io;
use std::path::{Component, Path, PathBuf};

use itertools::Itertools;

use super::error::LogError;
use super::games::{ChainCheck, GameEntry, Log};
use super::header::LogHeader;
use super::key::LogKey;
use super::read::MOST_BOTS;
use crate::arena::file_name::path_in_log;
use crate::identity::Sameness;

/// The result of a merge.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games in the new log.
    pub games: usize,
    /// Games that an earlier log had as well.
    pub duplicates: usize,
    /// Duplicates with other scores or ranks; the first log counts.
    pub different: usize,
    /// Sentences about bots whose interpreters differ, and about games of several systems.
    pub notes: Vec<String>,
}

/// Writes the games of several logs to a new one, each once. If several logs have the same game, the first
/// decided one counts; if none is decided, the first one is kept. The bots named in `as_same` are not compared. The new
/// log is chained anew, with `key` if there is one, and its header has the last hash of each log.
///
/// # Errors
/// If a log cannot be read, the questions or the bots differ, one log cannot hold all bots, a name of `as_same` is in no
/// log, or the new log exists or cannot be written.
pub fn merge(
    paths: &[PathBuf],
    to: &Path,
    as_same: &[String],
    key: Option<&LogKey>,
) -> Result<Merged, LogError> {
    if let Some(twice) = paths.iter().duplicates().next() {
        return Err(LogError::Twice(twice.clone()));
    }
    let check = ChainCheck { key: key.cloned(), takes_other_kinds: true, ..ChainCheck::default() };
    let mut logs = paths.iter().map(|path| Log::read(path, &check));
    let Some(first) = logs.next() else {
        return Err(LogError::line(to, 1, "no log to merge was given"));
    };
    let mut all = first?;
    let mut merged = Merged::default();
    let mut sources = vec![all.as_source()];
    all.move_recordings(to);
    for log in logs {
        let mut log = log?;
        sources.push(log.as_source());
        for system in std::mem::take(&mut log.header.systems) {
            if !all.header.systems.contains(&system) {
                all.header.systems.push(system);
            }
        }
        all.demand_same(&log, as_same, &mut merged.notes)?;
        log.move_recordings(to);
        all.take_games(log, &mut merged);
        // A log with more would lose some when it is read.
        if all.programs.len() > MOST_BOTS {
            return Err(LogError::TooManyBots { bots: all.programs.len(), most: MOST_BOTS });
        }
    }
    if let Some(name) = as_same.iter().find(|name| all.programs.iter().all(|it| it.bot != **name)) {
        let bots: Vec<&str> = all.programs.iter().map(|it| it.bot.as_str()).collect();
        let (name, bots) = (name.clone(), bots.join(", "));
        return Err(LogError::NoSuchBot { name, bots });
    }
    merged.games = all.entries.len();
    all.header.sources = sources;
    merged.notes.extend(all.header.note_on_systems());
    all.write_to(to).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => LogError::Exists { path: to.to_owned() },
        _ => LogError::unwritable(to, error),
    })?;
    Ok(merged)
}

impl Log {
    /// Checks that another log has the same question and the same bots. Adds a note on each bot that another interpreter
    /// ran.
    fn demand_same(
        &self,
        other: &Self,
        as_same: &[String],
        notes: &mut Vec<String>,
    ) -> Result<(), LogError> {
        // Only the seeds may differ.
        let base = other.header.base.clone();
        other.demand_header(&LogHeader { base, ..self.header.clone() })?;
        for ours in self.programs.iter().filter(|ours| !as_same.contains(&ours.bot)) {
            let theirs = other.programs.iter().find(|theirs| theirs.bot == ours.bot);
            match theirs.map_or(Sameness::Same, |theirs| ours.sameness(theirs)) {
                Sameness::Same => {}
                Sameness::Beside(difference) => {
                    let (bot, path) = (&ours.bot, other.path.display());
                    notes.push(format!("{bot} was run by {difference} in {path}"));
                }
                Sameness::Different(change) => {
                    let [path, first] = [other, self].map(|log| log.path.clone());
                    let (bot, how) = (ours.bot.clone(), change.beside());
                    return Err(LogError::NotTheSame { path, first, bot, how });
                }
            }
        }
        match (&self.question, &other.question) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                let [path, first] = [other, self].map(|log| log.path.clone());
                let [theirs, ours] = [theirs, ours].map(ToString::to_string);
                Err(LogError::OtherQuestion { path, theirs, first, ours })
            }
            _ => Ok(()),
        }
    }

    fn take_games(&mut self, other: Self, merged: &mut Merged) {
        for program in other.programs {
            match self.programs.iter_mut().find(|ours| ours.bot == program.bot) {
                None => self.programs.push(program),
                Some(ours) => {
                    if let (Some(ours), Some(theirs)) = (&mut ours.identity, &program.identity) {
                        ours.join(theirs);
                    }
                }
            }
        }
        self.question = self.question.take().or(other.question);
        // The games of the other log come after those of this one.
        let last = self.entries.iter().map(|entry| entry.line).max().unwrap_or(0);
        for (place, GameEntry { game, .. }) in (1..).zip(other.entries) {
            if let Some(ours) = self.entry_of(&game.seed, &game.bots).map(|it| &it.game) {
                merged.duplicates += 1;
                merged.different +=
                    usize::from((&ours.scores, &ours.ranks) != (&game.scores, &game.ranks));
                if ours.is_decided() || !game.is_decided() {
                    continue;
                }
            }
            self.insert(game, last + place);
        }
    }

    /// Makes the paths of recordings relative to the folder of another log; absolute if they have nothing in common.
    fn move_recordings(&mut self, to: &Path) {
        let (from, to) = (folder_of(&self.path), folder_of(to));
        if from == to {
            return;
        }
        for recording in self.entries.iter_mut().filter_map(|it| it.game.recording.as_mut()) {
            let path = relative(&from.join(&*recording), &to);
            *recording = path_in_log(&path).into();
        }
    }
}

/// The absolute path of the folder of a log.
fn folder_of(log: &Path) -> PathBuf {
    // A log that is named without a folder is in the working folder.
    let folder = log.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    std::path::absolute(folder).unwrap_or_else(|_| folder.to_owned())
}

/// An absolute path as seen from an absolute folder, without a look at the files; the path itself if they have nothing in
/// common, or have parts such as `..`.
fn relative(path: &Path, folder: &Path) -> PathBuf {
    let is_plain = |path: &Path| path.components().all(|part| part != Component::ParentDir);
    let common = path.components().zip(folder.components()).take_while(|(a, b)| a == b).count();
    // The root alone is nothing in common.
    if common < 2 || !is_plain(path) || !is_plain(folder) {
        return path.to_owned();
    }
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    up.chain(path.components().skip(common)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::log::log;
    use crate::arena::logged::{Logged, logged};
    use crate::game::Seat;

    #[cfg(unix)]
    #[test]
    fn recordings_are_seen_from_the_folder_of_the_new_log() {
        for (path, folder, seen) in [
            ("/a/b/x.games/1.jsonl", "/a/b", "x.games/1.jsonl"),
            ("/a/b/x.games/1.jsonl", "/a/b/out", "../x.games/1.jsonl"),
            ("/a/b/1.jsonl", "/a/c/d", "../../b/1.jsonl"),
            ("/a/b/1.jsonl", "/c", "/a/b/1.jsonl"),
            ("/a/../b/1.jsonl", "/a/c", "/a/../b/1.jsonl"),
        ] {
            assert_eq!(relative(Path::new(path), Path::new(folder)), Path::new(seen));
        }
    }

    #[test]
    fn a_log_without_a_folder_is_in_the_working_folder() {
        let moved = |from: &str, to: &str| {
            let recording = Some("1.jsonl.games/7.jsonl".into());
            let mut log = log(vec![Logged { recording, ..logged("1", &["a", "b"], &[1, 2]) }]);
            log.path = from.into();
            log.move_recordings(Path::new(to));
            PathBuf::from(&*log.entries[0].game.recording.clone().unwrap())
        };
        for (from, to, seen) in [
            ("1.jsonl", "all.jsonl", "1.jsonl.games/7.jsonl"),
            ("1.jsonl", "./all.jsonl", "1.jsonl.games/7.jsonl"),
            ("1.jsonl", "sub/all.jsonl", "../1.jsonl.games/7.jsonl"),
            ("sub/1.jsonl", "all.jsonl", "sub/1.jsonl.games/7.jsonl"),
        ] {
            assert_eq!(moved(from, to), Path::new(seen), "{from} {to}");
        }
    }

    /// The scores of a game that two logs have, after the second was merged into the first.
    fn merged(first: &Logged, second: &Logged) -> (Vec<i64>, usize, usize) {
        let mut all = log(vec![first.clone()]);
        let mut merged = Merged::default();
        all.take_games(log(vec![second.clone()]), &mut merged);
        assert_eq!(all.entries.len(), 1);
        (all.entries[0].game.scores.to_vec(), merged.duplicates, merged.different)
    }

    #[test]
    fn the_first_decided_game_counts_and_without_one_the_first() {
        let game = |score: i64, is_decided: bool| {
            let overloaded = if is_decided { vec![] } else { vec![Seat(0)] }.into();
            Logged { scores: [score, 0].into(), overloaded, ..logged("1", &["a", "b"], &[1, 2]) }
        };
        for (first, second, kept) in [
            (game(7, true), game(8, true), 7),
            (game(7, true), game(8, false), 7),
            (game(7, false), game(8, true), 8),
            (game(7, false), game(8, false), 7),
        ] {
            assert_eq!(merged(&first, &second), (vec![kept, 0], 1, 1));
        }
        // Equal scores with other ranks are another result, too.
        let other = Logged { ranks: [1, 1][..].into(), ..game(7, true) };
        assert_eq!(merged(&game(7, true), &other).2, 1);
        assert_eq!(merged(&game(7, true), &game(7, true)).2, 0);
    }
}
