//! Reading what the referee says, line by line.

use std::io::BufRead;
use std::time::{Duration, Instant};

use gridkit::lines::{bad, InputError, Lines};

use super::messages::Start;
use super::words::{integers, MapSize, Words};
use crate::circuit::Direction;
use crate::motion::Events;
use crate::rules::{Rule, Rules};
use crate::solve::{Crashes, Settings};
use crate::track::{Track, LONGEST_SIDE};

/// More bytes than any honest line has.
const LONGEST_LINE: usize = 10_000;
/// Greater set-backs are taken for this one. They differ only for cars with more records, and the search for ways
/// of crashes goes as deep as a set-back is great.
const MOST_SET_BACK: usize = 300;

/// Reads what a server says.
pub struct Reader<R> {
    pub(super) lines: Lines<R>,
    pub(super) seats: usize,
    pub(super) size: MapSize,
}

impl<R: BufRead> Reader<R> {
    pub fn new(source: R) -> Self {
        Reader { lines: Lines::new(source, LONGEST_LINE), seats: 0, size: MapSize::default() }
    }

    pub(super) fn words(&mut self, wanted: &'static str) -> Result<Words, InputError> {
        Ok(Words { wanted, line: self.lines.next(wanted)? })
    }

    /// The lines before the first turn; `None` if there is no game.
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
        let zzz = self.words("zzz N")?.number(1_000_000)?.min(MOST_SET_BACK) as u16;
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
        let (teams, map) = self.teams_and_map_head()?;
        let (code, track) = self.map(&map)?;
        self.size = MapSize::of(&track);
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
            teams,
            code,
            track,
        }))
    }

    /// The line of the teams, which is there only where teams race, and the first line of the map.
    fn teams_and_map_head(&mut self) -> Result<(Vec<u8>, Words), InputError> {
        let words = self.words("map WIDTH HEIGHT")?;
        if !words.line.starts_with("teams ") {
            return Ok((Vec::new(), words));
        }
        let words = Words { wanted: "teams N...", ..words };
        let teams = integers(&words, words.rest()?)?;
        let is_team = |team: &i32| (0..=255).contains(team);
        if teams.len() != self.seats || !teams.iter().all(is_team) {
            return Err(words.bad("it has a number from 0 to 255 for each seat"));
        }
        Ok((teams.iter().map(|team| *team as u8).collect(), self.words("map WIDTH HEIGHT")?))
    }

    fn map(&mut self, words: &Words) -> Result<(String, Track), InputError> {
        let height = match integers(words, words.rest()?)?[..] {
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
