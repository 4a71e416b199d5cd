//! The cells of a track in an SVG picture.

use std::fmt::Write;

use kabotte::track::{Cell, Tile, Track};

/// Side of a cell, in the picture's units.
pub const SIDE: usize = 12;

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
}

fn colour(tile: Tile) -> Option<&'static str> {
    match tile {
        Tile::Blocked => None,
        Tile::Road => Some("#d8d8d8"),
        Tile::Unknown => Some("#404040"),
        Tile::Start => Some("#f0e68c"),
        Tile::Finish => Some("#ffffff"),
        Tile::Checkpoint(_) => Some("#9fc5e8"),
    }
}

/// The middle of a cell.
pub fn centre(x: i16, y: i16) -> (usize, usize) {
    (x as usize * SIDE + SIDE / 2, y as usize * SIDE + SIDE / 2)
}
