//! A way on its track, as an SVG picture.

use crate::motion::Motion;
use crate::track::{Cell, Tile, Track};
use std::fmt::Write;

/// Side of a cell, in the picture's units.
const SIDE: usize = 10;

/// Draws a track, and a way that begins on the cell where its first move comes from. Each move is a
/// line with a dot at its end; the title of a dot, which browsers show, has its number and vector.
///
/// ```
/// use kabotte::picture::svg;
/// use kabotte::track::Track;
///
/// let picture = svg(&Track::parse("SOF").unwrap(), &[]);
/// assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
/// ```
pub fn svg(track: &Track, way: &[Motion]) -> String {
    let (width, height) = (track.width() * SIDE, track.height() * SIDE);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#5a8f4e\"/>\n"
    );
    for cell in track.cells() {
        if let Some(colour) = colour(track.tile(cell)) {
            let (x, y) = (cell.x as usize * SIDE, cell.y as usize * SIDE);
            // Writing to a String cannot fail.
            let _ = writeln!(
                out,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{colour}\"/>"
            );
        }
    }
    for (number, motion) in (1..).zip(way) {
        let ((from_x, from_y), (x, y)) = (centre(motion.source()), centre(motion.at));
        let (speed_x, speed_y) = (motion.vector.x, motion.vector.y);
        let _ = writeln!(
            out,
            "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{x}\" y2=\"{y}\" stroke=\"#c00000\" \
             stroke-width=\"2\"/><circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#c00000\">\
             <title>{number}: {speed_x} {speed_y}</title></circle>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The middle of a cell.
fn centre(cell: Cell) -> (usize, usize) {
    (cell.x as usize * SIDE + SIDE / 2, cell.y as usize * SIDE + SIDE / 2)
}

fn colour(tile: Tile) -> Option<&'static str> {
    match tile {
        Tile::Blocked => None,
        Tile::Road => Some("#d0d0d0"),
        Tile::Unknown => Some("#404040"),
        Tile::Start => Some("#f0e68c"),
        Tile::Finish => Some("#ffffff"),
        Tile::Checkpoint(_) => Some("#7fb2e5"),
    }
}
