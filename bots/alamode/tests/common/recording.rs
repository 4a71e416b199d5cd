//! Reading recorded games. Not every test asks them for everything.

#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// One exchange of a recording.
pub struct Exchange {
    /// The seat that was asked.
    pub seat: usize,
    /// The lines that were sent.
    pub sent: Vec<String>,
    /// The first line of the answer, if there was one.
    pub got: Option<String>,
}

/// A recorded game.
pub struct Game {
    /// In the order in which they took place.
    pub exchanges: Vec<Exchange>,
    /// Points of the three rounds.
    pub rounds: Vec<i32>,
}

/// Reads a recording.
pub fn read(file: &Path) -> Game {
    let text =
        std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let mut game = Game { exchanges: Vec::new(), rounds: Vec::new() };
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        if let Some(seat) = value["seat"].as_u64() {
            let lines = |key: &str| -> Vec<String> {
                let lines = value[key].as_array().unwrap().iter();
                lines.map(|line| line.as_str().unwrap().to_owned()).collect()
            };
            // A late line that came all the same does not count.
            let got = if value["fault"].is_null() { lines("got") } else { Vec::new() };
            game.exchanges.push(Exchange {
                seat: seat as usize,
                sent: lines("sent"),
                got: got.into_iter().next(),
            });
        } else if let Some(rounds) = value["result"]["rounds"].as_array() {
            game.rounds = rounds.iter().map(|points| points.as_i64().unwrap() as i32).collect();
        }
    }
    game
}

/// All recordings of a folder, sorted; none if the folder is not there.
pub fn all(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.retain(|file| file.extension().map_or(false, |end| end == "jsonl"));
    files.sort();
    files
}
