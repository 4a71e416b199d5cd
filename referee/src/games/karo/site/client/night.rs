//! What is learnt of a night map from what the site shows, kept in a folder for the next race.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gridkit::hash::Fnv1a;

use super::view::GameView;
use crate::games::karo::{Cell, Tile, Track};

/// What is known of a night map.
pub struct Night {
    /// The file, if what is known is kept.
    file: Option<PathBuf>,
    known: Track,
}

/// What a cell without road becomes: nobody can see what grows there.
const GRASS: Tile = Tile::Scenery(b'X');

impl Night {
    /// Begins with what is in the folder of a map; `None` if nothing of the map is hidden.
    pub fn open(folder: Option<&Path>, shown: &Track) -> Option<Self> {
        shown.cells_of(Tile::Night).next()?;
        let name = format!("night-{:016x}.txt", Fnv1a::of(shown.code().as_bytes()));
        let file = folder.map(|folder| folder.join(name));
        let mut known = shown.clone();
        // What cannot be read is learnt anew.
        let kept = file.as_ref().and_then(|file| fs::read_to_string(file).ok());
        if let Some(kept) = kept.and_then(|code| Track::parse(&code).ok()) {
            for cell in shown.cells_of(Tile::Night) {
                known.set(cell, kept.tile(cell).unwrap_or(Tile::Night));
            }
        }
        Some(Self { file, known })
    }

    /// The map as it is known.
    pub fn track(&self) -> &Track {
        &self.known
    }

    /// Learns from a game: all cells that a move has passed, or could pass, are road. A move that the car cannot
    /// make, although nobody stands on its target, passes a cell that is none: if all others of it are known
    /// to be road, it is that one.
    pub fn learn(&mut self, view: &GameView) {
        let before = self.known.clone();
        let is_listed = !view.possibles().is_empty() && view.motion().is_some();
        let passed = view.driven().chain(view.possibles().iter().copied());
        for cell in passed.flat_map(|motion| motion.passed().collect::<Vec<Cell>>()) {
            if self.known.tile(cell) == Some(Tile::Night) {
                self.known.set(cell, Tile::Road);
            }
        }
        if let Some(car) = view.motion().filter(|_| is_listed) {
            let taken = view.taken();
            for motion in car.vector.successors().map(|vector| car.next(vector)) {
                let is_other = view.possibles().contains(&motion) || taken.contains(&motion.at);
                if is_other || !motion.fits(&self.known) {
                    continue;
                }
                let dark: Vec<Cell> = motion
                    .passed()
                    .filter(|cell| self.known.tile(*cell) == Some(Tile::Night))
                    .collect();
                if let [cell] = dark[..] {
                    self.known.set(cell, GRASS);
                }
            }
        }
        if self.known != before {
            // The next race begins with less, and that is all.
            let _ = self.keep();
        }
    }

    fn keep(&self) -> io::Result<()> {
        let Some(file) = &self.file else { return Ok(()) };
        let new = file.with_extension(format!("new-{}", std::process::id()));
        fs::write(&new, self.known.code())?;
        fs::rename(&new, file)
    }
}
