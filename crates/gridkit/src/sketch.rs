//! What a bot thinks, in a form that a viewer draws over the board: lines on stderr that begin with `@`.
//!
//! | line | what is drawn |
//! |---|---|
//! | `@heat COLUMN ROW DIGITS` | tiles from there to the right, each as warm as its digit from 0 to 9; `.` for no heat |
//! | `@cell COLUMN ROW VALUE` | one tile, as warm as a number from 0 to 1 |
//! | `@path COLUMN ROW COLUMN ROW ...` | a path over these tiles |
//! | `@text COLUMN ROW WORDS` | words on a tile |
//! | `@value NAME NUMBER` | a number, which becomes a chart over the game |
//!
//! Columns and rows count from 0 at the left and the top of the picture.

use std::fmt::Write;

/// Lines for a viewer, in the order in which they were added.
///
/// ```
/// use gridkit::sketch::Sketch;
///
/// let mut sketch = Sketch::default();
/// sketch.heat(&[0.0, 1.5, 3.0, f64::NAN], 2);
/// sketch.cell((2, 0), 0.5);
/// sketch.path([(0, 0), (1, 0)]);
/// sketch.text((1, 1), "goal");
/// sketch.value("points in sight", 12.5);
/// assert_eq!(
///     sketch.lines(),
///     "@heat 0 0 05\n@heat 0 1 9.\n@cell 2 0 0.5\n@path 0 0 1 0\n@text 1 1 goal\n@value points-in-sight 12.5\n"
/// );
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sketch(String);

impl Sketch {
    /// A heat map of the whole board, row by row from the top, `width` values each. The largest
    /// value is the warmest; 0 and less are cold; a value that is not finite has no heat.
    pub fn heat(&mut self, values: &[f64], width: usize) {
        let finite = values.iter().copied().filter(|value| value.is_finite());
        let most = finite.fold(0.0, f64::max);
        for (row, values) in values.chunks(width.max(1)).enumerate() {
            let digits = values.iter().map(|&value| match value {
                _ if !value.is_finite() => '.',
                _ if value <= 0.0 => '0',
                // 1 is the least heat that is more than none.
                _ => char::from(b'0' + (value / most * 9.0).round().max(1.0) as u8),
            });
            let digits: String = digits.collect();
            if digits.bytes().any(|digit| digit != b'.') {
                let _ = writeln!(self.0, "@heat 0 {row} {digits}");
            }
        }
    }

    /// One tile, as warm as a number from 0 to 1.
    pub fn cell(&mut self, (column, row): (i32, i32), value: f64) {
        let _ = writeln!(self.0, "@cell {column} {row} {value}");
    }

    /// A path over tiles, each given as its column and row.
    pub fn path(&mut self, tiles: impl IntoIterator<Item = (i32, i32)>) {
        self.0 += "@path";
        for (column, row) in tiles {
            let _ = write!(self.0, " {column} {row}");
        }
        self.0.push('\n');
    }

    /// Words on a tile, given as its column and row.
    pub fn text(&mut self, (column, row): (i32, i32), words: &str) {
        let _ = writeln!(self.0, "@text {column} {row} {words}");
    }

    /// A number, by a name. Spaces in the name become `-`.
    pub fn value(&mut self, name: &str, value: f64) {
        let _ = writeln!(self.0, "@value {} {value}", name.replace(' ', "-"));
    }

    /// All lines, each with its newline.
    pub fn lines(&self) -> &str {
        &self.0
    }
}
