//! A seat as a user types it.

use std::path::Path;
use std::str::FromStr;

use anyhow::anyhow;

use super::{Failure, usage};
use crate::game::Seat;

/// A seat by its letter or its number, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypedSeat {
    Number(usize),
    Letter(Seat),
}

impl FromStr for TypedSeat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(seat) = Seat::of_letter(text) {
            return Ok(Self::Letter(seat));
        }
        let number = text.parse().map(Self::Number);
        number.map_err(|_| "expected a letter such as A, or a number from 0".to_owned())
    }
}

impl TypedSeat {
    /// The seat in a file of a game with `seats` players. A small letter means the capital one where no seat has it.
    ///
    /// # Errors
    /// If the game has no such seat.
    pub(super) fn of(self, file: &Path, seats: usize) -> Result<Seat, Failure> {
        let seat = match self {
            Self::Number(number) => Seat(number),
            Self::Letter(seat) if seat.0 < seats => seat,
            Self::Letter(seat) => Seat::of_letter(&seat.letter().to_uppercase()).unwrap_or(seat),
        };
        if seat.0 < seats {
            return Ok(seat);
        }
        let last = seats.saturating_sub(1);
        let typed = match self {
            Self::Number(number) => number.to_string(),
            Self::Letter(_) => format!("{} ({seat})", seat.letter()),
        };
        Err(usage(anyhow!(
            "{} has the seats A to {} (0 to {last}), not {typed}",
            file.display(),
            Seat(last).letter(),
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_is_a_letter_or_a_number() {
        let file = Path::new("g.jsonl");
        let typed = |text: &str, seats| text.parse::<TypedSeat>().unwrap().of(file, seats).ok();
        for (text, seats, seat) in [
            ("A", 2, Some(0)),
            ("c", 3, Some(2)),
            ("c", 30, Some(28)),
            ("c", 26, Some(2)),
            ("b2", 80, Some(79)),
            ("b2", 79, Some(53)),
            ("0", 2, Some(0)),
            ("25", 26, Some(25)),
            ("C", 2, None),
            ("c", 2, None),
            ("2", 2, None),
        ] {
            assert_eq!(typed(text, seats), seat.map(Seat), "{text} of {seats}");
        }
        for bad in ["", "AB", "-1", "?", "A1", "A02", "A99999999999999999999"] {
            assert!(bad.parse::<TypedSeat>().is_err(), "{bad}");
        }
    }
}
