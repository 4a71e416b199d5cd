//! The answer of a chef: one line, `MOVE x y`, `USE x y` or `WAIT`.

use std::fmt;

use gridkit::{Point, Square11x7 as Square};

use super::integers::parse_int;
use super::kitchen::FLOOR;

/// The reason why a chef is disqualified for its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // The names are clear.
pub enum Cause {
    UnknownCommand,
    Coordinates,
    OutOfKitchen,
    UseFloor,
}

impl Cause {
    /// The short name that recordings use.
    pub fn name(self) -> &'static str {
        match self {
            Cause::UnknownCommand => "unknown-command",
            Cause::Coordinates => "coordinates",
            Cause::OutOfKitchen => "out-of-kitchen",
            Cause::UseFloor => "use-floor",
        }
    }
}

/// A command as it is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Walks towards a square.
    Move(Square),
    /// Uses the equipment or table on a square, or walks towards it.
    Use(Square),
    /// Does nothing.
    Wait,
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Move(at) => write!(f, "MOVE {}", at.point()),
            Command::Use(at) => write!(f, "USE {}", at.point()),
            Command::Wait => f.write_str("WAIT"),
        }
    }
}

/// The longest message that is shown, in UTF-16 units, like on the site.
const MESSAGE: usize = 18;

/// Splits a line into the command and the message that is shown above the chef.
///
/// An empty line means `WAIT`. The text after the first semicolon is the message, without further semicolons. Words
/// are separated by single spaces, so two spaces in a row make an empty word. Text after the coordinates is ignored.
///
/// # Errors
/// The line is not a command; the chef is disqualified.
pub(super) fn parse(line: &str) -> Result<(Command, String), Cause> {
    let line = line.trim_matches(is_blank);
    let (command, message) = line.split_once(';').unwrap_or((line, ""));
    let message: String = message.chars().filter(|char| *char != ';').collect();
    let message =
        String::from_utf16_lossy(&message.encode_utf16().take(MESSAGE).collect::<Vec<u16>>());
    let mut words = command.split(' ');
    let command = match words.next() {
        Some("") if line.is_empty() => Command::Wait,
        Some("WAIT") => Command::Wait,
        Some("MOVE") => Command::Move(target(words)?),
        Some("USE") => {
            let target = target(words)?;
            if FLOOR.contains(target) {
                return Err(Cause::UseFloor);
            }
            Command::Use(target)
        }
        _ => return Err(Cause::UnknownCommand),
    };
    Ok((command, message))
}

/// A square from two numbers.
fn target<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Square, Cause> {
    let mut number =
        || -> Result<i32, Cause> { words.next().and_then(parse_int).ok_or(Cause::Coordinates) };
    let (x, y) = (number()?, number()?);
    Square::at(Point::new(x, y)).ok_or(Cause::OutOfKitchen)
}

/// Strips blanks from both ends of a line, as Kotlin does on the site.
fn is_blank(char: char) -> bool {
    char.is_whitespace() && char != '\u{85}' || ('\u{1c}'..='\u{1f}').contains(&char)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Cause::{Coordinates, OutOfKitchen, UnknownCommand, UseFloor};

    fn command(line: &str) -> Result<String, Cause> {
        parse(line).map(|(command, _)| command.to_string())
    }

    #[test]
    fn lines_that_are_understood() {
        for (line, meant) in [
            ("", "WAIT"),
            (" \t ", "WAIT"),
            ("WAIT 5 x", "WAIT"),
            ("WAIT;", "WAIT"),
            ("WAIT ;x", "WAIT"),
            ("  USE 5 0\r", "USE 5 0"),
            ("USE +5 -0", "USE 5 0"),
            ("MOVE 010 0000006", "MOVE 10 6"),
            ("MOVE ３ ٤", "MOVE 3 4"),
            ("MOVE 3 4 and more", "MOVE 3 4"),
            ("MOVE 3 4  ", "MOVE 3 4"),
            ("MOVE 3 4 ;x", "MOVE 3 4"),
            ("MOVE 3 4;USE 1 1;", "MOVE 3 4"),
            ("\u{a0}WAIT\u{3000}\u{1f}", "WAIT"),
        ] {
            assert_eq!(command(line).as_deref(), Ok(meant), "{line:?}");
        }
    }

    #[test]
    fn lines_that_throw_a_chef_out() {
        for (line, cause) in [
            ("wait", UnknownCommand),
            ("WAITING", UnknownCommand),
            ("WAIT\t5", UnknownCommand),
            ("use 0 0", UnknownCommand),
            ("FOO 1 1", UnknownCommand),
            (";hello", UnknownCommand),
            (" ;", UnknownCommand),
            ("MOVE\t3 4", UnknownCommand),
            ("\u{85}WAIT", UnknownCommand),
            ("MOVE", Coordinates),
            ("MOVE 3", Coordinates),
            ("MOVE 3;4", Coordinates),
            ("MOVE  3 4", Coordinates),
            ("MOVE 3  4", Coordinates),
            ("MOVE 3 4\tx", Coordinates),
            ("MOVE 3.0 4", Coordinates),
            ("MOVE + 4", Coordinates),
            ("MOVE a b", Coordinates),
            ("MOVE 𝟑 4", Coordinates),
            ("MOVE 4294967299 4", Coordinates),
            ("MOVE -1 2", OutOfKitchen),
            ("MOVE 11 2", OutOfKitchen),
            ("USE 0 7", OutOfKitchen),
            ("USE 0 -2147483648", OutOfKitchen),
            ("USE 1 1", UseFloor),
            ("USE 3 3;x", UseFloor),
        ] {
            assert_eq!(command(line), Err(cause), "{line:?}");
        }
    }

    #[test]
    fn a_message_is_what_follows_without_semicolons_and_short() {
        let message = |line: &str| parse(line).unwrap().1;
        assert_eq!(message("WAIT"), "");
        assert_eq!(message("WAIT; a;b ;"), " ab ");
        assert_eq!(message("WAIT;123456789012345678901"), "123456789012345678");
    }
}
