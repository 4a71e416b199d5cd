//! The cells of a track in an SVG picture.

use std::collections::BTreeSet;
use std::fmt::Write;

use kabotte::track::{Cell, Checkpoint, Tile, Track};

/// Side of a cell, in the picture's units.
pub const SIDE: usize = 12;

/// Colours of checkpoints 1 to 9, light enough for a black number on them.
const CHECKPOINTS: [&str; 9] = [
    "#9fc5e8", "#f4b183", "#b6a4d8", "#f2a6c2", "#8ed1c6", "#d9c27a", "#c3a58f", "#a9b8f0",
    "#e59a9a",
];

/// The beginning of a picture.
pub fn opening(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"12\">\n"
    )
}

/// Adds the track; neighbouring cells of one kind are drawn as one piece.
pub fn board(out: &mut String, track: &Track) {
    let (width, height) = (track.width() * SIDE, track.height() * SIDE);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#5a8f4e\"/>");
    for y in 0..track.height() {
        let kind = |x: usize| colour(track.tile(Cell { x: x as i16, y: y as i16 }));
        let mut from = 0;
        while from < track.width() {
            let mut to = from + 1;
            while to < track.width() && kind(to) == kind(from) {
                to += 1;
            }
            if let Some(colour) = kind(from) {
                let (x, top, width) = (from * SIDE, y * SIDE, (to - from) * SIDE);
                let _ = writeln!(
                    out,
                    "<rect x=\"{x}\" y=\"{top}\" width=\"{width}\" height=\"{SIDE}\" fill=\"{colour}\"/>"
                );
            }
            from = to;
        }
    }
    checkpoint_numbers(out, track);
}

/// Writes the number of each checkpoint on every group of its cells.
fn checkpoint_numbers(out: &mut String, track: &Track) {
    for (place, number) in (0..).zip(track.numbers()) {
        let mut left: BTreeSet<Cell> =
            track.cells_of(Tile::Checkpoint(Checkpoint(place))).collect();
        while let Some(first) = left.pop_first() {
            let mut group = vec![first];
            let mut next = 0;
            while let Some(at) = group.get(next).copied() {
                let is_beside =
                    |cell: &Cell| (cell.x - at.x).abs() <= 1 && (cell.y - at.y).abs() <= 1;
                group.extend(left.iter().copied().filter(is_beside));
                left.retain(|cell| !is_beside(cell));
                next += 1;
            }
            group.sort_unstable();
            let middle = group[group.len() / 2];
            let (x, y) = centre(middle.x, middle.y);
            let below = y + 4;
            // Writing to a String cannot fail.
            let _ = writeln!(
                out,
                "<text x=\"{x}\" y=\"{below}\" text-anchor=\"middle\" font-size=\"11\">{}</text>",
                char::from(*number)
            );
        }
    }
}

fn colour(tile: Tile) -> Option<&'static str> {
    match tile {
        Tile::Blocked => None,
        Tile::Road => Some("#d8d8d8"),
        Tile::Unknown => Some("#404040"),
        Tile::Start => Some("#f0e68c"),
        Tile::Finish => Some("#ffffff"),
        Tile::Checkpoint(Checkpoint(place)) => {
            Some(CHECKPOINTS[usize::from(place) % CHECKPOINTS.len()])
        }
    }
}

/// The middle of a cell.
pub fn centre(x: i16, y: i16) -> (usize, usize) {
    (x as usize * SIDE + SIDE / 2, y as usize * SIDE + SIDE / 2)
}
