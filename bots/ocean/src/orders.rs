//! The orders of a turn, and what the opponent sees of them.
//!
//! A line of orders is a list separated by `|`, worked off from left to right. The opponent is
//! told what was executed, but not everything about it: a `SILENCE` shows neither direction nor
//! distance, a `MINE` no direction, a `MOVE` not the device it charged.

use std::fmt;

use gridkit::Dir;

use crate::device::Device;
use crate::map::{cell_at, Cell};
use crate::sector::Sector;

/// One order of a line, as written to the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// One step, and one charge for a device.
    Move(Dir, Option<Device>),
    /// Clears the trail for the price of one life.
    Surface,
    /// An explosion on a cell within four steps of water.
    Torpedo(Cell),
    /// Asks whether the opponent is in a sector.
    Sonar(Sector),
    /// Up to four steps unseen.
    Silence(Dir, u8),
    /// Lays a mine on the neighbouring cell.
    Mine(Dir),
    /// Blows one of the own mines.
    Trigger(Cell),
}

/// One executed order, as the opponent sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// A step.
    Move(Dir),
    /// The sector in which the submarine came up.
    Surface(Sector),
    /// A torpedo exploded there.
    Torpedo(Cell),
    /// A sector was asked for.
    Sonar(Sector),
    /// Zero to four steps in one direction.
    Silence,
    /// A mine was laid on one of the neighbours.
    Mine,
    /// A mine exploded there.
    Trigger(Cell),
}

impl Order {
    /// What the opponent sees of it when it is executed by a submarine at `at`.
    pub fn seen(self, at: Cell) -> Seen {
        match self {
            Order::Move(dir, _) => Seen::Move(dir),
            Order::Surface => Seen::Surface(Sector::of(at)),
            Order::Torpedo(target) => Seen::Torpedo(target),
            Order::Sonar(sector) => Seen::Sonar(sector),
            Order::Silence(..) => Seen::Silence,
            Order::Mine(_) => Seen::Mine,
            Order::Trigger(target) => Seen::Trigger(target),
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Order::Move(dir, None) => write!(f, "MOVE {dir}"),
            Order::Move(dir, Some(device)) => write!(f, "MOVE {dir} {device}"),
            Order::Surface => f.write_str("SURFACE"),
            Order::Torpedo(target) => write!(f, "TORPEDO {}", target.point()),
            Order::Sonar(sector) => write!(f, "SONAR {sector}"),
            Order::Silence(dir, steps) => write!(f, "SILENCE {dir} {steps}"),
            Order::Mine(dir) => write!(f, "MINE {dir}"),
            Order::Trigger(target) => write!(f, "TRIGGER {}", target.point()),
        }
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seen::Move(dir) => write!(f, "MOVE {dir}"),
            Seen::Surface(sector) => write!(f, "SURFACE {sector}"),
            Seen::Torpedo(target) => write!(f, "TORPEDO {}", target.point()),
            Seen::Sonar(sector) => write!(f, "SONAR {sector}"),
            Seen::Silence => f.write_str("SILENCE"),
            Seen::Mine => f.write_str("MINE"),
            Seen::Trigger(target) => write!(f, "TRIGGER {}", target.point()),
        }
    }
}

/// A list of orders as one line, the way the server wants it.
pub fn line<T: fmt::Display>(orders: &[T]) -> String {
    let words: Vec<String> = orders.iter().map(ToString::to_string).collect();
    words.join("|")
}

/// Reads a line of orders. Messages are skipped.
///
/// # Errors
///
/// A sentence that names the first piece that is not an order of the game. (Whether the submarine may
/// execute the others is for [`Submarine`](crate::submarine::Submarine) to say.)
///
/// ```
/// let orders = ocean::orders::parse(" MOVE N TORPEDO | MSG hello|TORPEDO +3 04|").unwrap();
/// assert_eq!(ocean::orders::line(&orders), "MOVE N TORPEDO|TORPEDO 3 4");
/// assert!(ocean::orders::parse("MOVE  N").is_err());
/// ```
pub fn parse(line: &str) -> Result<Vec<Order>, String> {
    pieces(line)
        .filter(|piece| piece.split(' ').next() != Some("MSG"))
        .map(|piece| {
            parse_order(piece).ok_or_else(|| format!("\"{piece}\" is not an order of this game"))
        })
        .collect()
}

/// Reads the orders that the opponent was seen to execute; `NA` means no orders.
///
/// # Errors
///
/// A sentence naming the first piece that the server cannot have sent.
///
/// ```
/// let seen = ocean::orders::parse_seen("MOVE N|SILENCE|TRIGGER 3 4").unwrap();
/// assert_eq!(ocean::orders::line(&seen), "MOVE N|SILENCE|TRIGGER 3 4");
/// assert!(ocean::orders::parse_seen("NA").unwrap().is_empty());
/// ```
pub fn parse_seen(line: &str) -> Result<Vec<Seen>, String> {
    if line.trim() == "NA" {
        return Ok(Vec::new());
    }
    pieces(line)
        .map(|piece| {
            parse_seen_order(piece)
                .ok_or_else(|| format!("\"{piece}\" is not an order as an opponent sees it"))
        })
        .collect()
}

fn pieces(line: &str) -> impl Iterator<Item = &str> {
    line.split('|').map(|piece| piece.trim_matches(|c| c <= ' ')).filter(|piece| !piece.is_empty())
}

fn parse_order(piece: &str) -> Option<Order> {
    let words: Vec<&str> = piece.split(' ').collect();
    Some(match words[..] {
        ["MOVE", dir] => Order::Move(direction(dir)?, None),
        ["MOVE", dir, device] => Order::Move(direction(dir)?, Some(Device::from_word(device)?)),
        ["SURFACE", ..] => Order::Surface,
        ["TORPEDO", x, y] => Order::Torpedo(cell(x, y)?),
        ["SONAR", sector] => Order::Sonar(sector_of(sector)?),
        ["SILENCE", dir, steps] => {
            let steps = steps.parse().ok().filter(|&steps| steps <= 4)?;
            Order::Silence(direction(dir)?, steps)
        }
        ["MINE", dir] => Order::Mine(direction(dir)?),
        ["TRIGGER", x, y] => Order::Trigger(cell(x, y)?),
        _ => return None,
    })
}

fn parse_seen_order(piece: &str) -> Option<Seen> {
    let words: Vec<&str> = piece.split(' ').collect();
    Some(match words[..] {
        ["MOVE", dir] => Seen::Move(direction(dir)?),
        ["SURFACE", sector] => Seen::Surface(sector_of(sector)?),
        ["TORPEDO", x, y] => Seen::Torpedo(cell(x, y)?),
        ["SONAR", sector] => Seen::Sonar(sector_of(sector)?),
        ["SILENCE"] => Seen::Silence,
        ["MINE"] => Seen::Mine,
        ["TRIGGER", x, y] => Seen::Trigger(cell(x, y)?),
        _ => return None,
    })
}

fn direction(word: &str) -> Option<Dir> {
    let mut letters = word.chars();
    let dir = Dir::from_letter(letters.next()?)?;
    letters.next().is_none().then(|| dir)
}

fn sector_of(word: &str) -> Option<Sector> {
    Sector::new(word.parse().ok()?)
}

fn cell(x: &str, y: &str) -> Option<Cell> {
    cell_at(x.parse().ok()?, y.parse().ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_order_survives_a_round_trip() {
        let text =
            "MOVE N|MOVE W SONAR|SURFACE|TORPEDO 0 14|SONAR 9|SILENCE E 4|MINE S|TRIGGER 14 0";
        assert_eq!(line(&parse(text).unwrap()), text);
        let text = "MOVE N|SURFACE 5|TORPEDO 0 14|SONAR 9|SILENCE|MINE|TRIGGER 14 0";
        assert_eq!(line(&parse_seen(text).unwrap()), text);
    }

    #[test]
    fn what_is_no_order_is_named() {
        for bad in [
            "MOVE",
            "MOVE n",
            "MOVE NN",
            "TORPEDO 15 0",
            "SONAR 0",
            "SILENCE N 5",
            "DIVE",
            "TRIGGER 1",
        ] {
            let error = parse(bad).unwrap_err();
            assert!(error.contains(bad), "{error}");
        }
        for bad in ["MOVE N TORPEDO", "SILENCE N 4", "MINE N", "NA|MOVE N", "SURFACE"] {
            assert!(parse_seen(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_opponent_sees_less_than_was_ordered() {
        let at = cell_at(14, 0).unwrap();
        let orders = parse("MOVE N MINE|SURFACE|SILENCE W 2|MINE E|TORPEDO 1 2").unwrap();
        let seen: Vec<Seen> = orders.iter().map(|order| order.seen(at)).collect();
        assert_eq!(line(&seen), "MOVE N|SURFACE 3|SILENCE|MINE|TORPEDO 1 2");
    }
}
