//! Writing recordings.

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use super::{Exchange, Header};
use crate::game::Outcome;

/// Writes a recording line by line, so that all exchanges are in the file even if the game is cut off.
pub struct Recorder {
    path: PathBuf,
    file: BufWriter<fs::File>,
}

impl Recorder {
    /// Begins a recording in a file of this name, which must not exist.
    ///
    /// # Errors
    /// If the file exists, or if it or its folder cannot be created.
    pub fn create(path: &Path, header: &Header) -> io::Result<Self> {
        make_folder_of(path)?;
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        Self::begin_new(path.to_owned(), file, header)
    }

    /// Begins a recording in a file of this name and overwrites an existing one.
    ///
    /// # Errors
    /// If the file or its folder cannot be created.
    pub fn overwrite(path: &Path, header: &Header) -> io::Result<Self> {
        make_folder_of(path)?;
        Self::begin(path.to_owned(), fs::File::create(path)?, header)
    }

    /// Begins a recording in a new file: `STEM.jsonl` or the first of `STEM-2.jsonl`, `STEM-3.jsonl`
    /// … that does not exist.
    ///
    /// # Errors
    /// If the file or its folder cannot be created.
    pub fn create_new(stem: &Path, header: &Header) -> io::Result<Self> {
        make_folder_of(stem)?;
        for number in 1.. {
            let mut path = stem.as_os_str().to_owned();
            if number > 1 {
                path.push(format!("-{number}"));
            }
            path.push(".jsonl");
            let path = PathBuf::from(path);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Self::begin_new(path, file, header),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        unreachable!("some number is free")
    }

    /// Begins a recording in a file that was just created. An empty file is of no use, and would be in the way of the
    /// next try.
    fn begin_new(path: PathBuf, file: fs::File, header: &Header) -> io::Result<Self> {
        Self::begin(path.clone(), file, header).inspect_err(|_| drop(fs::remove_file(path)))
    }

    fn begin(path: PathBuf, file: fs::File, header: &Header) -> io::Result<Self> {
        let mut recorder = Self { path, file: BufWriter::new(file) };
        recorder.line(header)?;
        Ok(recorder)
    }

    /// The path of the recording.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Adds an exchange.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn exchange(&mut self, exchange: &Exchange) -> io::Result<()> {
        self.line(exchange)
    }

    /// Adds the result, which ends the recording.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn result(self, outcome: &Outcome) -> io::Result<PathBuf> {
        self.result_and_last_words(outcome, &[])
    }

    /// Like [`result`](Self::result), and adds what each player wrote to standard error after its last answer.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn result_and_last_words(
        mut self,
        outcome: &Outcome,
        last_words: &[Vec<String>],
    ) -> io::Result<PathBuf> {
        self.line(&ResultLine::new(outcome, last_words))?;
        Ok(self.path)
    }

    fn line(&mut self, object: &impl Serialize) -> io::Result<()> {
        self.file.write_all(&super::line(object)?)?;
        self.file.write_all(b"\n")?;
        self.file.flush()
    }
}

/// The last line of a recording.
#[derive(Serialize)]
pub struct ResultLine<'a> {
    /// The result of the game.
    result: &'a Outcome,
    /// Lines of each player on standard error after its last answer, by seat; for people. Empty if no
    /// player wrote any.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    stderr: &'a [Vec<String>],
}

impl<'a> ResultLine<'a> {
    /// The line of a result and of what each player wrote after its last answer.
    pub fn new(result: &'a Outcome, last_words: &'a [Vec<String>]) -> Self {
        let is_silent = last_words.iter().all(Vec::is_empty);
        Self { result, stderr: if is_silent { &[] } else { last_words } }
    }
}

fn make_folder_of(path: &Path) -> io::Result<()> {
    path.parent().map_or(Ok(()), fs::create_dir_all)
}
