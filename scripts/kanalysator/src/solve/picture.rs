//! A way on its track, as an SVG picture.

use std::fmt::Write;

use kabotte::track::Track;

use crate::board::{SIDE, board, centre, opening};

/// Draws a track and a way, as [`Solution::way`](super::Solution::way) has it. Each move is a line with a dot at
/// its end. The title of a dot, which browsers show, has the number and the vector of the move.
pub fn svg(track: &Track, way: &[[i16; 4]]) -> String {
    let (width, height) = (track.width() * SIDE, track.height() * SIDE);
    let mut out = opening(width, height);
    board(&mut out, track);
    for (number, [x, y, speed_x, speed_y]) in (1..).zip(way) {
        let ((from_x, from_y), (x, y)) = (centre(x - speed_x, y - speed_y), centre(*x, *y));
        // Writing to a String cannot fail.
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
