//! The tasks that engines were given: the file `arrays.jsonl`, with a line for each array.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::folder::RunFolder;
use crate::ordinary;

/// Tasks that an engine was given together: its word for them, the first of them, and their number.
pub type Array = (String, u64, u64);

#[derive(Serialize, Deserialize)]
struct Submitted {
    id: String,
    first: u64,
    count: u64,
}

/// The tasks that engines were given in earlier runs.
pub fn submitted(folder: &RunFolder) -> Vec<Array> {
    let text = ordinary::read_text(&path(folder)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Submitted>(line).ok());
    lines.map(|it| (it.id, it.first, it.count)).collect()
}

/// Adds tasks that the engine was given.
///
/// # Errors
/// If the file cannot be written.
pub fn add(folder: &RunFolder, (id, first, count): &Array) -> io::Result<()> {
    let submitted = Submitted { id: id.clone(), first: *first, count: *count };
    let mut line = serde_json::to_vec(&submitted)?;
    line.push(b'\n');
    ordinary::open(&path(folder), OpenOptions::new().create(true).append(true))?.write_all(&line)
}

fn path(folder: &RunFolder) -> PathBuf {
    folder.path().join("arrays.jsonl")
}
