//! Files of the kind that an argument takes. One folder is listed, and the first bytes of its files are read.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap_complete::PathCompleter;
use serde_json::Value;

/// How a log begins.
const LOG: &[u8] = b"{\"format\":\"botyard-log/";

/// In a folder with more files than this, the kind of the others is not looked at.
const LOOKED_AT: usize = 2000;

/// Most bytes of a log that are read for the names of its bots.
const NAMES_IN: u64 = 1 << 16;

/// Logs of many games.
pub(super) fn logs() -> PathCompleter {
    PathCompleter::any().filter(limited(|path| begin(path).starts_with(LOG)))
}

/// Recordings of a game.
pub(super) fn recordings() -> PathCompleter {
    PathCompleter::any().filter(limited(|path| !begin(path).starts_with(LOG)))
}

/// Logs and recordings.
pub(super) fn either() -> PathCompleter {
    PathCompleter::any().filter(is_lines)
}

/// Programs.
pub(super) fn programs() -> PathCompleter {
    PathCompleter::any().filter(crate::system::is_program)
}

fn is_lines(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "jsonl") && path.is_file()
}

/// A filter of `.jsonl` files that looks into some of them only.
fn limited(is_wanted: fn(&Path) -> bool) -> impl Fn(&Path) -> bool {
    let seen = AtomicUsize::new(0);
    move |path| {
        is_lines(path) && (seen.fetch_add(1, Ordering::Relaxed) >= LOOKED_AT || is_wanted(path))
    }
}

/// The first bytes of a file; none if it cannot be read.
fn begin(path: &Path) -> Vec<u8> {
    begin_up_to(path, 256)
}

fn begin_up_to(path: &Path, most: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if path.is_file()
        && let Ok(file) = File::open(path)
    {
        let _ = file.take(most).read_to_end(&mut bytes);
    }
    bytes
}

/// The game of a recording.
pub(super) fn game_of(path: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&begin(path)).into_owned();
    let (_, rest) = text.split_once("\"game\":\"")?;
    rest.split_once('"').map(|(game, _)| game.to_owned())
}

/// The bots in the first lines of a log.
pub(super) fn bots_of(path: &Path) -> BTreeSet<String> {
    let text = String::from_utf8_lossy(&begin_up_to(path, NAMES_IN)).into_owned();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let names = lines.filter_map(|line| line.get("bots")?.as_array().cloned()).flatten();
    names.filter_map(|name| name.as_str().map(str::to_owned)).collect()
}
