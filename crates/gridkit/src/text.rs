//! Boards as text: reading rows of characters and drawing them.

use crate::cell::Point;
use std::fmt;

/// A drawing that does not have the shape it should have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShapeError {
    message: String,
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ShapeError {}

impl ShapeError {
    pub(crate) fn new(message: String) -> Self {
        Self { message }
    }
}

/// The characters of every line that has any, without spaces and tabs.
pub(crate) fn rows(text: &str) -> Vec<Vec<char>> {
    text.lines()
        .map(|line| line.chars().filter(|letter| !letter.is_whitespace()).collect::<Vec<_>>())
        .filter(|row| !row.is_empty())
        .collect()
}

/// An error unless there are `height` rows of `width` characters.
pub(crate) fn expect_shape(
    rows: &[Vec<char>],
    width: usize,
    height: usize,
) -> Result<(), ShapeError> {
    if rows.len() != height {
        let got = rows.len();
        return Err(ShapeError::new(format!("the board needs {height} rows, the text has {got}")));
    }
    match rows.iter().enumerate().find(|(_, row)| row.len() != width) {
        None => Ok(()),
        Some((y, row)) => {
            let got = row.len();
            Err(ShapeError::new(format!("row {y} needs {width} characters, the text has {got}")))
        }
    }
}

/// The rows' common length, or an error if they have none.
pub(crate) fn expect_rectangle(rows: &[Vec<char>]) -> Result<usize, ShapeError> {
    let width = rows.first().ok_or_else(|| ShapeError::new("the text has no rows".into()))?.len();
    expect_shape(rows, width, rows.len())?;
    Ok(width)
}

/// Writes one character a cell, with spaces between and no newline at the end.
pub(crate) fn draw(
    f: &mut fmt::Formatter<'_>,
    width: usize,
    height: usize,
    letter: impl Fn(Point) -> char,
) -> fmt::Result {
    for y in 0..height {
        for x in 0..width {
            let before = match (x, y) {
                (0, 0) => "",
                (0, _) => "\n",
                _ => " ",
            };
            write!(f, "{before}{}", letter(Point::new(x as i32, y as i32)))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_names_the_row() {
        let wrong = expect_shape(&rows("...\n..\n"), 3, 2).unwrap_err();
        assert_eq!(wrong.to_string(), "row 1 needs 3 characters, the text has 2");
        let wrong = expect_shape(&rows("...\n\n"), 3, 2).unwrap_err();
        assert_eq!(wrong.to_string(), "the board needs 2 rows, the text has 1");
    }
}
