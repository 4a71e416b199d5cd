//! A position as a picture, for any contest: tiles, things on tiles, and ways; or a [`Sheet`] of shapes at any place. The
//! page of a recorded game draws it (`pages/picture.js`, `pages/sheet.js`), and draws the [`Measure`]s as a chart.

mod sheet;

use anstyle::Style;
use serde::{Deserialize, Serialize};

use crate::terminal::seat_style;

pub use self::sheet::{
    Form, ImagePart, Ink, LINE_HEIGHT, Mark, Sheet, Stamp, UNKNOWN_SIDE, UPRIGHT,
};

/// A picture of a position.
///
/// ```
/// use referee_core::scene::{Scene, Shape, Thing};
///
/// let robot = Thing::of_seat(0, [1, 0], Shape::Disc, "A");
/// let scene = Scene { rows: vec!["..#".into()], things: vec![robot], ..Scene::default() };
/// assert_eq!(scene.rows[0].len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The tiles: one string for each row from the top, one ASCII character for each column. `.` is floor or road, `#`
    /// wall, `~` water, `@` base, `s` start, `f` finish, `1` to `9` marked floor, `d` dark, `g` grass; a space is outside
    /// the field. A contest may call them by other names, see [`Contest::tiles`](crate::contest::Contest::tiles).
    pub rows: Vec<String>,
    /// Column and row, on the whole board, of the picture's first tile. Not `[0, 0]` if the picture is a section of the
    /// board. The positions of ways and things are relative to that tile.
    pub corner: [i32; 2],
    /// How the contest counts the tiles.
    pub axes: Axes,
    /// Ways; they are drawn below the things.
    pub ways: Vec<Way>,
    /// Things on tiles, in the order of drawing.
    pub things: Vec<Thing>,
    /// Shapes at any place, in place of all else.
    pub sheet: Option<Sheet>,
}

/// How a contest counts the tiles of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Axes {
    /// The contest's coordinates of the first tile at the left and the top of the whole board.
    pub first: [i32; 2],
    /// What one row further down adds to the second coordinate: 1, or -1 if the contest counts from below.
    pub down: i32,
}

impl Default for Axes {
    fn default() -> Self {
        Self { first: [0, 0], down: 1 }
    }
}

/// The names of tiles in most contests.
pub const TILES: [(char, &str); 9] = [
    ('.', "floor"),
    ('#', "wall"),
    ('~', "water"),
    ('@', "base"),
    ('s', "start"),
    ('f', "finish"),
    ('d', "not seen yet"),
    ('g', "grass"),
    (' ', "outside"),
];

impl Scene {
    /// The picture for a terminal, a line for each row: the tiles; ways, in the small letter of their seat; things, as
    /// the first letter of their text, or `x` for a cross.
    ///
    /// ```
    /// use referee_core::scene::{Scene, Shape, Thing, Way};
    ///
    /// let robot = Thing::of_seat(0, [1, 0], Shape::Disc, "A");
    /// let way = Way { seat: 0, points: vec![[1, 1], [1, 0]], is_past: false };
    /// let rows = vec!["..#".into(), "..#".into()];
    /// let scene = Scene { rows, things: vec![robot], ways: vec![way], ..Scene::default() };
    /// let text = scene.text();
    /// # let text = anstream::adapter::strip_str(&text).to_string();
    /// assert_eq!(text, "  . A #\n  . a #\n"); // without its colours
    /// ```
    pub fn text(&self) -> String {
        let plain = |tile: char| (Style::new().dimmed(), tile);
        let mut tiles: Vec<Vec<(Style, char)>> =
            self.rows.iter().map(|row| row.chars().map(plain).collect()).collect();
        let mut put = |[column, row]: [i32; 2], seat: Option<usize>, letter: char| {
            let colour = seat.map(|seat| seat_style(seat).bold());
            let tile = tiles.get_mut(row as usize).and_then(|row| row.get_mut(column as usize));
            if let Some(tile) = tile {
                *tile = (colour.unwrap_or_default(), letter);
            }
        };
        for way in self.ways.iter().filter(|way| !way.is_past) {
            let letter = char::from(b'a' + (way.seat % 26) as u8);
            for point in &way.points {
                put(*point, Some(way.seat), letter);
            }
        }
        for thing in self.things.iter().filter(|thing| !thing.is_held) {
            // A letter would stand for a piece that is still there.
            let letter = match thing.shape {
                Shape::Cross => 'x',
                Shape::Diamond => thing.text.chars().next().unwrap_or('*'),
                _ => thing.text.chars().next().unwrap_or('o'),
            };
            put(thing.at, thing.seat, letter);
        }
        let row = |row: &Vec<(Style, char)>| {
            let tiles = row.iter().map(|(style, tile)| format!(" {style}{tile}{style:#}"));
            format!(" {}\n", tiles.collect::<String>())
        };
        tiles.iter().map(row).collect()
    }
}

/// Something on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Thing {
    /// Column and row, from 0 at the left and the top.
    pub at: [i32; 2],
    /// How it is drawn.
    pub shape: Shape,
    /// The seat that it belongs to, which determines its colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// A short text that is drawn on it, beside a cross or a small piece; not drawn on a blast.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub text: String,
    /// What it is, such as `mine`: the legend has each name once.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub name: &'static str,
    /// More words about this one, such as what a dish contains.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub says: String,
    /// The colours of its parts, for shapes that have parts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Color>,
    /// Whether a piece on the same tile carries it: it is drawn small, at the edge.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_held: bool,
}

/// The colour of a part of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Color {
    White,
    Blue,
    Red,
    Brown,
    Purple,
    Yellow,
    Green,
    Orange,
}

/// How a thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A disc as large as a tile: a piece of a player.
    Disc,
    /// A small square: something to take or to deliver.
    Box,
    /// A small diamond: a danger.
    Diamond,
    /// A dot: a trace.
    Dot,
    /// Only its text.
    Text,
    /// A cross: an accident.
    Cross,
    /// A half transparent square over the tile and its eight neighbours: an explosion.
    Blast,
    /// A submarine with its tower: a piece of a player.
    Submarine,
    /// A ball with spikes: a danger.
    Mine,
    /// A plate with a dot for each part.
    Plate,
    /// A heap in the colour of its only part: food.
    Heap,
    /// A round fruit with a stem, in the colour of its only part.
    Fruit,
    /// A box with a ribbon.
    Parcel,
}

impl Shape {
    /// Whether it is a piece of a player: several on one tile are drawn side by side.
    pub fn is_piece(self) -> bool {
        matches!(self, Shape::Disc | Shape::Submarine)
    }
}

/// A line from tile to tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The seat that it belongs to, which determines its colour.
    pub seat: usize,
    /// Columns and rows of the tiles that it connects.
    pub points: Vec<[i32; 2]>,
    /// Whether it is only a memory, such as the trail of a player that is out. It is drawn pale, and not on a terminal.
    pub is_past: bool,
}

impl Thing {
    /// A thing that belongs to a seat.
    pub fn of_seat(seat: usize, at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        Self { seat: Some(seat), ..Self::of_nobody(at, shape, text) }
    }

    /// A thing that belongs to no seat.
    pub fn of_nobody(at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        let (name, says, parts) = ("", String::new(), Vec::new());
        Self { at, shape, seat: None, text: text.into(), name, says, parts, is_held: false }
    }

    /// The thing with its name in the legend.
    #[must_use]
    pub fn named(self, name: &'static str) -> Self {
        Self { name, ..self }
    }

    /// The thing with words of its own.
    #[must_use]
    pub fn saying(self, says: impl Into<String>) -> Self {
        Self { says: says.into(), ..self }
    }

    /// The thing with the colours of its parts.
    #[must_use]
    pub fn with_parts(self, parts: impl IntoIterator<Item = Color>) -> Self {
        Self { parts: parts.into_iter().collect(), ..self }
    }

    /// The thing in the hands of a piece on its tile.
    #[must_use]
    pub fn held(self) -> Self {
        Self { is_held: true, ..self }
    }
}

/// A number of each seat that shows the course of a game, such as lives or points. Of the first measure of a contest, more is
/// better: a page finds the decisive moment with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name. A game has the same measures in the same order at each position.
    pub name: &'static str,
    /// Its values by seat.
    pub by_seat: Vec<f64>,
    /// Whether a change of it is an event, to which a viewer can jump.
    pub marks_events: bool,
    /// Whether it is 0 or 1, for something that is not or is so.
    pub is_flag: bool,
}

impl Measure {
    /// A measure whose changes are events.
    pub fn new(name: &'static str, by_seat: impl IntoIterator<Item = f64>) -> Self {
        let by_seat = by_seat.into_iter().collect();
        Self { name, by_seat, marks_events: true, is_flag: false }
    }

    /// A measure that is 1 for the seats of which this is so, and 0 for others.
    pub fn flag(name: &'static str, by_seat: impl IntoIterator<Item = bool>) -> Self {
        let by_seat = by_seat.into_iter().map(|is_so| f64::from(u8::from(is_so)));
        Self { is_flag: true, ..Self::new(name, by_seat) }
    }

    /// The same measure; its changes are not events.
    #[must_use]
    pub fn without_events(self) -> Self {
        Self { marks_events: false, ..self }
    }
}
