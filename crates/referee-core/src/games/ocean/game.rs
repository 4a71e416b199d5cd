//! The course of a game: starts, turns, frames, the end.
//!
//! The official engine runs in frames. The first holds both starting answers, every later one
//! executes a single command; there are at most 1000 frames. So a player's line is executed one command per frame, and
//! the scores are those at the end of the last complete frame.

use std::collections::VecDeque;
use std::time::Duration;

use itertools::Itertools;
use serde_json::Value;

use super::cell::Cell;
use super::commands::{Cause, Device, League, Order, Piece, split, starting_cell};
use super::islands::map_of_seed;
use super::sea::Sea;
use super::submarine::{Check, Submarine};
use crate::game::{Answer, AnswerCount, Expected, Fault, Outcome, Request, Seat, Step, ThrownOut};

/// The most turns of both players together, without the starting cells.
const TURNS: u32 = 598;
/// The most commands executed in a game: one for each frame after the first.
const COMMANDS: u32 = 999;
/// The longest line that the engine reads, in bytes.
const LINE_BYTES: usize = 10_000;
const START_TIME: Duration = Duration::from_secs(1);
const TURN_TIME: Duration = Duration::from_millis(50);

/// One player in a game.
struct PlayerState {
    submarine: Submarine,
    /// The orders of this player's last turn, as they were executed.
    orders: Vec<Order>,
    /// What the other can see of them.
    visible: Vec<String>,
    /// Answer to the sonar of this player's last turn.
    sonar: &'static str,
    /// The lives at the end of the last frame, or -1.
    score: i64,
}

impl PlayerState {
    fn new() -> Self {
        let submarine = Submarine::unplaced();
        let score = i64::from(submarine.lives());
        Self { submarine, orders: Vec::new(), visible: Vec::new(), sonar: "NA", score }
    }
}

/// The answer for which the game waits.
enum Phase {
    /// Nothing has been asked yet.
    Before,
    /// The starting cell of a seat.
    Start(Seat),
    /// The line of a seat.
    Turn(Seat),
}

/// A game of Ocean of Code.
pub struct OceanGame {
    league: League,
    sea: Sea,
    phase: Phase,
    answers: AnswerCount,
    players: [PlayerState; 2],
    turns: u32,
    /// The number of these that were played.
    played: u32,
    commands: u32,
    thrown_out: Vec<ThrownOut>,
    /// The seats that lost lives in the last turn, each with the cause.
    losses: Vec<(Seat, Loss)>,
}

/// Why a submarine lost lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// It surfaced.
    Surfacing,
    /// A torpedo of this seat exploded.
    Torpedo(Seat),
    /// A mine of this seat exploded.
    Mine(Seat),
}

impl OceanGame {
    /// The game on the map of a seed.
    pub fn new(seed: i64, league: League) -> Self {
        Self::on_map(map_of_seed(seed), league)
    }

    /// The game on any map.
    pub fn on_map(sea: Sea, league: League) -> Self {
        Self {
            league,
            sea,
            phase: Phase::Before,
            answers: AnswerCount::default(),
            players: [PlayerState::new(), PlayerState::new()],
            turns: 0,
            played: 0,
            commands: 0,
            thrown_out: Vec::new(),
            losses: Vec::new(),
        }
    }

    /// The map.
    pub fn sea(&self) -> &Sea {
        &self.sea
    }

    /// The league.
    pub fn league(&self) -> League {
        self.league
    }

    /// A seat's submarine. Before its starting cell is known it is off the board.
    pub fn submarine(&self, seat: Seat) -> &Submarine {
        &self.players[seat.0].submarine
    }

    /// The orders of a seat's last turn, as they were executed.
    pub(super) fn orders(&self, seat: Seat) -> &[Order] {
        &self.players[seat.0].orders
    }

    /// The visible orders of a seat's last turn.
    pub(super) fn visible(&self, seat: Seat) -> &[String] {
        &self.players[seat.0].visible
    }

    /// The number of turns that were played, of both players together.
    pub fn played(&self) -> u32 {
        self.played
    }

    /// The seats that lost lives in the last turn, each with the cause.
    pub(super) fn losses(&self) -> &[(Seat, Loss)] {
        &self.losses
    }

    /// The disqualifications so far, in order.
    pub(super) fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }

    /// Continues with the answer to the last request. The first call gets no answers.
    pub(super) fn go_on(&mut self, answers: &[Answer]) -> Step {
        self.answers.demand(answers);
        self.losses.clear();
        let step = match (&self.phase, answers) {
            (Phase::Start(seat), [answer]) => self.take_start(*seat, answer),
            (Phase::Turn(seat), [answer]) => self.take_turn(*seat, answer),
            _ => self.ask_start(Seat(0)),
        };
        self.answers.note(step)
    }

    fn ask_start(&mut self, seat: Seat) -> Step {
        self.phase = Phase::Start(seat);
        let mut lines = vec![format!("15 15 {seat}")];
        lines.extend(self.sea.rows());
        ask(seat, lines, START_TIME)
    }

    /// Asks for the next turn, unless a limit is reached or a submarine has sunk.
    fn ask_turn(&mut self, seat: Seat) -> Step {
        if self.turns == TURNS {
            return self.over("turn-limit");
        }
        self.turns += 1;
        self.phase = Phase::Turn(seat);
        let me = &self.players[seat.0];
        let other = &self.players[1 - seat.0];
        let missing = Device::ALL.map(|device| {
            if self.league.has(device) { device.full() - me.submarine.charge(device) } else { -1 }
        });
        let lines = vec![
            format!(
                "{} {} {} {}",
                me.submarine.cell(),
                me.submarine.lives(),
                other.submarine.lives(),
                missing.iter().join(" ")
            ),
            me.sonar.to_owned(),
            if other.visible.is_empty() { "NA".to_owned() } else { other.visible.join("|") },
        ];
        ask(seat, lines, TURN_TIME)
    }

    fn take_start(&mut self, seat: Seat, answer: &Answer) -> Step {
        match answer.line() {
            Err(fault) => self.throw_out(seat, fault, None, None),
            Ok(line) => match starting_cell(line) {
                Ok(cell) if self.sea.is_water(cell) => {
                    self.players[seat.0].submarine.place(cell);
                }
                Ok(_) => self.throw_out_for(seat, Cause::StartCell, line),
                Err(cause) => self.throw_out_for(seat, cause, line),
            },
        }
        // Player 1 is asked even when player 0 has already failed.
        if seat == Seat(0) {
            self.ask_start(Seat(1))
        } else if self.thrown_out.is_empty() {
            self.ask_turn(Seat(0))
        } else {
            self.over("thrown-out")
        }
    }

    fn take_turn(&mut self, seat: Seat, answer: &Answer) -> Step {
        self.played += 1;
        let line = match answer.line() {
            Ok(line) => line,
            Err(fault) => {
                self.throw_out(seat, fault, None, None);
                return self.over("thrown-out");
            }
        };
        let me = &mut self.players[seat.0];
        me.submarine.arm_mines();
        me.sonar = "NA";
        me.visible.clear();
        me.orders.clear();
        match self.work_off(seat, line) {
            Err(cause) => {
                self.throw_out_for(seat, cause, line);
                self.over("thrown-out")
            }
            Ok(Some(end)) => self.over(end),
            Ok(None) => self.ask_turn(Seat(1 - seat.0)),
        }
    }

    /// Executes a line, one command per frame; returns the outcome if the game ended.
    fn work_off(&mut self, seat: Seat, line: &str) -> Result<Option<&'static str>, Cause> {
        let mut pieces = split(line)?;
        let mut next = self.clean_up(seat, &mut pieces)?.or(Some(Order::Surface));
        while let Some(order) = next {
            self.execute(seat, order)?;
            next = self.clean_up(seat, &mut pieces)?;
            for player in &mut self.players {
                player.score = i64::from(player.submarine.lives());
            }
            self.commands += 1;
            // The engine stops before the frame that would find the game over.
            if self.commands == COMMANDS {
                return Ok(Some("frame-limit"));
            }
            if self.players.iter().any(|player| player.submarine.lives() == 0) {
                return Ok(Some("sunk"));
            }
        }
        Ok(None)
    }

    /// Removes the commands that are dropped, and then the first one that can be executed, which is returned.
    fn clean_up(&self, seat: Seat, pieces: &mut VecDeque<Piece>) -> Result<Option<Order>, Cause> {
        let submarine = &self.players[seat.0].submarine;
        while let Some(piece) = pieces.pop_front() {
            if piece.is_message() {
                continue;
            }
            if let Check::Executable(order) = submarine.check(&piece, self.league, &self.sea)? {
                return Ok(Some(order));
            }
        }
        Ok(None)
    }

    fn execute(&mut self, seat: Seat, order: Order) -> Result<(), Cause> {
        self.players[seat.0].submarine.execute(order, &self.sea)?;
        match order {
            Order::Torpedo(cell) => self.explode(cell, Loss::Torpedo(seat)),
            Order::Trigger(cell) => self.explode(cell, Loss::Mine(seat)),
            Order::Sonar(sector) => {
                let found = self.players[1 - seat.0].submarine.cell().sector() == sector;
                self.players[seat.0].sonar = if found { "Y" } else { "N" };
            }
            Order::Surface => self.losses.push((seat, Loss::Surfacing)),
            Order::Move(..) | Order::Silence(..) | Order::Mine(_) => {}
        }
        let me = &mut self.players[seat.0];
        me.orders.push(order);
        me.visible.push(shown(order, me.submarine.cell()));
        Ok(())
    }

    /// An explosion: two lives on its cell, one next to it, also across land.
    fn explode(&mut self, at: Cell, cause: Loss) {
        for (seat, player) in self.players.iter_mut().enumerate() {
            let distance = player.submarine.cell().king_distance(at);
            let damage = (2 - distance).max(0);
            player.submarine.hurt(damage);
            if damage > 0 {
                self.losses.push((Seat(seat), cause));
            }
        }
    }

    fn throw_out_for(&mut self, seat: Seat, cause: Cause, line: &str) {
        self.throw_out(seat, Fault::Garbage, Some(cause), Some(line.to_owned()));
    }

    /// On the site a time-out is the only fault of a program; an exit counts as one.
    fn throw_out(&mut self, seat: Seat, fault: Fault, cause: Option<Cause>, line: Option<String>) {
        self.players[seat.0].score = -1;
        let cause = cause.map_or("timeout", Cause::name).to_owned();
        self.thrown_out.push(ThrownOut { seat, fault, cause, line });
    }

    fn over(&self, end: &str) -> Step {
        let scores = self.players.iter().map(|player| player.score).collect();
        let mut outcome = Outcome::by_score(scores, self.turns);
        outcome.thrown_out.clone_from(&self.thrown_out);
        outcome.more.insert("end".to_owned(), Value::from(end));
        Step::Over(outcome)
    }
}

fn ask(seat: Seat, lines: Vec<String>, limit: Duration) -> Step {
    let expected = Some(Expected { lines: 1, limit, line_bytes: LINE_BYTES });
    Step::Ask(vec![Request { seat, lines, expected }])
}

/// The visible form of an executed order. `cell` is the cell of the submarine after it.
fn shown(order: Order, cell: Cell) -> String {
    match order {
        Order::Move(dir, _) => format!("MOVE {dir}"),
        Order::Surface => format!("SURFACE {}", cell.sector()),
        Order::Torpedo(target) => format!("TORPEDO {target}"),
        Order::Sonar(sector) => format!("SONAR {sector}"),
        Order::Silence(..) => "SILENCE".to_owned(),
        Order::Mine(_) => "MINE".to_owned(),
        Order::Trigger(target) => format!("TRIGGER {target}"),
    }
}
