//! Reading what is said before each answer.

use std::io::BufRead;

use gridkit::lines::{whole, InputError};

use super::messages::{Candidate, Car, Kind, Record, Turn};
use super::reader::Reader;
use super::words::{integers, motion, Words};

/// More records or candidates than any honest message has.
const MOST: usize = 1_000_000;

impl<R: BufRead> Reader<R> {
    /// What is said at the next turn; `None` if the game is over.
    ///
    /// # Errors
    /// If the input cannot be read, is cut off within the turn, or is not what the protocol says.
    pub fn turn(&mut self) -> Result<Option<Turn>, InputError> {
        let line = match self.lines.first("turn N")? {
            None => return Ok(None),
            Some(line) if line.trim_end() == "over" => return Ok(None),
            Some(line) => line,
        };
        let round = Words { wanted: "turn N", line }.number(MOST)? as u32;
        let records = self.words("records N")?.number(MOST)?;
        let records = (0..records).map(|_| self.record()).collect::<Result<_, _>>()?;
        let words = self.words("players N")?;
        if words.number(MOST)? != self.seats {
            return Err(words.bad("there was another number of seats"));
        }
        let cars = (0..self.seats).map(|_| self.car()).collect::<Result<_, _>>()?;
        let words = self.words("candidates N")?;
        let candidates = words.number(MOST)?;
        if candidates == 0 {
            return Err(words.bad("no answer is possible"));
        }
        let candidates = (0..candidates).map(|_| self.candidate()).collect::<Result<_, _>>()?;
        Ok(Some(Turn { round, records, cars, candidates }))
    }

    fn record(&mut self) -> Result<Record, InputError> {
        let words = Words { wanted: "SEAT KIND X Y XV YV", line: self.lines.next("a record")? };
        let parts: Vec<&str> = words.line.split_whitespace().collect();
        let (seat, kind, numbers) = match parts[..] {
            [seat, kind, ..] => (seat, kind, parts[2..].join(" ")),
            _ => return Err(words.bad("that is too short")),
        };
        let seat = whole(seat, 0..=self.seats.saturating_sub(1))
            .ok_or_else(|| words.bad("there is no such seat"))?;
        let kind = match kind {
            "start" => Kind::Start,
            "move" => Kind::Move,
            "crash" => Kind::Crash,
            "left" => Kind::Left,
            "parc" => Kind::Parc,
            _ => return Err(words.bad("there is no such kind")),
        };
        let motion = motion(&integers(&words, &numbers)?, self.size);
        Ok(Record { seat, kind, motion: motion.ok_or_else(|| words.bad("that is not a motion"))? })
    }

    fn car(&mut self) -> Result<Car, InputError> {
        let wanted = "STATUS MOVED RANK MOVES CRASHES COLLECTED X Y XV YV";
        let words = Words { wanted, line: self.lines.next("a player")? };
        let parts: Vec<&str> = words.line.split_whitespace().collect();
        let (status, moved, moves, collected) = match parts[..] {
            [status, moved, _, moves, _, collected, _, _, _, _] => {
                (status, moved, moves, collected)
            }
            _ => return Err(words.bad("a player has ten words")),
        };
        let motion = motion(&integers(&words, &parts[6..].join(" "))?, self.size)
            .ok_or_else(|| words.bad("that is not a motion"))?;
        let digits = collected.bytes().filter(u8::is_ascii_digit);
        Ok(Car {
            is_racing: status == "racing",
            has_moved: moved == "1",
            moves: whole(moves, 0..=u16::MAX).ok_or_else(|| words.bad("moves are a number"))?,
            collected: digits.fold(0, |bits, digit| bits | 1 << (digit - b'0')),
            motion: Some(motion).filter(|motion| motion.at.x >= 0 && motion.at.y >= 0),
        })
    }

    fn candidate(&mut self) -> Result<Candidate, InputError> {
        let words = Words { wanted: "X Y XV YV LAWFUL", line: self.lines.next("a candidate")? };
        let numbers = integers(&words, &words.line)?;
        let candidate = numbers.get(..4).and_then(|numbers| motion(numbers, self.size));
        match (candidate, numbers.get(4), numbers.len()) {
            (Some(motion), Some(lawful @ (0 | 1)), 5) => {
                Ok(Candidate { motion, is_lawful: *lawful == 1 })
            }
            _ => Err(words.bad("that is not a candidate")),
        }
    }
}
