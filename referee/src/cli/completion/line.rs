//! The words of the line that is completed, for completers, which are told the current word only.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

use crate::contest::Contest;
use crate::{contest_file, games};

static WORDS: OnceLock<Vec<String>> = OnceLock::new();

/// Keeps the words of the line.
pub(super) fn remember(words: &[OsString]) {
    let _ = WORDS.set(words.iter().map(|word| word.to_string_lossy().into_owned()).collect());
}

/// The words after the program and its command.
fn words() -> &'static [String] {
    WORDS.get().and_then(|words| words.get(2..)).unwrap_or_default()
}

/// The game that was typed, else that of the contest file.
pub(super) fn game() -> Option<&'static dyn Contest> {
    let typed = words().iter().find_map(|word| games::all().find(|it| it.key() == *word));
    typed.or_else(|| games::of_contest_file(contest_file::current()?).ok())
}

/// The first typed word that is a file.
pub(super) fn file() -> Option<PathBuf> {
    words().iter().map(PathBuf::from).find(|path| path.is_file())
}
