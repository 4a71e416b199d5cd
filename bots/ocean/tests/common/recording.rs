//! Reading recorded games. Not every test asks them for everything.

#![allow(dead_code)]

use std::fs;
use std::path::Path;

use gridkit::Square;
use ocean::map::cell_at;
use ocean::protocol::{Reader, Start, Turn};

/// One exchange of a recording.
pub struct Exchange {
    /// The seat that was asked.
    pub seat: usize,
    sent: Vec<String>,
    got: Vec<String>,
}

impl Exchange {
    /// The lines that were sent.
    pub fn sent(&self) -> impl Iterator<Item = &str> {
        self.sent.iter().map(String::as_str)
    }

    /// What was sent, as the map.
    pub fn start(&self) -> Start {
        Reader::new(self.sent.join("\n").as_bytes()).start().unwrap().unwrap()
    }

    /// What was sent, as a turn.
    pub fn turn(&self) -> Turn {
        Reader::new(self.sent.join("\n").as_bytes()).turn().unwrap().unwrap()
    }

    /// The answer, if there was one.
    pub fn answer(&self) -> Option<&str> {
        self.got.first().map(String::as_str)
    }

    /// The answer as a starting cell.
    pub fn place(&self) -> Option<Square> {
        let mut numbers = self.answer()?.split(' ').map(str::parse);
        cell_at(numbers.next()?.ok()?, numbers.next()?.ok()?)
    }
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
