//! Errors in a contest file, with their place.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::plain_words::{system_error, unwritable};

/// Why a contest file cannot be used: a sentence with the line and the column.
#[derive(Debug, thiserror::Error)]
pub enum ContestFileError {
    /// It cannot be read.
    #[error("cannot read {}: {}", path.display(), system_error(error))]
    Unreadable {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// It cannot be written.
    #[error("cannot write {}: {}", path.display(), unwritable(path, error))]
    Unwritable {
        /// Its path.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// Something in it is wrong.
    #[error("{}, line {line}, column {column}: {what}", path.display())]
    Wrong {
        /// Its path.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The column in characters, counted from 1.
        column: usize,
        /// What is wrong, and what is wanted.
        what: String,
    },
}

/// An error about the place `span` of a text in the file `path`.
pub(super) fn wrong(text: &str, path: &Path, span: Range<usize>, what: String) -> ContestFileError {
    let before = text.get(..span.start).unwrap_or(text);
    let line = 1 + before.matches('\n').count();
    let column = 1 + before.rsplit('\n').next().unwrap_or("").chars().count();
    ContestFileError::Wrong { path: path.to_owned(), line, column, what }
}
