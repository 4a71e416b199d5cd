//! Reading what the referee says, line by line.

use std::io::BufRead;
use std::time::{Duration, Instant};

use gridkit::lines::{bad, InputError, Lines};

use super::words::{integers, Words};
use super::Start;
use crate::circuit::Direction;
use crate::motion::Events;
use crate::rules::{Rule, Rules};
use crate::solve::{Crashes, Settings};
use crate::track::{Track, LONGEST_SIDE};

/// More bytes than any honest line has.
const LONGEST_LINE: usize = 10_000;

/// Reads what a server says.
pub struct Reader<R> {
    pub(super) lines: Lines<R>,
    pub(super) seats: usize,
}

impl<R: BufRead> Reader<R> {
    pub fn new(source: R) -> Self {
        Reader { lines: Lines::new(source, LONGEST_LINE), seats: 0 }
    }

    pub(super) fn words(&mut self, wanted: &'static str) -> Result<Words, InputError> {
        Ok(Words { wanted, line: self.lines.next(wanted)? })
    }

    /// What is said before the first turn; `None` if there is no game.
    ///
    /// # Errors
    /// If the input cannot be read or is not what the protocol says.
    pub fn start(&mut self) -> Result<Option<Start>, InputError> {
        const HELLO: &str = "karo 1";
        match self.lines.first(HELLO)? {
            None => return Ok(None),
            Some(line) if line.trim_end() == HELLO => {}
            Some(line) => return Err(bad(HELLO, &line, "this bot knows no other protocol")),
        }
        let words = self.words("seats N SEAT")?;
        let numbers = integers(&words, words.rest()?)?;
        let (seats, seat) = match numbers[..] {
            [seats, seat] if (1..=1_000).contains(&seats) && (0..seats).contains(&seat) => {
                (seats as usize, seat as usize)
            }
            _ => return Err(words.bad("there is no such seat")),
        };
        self.seats = seats;
        let title = self.words("title TEXT")?.rest()?.to_owned();
        let words = self.words("checkpoints DIGITS")?;
        let digits = integers(&words, words.rest()?)?;
        if digits.iter().any(|digit| !(1..=9).contains(digit)) {
            return Err(words.bad("a checkpoint is a digit from 1 to 9"));
        }
        let digits = digits.iter().fold(0, |bits, digit| bits | 1 << digit);
        let events = self.words("events last|all")?;
        let events = [Events::Last, Events::All][events.choice(&["last", "all"])?];
        let zzz = self.words("zzz N")?.number(10_000)? as u16;
        let crashes = self.words("crash forbidden|allowed|free")?;
        // A player to whom crashes are all the same allows them.
        let crashes = [Crashes::Forbidden, Crashes::Allowed, Crashes::Allowed]
            [crashes.choice(&["forbidden", "allowed", "free"])?];
        let direction = self.words("direction classic|formula1|free")?;
        let direction = [Direction::Classic, Direction::Formula1, Direction::Free]
            [direction.choice(&["classic", "formula1", "free"])?];
        let all_block = self.words("blocking moved|all")?.choice(&["moved", "all"])? == 1;
        let night = self.words("night 0|1")?.choice(&["0", "1"])? == 1;
        let time = Duration::from_millis(self.words("move_ms N")?.number(1_000_000_000)? as u64);
        let (code, track) = self.map()?;
        let rules = Rules::of_title(&title);
        // It never obliges a car alone.
        let rules = if seats == 1 { rules.without(Rule::Remulade) } else { rules };
        let settings =
            Settings { checkpoints: digits != 0, events, direction, crashes, zzz, rules };
        Ok(Some(Start {
            seats,
            seat,
            title,
            digits,
            settings,
            all_block,
            night,
            time,
            code,
            track,
        }))
    }

    fn map(&mut self) -> Result<(String, Track), InputError> {
        let words = self.words("map WIDTH HEIGHT")?;
        let height = match integers(&words, words.rest()?)?[..] {
            [width, height] if width >= 1 && (1..=LONGEST_SIDE as i32).contains(&height) => height,
            _ => return Err(words.bad("no map has that size")),
        };
        let mut code = String::new();
        for _ in 0..height {
            code += &self.lines.next("a row of the map")?;
            code.push('\n');
        }
        let track = Track::parse(&code).map_err(|why| words.bad(&why.0))?;
        Ok((code, track))
    }

    /// When the first line of the last turn was there: from then on the clock runs.
    pub fn arrived(&self) -> Instant {
        self.lines.arrived()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::motion::{Motion, Vector};
    use crate::protocol::{Command, Kind, Turn};
    use crate::track::Cell;
    use proptest::prelude::*;

    const START: &str = "karo 1\nseats 2 1\ntitle A $ Randrennen $\ncheckpoints 1 2\nevents last\n\
        zzz 2\ncrash free\ndirection formula1\nblocking moved\nnight 0\nmove_ms 10000\nmap 5 2\n\
        SSO1F\nOOO2F\n";
    const TURN: &str = "turn 2\nrecords 2\n0 start 0 0 0 0\n1 crash 1 0 0 0\nplayers 2\n\
        racing 1 0 2 0 - 0 1 0 1\nfinished 0 1 1 0 14 -1 -1 0 0\ncandidates 2\n0 1 -1 1 1\n1 1 0 1 0\n";

    fn start(text: &str) -> Result<Option<Start>, InputError> {
        Reader::new(text.as_bytes()).start()
    }

    fn turn(text: &str) -> Result<Option<Turn>, InputError> {
        let mut reader = Reader::new(text.as_bytes());
        reader.seats = 2;
        reader.turn()
    }

    #[test]
    fn a_game_begins_with_its_settings_and_the_map() {
        let start = start(START).unwrap().unwrap();
        assert_eq!((start.seats, start.seat, start.digits), (2, 1, 0b110));
        assert_eq!((start.track.width(), start.track.height()), (5, 2));
        let Settings { checkpoints, events, direction, crashes, zzz, rules } = start.settings;
        assert_eq!(events, Events::Last);
        assert_eq!((checkpoints, direction), (true, Direction::Formula1));
        assert_eq!((crashes, zzz, rules.to_string().as_str()), (Crashes::Allowed, 2, "randrennen"));
        assert!(super::tests::start("").unwrap().is_none());
    }

    #[test]
    fn a_turn_has_records_cars_and_candidates() {
        let turn = turn(TURN).unwrap().unwrap();
        assert_eq!((turn.round, turn.records[1].kind, turn.cars.len()), (2, Kind::Crash, 2));
        assert!(turn.cars[0].is_racing && !turn.cars[1].is_racing);
        assert_eq!((turn.cars[1].collected, turn.cars[1].motion), (0b1_0010, None));
        let lawful: Vec<bool> = turn.candidates.iter().map(|it| it.is_lawful).collect();
        assert_eq!(lawful, [true, false]);
        assert!(super::tests::turn("over\nrecords 0\n").unwrap().is_none());
    }

    #[test]
    fn answers_are_single_lines() {
        let motion = Motion { at: Cell { x: 13, y: 4 }, vector: Vector { x: 1, y: -1 } };
        let answers = [Command::Start(motion.at), Command::Move(motion), Command::Leave];
        let lines: Vec<String> = answers.iter().map(Command::to_string).collect();
        assert_eq!(lines, ["START 13 4", "MOVE 13 4 1 -1", "LEAVE"]);
    }

    #[test]
    fn what_is_wrong_is_said_in_one_line() {
        let broken = |from: &str, to: &str| start(&START.replacen(from, to, 1)).unwrap_err();
        let late = |from: &str, to: &str| turn(&TURN.replacen(from, to, 1)).unwrap_err();
        let cases = [
            (broken("karo 1", "karo 2"), "no other protocol"),
            (broken("seats 2 1", "seats 2 2"), "no such seat"),
            (broken("checkpoints 1 2", "checkpoints 0"), "digit from 1 to 9"),
            (broken("events last", "events first"), "none of these"),
            (broken("map 5 2", "map 5 x"), "a number is missing"),
            (broken("map 5 2", "map 5 900"), "no map has that size"),
            (broken("SSO1F", "SSO?F"), "no cell of a map"),
            (late("turn 2", "turn x"), "no number"),
            (late("players 2", "players 3"), "another number of seats"),
            (late("0 start 0 0 0 0", "2 start 0 0 0 0"), "no such seat"),
            (late("0 start 0 0 0 0", "0 begin 0 0 0 0"), "no such kind"),
            (late("0 start 0 0 0 0", "0 start 900 0 0 0"), "no motion"),
            (late("- 0 1 0 1", "- 0 1 0"), "ten words"),
            (late("candidates 2", "candidates 0"), "no answer"),
            (late("0 1 -1 1 1", "0 1 -1 1 2"), "no candidate"),
            (late("1 1 0 1 0\n", ""), "the input ends"),
        ];
        for (error, part) in cases {
            let error = error.to_string();
            assert!(error.contains(part) && !error.contains('\n'), "{error:?} lacks {part:?}");
        }
    }

    proptest! {
        #[test]
        fn no_change_of_a_byte_brings_the_reader_down(
            place in 0..START.len() + TURN.len(), byte in 0_u8..128
        ) {
            let mut text = format!("{START}{TURN}").into_bytes();
            text[place] = byte;
            let mut reader = Reader::new(&text[..]);
            if let Ok(Some(_)) = reader.start() {
                while let Ok(Some(_)) = reader.turn() {}
            }
        }
    }
}
