//! What has been learnt of night maps, kept in a file for the next race.
//!
//! ```text
//! kabotte knowledge 1
//! map 5 2
//! S..XX
//! ....F
//! learnt
//! SO.XX
//! .OX.F
//! ```
//!
//! There may be several maps in a file, each as it was shown at the start of a race and as it is known.
//! In a folder each map has a file of its own.

use std::fmt::{self, Write};
use std::path::{Path, PathBuf};
use std::{fs, io, process};

use gridkit::hash::Fnv1a;

use crate::track::{Cell, Tile, Track};

const HEAD: &str = "kabotte knowledge 1";

/// What is kept of one map.
pub struct Knowledge {
    file: PathBuf,
    /// The map as it was shown at the start.
    shown: Vec<String>,
    /// The map as it is written in the file, or was read from it.
    written: Option<Track>,
}

/// Why knowledge cannot be read or kept: a sentence.
#[derive(Debug)]
pub struct Trouble(String);

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A map in a file: as it was shown, and as it is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    shown: Vec<String>,
    learnt: Vec<String>,
}

impl Knowledge {
    /// Reads what is known of a map from a file, or from its file in a folder, into the track. A file
    /// that is not there yet has no knowledge.
    ///
    /// # Errors
    /// If the file cannot be read or is damaged; it is then left alone.
    pub fn open(path: &Path, code: &str, track: &mut Track) -> Result<Knowledge, Trouble> {
        let shown: Vec<String> = code.lines().map(str::to_owned).collect();
        let file = if path.is_dir() { path.join(file_name(&shown)) } else { path.to_owned() };
        let entries = read(&file)?;
        if let Some(entry) = entries.iter().find(|entry| entry.shown == shown) {
            take_in(entry, track);
        }
        Ok(Knowledge { file, shown, written: Some(track.clone()) })
    }

    /// Writes what is known of the map, if there is anything new. What other games have written in
    /// the meantime stays.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn keep(&mut self, track: &Track) -> Result<(), Trouble> {
        if self.written.as_ref() == Some(track) {
            return Ok(());
        }
        let mut entries = read(&self.file)?;
        let mut known = track.clone();
        if let Some(entry) = entries.iter_mut().find(|entry| entry.shown == self.shown) {
            take_in(entry, &mut known);
            entry.learnt = rows(&self.shown, &known);
        } else {
            let (shown, learnt) = (self.shown.clone(), rows(&self.shown, track));
            entries.push(Entry { shown, learnt });
        }
        write(&self.file, &entries)?;
        self.written = Some(track.clone());
        Ok(())
    }
}

/// A name that tells maps apart.
fn file_name(shown: &[String]) -> String {
    format!("night-{:016x}.txt", Fnv1a::of(shown.join("\n").as_bytes()))
}

/// Takes the cells that are known into a track, where it does not know them itself.
fn take_in(entry: &Entry, track: &mut Track) {
    for (y, row) in (0..).zip(&entry.learnt) {
        for (x, letter) in (0..).zip(row.chars()) {
            let cell = Cell { x, y };
            if track.tile(cell) == Tile::Unknown {
                match letter {
                    'O' => track.set(cell, Tile::Road),
                    'X' => track.set(cell, Tile::Blocked),
                    _ => {}
                }
            }
        }
    }
}

/// The rows of a map as it is known.
fn rows(shown: &[String], track: &Track) -> Vec<String> {
    let known = |(y, row): (i16, &String)| {
        let letter = |(x, letter): (i16, char)| match (letter, track.tile(Cell { x, y })) {
            ('.', Tile::Road) => 'O',
            ('.', Tile::Blocked) => 'X',
            _ => letter,
        };
        (0..).zip(row.chars()).map(letter).collect()
    };
    (0..).zip(shown).map(known).collect()
}

fn read(file: &Path) -> Result<Vec<Entry>, Trouble> {
    let text = match fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(Trouble(format!("cannot read the knowledge {}: {error}", file.display())))
        }
    };
    parse(&text).map_err(|(line, why)| {
        let file = file.display();
        Trouble(format!(
            "the knowledge {file} is damaged in line {line}: {why}; repair or delete it"
        ))
    })
}

/// The line that is wrong, and why.
pub type Damage = (usize, &'static str);

/// The lines of a file, with their numbers.
struct Lines<'a> {
    lines: std::str::Lines<'a>,
    read: usize,
}

impl<'a> Lines<'a> {
    fn next(&mut self) -> Result<&'a str, Damage> {
        let line = self.lines.next().ok_or((self.read, "the file ends too early"))?;
        self.read += 1;
        Ok(line)
    }

    fn bad<T>(&self, why: &'static str) -> Result<T, Damage> {
        Err((self.read, why))
    }

    fn rows(&mut self, width: usize, height: usize) -> Result<Vec<String>, Damage> {
        let mut rows = Vec::new();
        for _ in 0..height {
            let row = self.next()?;
            if row.len() != width || !row.is_ascii() {
                return self.bad("the row has another length");
            }
            rows.push(row.to_owned());
        }
        Ok(rows)
    }
}

/// The maps in a file, from its text.
///
/// # Errors
/// The first line that is wrong.
pub fn parse(text: &str) -> Result<Vec<Entry>, Damage> {
    let mut lines = Lines { lines: text.lines(), read: 0 };
    if lines.next()? != HEAD {
        return lines.bad("it is not a file of this program");
    }
    let mut entries = Vec::new();
    while let Ok(head) = lines.next() {
        let size = head.strip_prefix("map ").and_then(|size| size.split_once(' '));
        let size = size.map(|(width, height)| (width.parse(), height.parse()));
        let (width, height) = match size {
            Some((Ok(width), Ok(height))) => (width, height),
            _ => return lines.bad("a map begins with `map WIDTH HEIGHT`"),
        };
        let shown = lines.rows(width, height)?;
        if lines.next()? != "learnt" {
            return lines.bad("`learnt` comes between the two maps");
        }
        let learnt = lines.rows(width, height)?;
        entries.push(Entry { shown, learnt });
    }
    Ok(entries)
}

/// Writes a file beside the old one and puts it in its place, so that no reader ever sees half of it.
fn write(file: &Path, entries: &[Entry]) -> Result<(), Trouble> {
    let mut text = format!("{HEAD}\n");
    for Entry { shown, learnt } in entries {
        let width = shown.first().map_or(0, String::len);
        // Writing to a String cannot fail.
        let _ = writeln!(text, "map {width} {}", shown.len());
        let _ = writeln!(text, "{}\nlearnt\n{}", shown.join("\n"), learnt.join("\n"));
    }
    let mut beside = file.as_os_str().to_owned();
    beside.push(format!(".{}", process::id()));
    fs::write(&beside, text)
        .and_then(|()| fs::rename(&beside, file))
        .map_err(|error| Trouble(format!("cannot write the knowledge {}: {error}", file.display())))
}
