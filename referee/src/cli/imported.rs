//! Games in the form of a contest's site, played again from their answers.

use std::path::Path;

use anyhow::{Context, anyhow};
use itertools::Itertools;

use super::failure::{Failure, usage};
use crate::contest::{Contest, Import};
use crate::games;
use crate::ordinary;
use crate::play::play;
use crate::player::Player;
use crate::player::scripted::{Act, Scripted};
use crate::recording::{BegunRecording, Header, Recorder};
use crate::table::Table;
use crate::terminal::harmless;

/// Plays a game again, with a recorder for its header. Returns the file of the recorder.
pub(super) fn play_again(
    contest: &dyn Contest,
    import: Import,
    recorder: impl FnOnce(&Header) -> Result<Recorder, Failure>,
) -> Result<std::path::PathBuf, Failure> {
    let Import { setup, names, answers } = import;
    let header = Header::new(contest.key(), &setup, names.clone());
    let mut recorder = recorder(&header)?;
    let mut game = contest.start(&setup).map_err(|error| anyhow!("{error}"))?;
    let player = |(name, lines): (String, Vec<String>)| -> Box<dyn Player> {
        Box::new(Scripted::new(name, lines.into_iter().map(Act::say)))
    };
    let mut table = Table::new(names.into_iter().zip(answers).map(player).collect());
    let outcome = play(game.as_mut(), &mut table, &mut recorder)?;
    Ok(recorder.result(&outcome).context("cannot write the recording")?)
}

/// A game of a file that has several, such as the log of a client: the one with this name, or the last. The second value
/// is a sentence about it, for the user. `None` if the file is not of that kind.
pub(super) fn game_of(
    file: &Path,
    name: Option<&str>,
) -> Result<Option<(BegunRecording, String)>, Failure> {
    let Ok(text) = ordinary::read_text(file) else { return Ok(None) };
    let found = games::all().find_map(|contest| Some((contest, contest.games_in(&text)?)));
    let Some((contest, games)) = found else { return Ok(None) };
    let shown = harmless(&file.display().to_string()).into_owned();
    let chosen = match name {
        Some(name) => games.iter().rfind(|game| game.0 == name),
        None => games.last(),
    };
    let (name, text) = chosen.ok_or_else(|| usage(anyhow!("{}", missing(&shown, name, &games))))?;
    let import = contest.import(text).map_err(|error| anyhow!("{shown}, game {name}: {error}"))?;
    let folder = tempfile::tempdir().context("cannot make a temporary folder")?;
    let create = |header: &Header| {
        let recorder = Recorder::create(&folder.path().join("game.jsonl"), header);
        Ok(recorder.context("cannot write to the temporary folder")?)
    };
    let path = play_again(contest, import, create)?;
    let recording = BegunRecording::load(&path).map_err(|error| anyhow!("game {name} {error}"))?;
    let note = format!("game {name} of {} in {shown}", games.len());
    Ok(Some((recording, note)))
}

fn missing(file: &str, name: Option<&str>, games: &[(String, String)]) -> String {
    if games.is_empty() {
        return format!("{file} has no game that is over; a game is added to it at its end");
    }
    let name = name.unwrap_or_default();
    format!("{file} has no game {name}; it has {}", games.iter().map(|game| &game.0).join(", "))
}
