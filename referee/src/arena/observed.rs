//! The files that bots open during their games, such as a module that is imported late.
//!
//! The system says which file was opened, but not by which program: it may have been another bot of the same folder, or
//! an editor. So after the games each bot in question is sent the input of one of them again, alone, and what it opens
//! then belongs to it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::entrants::Entrants;
use super::finished_game::FinishedGame;
use super::log::Log;
use super::settings::RunSettings;
use crate::game::Seat;
use crate::identity::{Hashes, Identity, Parts, Seen, Since, Unwatched};
use crate::recording::BegunRecording;
use crate::redrive::redrive;
use crate::table::Table;
use crate::tell;

/// The longest time for which a bot is sent the input of a game again.
const LONGEST: Duration = Duration::from_secs(10);

/// What was seen of the files while games were played.
pub(super) struct Observed<'a> {
    settings: &'a RunSettings,
    entrants: &'a Entrants,
    /// By bot: the files that may belong to it, and a game of it at whose end they were seen.
    questions: BTreeMap<&'a str, Question>,
    /// For systems that do not say which files are opened.
    unwatched: Option<Unwatched>,
}

/// A bot whose files are in question.
#[derive(Default)]
struct Question {
    opened: BTreeSet<PathBuf>,
    /// Files of the bot that were changed while it played.
    changed: BTreeSet<PathBuf>,
    /// Whether one of these files was seen since the last game in which the bot answered.
    is_seen: bool,
    /// Of the games at whose ends these files were seen, the one in which it gave most answers. `None` if it gave none.
    game: Option<Answered>,
}

/// A game in which a bot answered.
struct Answered {
    seat: Seat,
    /// Number of its answers.
    answers: u64,
    recording: Vec<u8>,
}

impl Question {
    /// All files that may have been opened, as if the bot had opened them.
    fn all(&self) -> Seen {
        Seen { read: self.opened.clone(), ..Seen::default() }
    }

    /// Keeps a game of the bot if it shows more than the one that is kept. A game in which the bot was not asked, or failed
    /// at its first answer, shows nothing: it may have been over before the bot opened its files.
    fn offer(&mut self, bot: &str, finished: &FinishedGame) {
        let game = &finished.game;
        let seats = (0..game.bots.len()).map(Seat).filter(|seat| game.bots[seat.0] == bot);
        let answers = seats.map(|seat| (game.answers(seat), seat));
        let Some((answers, seat)) = answers.max().filter(|(answers, _)| *answers > 0) else {
            return;
        };
        let is_seen = std::mem::take(&mut self.is_seen);
        if is_seen && self.game.as_ref().is_none_or(|kept| kept.answers < answers) {
            self.game = Some(Answered { seat, answers, recording: finished.recording.clone() });
        }
    }
}

impl<'a> Observed<'a> {
    /// Begins to look, before any game.
    pub fn new(settings: &'a RunSettings, entrants: &'a Entrants) -> Self {
        // Until now only the referee has opened files.
        entrants.seen();
        let unwatched = entrants.unwatched();
        Self { settings, entrants, questions: BTreeMap::new(), unwatched }
    }

    /// Notes which files were opened or changed up to the end of a game.
    pub fn after(&mut self, log: &Log, finished: &FinishedGame) {
        if let Some(unwatched) = &mut self.unwatched {
            unwatched.look();
        }
        let Some(seen) = self.entrants.seen() else { return };
        for path in seen.read {
            // Each game opens the files that the command lines name.
            if !self.entrants.parts().any(|(_, parts)| parts.names(&path)) {
                let is_open = |identity: &Identity, file: &String| !identity.knows(file);
                self.ask(log, &path, is_open, |question| &mut question.opened);
            }
        }
        for path in seen.written {
            let is_open = |identity: &Identity, file: &String| identity.file(file).is_some();
            self.ask(log, &path, is_open, |question| &mut question.changed);
        }
        for (name, question) in &mut self.questions {
            question.offer(name, finished);
        }
    }

    /// Adds a file to a list of each bot that may own it and whose identity leaves it open.
    fn ask(
        &mut self,
        log: &Log,
        path: &Path,
        is_open: fn(&Identity, &String) -> bool,
        list: fn(&mut Question) -> &mut BTreeSet<PathBuf>,
    ) {
        for (name, parts) in self.entrants.parts().filter(|(_, parts)| parts.owns(path)) {
            let identity = log.program(name).and_then(|program| program.identity.as_ref());
            if identity.is_some_and(|identity| is_open(identity, &parts.name(path))) {
                let question = self.questions.entry(name).or_default();
                list(question).insert(path.to_owned());
                question.is_seen = true;
            }
        }
    }

    /// After all games: finds out which files belong to which bot, and adds them to the log.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn settle(self, log: &mut Log) -> Result<()> {
        self.enter_written(log)?;
        for (name, parts) in self.entrants.parts() {
            let Some(question) = self.questions.get(name) else { continue };
            let Some(mut program) = log.program(name).cloned() else { continue };
            let Some(identity) = &mut program.identity else { continue };
            // After an interruption there is no time to play again, so every file in question counts.
            let again = self.play_again(name, question, &BTreeSet::new());
            let is_sure = again.is_some();
            let mut seen = again.unwrap_or_else(|| question.all());
            self.confirm_writes(&mut seen, name, parts, identity);
            for path in question.changed.difference(&seen.written).filter(|_| is_sure) {
                tell!(
                    "{name}: the file {} was changed while games were played; some of these games may be of \
                     the new version",
                    parts.name(path)
                );
            }
            identity.see(parts, &seen, Since::Game, &Hashes::default());
            let others = question.opened.difference(&seen.read);
            for path in others.filter(|path| self.is_of_another(log, name, path)) {
                identity.leave_out(parts.name(path));
            }
            if log.program(name) != Some(&program) {
                log.enter_again(&program)?;
            }
        }
        Ok(())
    }

    /// Adds the files that bots change to the log, where the system does not say which bot does it.
    fn enter_written(&self, log: &mut Log) -> Result<()> {
        let written: BTreeSet<PathBuf> =
            self.unwatched.iter().flat_map(Unwatched::written).map(Path::to_owned).collect();
        for (name, parts) in self.entrants.parts() {
            let Some(mut program) = log.program(name).cloned() else { continue };
            let Some(identity) = &mut program.identity else { continue };
            let own = |path: &&PathBuf| parts.owns(path) && !parts.names(path);
            let written = written.iter().filter(own).cloned().collect();
            let seen = Seen { written, ..Seen::default() };
            identity.see(parts, &seen, Since::Game, &Hashes::default());
            if log.program(name) != Some(&program) {
                log.enter_again(&program)?;
            }
        }
        Ok(())
    }

    /// Whether another bot is known to open a file. Bots with folders of their own may have files of the same name.
    fn is_of_another(&self, log: &Log, name: &str, path: &Path) -> bool {
        let Ok(real) = fs::canonicalize(path) else { return false };
        self.entrants.parts().filter(|(other, _)| *other != name).any(|(other, parts)| {
            let identity = log.program(other).and_then(|program| program.identity.as_ref());
            let files = identity.into_iter().flat_map(|identity| &identity.files);
            let mut paths = files.map(|it| parts.path(&it.file));
            paths.any(|path| fs::canonicalize(path).is_ok_and(|it| it == real))
        })
    }

    /// A file that was changed while a bot played alone may have been saved by somebody. So the bot plays alone once more, if
    /// it was not known to change the file.
    fn confirm_writes(&self, seen: &mut Seen, name: &str, parts: &Parts, identity: &Identity) {
        let is_new = |path: &&PathBuf| !identity.writes.contains(&parts.name(path));
        let doubtful: BTreeSet<PathBuf> = seen.written.iter().filter(is_new).cloned().collect();
        let Some(question) = self.questions.get(name).filter(|_| !doubtful.is_empty()) else {
            return;
        };
        let again = self.play_again(name, question, &doubtful).unwrap_or_default();
        let is_own = |path: &Path| identity.file(&parts.name(path)).is_some();
        seen.confirm(&doubtful, &again, |path| question.opened.contains(path) || is_own(path));
    }

    /// Sends a bot the input of a game again, alone, and returns what it opened and changed; `None` if the run is
    /// interrupted. If the bot does not answer, or the game cannot be set up again, all files in question count as the
    /// bot's. The game ends when there is nothing more to see: `doubtful` are files that the bot may change.
    fn play_again(
        &self,
        name: &str,
        question: &Question,
        doubtful: &BTreeSet<PathBuf>,
    ) -> Option<Seen> {
        let RunSettings { contest, clocks, interrupted, .. } = self.settings;
        let all = question.all();
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let Some(Answered { seat, recording, .. }) = &question.game else { return Some(all) };
        let text = String::from_utf8_lossy(recording);
        let Ok(recording) = BegunRecording::parse(&text) else { return Some(all) };
        let seed = &recording.header.seed;
        let bot = self.entrants.bot(name).seat(*seat, seed, clocks.of(name), None);
        let Ok(player) = bot else { return Some(all) };
        self.entrants.seen();
        let mut table = Table::new(vec![player]);
        let (begin, mut seen, mut has_answered) = (Instant::now(), Seen::default(), false);
        let end = redrive(&recording, *contest, *seat, &mut table, |answer| {
            seen.add(self.entrants.seen().unwrap_or_default());
            // A file that is changed may be changed at the end of the game only.
            let is_done = question.changed.is_empty()
                && question.opened.is_subset(&seen.read)
                && doubtful.is_subset(&seen.written);
            let is_late = begin.elapsed() > LONGEST || interrupted.load(Ordering::Relaxed);
            let is_well = answer.reply.answer.fault.is_none();
            has_answered |= is_well;
            Ok(!is_done && !is_late && is_well)
        });
        drop(table);
        seen.add(self.entrants.seen().unwrap_or_default());
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        Some(if end.is_ok() && has_answered { seen } else { all })
    }
}
