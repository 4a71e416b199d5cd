//! What moves on a track pass, looked up quickly for many moves.

use crate::motion::{passed, Event, Passage, Vector};
use crate::numbering::{ROWS, TOP_SPEED};
use crate::track::{Cell, Checkpoint, Tile, Track};

/// A map with a border as wide as the longest move, a byte a cell, and for each vector where the cells
/// that it passes are from its source. The answers are those of [`crate::motion::passage`].
pub struct Passages {
    letters: Vec<u8>,
    stride: i32,
    /// By vector, from the target back to the source; empty before the vector is first asked for.
    offsets: Vec<Vec<i32>>,
}

const ROAD: u8 = 0;
/// Checkpoints are the numbers from 1 up to this one.
const FINISH: u8 = 10;
const BLOCKED: u8 = 255;

impl Passages {
    /// Checkpoints are plain road in a game without them.
    pub fn new(track: &Track, checkpoints: bool) -> Passages {
        let stride = track.width() as i32 + 2 * TOP_SPEED;
        let height = track.height() as i32 + 2 * TOP_SPEED;
        let mut letters = vec![BLOCKED; (stride * height) as usize];
        let mut passages = Passages { letters: Vec::new(), stride, offsets: Vec::new() };
        for cell in track.cells() {
            letters[passages.index(cell) as usize] = match track.tile(cell) {
                Tile::Blocked => BLOCKED,
                Tile::Finish => FINISH,
                Tile::Checkpoint(Checkpoint(number)) if checkpoints => number + 1,
                _ => ROAD,
            };
        }
        passages.letters = letters;
        passages.offsets = vec![Vec::new(); ROWS * ROWS];
        passages
    }

    #[inline]
    fn index(&self, cell: Cell) -> i32 {
        (i32::from(cell.y) + TOP_SPEED) * self.stride + i32::from(cell.x) + TOP_SPEED
    }

    /// What a move passes that begins on the map; `None` if it is not legal.
    #[inline]
    pub fn of(&mut self, source: Cell, vector: Vector) -> Option<Passage> {
        let place = |speed: i8| (i32::from(speed) + TOP_SPEED) as usize;
        let place = place(vector.y) * ROWS + place(vector.x);
        if self.offsets[place].is_empty() {
            let origin = Cell { x: 0, y: 0 };
            let offset = |cell| self.index(cell) - self.index(origin);
            self.offsets[place] = passed(origin, vector).map(offset).collect();
        }
        let from = self.index(source);
        let mut passage = Passage { event: Event::None, checkpoints: 0, crosses_finish: false };
        for offset in &self.offsets[place] {
            let event = match self.letters[(from + offset) as usize] {
                ROAD => continue,
                BLOCKED => return None,
                FINISH => {
                    passage.crosses_finish = true;
                    Event::Finish
                }
                number => {
                    passage.checkpoints |= 1 << (number - 1);
                    Event::Checkpoint(Checkpoint(number - 1))
                }
            };
            if passage.event == Event::None {
                passage.event = event;
            }
        }
        Some(passage)
    }
}
