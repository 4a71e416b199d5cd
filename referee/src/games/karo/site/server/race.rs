//! A race on the server.

use std::time::Instant;

use serde_json::Value;

use crate::contest::{Contest, House, Setup};
use crate::game::{Answer, Game, Outcome, Seat, Step};
use crate::games::karo::{Candidate, Karo, KaroGame, Kind, Record};
use crate::recording::{Exchange, Header};

/// Who drives a car.
pub(super) enum Driver {
    /// A user, by number.
    User(u64),
    /// A house player, which has a number as well; it is gone when the race is over.
    House(u64, Option<Box<dyn House>>),
}

impl Driver {
    pub(super) fn id(&self) -> u64 {
        match self {
            Self::User(id) | Self::House(id, _) => *id,
        }
    }
}

/// A race, and what the site keeps of it.
pub(super) struct SiteRace {
    pub(super) id: u64,
    pub(super) creator: String,
    pub(super) map: u64,
    pub(super) is_night: bool,
    pub(super) started: String,
    pub(super) drivers: Vec<Driver>,
    pub(super) game: KaroGame,
    setup: Setup,
    /// By place in the log of the race: when it was, and what was said.
    pub(super) times: Vec<(String, Option<String>)>,
    /// Crash records of the player whose turn it is that it has not seen yet: it has to open the page.
    pub(super) unseen_crashes: usize,
    /// Since when it is the turn of the one whose turn it is.
    pub(super) turn_since: Instant,
    /// When the house player moves whose turn it is.
    pub(super) house_at: Option<Instant>,
    /// What was sent to the seat whose turn it is.
    lines: Vec<String>,
    /// The plans of users.
    pub(super) plans: Vec<(u64, Value)>,
    pub(super) outcome: Option<Outcome>,
    exchanges: Option<Vec<Exchange>>,
}

impl SiteRace {
    pub(super) fn new(
        id: u64,
        setup: Setup,
        drivers: Vec<Driver>,
        now: Instant,
    ) -> Result<Self, crate::contest::SetupError> {
        let game = Karo::game(&setup)?;
        Ok(Self {
            id,
            creator: String::new(),
            map: 0,
            is_night: false,
            started: String::new(),
            drivers,
            game,
            setup,
            times: Vec::new(),
            unseen_crashes: 0,
            turn_since: now,
            house_at: None,
            lines: Vec::new(),
            plans: Vec::new(),
            outcome: None,
            exchanges: None,
        })
    }

    /// Keeps what is said, for a recording.
    pub(super) fn keep_exchanges(&mut self) {
        self.exchanges = Some(Vec::new());
    }

    /// What a recording of the race begins with, and what was said.
    pub(super) fn recording(&self, names: Vec<String>) -> Option<(Header, &[Exchange])> {
        let header = Header::new(Karo.key(), &self.setup, names);
        Some((header, self.exchanges.as_deref()?))
    }

    pub(super) fn is_over(&self) -> bool {
        self.outcome.is_some()
    }

    /// The seat whose turn it is.
    pub(super) fn next(&self) -> Option<Seat> {
        self.game.turn().map(|turn| turn.seat)
    }

    /// The moves that a player may see now.
    pub(super) fn possibles(&self) -> &[Candidate] {
        match self.game.turn() {
            Some(turn) if self.unseen_crashes == 0 => &turn.candidates,
            _ => &[],
        }
    }

    /// The records of a seat that can be seen, each with its place in the log.
    pub(super) fn records(&self, seat: usize) -> Vec<(usize, Record)> {
        let log = self.game.race().log().iter().enumerate();
        let own = log.filter(|(_, (of, _))| of.0 == seat);
        let mut records: Vec<(usize, Record)> = own.map(|(at, it)| (at, it.1)).collect();
        if self.next() == Some(Seat(seat)) {
            records.truncate(records.len() - self.unseen_crashes);
        }
        records
    }

    /// Goes on: with nothing at the beginning, then with the answer of the player whose turn it is.
    pub(super) fn go_on(
        &mut self,
        line: Option<String>,
        message: Option<String>,
        stamp: &str,
        now: Instant,
    ) {
        let begun = self.game.race().log().len();
        let answers: Vec<Answer> =
            line.iter().map(|line| Answer { lines: vec![line.clone()], fault: None }).collect();
        if let (Some(exchanges), Some(seat), Some(line)) =
            (&mut self.exchanges, self.game.turn().map(|it| it.seat), line)
        {
            let sent = std::mem::take(&mut self.lines);
            exchanges.push(Exchange { seat, sent, got: vec![line], ..Exchange::default() });
        }
        let mut step = self.game.advance(&answers);
        loop {
            match step {
                Step::Over(outcome) => {
                    self.outcome = Some(outcome);
                    self.lines.clear();
                    for driver in &mut self.drivers {
                        if let Driver::House(_, house) = driver {
                            *house = None;
                        }
                    }
                    break;
                }
                Step::Ask(mut requests) if requests.iter().any(|it| it.expected.is_some()) => {
                    self.lines = std::mem::take(&mut requests[0].lines);
                    break;
                }
                Step::Ask(requests) => {
                    if let Some(exchanges) = &mut self.exchanges {
                        exchanges.extend(requests.iter().map(|request| Exchange {
                            seat: request.seat,
                            sent: request.lines.clone(),
                            ..Exchange::default()
                        }));
                    }
                    step = self.game.advance(&vec![Answer::default(); requests.len()]);
                }
            }
        }
        let log = self.game.race().log();
        self.times.resize(log.len(), (stamp.to_owned(), None));
        if let (Some(message), Some(place)) = (message, self.times.get_mut(begun)) {
            place.1 = Some(message);
        }
        self.turn_since = now;
        self.house_at = None;
        let next = self.next();
        let is_user = next.is_some_and(|it| matches!(self.drivers[it.0], Driver::User(_)));
        let crashes = next.filter(|_| is_user).map_or(0, |seat| {
            let own = log.iter().rev().filter(|it| it.0 == seat);
            own.take_while(|it| it.1.kind == Kind::Crash).count()
        });
        // Crashes that lie further back were seen when they happened: a move or more came after them.
        self.unseen_crashes = crashes;
    }

    /// Lets the house player move whose turn it is.
    pub(super) fn house_move(&mut self) -> Option<String> {
        let seat = self.next()?;
        let Driver::House(_, house) = &mut self.drivers[seat.0] else { return None };
        house.as_mut()?.answer(&self.lines).into_iter().next()
    }

    /// What was sent to the seat whose turn it is.
    #[cfg(test)]
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The title, with the markers of special rules.
    pub(super) fn title(&self) -> &str {
        &self.game.race().settings().title
    }

    /// The seat of a driver.
    pub(super) fn seat_of(&self, id: u64) -> Option<usize> {
        self.drivers.iter().position(|driver| driver.id() == id)
    }
}
