//! A race: cars, rounds and turns. Each rule has its own file; this one combines them.

mod car;
mod order;
mod settings;

pub use car::{Car, Status};
pub use order::Orders;
pub use settings::{Blocking, CrashSetting, Settings};

use super::circuit::LineRule;
use super::motion::{Events, Motion};
use super::record::{Kind, Record, set_back};
use super::remulade::{RoundSoFar, must_repeat};
use super::special::{SpecialRule, keep};
use super::track::{Cell, Checkpoints, Tile, Track};
use crate::game::Seat;

/// A move that the track and the other cars allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The move.
    pub motion: Motion,
    /// Whether the special rules of the game allow it, too.
    pub free: bool,
}

/// The turn of a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The player.
    pub seat: Seat,
    /// The possible moves; at least one is free. In round 1 they are start cells.
    pub candidates: Vec<Candidate>,
}

/// A crash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crash {
    /// The player that crashed.
    pub seat: Seat,
    /// The players whose cars stood where its car could have moved. Without any, it crashed by its own fault.
    pub blockers: Vec<Seat>,
}

/// The state of a race.
pub struct Race {
    track: Track,
    settings: Settings,
    rules: Vec<SpecialRule>,
    line: Option<LineRule>,
    cars: Vec<Car>,
    orders: Orders,
    round: usize,
    /// The players that have still to move in this round, the next one last.
    waiting: Vec<Seat>,
    /// The first players of this round and of the one before.
    first: Option<Seat>,
    first_before: Option<Seat>,
    finished: u32,
    /// Whether nobody has been able to move in this round.
    idle: bool,
    /// All records in the order of time.
    log: Vec<(Seat, Record)>,
    /// All crashes in the order of time.
    crashes: Vec<Crash>,
}

impl Race {
    /// A race before the placement.
    pub fn new(track: Track, settings: Settings, players: usize, orders: Orders) -> Self {
        let checkpoints = settings.checkpoints && !track.checkpoints().is_empty();
        Self {
            line: LineRule::of(&track, settings.direction, checkpoints),
            rules: SpecialRule::of_title(&settings.title),
            cars: vec![Car::default(); players],
            track,
            settings,
            orders,
            round: 0,
            waiting: Vec::new(),
            first: None,
            first_before: None,
            finished: 0,
            idle: false,
            log: Vec::new(),
            crashes: Vec::new(),
        }
    }

    /// The map.
    pub fn track(&self) -> &Track {
        &self.track
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The special rules of the title.
    pub fn rules(&self) -> &[SpecialRule] {
        &self.rules
    }

    /// The rule about the direction over the finish line, if there is one.
    pub fn line(&self) -> Option<LineRule> {
        self.line
    }

    /// The cars by seat.
    pub fn cars(&self) -> &[Car] {
        &self.cars
    }

    /// The present round; 0 before the first.
    pub fn round(&self) -> usize {
        self.round
    }

    /// Whether all have had their turn in this round.
    pub fn is_round_over(&self) -> bool {
        self.waiting.iter().all(|seat| !self.cars[seat.0].races())
    }

    /// All records of all cars in the order of time.
    pub fn log(&self) -> &[(Seat, Record)] {
        &self.log
    }

    /// All crashes in the order of time.
    pub fn crashes(&self) -> &[Crash] {
        &self.crashes
    }

    /// The checkpoints that every car has to collect.
    pub fn required(&self) -> Checkpoints {
        if self.settings.checkpoints { self.track.checkpoints() } else { Checkpoints::NONE }
    }

    /// Goes to the next player that can move, and carries out crashes on the way; `None` if nobody races any more.
    pub fn next_turn(&mut self) -> Option<Turn> {
        loop {
            let seat = self.next_seat()?;
            if let Some(candidates) = self.prepare(seat) {
                self.idle = false;
                return Some(Turn { seat, candidates });
            }
        }
    }

    /// The next player of this round, or the first of a new one.
    fn next_seat(&mut self) -> Option<Seat> {
        self.waiting.retain(|seat| self.cars[seat.0].races());
        if self.waiting.is_empty() && self.cars.iter().any(Car::races) {
            self.begin_round();
        }
        self.waiting.last().copied()
    }

    /// Draws the order of a new round. If all players have passed in the one before, they block each other for ever:
    /// they are stuck.
    fn begin_round(&mut self) {
        if std::mem::replace(&mut self.idle, true) {
            for car in self.cars.iter_mut().filter(|car| car.races()) {
                car.status = Status::Stuck;
            }
            return;
        }
        self.round += 1;
        let all = (0..self.cars.len()).map(Seat);
        let active: Vec<Seat> = all.filter(|seat| self.cars[seat.0].races()).collect();
        self.waiting = self.orders.draw(self.round, active);
        self.waiting.reverse();
        self.first_before = self.first.take();
        self.cars.iter_mut().for_each(|car| car.moved = false);
    }

    /// The possible moves of a player, after as many crashes as are needed; `None` if its turn ends with them.
    ///
    /// Cars may be so dense that every set-back leads to a cell without a possible move. The site would crash such a
    /// car for ever. Here, as soon as a set-back would lead to a cell on which the car has already been without a move
    /// in this turn, the player passes the round without a record. If no other car blocks it, waiting does not help:
    /// it is stuck and out of the race.
    fn prepare(&mut self, seat: Seat) -> Option<Vec<Candidate>> {
        if self.cars[seat.0].records.is_empty() {
            return Some(self.free_starts());
        }
        let mut tried: Vec<Cell> = Vec::new();
        while let Some(car) = self.cars[seat.0].motion() {
            let candidates = self.candidates(seat);
            if candidates.iter().any(|candidate| candidate.free) {
                return Some(candidates);
            }
            if car == Motion::at_rest(car.at) {
                tried.push(car.at);
            }
            let records = &self.cars[seat.0].records;
            // Another car may be on the cell: two cars can share it until the next move.
            let cell = set_back(records, self.settings.zzz).filter(|cell| !tried.contains(cell));
            let Some(cell) = cell else { break };
            self.crashes.push(Crash { seat, blockers: self.blockers(seat, car) });
            self.write(seat, Kind::Crash, Motion::at_rest(cell));
        }
        let waits = tried.iter().any(|cell| self.has_way_without_cars(seat, *cell));
        let car = &mut self.cars[seat.0];
        if waits {
            car.passed += 1;
        } else {
            car.status = Status::Stuck;
        }
        self.end_turn(seat);
        None
    }

    fn free_starts(&self) -> Vec<Candidate> {
        let cells = self.track.cells_of(Tile::Start);
        let free = cells.filter(|cell| self.standing().all(|(_, other)| other != *cell));
        free.map(|cell| Candidate { motion: Motion::at_rest(cell), free: true }).collect()
    }

    /// The cells of all cars that race.
    fn standing(&self) -> impl Iterator<Item = (Seat, Cell)> {
        let cars = self.cars.iter().enumerate().filter(|(_, car)| car.races());
        cars.filter_map(|(seat, car)| Some((Seat(seat), car.motion()?.at)))
    }

    /// The other players whose cars block, with the cells on which a move of the player must not end. Cars never block
    /// the cells that a move passes.
    fn blocking(&self, seat: Seat) -> impl Iterator<Item = (Seat, Cell)> {
        let others = self.standing().filter(move |(other, _)| *other != seat);
        let all = self.settings.blocking == Blocking::All;
        others.filter(move |(other, _)| all || self.cars[other.0].moved)
    }

    /// The players whose cars block moves that a car in this state could make otherwise.
    fn blockers(&self, seat: Seat, car: Motion) -> Vec<Seat> {
        let moves: Vec<Motion> = car.successors(&self.track).collect();
        let free = self.keep_rules(seat, car, moves);
        let blocks = |(_, cell): &(Seat, Cell)| free.iter().any(|motion| motion.at == *cell);
        self.blocking(seat).filter(blocks).map(|it| it.0).collect()
    }

    /// The possible moves of a placed player from its present state.
    pub fn candidates(&self, seat: Seat) -> Vec<Candidate> {
        let Some(car) = self.cars[seat.0].motion() else { return Vec::new() };
        let blocked: Vec<Cell> = self.blocking(seat).map(|it| it.1).collect();
        let moves: Vec<Motion> =
            car.successors(&self.track).filter(|next| !blocked.contains(&next.at)).collect();
        let free = self.keep_rules(seat, car, moves.clone());
        let candidate = |motion: Motion| Candidate { motion, free: free.contains(&motion) };
        moves.into_iter().map(candidate).collect()
    }

    /// The moves that the special rules allow.
    fn keep_rules(&self, seat: Seat, car: Motion, moves: Vec<Motion>) -> Vec<Motion> {
        let number = Some(self.cars[seat.0].moves());
        keep(&self.rules, &self.track, car, number, moves, |left| self.repeat(seat, car, left))
    }

    /// The move that `REmulAde` requires, if it requires one. Its target must not be the cell of another car that
    /// races, whether that has moved or not.
    fn repeat(&self, seat: Seat, car: Motion, moves: &[Motion]) -> Option<Motion> {
        let moved = self.cars.iter().filter(|car| car.moved && !car.is_gone()).count();
        let round = RoundSoFar {
            players: moved + self.waiting.len(),
            moved,
            was_first: self.first_before == Some(seat),
        };
        let repeat = car.next(car.vector);
        let taken = self.standing().any(|(other, cell)| other != seat && cell == repeat.at);
        (must_repeat(round) && !taken && moves.contains(&repeat)).then_some(repeat)
    }

    fn has_way_without_cars(&self, seat: Seat, cell: Cell) -> bool {
        let car = Motion::at_rest(cell);
        let moves: Vec<Motion> = car.successors(&self.track).collect();
        !self.keep_rules(seat, car, moves).is_empty()
    }

    fn write(&mut self, seat: Seat, kind: Kind, motion: Motion) {
        let record = Record { kind, motion };
        self.cars[seat.0].records.push(record);
        self.log.push((seat, record));
    }

    /// Ends the turn of a player.
    fn end_turn(&mut self, seat: Seat) {
        self.waiting.retain(|other| *other != seat);
        let car = &mut self.cars[seat.0];
        car.moved = true;
        if !car.is_gone() {
            self.first.get_or_insert(seat);
        }
    }

    /// Carries out a candidate of the player whose turn it is.
    pub fn make(&mut self, seat: Seat, motion: Motion) {
        if self.cars[seat.0].records.is_empty() {
            self.write(seat, Kind::Start, motion);
            return self.end_turn(seat);
        }
        let is_wrong_way = self.is_wrong_way(seat, motion);
        self.write(seat, Kind::Move, motion);
        let events = self.events(motion);
        let finishes = self.finishes(seat, events);
        let car = &mut self.cars[seat.0];
        events.checkpoints.iter().for_each(|checkpoint| car.collected.insert(checkpoint));
        car.breaches += u32::from(is_wrong_way);
        car.crossed_line |= motion.crosses_finish(&self.track);
        if finishes {
            self.finish(seat);
        }
        self.end_turn(seat);
    }

    fn events(&self, motion: Motion) -> Events {
        let Settings { checkpoints, counting, .. } = self.settings;
        Events::of(motion, &self.track, checkpoints, counting)
    }

    /// Whether a player finishes by a move with these events. All other crossings of the finish have no effect.
    fn finishes(&self, seat: Seat, events: Events) -> bool {
        let mut collected = self.cars[seat.0].collected;
        events.checkpoints.iter().for_each(|checkpoint| collected.insert(checkpoint));
        events.finish && collected.contains_all(self.required())
    }

    /// Whether a move of a placed player violates the direction of the game: it crosses the line in the wrong
    /// direction, or finishes by the first crossing of a Formula 1 race.
    pub fn is_wrong_way(&self, seat: Seat, motion: Motion) -> bool {
        let Some(line) = self.line else { return false };
        let home_at_once = line.wants_first_crossing()
            && !self.cars[seat.0].crossed_line
            && self.finishes(seat, self.events(motion));
        home_at_once || !line.allows_move(motion, &self.track)
    }

    /// The next rank, and the parc fermé cell of that number in reading order. (On all known maps these cells are in
    /// columns from the top.) If the map has too few of them, the other cars are not parked.
    fn finish(&mut self, seat: Seat) {
        self.finished += 1;
        let car = &mut self.cars[seat.0];
        car.status = Status::Finished;
        car.rank = self.finished;
        let parc = self.track.cells_of(Tile::Parc).nth(self.finished as usize - 1);
        if let Some(cell) = parc {
            self.write(seat, Kind::Parc, Motion::at_rest(cell));
        }
    }

    /// The player whose turn it is leaves the race.
    pub fn leave(&mut self, seat: Seat) {
        if let Some(car) = self.cars[seat.0].motion() {
            self.write(seat, Kind::Left, Motion::at_rest(car.at));
        }
        self.cars[seat.0].status = Status::Left;
        self.end_turn(seat);
    }

    /// Removes a player from the race without a record, as an organiser of the site does.
    pub fn kick(&mut self, seat: Seat) {
        self.cars[seat.0].status = Status::Kicked;
        self.end_turn(seat);
    }
}
