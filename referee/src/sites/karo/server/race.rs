//! A race of the server, with the house players that drive in it.

use std::collections::BTreeMap;
use std::time::Instant;

use serde_json::{Value, json};

use crate::contest::{Contest, House, Setup, SetupError};
use crate::game::{Answer, Game, Outcome, Seat, Step};
use crate::games::karo::{self, Candidate, Karo, KaroGame, Kind, Record};
use crate::recording::{Exchange, Header};

/// The driver of a car.
pub(super) enum Driver {
    /// A user, by number.
    User(u64),
    /// A house player, by number; the player itself is dropped when the race is over.
    House(u64, Option<Box<dyn House>>),
}

impl Driver {
    pub(super) fn id(&self) -> u64 {
        match self {
            Self::User(id) | Self::House(id, _) => *id,
        }
    }
}

/// A race, with the data that the site keeps about it.
pub(super) struct SiteRace {
    pub(super) id: u64,
    pub(super) creator: String,
    pub(super) map: u64,
    pub(super) is_night: bool,
    pub(super) started: String,
    pub(super) drivers: Vec<Driver>,
    pub(super) game: KaroGame,
    setup: Setup,
    /// The time and the message of each entry in the log of the race.
    pub(super) times: Vec<(String, Option<String>)>,
    /// How many crashes the player whose turn it is has not seen yet. It sees them by opening the page.
    pub(super) unseen_crashes: usize,
    /// When the turn began.
    pub(super) turn_since: Instant,
    /// When the house player will move, if it is the turn of one.
    pub(super) house_at: Option<Instant>,
    /// The lines that were sent to the seat whose turn it is.
    lines: Vec<String>,
    /// The planned moves of users, by number.
    pub(super) plans: BTreeMap<u64, Value>,
    pub(super) outcome: Option<Outcome>,
    exchanges: Option<Vec<Exchange>>,
}

impl SiteRace {
    pub(super) fn new(
        id: u64,
        setup: Setup,
        drivers: Vec<Driver>,
        now: Instant,
    ) -> Result<Self, SetupError> {
        let game = karo::start(&setup)?;
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
            plans: BTreeMap::new(),
            outcome: None,
            exchanges: None,
        })
    }

    /// Keeps the exchanges of the race from now on, for a recording.
    pub(super) fn keep_exchanges(&mut self) {
        self.exchanges = Some(Vec::new());
    }

    /// The header of a recording, and the exchanges, if they were kept.
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

    /// The visible records of a seat, each with its index in the log.
    pub(super) fn records(&self, seat: usize) -> Vec<(usize, Record)> {
        let log = self.game.race().log().iter().enumerate();
        let own = log.filter(|(_, (of, _))| of.0 == seat);
        let mut records: Vec<(usize, Record)> = own.map(|(at, it)| (at, it.1)).collect();
        if self.next() == Some(Seat(seat)) {
            records.truncate(records.len() - self.unseen_crashes);
        }
        records
    }

    /// Advances the race: with no line to start it, then with the answer of the player whose turn it is.
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
        // Earlier crashes were seen when they happened: a move came after them.
        self.unseen_crashes = crashes;
    }

    /// The answer of the house player, if it is the turn of one.
    pub(super) fn house_move(&mut self) -> Option<String> {
        let seat = self.next()?;
        let Driver::House(_, house) = &mut self.drivers[seat.0] else { return None };
        house.as_mut()?.answer(&self.lines).into_iter().next()
    }

    /// The lines that were sent to the seat whose turn it is.
    #[cfg(test)]
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The planned moves of a user, as a list.
    pub(super) fn plan_of(&self, user: u64) -> Value {
        self.plans.get(&user).cloned().unwrap_or_else(|| json!([]))
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
