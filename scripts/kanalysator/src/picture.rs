//! The track with the ways of all cars and the moves that decided most, as an SVG picture.

use std::fmt::Write;

use crate::board::{SIDE, board, centre, opening};
use crate::race::{Deed, PlayedRace};
use crate::report::Report;
use crate::table::move_line;

/// Height of a line of the legend.
const LINE: usize = 18;

/// The least width of a picture, in which the legend fits.
const LEAST_WIDTH: usize = 640;

/// Radius of the disc with the number of a decisive move.
const DISC: usize = 8;

/// Colours of cars, which most people can tell apart.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a5c00", "#56b4e9", "#5b3a99", "#000000"];

/// Draws a race.
pub fn svg(played: &PlayedRace, report: &Report) -> String {
    let track = &played.track;
    let (board_width, board_height) = (track.width() * SIDE, track.height() * SIDE);
    let lines = played.players.len() + report.decisive.len() + 1;
    let (width, height) = (board_width.max(LEAST_WIDTH), board_height + LINE * lines + LINE);
    let mut out = opening(width, height);
    // Writing to a String cannot fail.
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>");
    board(&mut out, track);
    for seat in 0..played.players.len() {
        way(&mut out, played, seat);
    }
    let (mut discs, mut marks) = (Vec::new(), Vec::new());
    for (number, place) in (1..).zip(&report.decisive) {
        let Some([x, y, ..]) = report.moves[*place].to else { continue };
        let disc = free_disc(centre(x, y), &discs, (board_width, board_height));
        discs.push(disc);
        line(&mut out, report, *place);
        marks.push((number, *place, disc));
    }
    // Above all lines.
    for (number, place, disc) in marks {
        mark(&mut out, report, number, place, disc);
    }
    legend(&mut out, report, board_height + LINE);
    out.push_str("</svg>\n");
    out
}

/// The way of a car: a thin line, broken where a crash set it back.
fn way(out: &mut String, played: &PlayedRace, seat: usize) {
    let mut path = String::new();
    for situation in played.situations.iter().filter(|it| it.seat == seat) {
        let (letter, at) = match &situation.deed {
            Deed::Placed(cell) | Deed::Crashed(cell) => ('M', *cell),
            Deed::Moved { motion, .. } => ('L', motion.at),
            Deed::Gone => continue,
        };
        let (x, y) = centre(at.x, at.y);
        let _ = write!(path, "{letter}{x} {y}");
    }
    let colour = COLOURS[seat % COLOURS.len()];
    let _ = writeln!(
        out,
        "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.2\" opacity=\"0.7\"/>"
    );
}

/// The middle of a disc as near as possible to a point that covers no other disc and is on the board. Several decisive
/// moves may end on one cell or on neighbours.
fn free_disc(
    at: (usize, usize),
    others: &[(usize, usize)],
    board: (usize, usize),
) -> (usize, usize) {
    let (x, y) = at;
    // Squares around the point; the nearest are tried first.
    let mut offsets: Vec<(isize, isize)> =
        (-5..=5).flat_map(|right| (-5..=5).map(move |down| (right * 8, down * 8))).collect();
    offsets.sort_by_key(|(right, down)| right * right + down * down);
    let places = offsets
        .into_iter()
        .filter_map(|(right, down)| x.checked_add_signed(right).zip(y.checked_add_signed(down)));
    let is_free = |(x, y): &(usize, usize)| {
        let is_on_board = *x >= DISC && *y >= DISC && x + DISC <= board.0 && y + DISC <= board.1;
        let is_apart = |other: &(usize, usize)| {
            let (dx, dy) = (x.abs_diff(other.0), y.abs_diff(other.1));
            dx * dx + dy * dy >= 4 * DISC * DISC
        };
        is_on_board && others.iter().all(is_apart)
    };
    places.into_iter().find(is_free).unwrap_or(at)
}

/// The line of a decisive move.
fn line(out: &mut String, report: &Report, place: usize) {
    let it = &report.moves[place];
    let Some((from, to)) = it.from.zip(it.to) else { return };
    let colour = COLOURS[it.seat % COLOURS.len()];
    let ((from_x, from_y), (x, y)) = (centre(from[0], from[1]), centre(to[0], to[1]));
    let dashes = if it.kind == "crash" { " stroke-dasharray=\"4 3\"" } else { "" };
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<line x1=\"{from_x}\" y1=\"{from_y}\" x2=\"{x}\" y2=\"{y}\" stroke=\"{colour}\" \
         stroke-width=\"4\" stroke-linecap=\"round\"{dashes}/>"
    );
}

/// The number of a decisive move, in a disc with this middle.
fn mark(out: &mut String, report: &Report, number: usize, place: usize, (x, y): (usize, usize)) {
    let it = &report.moves[place];
    let (colour, title) = (COLOURS[it.seat % COLOURS.len()], escaped(&move_line(report, it)));
    let below = y + 4;
    // Writing to a String cannot fail.
    let _ = writeln!(
        out,
        "<g><title>{title}</title>\n\
         <circle cx=\"{x}\" cy=\"{y}\" r=\"{DISC}\" fill=\"{colour}\" stroke=\"#ffffff\"/>\
         <text x=\"{x}\" y=\"{below}\" text-anchor=\"middle\" fill=\"#ffffff\" \
         font-weight=\"bold\" font-size=\"11\">{number}</text></g>"
    );
}

fn legend(out: &mut String, report: &Report, top: usize) {
    let mut y = top;
    for (seat, player) in report.players.iter().enumerate() {
        let colour = COLOURS[seat % COLOURS.len()];
        let rank =
            if player.rank == 0 { player.status.clone() } else { format!("{}.", player.rank) };
        let text = format!(
            "{} {rank} {} moves: {:+} by choice, {:+} to cars, {:+} by crashes; {} blocks",
            player.name,
            player.moves,
            player.lost_by_choice,
            player.lost_to_cars,
            player.lost_by_crashes,
            player.blocks
        );
        let middle = y - 4;
        let _ = writeln!(
            out,
            "<line x1=\"4\" y1=\"{middle}\" x2=\"24\" y2=\"{middle}\" stroke=\"{colour}\" \
             stroke-width=\"3\"/><text x=\"30\" y=\"{y}\">{}</text>",
            escaped(&text)
        );
        y += LINE;
    }
    for (number, place) in (1..).zip(&report.decisive) {
        let text = format!("{number}  {}", move_line(report, &report.moves[*place]));
        let _ = writeln!(out, "<text x=\"8\" y=\"{y}\">{}</text>", escaped(&text));
        y += LINE;
    }
}

/// A text inside an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
