//! Draws the kitchen on a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use gridkit::Square11x7 as Square;

use super::food::{Held, Item};
use super::game::AlamodeGame;
use super::kitchen::{FLOOR, HEIGHT, WIDTH, square};
use super::round::{DISHES, TURNS};
use crate::game::Seat;
use crate::terminal::seat_style;

const PLAIN: Style = Style::new().dimmed();
const EQUIPMENT: Style = AnsiColor::Yellow.on_default();
const LAID: Style = AnsiColor::Cyan.on_default();

/// The kitchen with the chefs by their seats (`a`, `b`, `c`), the equipment by its letters, and
/// tables with food (`+`) or a dish (`=`). The items, the orders and the actions of the chefs are listed below.
///
/// ```text
/// turn 36: round 1 of 3, 163 turns left, 1850 points
///   # # # # O D # # # # I
///   # a . . . . . . . . #
///   # . # + # # B . # b #
///   …
/// a at 1 1   DISH-TART    USE 5 0
/// b at 9 2   NONE         WAIT  hello
/// c rests
/// oven     RAW_TART 4
/// dishes   2 clean of 3
/// orders   1204  DISH-TART-ICE_CREAM
/// tables   3 2 DOUGH, 8 0 DISH
/// ```
pub(super) fn board(game: &AlamodeGame) -> String {
    let round = game.round();
    let (number, points) = (game.round_number(), round.points());
    let (turn, left) = (game.played(), TURNS - round.turn());
    let before: Vec<String> = game.rounds()[..number - 1].iter().map(i64::to_string).collect();
    let mut text = format!("turn {turn}: round {number} of 3, {left} turns left, {points} points");
    if !before.is_empty() {
        let _ = write!(text, "  (rounds before: {})", before.join(", "));
    }
    text.push('\n');
    for y in 0..HEIGHT {
        let cells: Vec<String> = (0..WIDTH)
            .map(|x| {
                let (glyph, style) = glyph(game, square(x, y));
                format!("{style}{glyph}{style:#}")
            })
            .collect();
        let _ = writeln!(text, "  {}", cells.join(" "));
    }
    for (place, seat) in game.pair().into_iter().enumerate() {
        text.push_str(chef(game, place, seat).trim_end());
        text.push('\n');
    }
    for seat in (0..3).map(Seat).filter(|seat| !game.pair().contains(seat)) {
        let _ = writeln!(text, "{} rests", letter(seat));
    }
    let _ = writeln!(text, "oven     {}", round.oven().line());
    let _ = writeln!(text, "dishes   {} clean of {DISHES}", round.clean_dishes());
    for (row, customer) in round.customers().waiting().enumerate() {
        let head = if row == 0 { "orders" } else { "" };
        let _ = writeln!(text, "{head:<8} {:>4}  {}", customer.award, customer.order);
    }
    let laid = round.laid_tables().map(|(at, item)| format!("{} {item}", at.point()));
    for (row, line) in wrapped(laid).into_iter().enumerate() {
        let head = if row == 0 { "tables" } else { "" };
        let _ = writeln!(text, "{}", format!("{head:<8} {line}").trim_end());
    }
    text
}

/// Entries separated by commas, in lines that fit on a terminal; one empty line if there are no entries.
fn wrapped(entries: impl Iterator<Item = String>) -> Vec<String> {
    const COLUMNS: usize = 70;
    let mut lines = vec![String::new()];
    for entry in entries {
        let line = lines.last_mut().filter(|line| line.len() + 2 + entry.len() <= COLUMNS);
        match line {
            Some(line) if line.is_empty() => line.push_str(&entry),
            Some(line) => {
                line.push_str(", ");
                line.push_str(&entry);
            }
            None => lines.push(entry),
        }
    }
    lines
}

fn glyph(game: &AlamodeGame, at: Square) -> (char, Style) {
    let round = game.round();
    for (chef, seat) in round.chefs().into_iter().zip(game.pair()) {
        if chef.is_some_and(|chef| chef.at == at) {
            return (letter(seat), seat_style(seat.0).bold());
        }
    }
    if let Some(equipment) = round.kitchen().equipment(at) {
        return (equipment.letter(), EQUIPMENT);
    }
    match round.laid_tables().find(|(there, _)| *there == at) {
        Some((_, Item::Food(_))) => ('+', LAID),
        Some((_, Item::Dish(_))) => ('=', LAID),
        None if FLOOR.contains(at) => ('.', PLAIN),
        None => ('#', PLAIN),
    }
}

/// `a at 1 1   DISH-TART   USE 5 0  message`
fn chef(game: &AlamodeGame, place: usize, seat: Seat) -> String {
    let (style, letter) = (seat_style(seat.0).bold(), letter(seat));
    match game.round().chefs()[place] {
        None => format!("{style}{letter}{style:#} is dead"),
        Some(chef) => {
            let at = chef.at.point().to_string();
            let hand = Held(chef.hand).to_string();
            let (command, message) = game.said(seat);
            // A terminal must not execute control characters of a bot.
            let message: String = message.chars().filter(|char| !char.is_control()).collect();
            format!("{style}{letter}{style:#} at {at:<5} {hand:<22} {command:<9}  {message}")
        }
    }
}

pub(super) fn letter(seat: Seat) -> char {
    char::from(b'a' + seat.0 as u8)
}
