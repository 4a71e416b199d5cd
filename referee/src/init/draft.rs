//! A contest file that is about to be written.

use std::path::Path;

use anyhow::{Context, Result};

use crate::contest_file::ContestFile;

/// A contest file that has not been written yet.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The text of the file.
    pub text: String,
    /// What the file describes, in one line.
    pub about: String,
    /// Commands to give next, each with what it does.
    pub next: Vec<(String, &'static str)>,
}

impl Draft {
    /// Checks that the text is a contest file.
    ///
    /// # Errors
    /// If it is not, with the line and the column.
    pub fn checked(self, path: &Path) -> Result<Self> {
        ContestFile::parse(&self.text, path)
            .context("the contest file that was made does not have the right form")?;
        Ok(self)
    }
}
