//! Logs of the same question become one.

use std::path::{Path, PathBuf};

use super::{GameEntry, Log, LogError, LogHeader};

/// What became of the games of several logs.
#[derive(Debug, PartialEq, Eq)]
pub struct Merged {
    /// Games in the new log.
    pub games: usize,
    /// Games that an earlier log had as well.
    pub duplicates: usize,
    /// Those of them that ended differently there; the first one counts.
    pub different: usize,
}

/// Writes the games of some logs into a new one, each once. Of a game that several logs hold the first
/// counts, but one that the machine was not overloaded in comes before one that it was.
///
/// # Errors
/// A log cannot be read, they are not of the same question, or the new one exists or cannot be written.
pub fn merge(paths: &[PathBuf], to: &Path) -> Result<Merged, LogError> {
    let mut logs = paths.iter().map(|path| Log::read(path));
    let Some(first) = logs.next() else {
        return Err(LogError::line(to, 1, "no log is given to be merged"));
    };
    let mut all = first?;
    let mut merged = Merged { games: 0, duplicates: 0, different: 0 };
    all.move_recordings(to);
    for log in logs {
        let mut log = log?;
        all.demand_same(&log)?;
        log.move_recordings(to);
        all.take_games(log, &mut merged);
    }
    merged.games = all.entries.len();
    all.write_to(to).map_err(|error| LogError::io(to, error))?;
    Ok(merged)
}

impl Log {
    /// Demands that another log is of the same question and the same bots.
    fn demand_same(&self, other: &Self) -> Result<(), LogError> {
        // Logs with other seeds are what is worth joining.
        let base = other.header.base.clone();
        other.demand_header(&LogHeader { base, ..self.header.clone() })?;
        for ours in &self.programs {
            other.demand_unchanged(ours)?;
        }
        match (&self.question, &other.question) {
            (Some(ours), Some(theirs)) if ours != theirs => {
                let words = |question| serde_json::to_string(question).unwrap_or_default();
                Err(LogError::Other {
                    path: other.path.clone(),
                    theirs: format!("the question {}", words(theirs)),
                    ours: words(ours),
                })
            }
            _ => Ok(()),
        }
    }

    fn take_games(&mut self, other: Self, merged: &mut Merged) {
        for program in other.programs {
            if self.programs.iter().all(|ours| ours.bot != program.bot) {
                self.programs.push(program);
            }
        }
        self.question = self.question.take().or(other.question);
        for GameEntry { game, .. } in other.entries {
            if let Some(ours) = self.entry_of(&game.seed, &game.bots).map(|it| &it.game) {
                merged.duplicates += 1;
                merged.different +=
                    usize::from((&ours.scores, &ours.ranks) != (&game.scores, &game.ranks));
                if ours.is_decided() || !game.is_decided() {
                    continue;
                }
            }
            self.insert(game, 0);
        }
    }

    /// Makes the recordings' paths those from the folder of another log.
    fn move_recordings(&mut self, to: &Path) {
        let folder = |path: &Path| path.parent().map(Path::to_owned).unwrap_or_default();
        let (from, to) = (folder(&self.path), folder(to));
        if from == to {
            return;
        }
        let from = std::path::absolute(&from).unwrap_or(from);
        for recording in self.entries.iter_mut().filter_map(|it| it.game.recording.as_mut()) {
            *recording = from.join(&*recording).to_string_lossy().into_owned();
        }
    }
}
