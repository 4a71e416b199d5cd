//! Writing a whole log: the header, the bots, the question and each game once.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::chain::Chain;
use super::games::Log;
use super::header::LogHeader;

impl Log {
    /// Writes everything to a new file.
    ///
    /// # Errors
    /// If the file exists or cannot be written. A partly written file is removed.
    pub fn write_to(&self, path: &Path) -> io::Result<()> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let written = self.write_all(&file).and_then(|()| file.sync_data());
        if written.is_err() {
            let _ = fs::remove_file(path);
        }
        written
    }

    fn write_all(&self, file: &File) -> io::Result<()> {
        let mut file = BufWriter::new(file);
        let key = &self.check.key;
        let mut chain = Chain::new(key.clone());
        let mut line = |object: serde_json::Result<Vec<u8>>| {
            let mut line = object?;
            chain.seal(&mut line);
            line.push(b'\n');
            file.write_all(&line)
        };
        let name = key.as_ref().map(|key| key.name().to_owned());
        line(serde_json::to_vec(&LogHeader { key: name, ..self.header.clone() }))?;
        for program in &self.programs {
            line(serde_json::to_vec(program))?;
        }
        if let Some(question) = &self.question {
            line(serde_json::to_vec(question))?;
        }
        for game in self.all_games() {
            line(serde_json::to_vec(game))?;
        }
        file.flush()
    }

    /// Writes everything to a new file beside the log or, if that fails, in the folder for temporary files.
    /// Returns its path.
    pub(super) fn save_elsewhere(&self) -> io::Result<PathBuf> {
        let beside = free_name(&self.path, "saved");
        match self.write_to(&beside) {
            Ok(()) => Ok(beside),
            Err(error) => {
                let name = self.path.file_name().ok_or(error)?;
                let elsewhere = free_name(&std::env::temp_dir().join(name), "saved");
                self.write_to(&elsewhere).map(|()| elsewhere)
            }
        }
    }
}

/// An unused name beside a file: `duel-saved.jsonl`, `duel-saved-2.jsonl`, …
pub(super) fn free_name(path: &Path, word: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let end = path.extension().map_or(String::new(), |it| format!(".{}", it.to_string_lossy()));
    let name = |number: usize| {
        let number = if number > 1 { format!("-{number}") } else { String::new() };
        path.with_file_name(format!("{stem}-{word}{number}{end}"))
    };
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    (1..10_000).map(name).find(is_free).unwrap_or_else(|| name(1))
}
