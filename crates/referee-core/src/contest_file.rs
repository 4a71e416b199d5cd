//! The contest file, `botyard.toml`: a contest of the user's own, named bots, and defaults for commands.
//!
//! It is found in the current folder or above, as cargo finds `Cargo.toml`. All its paths begin at its own folder. The
//! command line overrides the file; the file overrides the defaults.
//!
//! ```
//! use referee_core::contest_file::ContestFile;
//!
//! let text = r#"
//!     contest.game = "ocean"
//!     bots.v3.run = "./v3"
//! "#;
//! let file = ContestFile::parse(text, "botyard.toml".as_ref())?;
//! assert_eq!(file.bots["v3"].run.get_ref(), "./v3");
//!
//! let error = ContestFile::parse("contest.gmae = \"ocean\"", "botyard.toml".as_ref()).unwrap_err();
//! assert!(error.to_string().starts_with("botyard.toml, line 1, column 9: unknown field `gmae`"), "{error}");
//! # Ok::<(), referee_core::contest_file::ContestFileError>(())
//! ```

mod check;
mod error;
mod limits;
mod names;
mod on_table;
mod promote;
mod tables;

use std::env;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use self::error::wrong;
use crate::ordinary;
use crate::plain_words::data_error;

pub use error::ContestFileError;
pub use limits::LimitsTable;
pub(crate) use names::demand_name;
pub use on_table::{OnEngine, OnTable};
pub use tables::{
    BotTable, ContestFile, ContestTable, Engine, Mode, Negative, OptionTable, RefereeTable,
    RunTable, Scores, SeatCount, Thinkers,
};

/// The name of a contest file.
pub const NAME: &str = "botyard.toml";

impl ContestFile {
    /// The contest file of a folder: in it or in the nearest folder above.
    pub fn find(folder: &Path) -> Option<PathBuf> {
        folder.ancestors().map(|folder| folder.join(NAME)).find(|file| file.is_file())
    }

    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or has an unknown key, a wrong type or a value that makes no sense.
    pub fn load(path: &Path) -> Result<Self, ContestFileError> {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        let text = ordinary::read_written_text(&path)
            .map_err(|error| ContestFileError::Unreadable { path: path.clone(), error })?;
        Self::parse(&text, &path)
    }

    /// Reads a text that is in the file `path`.
    ///
    /// # Errors
    /// As for [`load`](Self::load).
    pub fn parse(text: &str, path: &Path) -> Result<Self, ContestFileError> {
        let mut file: Self = toml::from_str(text).map_err(|error| {
            let mut what = data_error(&error.message().replace('\n', " "), "");
            if text.parse::<toml::Table>().is_err() {
                what += "; a contest file is TOML, as `referee init` writes it";
            } else if error.message() == "missing field `contest`" {
                what += "; for a built-in contest write [contest] with game = \"ocean\", and for another one let \
                         `referee init` begin the file";
            }
            wrong(text, path, error.span().unwrap_or(0..0), what)
        })?;
        path.clone_into(&mut file.path);
        text.clone_into(&mut file.text);
        file.check()?;
        Ok(file)
    }

    /// The key of its contest.
    pub fn key(&self) -> &str {
        let named = self.contest.game.as_ref().or(self.contest.key.as_ref());
        named.map_or("", |key| key.get_ref())
    }

    /// Where it names a built-in contest.
    pub fn game_span(&self) -> Range<usize> {
        self.contest.game.as_ref().map_or(0..0, toml::Spanned::span)
    }

    /// The folder at which its paths begin.
    pub fn folder(&self) -> &Path {
        self.path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."))
    }
}

/// The contest file of this process; set once, before any name of a bot or a contest is read.
static CURRENT: OnceLock<ContestFile> = OnceLock::new();

/// Its path as the user typed it. A command that is shown names the file by it, as it names bots as they were typed.
static NAMED: OnceLock<PathBuf> = OnceLock::new();

/// Reads the contest file of this process: `named`, or the nearest one. Does nothing if there is no such file.
///
/// # Errors
/// As for [`ContestFile::load`].
pub fn open(named: Option<&Path>) -> Result<(), ContestFileError> {
    let found = || ContestFile::find(&env::current_dir().ok()?);
    if let Some(path) = named.map(Path::to_owned).or_else(found) {
        let file = ContestFile::load(&path)?;
        let _ = CURRENT.set(file);
    }
    if let Some(path) = named {
        let _ = NAMED.set(path.to_owned());
    }
    Ok(())
}

/// The path of the contest file of this process as the user typed it; `None` if the user typed none.
pub fn named() -> Option<&'static Path> {
    NAMED.get().map(PathBuf::as_path)
}

/// The contest file of this process, if there is one.
pub fn current() -> Option<&'static ContestFile> {
    CURRENT.get()
}
