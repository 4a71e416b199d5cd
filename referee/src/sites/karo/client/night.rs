//! Knowledge about the hidden cells of a night map, kept in a folder for the next race.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use gridkit::hash::Fnv1a;

use super::view::GameView;
use crate::games::karo::{Cell, Tile, Track};
use crate::ordinary;

/// The known part of a night map.
pub struct Night {
    /// The file in which it is kept, if it is.
    file: Option<PathBuf>,
    known: Track,
}

/// The tile for a hidden cell that is not road; its real scenery cannot be seen.
const GRASS: Tile = Tile::Scenery(b'X');

impl Night {
    /// Reads what the folder has about a map; `None` if no cell of the map is hidden.
    pub fn open(folder: Option<&Path>, shown: &Track) -> Option<Self> {
        shown.cells_of(Tile::Night).next()?;
        let name = format!("night-{:016x}.txt", Fnv1a::of(shown.code().as_bytes()));
        let file = folder.map(|folder| folder.join(name));
        let mut known = shown.clone();
        // A file that cannot be read is ignored and later replaced.
        let kept = file.as_ref().and_then(|file| ordinary::read_text(file).ok());
        if let Some(kept) = kept.and_then(|code| Track::parse(&code).ok()) {
            for cell in shown.cells_of(Tile::Night) {
                known.set(cell, kept.tile(cell).unwrap_or(Tile::Night));
            }
        }
        Some(Self { file, known })
    }

    /// The map with all known cells.
    pub fn track(&self) -> &Track {
        &self.known
    }

    /// Learns from a game. All cells that a move has passed, or could pass, are road. A move that the car cannot
    /// make, although its target is not occupied, passes a cell that is not road; if all its other cells are
    /// known to be road, it is the unknown one.
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
            // After an error the next race only begins with less knowledge.
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A car on (1, 0) that comes from (0, 0). It may move to three of the cells around (2, 0). Another car has
    /// driven from (3, 0) to (4, 1).
    fn view() -> GameView {
        let text = json!({
            "id": 200_000, "name": "A race", "cps": false, "zzz": 2,
            "map": { "code": "SOOOOF\n......" },
            "next": { "id": 1 },
            "players": [{ "id": 2, "moves": [{ "x": 3, "y": 0 }, { "x": 4, "y": 1, "xv": 1, "yv": 1 }] }, {
                "id": 1,
                "moves": [{ "x": 0, "y": 0 }, { "x": 1, "y": 0, "xv": 1 }],
                "possibles": [
                    { "x": 2, "y": 0, "xv": 1 },
                    { "x": 3, "y": 0, "xv": 2 },
                    { "x": 1, "y": 1, "yv": 1 },
                ],
            }],
        });
        GameView::read(&text.to_string(), 1).unwrap()
    }

    #[test]
    fn cells_of_possible_and_made_moves_are_road_and_those_of_impossible_ones_are_not() {
        let folder = tempfile::TempDir::new().unwrap();
        let view = view();
        let open = || Night::open(Some(folder.path()), view.track()).unwrap();
        let mut night = open();
        night.learn(&view);
        let tile = |night: &Night, x| night.track().tile(Cell::new(x, 1));
        let of = |night: &Night| [1, 2, 4, 5].map(|x| tile(night, x));
        let expected = [Tile::Road, GRASS, Tile::Road, Tile::Night].map(Some);
        assert_eq!(of(&night), expected);
        assert_eq!(of(&open()), expected, "it is kept for the next race");
    }
}
