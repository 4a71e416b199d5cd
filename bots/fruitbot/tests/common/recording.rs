//! Reading recorded games. Not every test asks them for everything.

#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};

/// One exchange of a recording.
pub struct Exchange {
    /// The seat that was asked.
    pub seat: usize,
    /// The lines that were sent.
    pub sent: Vec<String>,
    got: Vec<String>,
}

impl Exchange {
    /// The answer, if there was one.
    pub fn answer(&self) -> Option<&str> {
        self.got.first().map(String::as_str)
    }
}

/// The folder of the recorded games.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fruit")
}

/// All recorded games, by name.
pub fn all() -> Vec<PathBuf> {
    let files = fs::read_dir(folder()).expect("the recordings are there");
    let files = files.map(|file| file.expect("the folder can be read").path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().map_or(false, |end| end == "jsonl")).collect();
    files.sort();
    files
}

/// The exchanges of a recording.
pub fn read(file: &Path) -> Vec<Exchange> {
    let text =
        fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let lines = |value: &serde_json::Value| {
        let lines = value.as_array().unwrap().iter();
        lines.map(|line| line.as_str().unwrap().to_owned()).collect()
    };
    text.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .filter(|value| value.get("seat").is_some())
        .map(|value| Exchange {
            seat: value["seat"].as_u64().unwrap() as usize,
            sent: lines(&value["sent"]),
            got: lines(&value["got"]),
        })
        .collect()
}

/// All that a seat was sent in a recording, as one text.
pub fn sent_to(file: &Path, seat: usize) -> String {
    let exchanges = read(file).into_iter().filter(|exchange| exchange.seat == seat);
    exchanges.flat_map(|exchange| exchange.sent).map(|line| line + "\n").collect()
}
