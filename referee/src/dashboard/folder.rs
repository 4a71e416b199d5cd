//! The files of a folder, recognised by their first and last lines.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Component, Path, PathBuf};
use std::time::SystemTime;

use serde::Serialize;

use super::judge::Judged;
use super::names::{path_of, text_of};
use super::place::Place;
use crate::arena::{Log, Logged};
use crate::cluster::{Board, RunFolder};
use crate::game::Outcome;
use crate::ordinary;
use crate::pages::GameRow;
use crate::recording::Header;
use crate::report::Headline;
use crate::terminal::harmless;
use crate::whole_lines::{WholeLine, WholeLines, has_too_many_parts};

/// Folders that are nested more deeply are ignored.
const DEPTH: usize = 8;

/// Further files are ignored.
const MOST_FILES: usize = 1_000_000;

/// Most bots of a log that are listed.
const MOST_BOTS: usize = 100;

/// Bytes of the longest first or last line of a recording that is read.
const LONGEST_LINE: u64 = 1 << 20;

/// A file as its folder lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    pub path: PathBuf,
    pub bytes: u64,
    pub changed: SystemTime,
}

impl Found {
    /// The file at a path that is no link; `None` if there is none.
    fn at(path: PathBuf) -> Option<Self> {
        let metadata = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
        let changed = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Self { path, bytes: metadata.len(), changed })
    }
}

/// All files below a folder, except hidden ones. Links are not followed.
pub(super) fn files(root: &Path) -> Vec<Found> {
    let (mut found, mut folders) = (Vec::new(), vec![(root.to_owned(), 0)]);
    while let Some((folder, depth)) = folders.pop() {
        let Ok(entries) = folder.read_dir() else { continue };
        for entry in entries.flatten() {
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && RunFolder::is_at(&entry.path()) {
                // Of the folder of a run on other machines only that counts.
                found.extend(Found::at(RunFolder::of(entry.path()).progress()));
            } else if kind.is_dir() && !is_hidden && depth < DEPTH {
                folders.push((entry.path(), depth + 1));
            } else if kind.is_file() && !is_hidden && found.len() < MOST_FILES {
                found.extend(Found::at(entry.path()));
            }
        }
    }
    found
}

/// The content of a file.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Log(Box<LogHead>),
    Recording(Box<GameRow>),
    /// The batches of a run on other machines.
    Batches(Box<Board>),
    /// Neither a log nor a recording.
    Other,
}

/// A log in the list of logs.
#[derive(Clone, Debug, Default, Serialize)]
pub(super) struct LogHead {
    /// Its path relative to the folder, as addresses name it.
    pub path: String,
    /// Its path for people.
    pub name: String,
    /// Key of the contest.
    pub game: String,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// Number of its games.
    pub games: u64,
    /// Seconds since its last change.
    pub idle: u64,
    /// What it found; null until it has been read.
    pub headline: Option<Headline>,
    /// The batches of its run, if that is played on other machines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batches: Option<Board>,
    /// What the headline is of.
    #[serde(skip)]
    pub judged: Judged,
    /// How far its lines were counted.
    #[serde(skip)]
    pub place: Place,
}

fn as_log(head: LogHead) -> Content {
    Content::Log(Box::new(head))
}

/// Reads what kind of file it is. `before` is the content at the last look: only what a log has gained since is read.
pub(super) fn look(root: &Path, found: &Found, before: Option<&Content>) -> Content {
    if is_of_run(&found.path) {
        let board = Board::read(&found.path);
        return board.map_or(Content::Other, |board| Content::Batches(Box::new(board)));
    }
    let path = found.path.strip_prefix(root).unwrap_or(&found.path);
    let path = text_of(path);
    if let Some(Content::Log(head)) = before
        && head.place.is_in(&found.path)
    {
        return grown(&found.path, (**head).clone()).map_or(Content::Other, as_log);
    }
    if found.path.extension() != Some(OsStr::new("html")) && Log::is_at(&found.path) {
        let name = harmless(&path).into_owned();
        let head = LogHead { path, name, ..LogHead::default() };
        return grown(&found.path, head).map_or(Content::Other, as_log);
    }
    let row = recording(&found.path, path);
    row.ok().flatten().map_or(Content::Other, |row| Content::Recording(Box::new(row)))
}

/// Whether a file has the numbers of batches of a run on other machines.
fn is_of_run(path: &Path) -> bool {
    path.parent().is_some_and(|folder| {
        RunFolder::is_at(folder) && path == RunFolder::of(folder.to_owned()).progress()
    })
}

/// Counts the lines that a log has gained since `head` was made.
fn grown(path: &Path, mut head: LogHead) -> io::Result<LogHead> {
    let mut file = ordinary::open(path, OpenOptions::new().read(true))?;
    let begin = head.place.read;
    file.seek(SeekFrom::Start(begin))?;
    let mut lines = WholeLines::new(BufReader::with_capacity(1 << 16, file));
    while let Some(line) = lines.next()? {
        let WholeLine::Bytes(line) = line else { continue };
        if line.starts_with(b"{\"seed\"") {
            head.games += 1;
            continue;
        }
        if has_too_many_parts(line) {
            continue;
        }
        let Ok(object) = serde_json::from_slice::<serde_json::Value>(line) else { continue };
        if let Some(game) = object["game"].as_str() {
            game.clone_into(&mut head.game);
        } else if let Some(bot) = object["bot"].as_str() {
            let bot = harmless(bot).into_owned();
            if head.bots.len() < MOST_BOTS && !head.bots.contains(&bot) {
                head.bots.push(bot);
            }
        }
    }
    head.place = Place::of(path, begin + lines.length())?;
    Ok(head)
}

/// The row of a recording, from its first and last line; `None` if the first line is not a header.
fn recording(path: &Path, name: String) -> io::Result<Option<GameRow>> {
    let file = ordinary::open(path, OpenOptions::new().read(true))?;
    let mut first = [0];
    // A name says nothing about the content, and most other files are known by their first byte.
    if (&file).read(&mut first)? == 0 || first != *b"{" {
        return Ok(None);
    }
    let mut first = first.to_vec();
    BufReader::new((&file).take(LONGEST_LINE)).read_until(b'\n', &mut first)?;
    let Ok(header) = serde_json::from_slice::<Header>(&first) else { return Ok(None) };
    let outcome = outcome(&file).unwrap_or_default();
    let bots: Vec<String> = header.players.into_iter().map(|player| player.name).collect();
    let game = Logged {
        seed: header.seed.into(),
        scores: outcome.as_ref().map(|it| it.scores.clone().into()).unwrap_or_default(),
        ranks: outcome.as_ref().map(|it| it.ranks.clone().into()).unwrap_or_default(),
        turns: outcome.as_ref().map_or(0, |it| it.turns),
        end: outcome.as_ref().and_then(|it| it.more.get("end")?.as_str().map(Into::into)),
        thrown_out: outcome.map(|it| it.thrown_out.into()).unwrap_or_default(),
        bots: bots.into(),
        recording: Some(name.into()),
        ..Logged::default()
    };
    Ok(Some(GameRow { game: Some(harmless(&header.game).into_owned()), ..GameRow::new(0, &game) }))
}

/// The outcome in the last line of a recording; `None` if the game did not end.
fn outcome(mut file: &File) -> io::Result<Option<Outcome>> {
    let end = file.seek(SeekFrom::End(0))?;
    for length in [1 << 12, LONGEST_LINE] {
        file.seek(SeekFrom::Start(end.saturating_sub(length)))?;
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        let last = text.trim_end().rsplit('\n').next().unwrap_or_default();
        if let Ok(mut object) = serde_json::from_str::<serde_json::Value>(last) {
            let result = object.get_mut("result").map(serde_json::Value::take);
            return Ok(result.and_then(|result| serde_json::from_value(result).ok()));
        }
    }
    Ok(None)
}

/// The file at a path that a visitor gives, if it is inside the folder.
pub(super) fn inside(root: &Path, named: &str) -> Option<PathBuf> {
    let path = path_of(named);
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    if named.is_empty() || !is_plain || named.contains('\0') {
        return None;
    }
    // A link could lead out of the folder.
    let path = fs::canonicalize(root.join(path)).ok()?;
    path.starts_with(root).then_some(path)
}

#[cfg(test)]
mod tests {
    use crate::system::symlink;

    use super::*;

    #[test]
    fn no_path_leaves_the_folder() {
        let outer = tempfile::tempdir().unwrap();
        let outer = outer.path().canonicalize().unwrap();
        let root = outer.join("root");
        fs::create_dir_all(root.join("sub")).unwrap();
        for file in [outer.join("secret"), root.join("sub/file")] {
            fs::write(file, "x").unwrap();
        }
        symlink(outer.join("secret"), root.join("link")).unwrap();
        symlink(&outer, root.join("up")).unwrap();
        assert_eq!(inside(&root, "sub/file"), Some(root.join("sub/file")));
        let absolute = outer.join("secret");
        for bad in [
            "",
            "../secret",
            "sub/../../secret",
            "link",
            "up/secret",
            "/etc/passwd",
            "./../secret",
            absolute.to_str().unwrap(),
            "sub/file\0",
            "nothing",
        ] {
            assert_eq!(inside(&root, bad), None, "{bad}");
        }
        let names: Vec<PathBuf> = files(&root).into_iter().map(|found| found.path).collect();
        assert_eq!(names, [root.join("sub/file")], "no link is followed");
    }

    #[test]
    fn any_last_line_of_a_recording_is_looked_at() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.jsonl");
        let header = r#"{"format":"botyard-recording/1","game":"tron","seed":"1","options":{},"players":[]}"#;
        for last in
            ["5", "\"x\"", "true", "null", "[]", "{}", r#"{"result":5}"#, "\u{0}", "[[[", ""]
        {
            fs::write(&path, format!("{header}\n{last}\n")).unwrap();
            let found = Found::at(path.clone()).unwrap();
            let content = look(folder.path(), &found, None);
            assert!(matches!(content, Content::Recording(_)), "{last}: {content:?}");
        }
    }

    #[test]
    fn the_folder_of_a_run_on_other_machines_is_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        let run = RunFolder::of_log(&root.join("log.jsonl"));
        run.make().unwrap();
        for file in [run.plan(), run.results(3), run.task(3), root.join("log.jsonl")] {
            fs::write(file, "x").unwrap();
        }
        let paths = || -> Vec<PathBuf> { files(root).into_iter().map(|it| it.path).collect() };
        assert_eq!(paths(), [root.join("log.jsonl")]);
        let board = Board { queued: 3, ..Board::default() };
        board.save(&run.progress());
        assert_eq!(paths().len(), 2);
        let found = files(root).into_iter().find(|it| it.path == run.progress()).unwrap();
        let Content::Batches(read) = look(root, &found, None) else { panic!("{found:?}") };
        assert_eq!(*read, board);
        // A folder that only has such a name is a folder.
        fs::create_dir_all(root.join("x.on")).unwrap();
        fs::write(root.join("x.on/progress.json"), "{}").unwrap();
        assert_eq!(paths().len(), 3);
    }
}
