//! Draws the board on a terminal.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use gridkit::FastMap;

use super::board::{Board, Cell, Tile};
use super::game::CourierGame;
use super::packages::counted;
use super::world::{Event, Robot};
use crate::game::Seat;
use crate::terminal::push_styled;

/// The size of the part around the first living robot that is drawn of a larger board.
const WIDEST: i32 = 200;
const HIGHEST: i32 = 60;
/// The most robots that have their own line.
const MOST_LINES: usize = 30;
/// The most events of a robot that are shown.
const MOST_EVENTS: usize = 8;

const PLAIN: Style = Style::new().dimmed();
const WALL: Style = Style::new();
const WATER: Style = AnsiColor::Blue.on_default();
const BASE: Style = AnsiColor::Yellow.on_default();
const PACKAGES: Style = AnsiColor::Green.on_default().bold();
const ROBOT: Style = AnsiColor::Red.on_default().bold();

/// The board with north at the top: robots are letters by seat (`*` for several on a tile), `o` is a
/// tile with packages. The number of packages is above it, and a line for each robot with its last events below.
///
/// ```text
/// turn 29: 12 packages left
/// ..@....
/// .A.o~~~
/// ##.~~~~
/// A #1 at 2,2  money 971  carries 2, 17 of 50  score 120 (3 packages)  P 7 P 9
/// ```
pub(super) fn board(game: &CourierGame) -> String {
    let world = game.world();
    let left = world.packages().left();
    let mut text = format!("turn {}: {left} packages left\n", game.turns());
    let letters = letters(game);
    let [west, east, south, north] = window(game);
    for y in (south..=north).rev() {
        let row = (west..=east).map(|x| glyph(game, &letters, Cell::new(x, y)));
        push_styled(&mut text, row);
        text.push('\n');
    }
    let robots = game.robots().enumerate().filter_map(|(seat, robot)| Some((seat, robot?)));
    for (seat, robot) in robots.take(MOST_LINES) {
        let _ = writeln!(text, "{}", status(seat, robot));
    }
    text
}

fn status(seat: usize, robot: &Robot) -> String {
    let Robot { id, cell, money, load, capacity, score, delivered, .. } = robot;
    let letter = Seat(seat).letter();
    let state = match robot.death {
        Some(death) => format!("died: {}", death.cause()),
        None => format!("carries {}, {load} of {capacity}", robot.carried.len()),
    };
    let mut events: Vec<String> = robot.events.iter().take(MOST_EVENTS).map(event).collect();
    if robot.events.len() > MOST_EVENTS {
        events.push("…".to_owned());
    }
    let events = events.join(" ");
    format!(
        "{ROBOT}{letter}{ROBOT:#} #{id} at {cell}  money {money}  {state}  score {score} \
         ({})  {events}",
        counted(*delivered as usize)
    )
}

fn event(event: &Event) -> String {
    match event {
        Event::Placed(cell) => format!("at {cell}"),
        Event::Moved(direction) => direction.letter().to_string(),
        Event::Picked(id) => format!("P {id}"),
        Event::Dropped(id) => format!("D {id}"),
    }
}

/// The letter on each tile with living robots.
fn letters(game: &CourierGame) -> FastMap<Cell, char> {
    let mut letters = FastMap::default();
    for (seat, robot) in game.robots().enumerate() {
        if let Some(robot) = robot.filter(|robot| robot.is_alive()) {
            let several = letters.contains_key(&robot.cell);
            letters.insert(robot.cell, if several { '*' } else { Seat(seat).glyph() });
        }
    }
    letters
}

/// The western, eastern, southern and northern end of the part that is drawn.
pub(super) fn window(game: &CourierGame) -> [i32; 4] {
    let board: &Board = game.world().board();
    let centre = game.world().living().next().map_or(Cell::new(1, 1), |(_, robot)| robot.cell);
    let span = |centre: i32, length: i32, most: i32| {
        let shown = length.min(most);
        let from = (centre - shown / 2).clamp(1, length - shown + 1);
        [from, from + shown - 1]
    };
    let [west, east] = span(centre.x, board.width(), WIDEST);
    let [south, north] = span(centre.y, board.height(), HIGHEST);
    [west, east, south, north]
}

fn glyph(game: &CourierGame, letters: &FastMap<Cell, char>, cell: Cell) -> (char, Style) {
    if let Some(letter) = letters.get(&cell) {
        return (*letter, ROBOT);
    }
    let tile = game.world().board().tile(cell);
    if game.world().packages().is_pile(cell) {
        return (if tile == Tile::Base { '@' } else { 'o' }, PACKAGES);
    }
    let style = match tile {
        Tile::Plain => PLAIN,
        Tile::Base => BASE,
        Tile::Wall => WALL,
        Tile::Water => WATER,
    };
    (tile.glyph(), style)
}
