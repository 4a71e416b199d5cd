//! Draws the race on a terminal.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::game::KaroGame;
use super::headlights::lit_cells;
use super::race::Car;
use super::record::Kind;
use super::track::{Cell, Tile};
use crate::game::Seat;
use crate::terminal::{push_styled, seat_style};

/// The size of the part around the car that moved last that is drawn of a larger map.
const WIDEST: i32 = 160;
const HIGHEST: i32 = 60;
/// The number of cells drawn behind a car, where its last moves ended.
const TRAIL: usize = 8;

const ROAD: Style = Style::new().dimmed();
const OFF_ROAD: Style = AnsiColor::Green.on_default().dimmed();
const PARC: Style = Style::new().dimmed();
const DARK: Style = AnsiColor::BrightBlack.on_default();
const START: Style = AnsiColor::Cyan.on_default();
const FINISH: Style = AnsiColor::White.on_default().bold();
const CHECKPOINT: Style = AnsiColor::Yellow.on_default();

/// The map with the cars as letters by seat (`*` for several on a cell) and `+` where they landed
/// before; grass and the like are blank. In a night game cells without light are dark. Then
/// a line for each car.
///
/// ```text
/// round 7
///         1.....F
///    S..+..A....F
/// A at 10 2 vector 3 1, collected 2, 6 moves, 0 crashes
/// ```
pub(super) fn race(game: &KaroGame) -> String {
    let cars = game.race().cars();
    let (letters, trails) = (letters(cars), trails(cars));
    let lit = lit(game);
    let [left, right, top, bottom] = window(game);
    let mut text = format!("round {}\n", game.played());
    for y in top..=bottom {
        let row = (left..=right).map(|x| {
            let cell = Cell::new(x, y);
            let car = letters.get(&cell).or_else(|| trails.get(&cell)).copied();
            car.unwrap_or_else(|| tile(game, cell, lit.as_ref()))
        });
        push_styled(&mut text, row);
        text.push('\n');
    }
    for (seat, car) in cars.iter().enumerate() {
        let _ = writeln!(text, "{}", status(Seat(seat), car));
    }
    text
}

fn status(seat: Seat, car: &Car) -> String {
    let style = seat_style(seat.0).bold();
    let place = match (car.motion(), car.rank) {
        (None, _) => "not placed".to_owned(),
        (Some(motion), 0) => {
            format!("at {} vector {} {}", motion.at, motion.vector.x, motion.vector.y)
        }
        // Its cell is one of the parc fermé, off the track.
        (Some(_), rank) => format!("finished as number {rank}"),
    };
    let gone = if car.is_gone() { format!(", {}", car.status.word()) } else { String::new() };
    let (moves, crashes, collected) = (car.moves(), car.crashes(), car.collected);
    let letter = letter(seat);
    format!(
        "{style}{letter}{style:#} {place}, collected {collected}, {moves} moves, {crashes} \
         crashes{gone}"
    )
}

pub(super) fn letter(seat: Seat) -> char {
    ('A'..='Z').nth(seat.0).unwrap_or('?')
}

/// The cars that race or are parked.
fn letters(cars: &[Car]) -> HashMap<Cell, (char, Style)> {
    let mut letters = HashMap::new();
    for (seat, car) in cars.iter().enumerate() {
        if let Some(motion) = car.motion().filter(|_| !car.is_gone()) {
            let several = letters.contains_key(&motion.at);
            let letter = if several { '*' } else { letter(Seat(seat)) };
            letters.insert(motion.at, (letter, seat_style(seat).bold()));
        }
    }
    letters
}

fn trails(cars: &[Car]) -> HashMap<Cell, (char, Style)> {
    let racing = cars.iter().enumerate().filter(|(_, car)| car.races());
    let trails = racing.flat_map(|(seat, car)| {
        let last = car.records.iter().rev().take(TRAIL);
        last.map(move |record| {
            let mark = if record.kind == Kind::Crash { 'x' } else { '+' };
            (record.motion.at, (mark, seat_style(seat).bold()))
        })
    });
    trails.collect()
}

/// The cells in the light of any car, in a night game.
fn lit(game: &KaroGame) -> Option<BTreeSet<Cell>> {
    let cars = game.race().cars().iter().filter(|car| car.races());
    game.show().night.then(|| cars.filter_map(Car::motion).flat_map(lit_cells).collect())
}

fn tile(game: &KaroGame, cell: Cell, lit: Option<&BTreeSet<Cell>>) -> (char, Style) {
    let tile = game.race().track().tile(cell).unwrap_or(Tile::Parc);
    let dark = lit.is_some_and(|lit| !lit.contains(&cell));
    match tile {
        Tile::Road if dark => ('.', DARK),
        Tile::Scenery(_) if dark => (' ', DARK),
        Tile::Road | Tile::Night => ('.', ROAD),
        Tile::Scenery(b'X') => (' ', OFF_ROAD),
        Tile::Scenery(letter) => (char::from(letter.to_ascii_lowercase()), OFF_ROAD),
        Tile::Parc => ('p', PARC),
        Tile::Start => ('S', START),
        Tile::Finish => ('F', FINISH),
        Tile::Checkpoint(_) => (tile.letter(), CHECKPOINT),
    }
}

/// The first and last columns and rows that are drawn.
pub(super) fn window(game: &KaroGame) -> [i32; 4] {
    let (race, track) = (game.race(), game.race().track());
    let centre = race.log().last().map_or(Cell::new(0, 0), |(_, record)| record.motion.at);
    let span = |centre: i32, length: usize, most: i32| {
        let (length, shown) = (length as i32, most.min(length as i32));
        let from = (centre - shown / 2).clamp(0, length - shown);
        [from, from + shown - 1]
    };
    let [left, right] = span(centre.x, track.width(), WIDEST);
    let [top, bottom] = span(centre.y, track.height(), HIGHEST);
    [left, right, top, bottom]
}
