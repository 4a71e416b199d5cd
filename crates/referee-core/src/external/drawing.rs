//! A picture of the position that a referee program gives as JSON: tiles, things with symbols and texts, lines, and
//! measures.
//!
//! ```json
//! {"rows": ["..#"], "things": [{"at": [0, 0], "shape": "disc", "seat": 0, "text": "A", "name": "robot", "says": "3 coins"}],
//!  "lines": [{"seat": 0, "points": [[0, 0], [1, 0]]}], "measures": {"coins": [3, 4]}}
//! ```
//!
//! All fields may be missing. The book's chapter about contests from outside describes them.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::game::Seat;
use crate::plain_words::json_error;
use crate::scene::{Measure, Scene, Shape, Thing, Way};
use crate::terminal::harmless;

/// The most rows, and letters of a row.
const MOST_SIDE: usize = 200;
/// The most things and lines, and points of a line.
const MOST_THINGS: usize = 5000;
/// The most measures.
const MOST_MEASURES: usize = 12;
/// The most different names that are kept; further ones are not shown.
const MOST_NAMES: usize = 500;

/// A picture with measures.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Drawing {
    pub(super) scene: Scene,
    pub(super) measures: Vec<Measure>,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
#[derive(Default)]
struct Given {
    rows: Vec<String>,
    things: Vec<GivenThing>,
    lines: Vec<GivenLine>,
    measures: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenThing {
    at: [i32; 2],
    #[serde(default = "disc")]
    shape: Shape,
    seat: Option<usize>,
    #[serde(default)]
    text: String,
    #[serde(default)]
    name: String,
    #[serde(default)]
    says: String,
}

fn disc() -> Shape {
    Shape::Disc
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GivenLine {
    #[serde(default)]
    seat: usize,
    points: Vec<[i32; 2]>,
}

impl Drawing {
    /// Reads a picture of a game of `seats` players.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn read(given: &Value, seats: usize) -> Result<Self, String> {
        // An empty list would be read as an object without fields.
        if !given.is_object() {
            return Err("it is not an object".to_owned());
        }
        let given: Given =
            serde_json::from_value(given.clone()).map_err(|error| json_error(&error))?;
        let is_long = given.rows.len() > MOST_SIDE
            || given.rows.iter().any(|row| row.len() > MOST_SIDE)
            || given.things.len() + given.lines.len() > MOST_THINGS
            || given.lines.iter().any(|line| line.points.len() > MOST_THINGS)
            || given.measures.len() > MOST_MEASURES;
        if is_long {
            return Err(format!(
                "it is too large: at most {MOST_SIDE} rows and columns, {MOST_THINGS} things, {MOST_MEASURES} measures"
            ));
        }
        if !given.rows.iter().all(|row| row.bytes().all(|byte| (b' '..=b'~').contains(&byte))) {
            return Err("a row has a sign that is not ASCII".to_owned());
        }
        let named = given.things.iter().filter_map(|thing| thing.seat);
        if let Some(seat) =
            named.chain(given.lines.iter().map(|line| line.seat)).find(|&seat| seat >= seats)
        {
            return Err(format!("there is no player {seat}: they are counted from 0"));
        }
        let measures = given.measures.iter().map(|(name, values)| measure(name, values, seats));
        let measures = measures.collect::<Result<_, _>>()?;
        let things = given.things.into_iter().map(|it| Thing {
            seat: it.seat,
            name: kept(&it.name),
            says: harmless(&it.says).into_owned(),
            ..Thing::of_nobody(it.at, it.shape, signed(&it))
        });
        let way = |it: GivenLine| Way { seat: it.seat, points: it.points, is_past: false };
        let scene = Scene {
            rows: given.rows,
            things: things.collect(),
            ways: given.lines.into_iter().map(way).collect(),
            ..Scene::default()
        };
        Ok(Self { scene, measures })
    }

    /// What is wrong with a thing that no page shows, because it is outside of the rows; `None` if there is no such thing.
    pub(super) fn unseen(&self) -> Option<String> {
        let Scene { rows, things, .. } = &self.scene;
        let columns = rows.iter().map(String::len).max().unwrap_or(0);
        let is_within = |at: i32, most: usize| usize::try_from(at).is_ok_and(|at| at < most);
        let is_seen = |[x, y]: [i32; 2]| is_within(x, columns) && is_within(y, rows.len());
        let [x, y] = things.iter().map(|thing| thing.at).find(|at| !is_seen(*at))?;
        Some(format!(
            "a ###Scene has a thing at column {x}, row {y}, outside of its {columns} columns and {} rows, counted from 0; \
             pages do not show such things",
            rows.len()
        ))
    }
}

/// The text on a thing. Without one, a thing of a player that has room for a letter has the letter of the player.
fn signed(it: &GivenThing) -> String {
    let has_room =
        matches!(it.shape, Shape::Disc | Shape::Diamond | Shape::Submarine | Shape::Cross);
    match it.seat {
        Some(seat) if it.text.is_empty() && has_room => Seat(seat).letter(),
        _ => harmless(&it.text).into_owned(),
    }
}

fn measure(name: &str, values: &Value, seats: usize) -> Result<Measure, String> {
    let values: Vec<f64> =
        values.as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
    if values.len() != seats {
        return Err(format!("the measure {name:?} has not one number for each of {seats} players"));
    }
    Ok(Measure::new(kept(name), values))
}

/// A name that lives as long as the process. After too many it is empty: a program could invent any number.
fn kept(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let name: String = harmless(name).chars().take(40).collect();
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(&*name) {
        return known;
    }
    if names.len() >= MOST_NAMES {
        return "";
    }
    let new: &'static str = Box::leak(name.into_boxed_str());
    names.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_picture_has_tiles_things_lines_and_measures() {
        let given = json!({
            "rows": ["..#", "..."],
            "things": [{"at": [1, 0], "seat": 1, "text": "B", "name": "robot"}, {"at": [2, 1], "shape": "box"}],
            "lines": [{"seat": 1, "points": [[0, 0], [1, 0]]}],
            "measures": {"coins": [3, 4.5]},
        });
        let Drawing { scene, measures } = Drawing::read(&given, 2).unwrap();
        assert_eq!((&scene.rows[0][..], scene.things.len(), scene.ways.len()), ("..#", 2, 1));
        let robot = Thing::of_seat(1, [1, 0], Shape::Disc, "B").named("robot");
        assert_eq!(scene.things[0], robot);
        let unsigned = json!({"things": [{"at": [1, 0], "seat": 1, "name": "robot"},
            {"at": [1, 0], "seat": 1, "shape": "dot"}]});
        let things = Drawing::read(&unsigned, 2).unwrap().scene.things;
        assert_eq!((&things[0], &things[1].text[..]), (&robot, ""), "a dot has no room");
        assert_eq!(measures, [Measure::new("coins", [3.0, 4.5])]);
        assert_eq!(Drawing::read(&json!({}), 2), Ok(Drawing::default()));
    }

    #[test]
    fn a_thing_outside_of_the_rows_is_found() {
        let unseen = |at: [i32; 2]| {
            let given = json!({"rows": ["..", "..."], "things": [{"at": at}]});
            Drawing::read(&given, 2).unwrap().unseen()
        };
        assert_eq!((unseen([0, 0]), unseen([2, 1])), (None, None));
        for at in [[3, 0], [0, 2], [-1, 0]] {
            let said = unseen(at).unwrap();
            assert!(
                said.contains(&format!("column {}, row {}, outside of its 3", at[0], at[1])),
                "{said}"
            );
        }
    }

    #[test]
    fn a_wrong_picture_is_refused_with_a_reason() {
        for (given, part) in [
            (json!([]), "not an object"),
            (json!({"row": []}), "row"),
            (json!({"rows": ["é"]}), "not ASCII"),
            (json!({"rows": vec!["."; 201]}), "too large"),
            (json!({"things": [{"at": [0, 0], "seat": 2}]}), "no player 2"),
            (json!({"things": [{"at": [0, 0], "shape": "star"}]}), "star"),
            (json!({"lines": [{"seat": 5, "points": []}]}), "no player 5"),
            (json!({"measures": {"coins": [1]}}), "coins"),
        ] {
            let error = Drawing::read(&given, 2).unwrap_err();
            assert!(error.contains(part), "{given}: {error}");
        }
    }
}
