//! Draws the board on a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use itertools::Itertools;

use super::cell::{Cell, SIDE};
use super::commands::Device;
use super::game::OceanGame;
use super::submarine::Submarine;
use crate::game::Seat;
use crate::terminal::seat_style;

const LAND: Style = AnsiColor::Yellow.on_default();
const WATER: Style = Style::new().dimmed();
const BOTH: Style = AnsiColor::Magenta.on_default().bold();

/// The board with both submarines (`A`, `B`, `@` for both on one cell), their trails (`a`, `b`, `+`)
/// and mines (`1`, `2`, `3` for both, armed or not), and for each player a line on its submarine and
/// one with its last orders as they were executed.
pub(super) fn board(game: &OceanGame) -> String {
    let mut text = String::new();
    let mut line = |content: String| {
        text.push_str(content.trim_end());
        text.push('\n');
    };
    line(format!("turn {}", game.played()));
    for y in 0..SIDE {
        let cells: Vec<String> = (0..SIDE)
            .map(|x| {
                let (glyph, style) = glyph(game, Cell::new(x, y));
                format!("{style}{glyph}{style:#}")
            })
            .collect();
        line(format!("  {}", cells.join(" ")));
    }
    for seat in [Seat(0), Seat(1)] {
        line(status(game, seat));
        line(format!("  {}", game.orders(seat).iter().join("|")));
    }
    text
}

fn glyph(game: &OceanGame, cell: Cell) -> (char, Style) {
    if game.sea().is_land(cell) {
        return ('#', LAND);
    }
    let [a, b] = [Seat(0), Seat(1)].map(|seat| game.submarine(seat));
    let mined = |sub: &Submarine| sub.mines().iter().any(|mine| mine.cell == cell);
    let layers = [
        ([a.cell() == cell, b.cell() == cell], ['A', 'B', '@'], true),
        ([mined(a), mined(b)], ['1', '2', '3'], false),
        ([a.has_visited(cell), b.has_visited(cell)], ['a', 'b', '+'], false),
    ];
    for (holds, glyphs, is_submarine) in layers {
        let bold = |style: Style| if is_submarine { style.bold() } else { style };
        match holds {
            [true, true] => return (glyphs[2], BOTH),
            [true, false] => return (glyphs[0], bold(seat_style(0))),
            [false, true] => return (glyphs[1], bold(seat_style(1))),
            [false, false] => {}
        }
    }
    ('.', WATER)
}

/// `A 6 lives  at 3 4  torpedo 2/3  sonar 0/4 …`
fn status(game: &OceanGame, seat: Seat) -> String {
    let submarine = game.submarine(seat);
    let style = seat_style(seat.0);
    let name = ["A", "B"][seat.0];
    let lives = if submarine.lives() == 1 { "life" } else { "lives" };
    let mut text = format!("{style}{name}{style:#} {} {lives:<5}", submarine.lives());
    if submarine.cell().on_board() {
        let _ = write!(text, "  at {:<5}", submarine.cell().to_string());
        for device in Device::ALL.into_iter().filter(|device| game.league().has(*device)) {
            let charge = submarine.charge(device);
            let _ = write!(text, "  {} {charge}/{}", device.word().to_lowercase(), device.full());
        }
    }
    text
}
