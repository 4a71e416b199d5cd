//! Draws the board on a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::board::{Category, Cell, Halves};
use super::game::FruitGame;
use crate::terminal::seat_style;

const EMPTY: Style = Style::new().dimmed();
const FRUIT: Style = AnsiColor::Green.on_default();
const BOTH: Style = AnsiColor::Magenta.on_default().bold();
/// The names of the contest's fruit.
const NAMES: [&str; 5] = ["apple", "banana", "cherry", "melon", "orange"];

/// The board with the robots (`A`, `B`, `@` for both on one cell; fruit under them is listed below) and the fruit by
/// category, then the last move and the fruit of each robot, and the pieces left of each category.
///
/// ```text
/// turn 3
///   3 . . A .
///   . @ 2 . 1
/// A EAST    1.5 apple  0 banana
/// ```
pub(super) fn board(game: &FruitGame) -> String {
    let position = game.position();
    let board = position.board();
    let mut text = format!("turn {}\n", game.turns());
    for y in 0..board.height() {
        let cells: Vec<String> = (0..board.width())
            .map(|x| {
                let (glyph, style) = glyph(game, Cell::new(x, y));
                format!("{style}{glyph}{style:#}")
            })
            .collect();
        let _ = writeln!(text, "  {}", cells.join(" "));
    }
    for seat in [0, 1] {
        let style = seat_style(seat).bold();
        let last = game.last_moves().map_or("", |moves| moves[seat].word());
        let amounts: Vec<f64> = position.counts(seat).iter().copied().map(Halves::pieces).collect();
        let name = ["A", "B"][seat];
        let under = board.fruit(position.robots()[seat]);
        let under = under.map_or(String::new(), |fruit| format!("  on {}", fruit_name(fruit)));
        let _ = writeln!(text, "{style}{name}{style:#} {last:<5}  {}{under}", named(&amounts));
    }
    let left: Vec<f64> = board.pieces().into_iter().map(f64::from).collect();
    let _ = writeln!(text, "left     {}", named(&left));
    text
}

fn glyph(game: &FruitGame, cell: Cell) -> (char, Style) {
    let [first, second] = game.position().robots().map(|robot| robot == cell);
    match (first, second, game.position().board().fruit(cell)) {
        (true, true, _) => ('@', BOTH),
        (true, false, _) => ('A', seat_style(0).bold()),
        (false, true, _) => ('B', seat_style(1).bold()),
        (false, false, Some(category)) => (char::from(b'0' + category.0), FRUIT),
        (false, false, None) => ('.', EMPTY),
    }
}

pub(super) fn fruit_name(category: Category) -> &'static str {
    NAMES.get(category.index()).copied().unwrap_or("fruit")
}

/// `1 apple  2.5 banana`
fn named(amounts: &[f64]) -> String {
    let named = amounts
        .iter()
        .zip(1..)
        .map(|(amount, category)| format!("{amount} {}", fruit_name(Category(category))));
    named.collect::<Vec<_>>().join("  ")
}
