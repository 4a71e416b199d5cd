//! The contest's files: maps, and packages as a value of the language Haskell.
//!
//! A map file has the characters of the wire with the NORTH row first, and may have line ends of
//! carriage return and newline. A package file is one list of home bases with their packages:
//!
//! ```text
//! [ ((3,1),[Mk {uid=17, dest=(2,5), weight=50},
//!           Mk {uid=89, dest=(7,1), weight=78}]) ]
//! ```

use std::fmt::Write;

use super::board::{Board, Cell, LONGEST_SIDE, Tile};
use super::packages::{HEAVIEST, Package, PackageId};

/// The reason why a file cannot be read, as a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct BadFile(String);

/// Reads the text of a map file.
///
/// # Errors
/// The rows have different lengths, a character is unknown, or a side is 0 or above 1000.
pub fn read_map(text: &str) -> Result<Board, BadFile> {
    let rows: Vec<&str> = text.trim_end().lines().map(|row| row.trim_end_matches('\r')).collect();
    let (width, height) = (rows.first().map_or(0, |row| row.chars().count()), rows.len());
    let most = LONGEST_SIDE as usize;
    if !(1..=most).contains(&width) || !(1..=most).contains(&height) {
        let size = format!("{width}x{height}");
        return Err(BadFile(format!("the map is {size}; its sides must be 1 to {most} long")));
    }
    let mut board = Board::filled(width as i32, height as i32, Tile::Plain);
    for (line, row) in rows.iter().enumerate() {
        let length = row.chars().count();
        if length != width {
            let line = line + 1;
            return Err(BadFile(format!(
                "row {line} of the map has {length} characters, the first one has {width}"
            )));
        }
        for (column, glyph) in row.chars().enumerate() {
            let tile = Tile::of_glyph(glyph).ok_or_else(|| {
                let place = format!("row {}, column {}", line + 1, column + 1);
                BadFile(format!("{place} of the map has {glyph:?}; a map is made of . @ # ~"))
            })?;
            board.set(Cell::new(column as i32 + 1, (height - line) as i32), tile);
        }
    }
    Ok(board)
}

/// The text of a map file, with the contest's line ends.
pub fn write_map(board: &Board) -> String {
    board.rows().rev().fold(String::new(), |text, row| text + &row + "\r\n")
}

/// A package with the home base on which it is at the start.
pub type PlacedPackage = (Cell, Package);

/// Reads the text of a package file.
///
/// # Errors
/// It is not of that form, or a number is too large.
pub fn read_packages(text: &str) -> Result<Vec<PlacedPackage>, BadFile> {
    let mut reader = Reader { text, rest: text };
    let mut packages = Vec::new();
    reader.list(|reader| {
        reader.demand("(")?;
        let base = reader.cell()?;
        reader.demand(",")?;
        reader.list(|reader| {
            packages.push((base, reader.package()?));
            Ok(())
        })?;
        reader.demand(")")
    })?;
    if reader.skip_blanks().is_empty() { Ok(packages) } else { Err(reader.wanted("the end")) }
}

/// The text of a package file.
pub fn write_packages(packages: &[PlacedPackage]) -> String {
    let mut bases: Vec<(Cell, Vec<&Package>)> = Vec::new();
    for (base, package) in packages {
        match bases.iter_mut().find(|(other, _)| other == base) {
            Some((_, list)) => list.push(package),
            None => bases.push((*base, vec![package])),
        }
    }
    let mut text = String::from("[");
    for (index, (base, list)) in bases.iter().enumerate() {
        let separator = if index == 0 { " " } else { ",\n  " };
        let _ = write!(text, "{separator}(({base}),[");
        for (index, package) in list.iter().enumerate() {
            let separator = if index == 0 { "" } else { ",\n    " };
            let Package { id, destination, weight } = package;
            let _ =
                write!(text, "{separator}Mk {{uid={id}, dest=({destination}), weight={weight}}}");
        }
        text.push_str("])");
    }
    text + " ]\n"
}

/// Reads tokens one by one; blanks and line breaks between them are skipped.
struct Reader<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Reader<'a> {
    fn skip_blanks(&mut self) -> &'a str {
        self.rest = self.rest.trim_start();
        self.rest
    }

    fn wanted(&self, what: &str) -> BadFile {
        let read = &self.text[..self.text.len() - self.rest.len()];
        let (line, found) = (1 + read.matches('\n').count(), self.rest.chars().take(20));
        let found: String = found.collect();
        BadFile(format!("line {line} of the packages: wanted {what}, found {found:?}"))
    }

    fn accept(&mut self, token: &str) -> bool {
        match self.skip_blanks().strip_prefix(token) {
            None => false,
            Some(rest) => {
                self.rest = rest;
                true
            }
        }
    }

    fn demand(&mut self, token: &str) -> Result<(), BadFile> {
        if self.accept(token) { Ok(()) } else { Err(self.wanted(token)) }
    }

    fn number(&mut self, most: u64) -> Result<u64, BadFile> {
        let rest = self.skip_blanks();
        let length = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = rest[..length].parse().ok().filter(|number| *number <= most);
        let number =
            number.ok_or_else(|| self.wanted(&format!("a whole number from 0 to {most}")))?;
        self.rest = &rest[length..];
        Ok(number)
    }

    /// `(3,1)`
    fn cell(&mut self) -> Result<Cell, BadFile> {
        self.demand("(")?;
        let x = self.number(LONGEST_SIDE as u64)?;
        self.demand(",")?;
        let y = self.number(LONGEST_SIDE as u64)?;
        self.demand(")")?;
        Ok(Cell::new(x as i32, y as i32))
    }

    /// `name=`
    fn field(&mut self, name: &str) -> Result<(), BadFile> {
        self.demand(name)?;
        self.demand("=")
    }

    fn package(&mut self) -> Result<Package, BadFile> {
        self.demand("Mk")?;
        self.demand("{")?;
        self.field("uid")?;
        let id = PackageId(self.number(u64::MAX)?);
        self.demand(",")?;
        self.field("dest")?;
        let destination = self.cell()?;
        self.demand(",")?;
        self.field("weight")?;
        let weight = self.number(HEAVIEST)?;
        self.demand("}")?;
        Ok(Package { id, destination, weight })
    }

    /// `[item, item, …]`
    fn list(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Result<(), BadFile>,
    ) -> Result<(), BadFile> {
        self.demand("[")?;
        if self.accept("]") {
            return Ok(());
        }
        loop {
            item(self)?;
            if self.accept("]") {
                return Ok(());
            }
            self.demand(",")?;
        }
    }
}
