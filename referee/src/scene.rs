//! A position as a picture, for any contest on a grid: tiles, things on tiles, and ways. The page of a recorded game
//! draws it (`pages/picture.js`), and draws the [`Measure`]s as a chart.

use anstyle::{AnsiColor, Style};
use serde::Serialize;

/// A picture of a position.
///
/// ```
/// use referee::scene::{Scene, Shape, Thing};
///
/// let robot = Thing::of_seat(0, [1, 0], Shape::Disc, "A");
/// let scene = Scene { rows: vec!["..#".into()], things: vec![robot], ..Scene::default() };
/// assert_eq!(scene.rows[0].len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// The tiles: one string for each row from the top, one ASCII character for each column. `.` is floor or road, `#`
    /// wall, `~` water, `@` base, `s` start, `f` finish, `1` to `9` marked floor, `d` dark; a space is outside the field.
    pub rows: Vec<String>,
    /// Column and row, on the whole board, of the picture's first tile. Not `[0, 0]` if the picture is a section of the
    /// board. The positions of ways and things are relative to that tile.
    pub corner: [i32; 2],
    /// Ways; they are drawn below the things.
    pub ways: Vec<Way>,
    /// Things on tiles, in the order of drawing.
    pub things: Vec<Thing>,
}

/// By seat: the colours of a picture on a terminal.
const COLOURS: [AnsiColor; 4] =
    [AnsiColor::Cyan, AnsiColor::Red, AnsiColor::Green, AnsiColor::Yellow];

impl Scene {
    /// The picture for a terminal, a line for each row: the tiles; ways, in the small letter of their seat; things, as
    /// the first letter of their text.
    ///
    /// ```
    /// use referee::scene::{Scene, Shape, Thing, Way};
    ///
    /// let robot = Thing::of_seat(0, [1, 0], Shape::Disc, "A");
    /// let way = Way { seat: 0, points: vec![[1, 1], [1, 0]] };
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
            let colour = seat.map(|seat| COLOURS[seat % COLOURS.len()].on_default().bold());
            let tile = tiles.get_mut(row as usize).and_then(|row| row.get_mut(column as usize));
            if let Some(tile) = tile {
                *tile = (colour.unwrap_or_default(), letter);
            }
        };
        for way in &self.ways {
            let letter = char::from(b'a' + (way.seat % 26) as u8);
            for point in &way.points {
                put(*point, Some(way.seat), letter);
            }
        }
        for thing in &self.things {
            put(thing.at, thing.seat, thing.text.chars().next().unwrap_or('o'));
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
    /// A short text that is drawn on it; not drawn on a cross or a blast.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub text: String,
}

/// How a thing is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
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
}

/// A line from tile to tile.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    /// The seat that it belongs to, which determines its colour.
    pub seat: usize,
    /// Columns and rows of the tiles that it connects.
    pub points: Vec<[i32; 2]>,
}

impl Thing {
    /// A thing that belongs to a seat.
    pub fn of_seat(seat: usize, at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        Self { at, shape, seat: Some(seat), text: text.into() }
    }

    /// A thing that belongs to no seat.
    pub fn of_nobody(at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        Self { at, shape, seat: None, text: text.into() }
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
}

impl Measure {
    /// A measure whose changes are events.
    pub fn new(name: &'static str, by_seat: impl IntoIterator<Item = f64>) -> Self {
        Self { name, by_seat: by_seat.into_iter().collect(), marks_events: true }
    }

    /// The same measure; its changes are not events.
    #[must_use]
    pub fn without_events(self) -> Self {
        Self { marks_events: false, ..self }
    }
}
