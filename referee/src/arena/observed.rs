//! The files that bots open during their games, such as a module that is imported late.
//!
//! The system says which file was opened, but not by which program: it may have been another bot of the same folder, or
//! an editor. So after the games each bot in question is sent the input of one of them again, alone, and what it opens
//! then belongs to it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::entrants::Entrants;
use super::finished_game::FinishedGame;
use super::log::{BotProgram, Log};
use super::settings::RunSettings;
use crate::game::Seat;
use crate::identity::{Hashes, Identity, Seen, Since};
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
    /// By bot: the files that may belong to it, and a game of it in which they were seen.
    questions: BTreeMap<&'a str, Question>,
}

/// A bot whose files are in question.
#[derive(Default)]
struct Question {
    opened: BTreeSet<PathBuf>,
    /// Files of the bot that were changed while it played.
    changed: BTreeSet<PathBuf>,
    /// Its seat in a game, and the recording.
    game: Option<(Seat, Vec<u8>)>,
}

impl<'a> Observed<'a> {
    /// Begins to look, before any game.
    pub fn new(settings: &'a RunSettings, entrants: &'a Entrants) -> Self {
        // Until now only the referee has opened files.
        entrants.seen();
        Self { settings, entrants, questions: BTreeMap::new() }
    }

    /// Notes which files were opened or changed up to the end of a game.
    pub fn after(&mut self, log: &Log, finished: &FinishedGame) {
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
        let game = &finished.game;
        for (name, question) in &mut self.questions {
            let seat = game.bots.iter().position(|bot| bot == name);
            if let Some(seat) = seat.filter(|_| question.game.is_none()) {
                question.game = Some((Seat(seat), finished.recording.clone()));
            }
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
                list(self.questions.entry(name).or_default()).insert(path.to_owned());
            }
        }
    }

    /// After all games: finds out which files belong to which bot, and adds them to the log.
    ///
    /// # Errors
    /// If the log cannot be written.
    pub fn settle(self, log: &mut Log) -> Result<()> {
        for (name, parts) in self.entrants.parts() {
            let Some(question) = self.questions.get(name) else { continue };
            let Some(mut program) = log.program(name).cloned() else { continue };
            let Some(identity) = &mut program.identity else { continue };
            // After an interruption there is no time to play again, so every file in question counts.
            let again = self.play_again(name, question);
            let is_sure = again.is_some();
            let in_question = || Seen { read: question.opened.clone(), ..Seen::default() };
            let seen = again.unwrap_or_else(in_question);
            for path in question.changed.difference(&seen.written).filter(|_| is_sure) {
                tell!(
                    "{name}: the file {} was changed while games were played; some of these games may be of \
                     the new version",
                    parts.name(path)
                );
            }
            identity.see(parts, &seen, Since::Game, &Hashes::default());
            for path in question.opened.difference(&seen.read) {
                let of_another = |program: &BotProgram| {
                    let identity = program.identity.as_ref();
                    identity.is_some_and(|it| it.file(&parts.name(path)).is_some())
                };
                if log.programs().iter().any(of_another) {
                    identity.leave_out(parts.name(path));
                }
            }
            if log.program(name) != Some(&program) {
                log.enter_again(&program)?;
            }
        }
        Ok(())
    }

    /// Sends a bot the input of a game again, alone, and returns what it opened and changed; `None` if the run is
    /// interrupted. If the game cannot be set up again, all files in question count as the bot's.
    fn play_again(&self, name: &str, question: &Question) -> Option<Seen> {
        let RunSettings { contest, clocks, interrupted, .. } = self.settings;
        let all = Seen { read: question.opened.clone(), ..Seen::default() };
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        let Some((seat, recording)) = &question.game else { return Some(all) };
        let text = String::from_utf8_lossy(recording);
        let Ok(recording) = BegunRecording::parse(&text) else { return Some(all) };
        let seed = &recording.header.seed;
        let bot = self.entrants.bot(name).seat(*seat, seed, clocks.of(name), None);
        let Ok(player) = bot else { return Some(all) };
        self.entrants.seen();
        let mut table = Table::new(vec![player]);
        let (begin, mut seen) = (Instant::now(), Seen::default());
        let end = redrive(&recording, *contest, *seat, &mut table, |answer| {
            seen.add(self.entrants.seen().unwrap_or_default());
            // A file that is changed may be changed at the end of the game only.
            let is_done = question.changed.is_empty() && question.opened.is_subset(&seen.read);
            let is_late = begin.elapsed() > LONGEST || interrupted.load(Ordering::Relaxed);
            Ok(!is_done && !is_late && answer.reply.answer.fault.is_none())
        });
        drop(table);
        seen.add(self.entrants.seen().unwrap_or_default());
        if interrupted.load(Ordering::Relaxed) {
            return None;
        }
        Some(end.map_or(all, |()| seen))
    }
}
