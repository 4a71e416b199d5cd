//! Drawings of a bot over the board: lines of its standard error that begin with `@`.
//!
//! | line | what is drawn |
//! |---|---|
//! | `@heat COLUMN ROW DIGITS` | tiles from there to the right; each digit from 0 to 9 is the heat of a tile, `.` means no heat |
//! | `@cell COLUMN ROW VALUE` | one tile; the value from 0 to 1 is its heat |
//! | `@path COLUMN ROW COLUMN ROW ...` | a path over these tiles |
//! | `@text COLUMN ROW WORDS` | words on a tile |
//! | `@value NAME NUMBER` or `@value NAME=NUMBER` | a number, which becomes a chart over the game |
//!
//! Columns and rows count from 0 at the top left of the board. A line that begins with `@` and has another form is
//! shown with the rest of standard error.

use serde::Serialize;

/// One drawing.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thought {
    /// Heat of tiles from this tile to the right: digits, or `.` for no heat.
    Heat([i32; 2], String),
    /// A path over tiles.
    Path(Vec<[i32; 2]>),
    /// Words on a tile.
    Text([i32; 2], String),
    /// A number and its name.
    Value(String, f64),
}

impl Thought {
    /// Reads a line; `None` if it has another form.
    ///
    /// ```
    /// use referee_core::thought::Thought;
    ///
    /// assert_eq!(Thought::read("@heat 3 0 0.9"), Some(Thought::Heat([3, 0], "0.9".into())));
    /// assert_eq!(Thought::read("@cell 3 0 0.52"), Some(Thought::Heat([3, 0], "5".into())));
    /// assert_eq!(Thought::read("@path 0 0 1 0"), Some(Thought::Path(vec![[0, 0], [1, 0]])));
    /// assert_eq!(Thought::read("@text 1 2 go there"), Some(Thought::Text([1, 2], "go there".into())));
    /// assert_eq!(Thought::read("@value risk 0.25"), Some(Thought::Value("risk".into(), 0.25)));
    /// assert_eq!(Thought::read("@value risk=0.25"), Some(Thought::Value("risk".into(), 0.25)));
    /// assert_eq!(Thought::read("@path 0 0 1"), None);
    /// ```
    pub fn read(line: &str) -> Option<Self> {
        let (word, rest) = line.strip_prefix('@')?.split_once(' ')?;
        match word {
            "heat" => {
                let (tile, digits) = tile_and_rest(rest)?;
                let is_heat = |letter: char| letter == '.' || letter.is_ascii_digit();
                let is_digits = !digits.is_empty() && digits.chars().all(is_heat);
                is_digits.then(|| Self::Heat(tile, digits.to_owned()))
            }
            "cell" => {
                let (tile, value) = tile_and_rest(rest)?;
                let value: f64 = value.trim().parse().ok()?;
                let tenths = (value.is_finite()).then(|| (value.clamp(0.0, 1.0) * 9.0).round())?;
                Some(Self::Heat(tile, tenths.to_string()))
            }
            "path" => {
                let numbers: Result<Vec<i32>, _> =
                    rest.split_whitespace().map(str::parse).collect();
                let numbers = numbers.ok()?;
                let (tiles, odd) = numbers.as_chunks::<2>();
                (odd.is_empty() && !tiles.is_empty()).then(|| Self::Path(tiles.to_vec()))
            }
            "text" => {
                let (tile, words) = tile_and_rest(rest)?;
                Some(Self::Text(tile, words.to_owned()))
            }
            "value" => {
                let (name, value) = rest.trim().rsplit_once([' ', '='])?;
                let name = name.trim_end_matches([' ', '=']).trim_start();
                let value: f64 = value.parse().ok()?;
                let is_value = value.is_finite() && !name.is_empty();
                is_value.then(|| Self::Value(name.to_owned(), value))
            }
            _ => None,
        }
    }
}

/// The tile at the beginning of a text, and what follows it.
fn tile_and_rest(text: &str) -> Option<([i32; 2], &str)> {
    let (column, rest) = text.trim_start().split_once(' ')?;
    let (row, rest) = rest.trim_start().split_once(' ')?;
    Some(([column.parse().ok()?, row.parse().ok()?], rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_another_form_are_not_read() {
        for line in [
            "",
            "@",
            "@heat",
            "@heat 1 2",
            "@heat 1 2 ",
            "@heat 1 2 12x",
            "@heat x 2 12",
            "@cell 1 2 warm",
            "@cell 1 2 NaN",
            "@path ",
            "@path 1 2 3",
            "@path 1 99999999999",
            "@text 1 words",
            "@value 5",
            "@value name inf",
            "@value =5",
            "@value name=",
            "@other 1 2",
            " @value a 1",
        ] {
            assert_eq!(Thought::read(line), None, "{line}");
        }
    }

    #[test]
    fn the_bots_lines_have_the_form() {
        let mut sketch = gridkit::Sketch::default();
        sketch.heat(&[0.0, 1.5, 3.0, f64::NAN], 2);
        sketch.path([(0, 0), (1, 0)]);
        sketch.text((1, 1), "goal");
        sketch.value("points in sight", -12.5);
        let read: Vec<Option<Thought>> = sketch.lines().lines().map(Thought::read).collect();
        assert_eq!(
            read,
            [
                Some(Thought::Heat([0, 0], "05".into())),
                Some(Thought::Heat([0, 1], "9.".into())),
                Some(Thought::Path(vec![[0, 0], [1, 0]])),
                Some(Thought::Text([1, 1], "goal".into())),
                Some(Thought::Value("points-in-sight".into(), -12.5)),
            ]
        );
    }
}
