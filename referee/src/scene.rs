//! A position as a picture, in a form that fits any contest on a grid: tiles, what stands on them, and
//! ways. A browser draws it; the numbers beside it are [`Measure`]s.

use serde::Serialize;

/// A position on a grid.
///
/// ```
/// use referee::scene::{Scene, Shape, Thing};
///
/// let robot = Thing::of_seat(0, [1, 0], Shape::Disc, "A");
/// let scene = Scene { rows: vec!["..#".into()], things: vec![robot], ..Scene::default() };
/// assert_eq!(scene.rows[0].len(), 3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Scene {
    /// The tiles, row by row from the top, a character each. `.` floor or road, `#` wall, `~` water, `@` base,
    /// `s` start, `f` finish, `1` to `9` marked floor, `d` what is dark, a space what is no part of the
    /// field.
    pub rows: Vec<String>,
    /// Column and row on the whole board of the first tile, where the picture shows a part of it. Ways and
    /// things count from that tile.
    pub corner: [i32; 2],
    /// Ways, drawn below the things.
    pub ways: Vec<Way>,
    /// What stands on the tiles, in the order of drawing.
    pub things: Vec<Thing>,
}

/// Something on a tile.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub struct Thing {
    /// Column and row, from 0 at the left and the top.
    pub at: [i32; 2],
    /// Its form.
    pub shape: Shape,
    /// The seat that it belongs to, which has a colour.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// A short text on it.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub text: String,
}

/// The form of a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A player's piece: as large as a tile.
    Disc,
    /// Something smaller to take or to deliver.
    Box,
    /// A danger.
    Diamond,
    /// A trace.
    Dot,
    /// A text alone.
    Text,
    /// A place where something went wrong.
    Cross,
    /// An explosion: the tile and its eight neighbours.
    Blast,
}

/// A way from tile to tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Way {
    /// The seat that it belongs to.
    pub seat: usize,
    /// Columns and rows of its corners.
    pub points: Vec<[i32; 2]>,
}

impl Thing {
    /// Something that belongs to a seat.
    pub fn of_seat(seat: usize, at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        Self { at, shape, seat: Some(seat), text: text.into() }
    }

    /// Something that belongs to nobody.
    pub fn of_nobody(at: [i32; 2], shape: Shape, text: impl Into<String>) -> Self {
        Self { at, shape, seat: None, text: text.into() }
    }
}

/// A number of each seat that tells how the game goes, such as lives or points.
#[derive(Clone, Debug, PartialEq)]
pub struct Measure {
    /// Its name; always the same, and in the same place, throughout a game.
    pub name: &'static str,
    /// Its value by seat.
    pub by_seat: Vec<f64>,
    /// Whether something has happened when it changes: a viewer jumps to such a place.
    pub marks_events: bool,
}

impl Measure {
    /// A measure with its values by seat.
    pub fn new(name: &'static str, by_seat: impl IntoIterator<Item = f64>) -> Self {
        Self { name, by_seat: by_seat.into_iter().collect(), marks_events: true }
    }

    /// A measure that changes all the time.
    #[must_use]
    pub fn without_events(self) -> Self {
        Self { marks_events: false, ..self }
    }
}
