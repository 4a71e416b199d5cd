//! The course of a game: robots join, all are asked, all act, until an end condition is met.

mod ends;

use std::mem;
use std::time::Duration;

use super::commands::Command;
use super::door::{Door, Place};
use super::replies::{Quirks, reply_line, start_line};
use super::stock::Stock;
use super::world::{Death, Robot, RobotIndex, World};
use crate::game::{Answer, AnswerCount, Expected, Fault, Request, Seat, Step, ThrownOut};

/// The most players of a game at the same time.
pub const MOST_PLAYERS: usize = 200;
/// The most bytes of a command: a Pick may name 10,000 packages, with up to 20 digits each.
const LINE_BYTES: usize = 1 << 20;
/// Stands for no time limit.
const ANY_TIME: Duration = Duration::from_secs(10 * 365 * 86_400);

/// The settings of a game other than its board and its packages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    /// The money of each robot at its start.
    pub money: u64,
    /// The capacity of each robot.
    pub capacity: u64,
    /// The most turns. The contest had no such limit: the end of the money ends every game, but that may take 10^9
    /// turns.
    pub turns: u32,
    /// The deviations of the judges' server from the task.
    pub quirks: Quirks,
    /// The time limit of a command; `None` for no limit.
    pub move_limit: Option<Duration>,
    /// The time limit of the first line, and of the first command.
    pub start_limit: Option<Duration>,
}

/// The state of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    /// It has not been asked for its first line.
    Absent,
    /// It has a robot on the board.
    Plays(RobotIndex),
    /// It has no robot any more, or never had one.
    Gone,
}

/// One player's side of the game.
#[derive(Clone, Debug)]
struct Chair {
    place: Place,
    status: Status,
    /// The robot, dead or alive; `None` before it joined.
    robot: Option<RobotIndex>,
    /// The turn in which it died.
    died: Option<u32>,
    /// The lines for the next request.
    lines: Vec<String>,
}

/// The answers for which the game waits.
#[derive(Clone, Debug)]
enum Phase {
    Start,
    /// The first lines of these seats.
    Greeting(Vec<Seat>),
    /// The commands of these seats, of which an answer is expected.
    Commands(Vec<Option<Seat>>),
    /// Nothing: the last lines have been sent.
    Ending(&'static str),
}

/// A game of the contest.
pub struct CourierGame {
    rules: Rules,
    world: World,
    stock: Stock,
    door: Door,
    chairs: Vec<Chair>,
    phase: Phase,
    count: AnswerCount,
    turns: u32,
    /// The weight of all packages so far.
    weight: u64,
    thrown_out: Vec<ThrownOut>,
    /// The number of these that have been sent their last lines.
    told: usize,
    /// By robot: the packages that it had delivered before the last step, and whether it was alive.
    before: Vec<(u32, bool)>,
}

impl CourierGame {
    /// A game in a world without robots. Those of `places` join first; later ones get their places from `door`.
    pub fn new(world: World, rules: Rules, places: Vec<Place>, stock: Stock, door: Door) -> Self {
        let mut game = Self {
            rules,
            weight: stock.weight_at_start(),
            world,
            stock,
            door,
            chairs: Vec::new(),
            phase: Phase::Start,
            count: AnswerCount::default(),
            turns: 0,
            thrown_out: Vec::new(),
            told: 0,
            before: Vec::new(),
        };
        for place in places {
            game.add_seat(place);
        }
        game
    }

    fn add_seat(&mut self, place: Place) -> Seat {
        let (robot, died, lines) = (None, None, Vec::new());
        self.chairs.push(Chair { place, status: Status::Absent, robot, died, lines });
        Seat(self.chairs.len() - 1)
    }

    /// The state of the game.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The entry of each seat.
    pub fn places(&self) -> impl Iterator<Item = &Place> {
        self.chairs.iter().map(|chair| &chair.place)
    }

    /// The number of turns played.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// The robot of each seat, if it has joined.
    pub fn robots(&self) -> impl Iterator<Item = Option<&Robot>> {
        self.chairs.iter().map(|chair| chair.robot.map(|index| &self.world.robots()[index.0]))
    }

    /// By seat with a robot: the robot, the packages that it delivered in the last step, and whether it died in it.
    pub(super) fn changes(&self) -> impl Iterator<Item = (Seat, &Robot, u32, bool)> {
        let chairs = self.chairs.iter().enumerate();
        chairs.filter_map(|(seat, chair)| {
            let index = chair.robot?.0;
            let (robot, (delivered, was_alive)) =
                (&self.world.robots()[index], *self.before.get(index)?);
            Some((Seat(seat), robot, robot.delivered - delivered, was_alive && !robot.is_alive()))
        })
    }

    /// The seat of a robot.
    pub(super) fn seat_of(&self, robot: RobotIndex) -> Option<Seat> {
        self.chairs.iter().position(|chair| chair.robot == Some(robot)).map(Seat)
    }

    /// Continues with the answers to the last requests, as [`Game`](crate::game::Game) does.
    ///
    /// # Panics
    /// There are more or fewer answers than requests, or the game is over.
    pub fn step(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        let state = |robot: &Robot| (robot.delivered, robot.is_alive());
        self.before = self.world.robots().iter().map(state).collect();
        let step = match mem::replace(&mut self.phase, Phase::Start) {
            Phase::Start => self.go_on(),
            Phase::Greeting(guests) => self.greet(&guests, answers),
            Phase::Commands(asked) => self.play_turn(&asked, answers),
            Phase::Ending(end) => Step::Over(self.outcome(end)),
        };
        self.count.note(step)
    }

    /// The seats that were disqualified and have been sent their last lines. A seat that is disqualified in the
    /// present turn still gets its reply.
    pub fn told_off(&self) -> &[ThrownOut] {
        &self.thrown_out[..self.told]
    }

    /// Asks the seats that join now for their first line.
    fn invite(&mut self) -> Option<Step> {
        let comes =
            |chair: &Chair| chair.status == Status::Absent && chair.place.joins <= self.turns;
        let guests: Vec<Seat> =
            (0..self.chairs.len()).filter(|seat| comes(&self.chairs[*seat])).map(Seat).collect();
        if guests.is_empty() {
            return None;
        }
        let expected = Some(self.expected(true));
        let request = |seat: &Seat| Request { seat: *seat, lines: Vec::new(), expected };
        let requests = guests.iter().map(request).collect();
        self.phase = Phase::Greeting(guests);
        Some(Step::Ask(requests))
    }

    fn expected(&self, first: bool) -> Expected {
        let limit = if first { self.rules.start_limit } else { self.rules.move_limit };
        Expected { lines: 1, limit: limit.unwrap_or(ANY_TIME), line_bytes: LINE_BYTES }
    }

    /// Puts the robots of the seats that sent `Player` on the board.
    fn greet(&mut self, guests: &[Seat], answers: &[Answer]) -> Step {
        let mut welcome = Vec::new();
        for (seat, answer) in guests.iter().zip(answers) {
            let spoken = answer.line().map(str::trim_ascii);
            match spoken {
                Ok("Player") => welcome.push(*seat),
                Ok(line) => {
                    let line = Some(line.to_owned());
                    self.throw_out(*seat, Fault::Garbage, "not-player", line);
                }
                Err(fault) => self.throw_out(*seat, fault, fault.cause(), None),
            }
        }
        for seat in &welcome {
            self.place(*seat);
        }
        let robots = start_line(&self.world);
        for seat in welcome {
            let board = self.world.board();
            let mut lines = vec![format!("{} {}", board.width(), board.height())];
            lines.extend(board.rows());
            let Rules { capacity, money, .. } = &self.rules;
            lines.push(format!("{} {capacity} {money}", self.chairs[seat.0].place.id));
            lines.push(robots.clone());
            self.chairs[seat.0].lines = lines;
        }
        self.go_on()
    }

    /// Puts a seat's robot on the board, and new packages if the game is a continuous one.
    fn place(&mut self, seat: Seat) {
        let chair = &mut self.chairs[seat.0];
        let Place { id, start, .. } = chair.place;
        let robot = Robot::new(id, start, self.rules.capacity, self.rules.money);
        // The others have not seen a robot that joins later. The first robots are in everybody's first lines, and
        // the judges' server sent them again.
        let announced = self.turns > 0 || self.rules.quirks.located_first_reply;
        let index = self.world.add_robot(if announced { robot.announced() } else { robot });
        chair.status = Status::Plays(index);
        chair.robot = Some(index);
        if self.turns > 0 {
            self.restock();
        }
    }

    /// Ends the game, lets robots join, or begins the next turn.
    fn go_on(&mut self) -> Step {
        let alive = self.world.living().next().is_some();
        if alive && self.world.packages().left() == 0 {
            self.restock();
        }
        // A package is also gone if it vanished with the robot that carried it.
        let end = if self.world.packages().left() == 0 && !self.stock.has_more() {
            "no-packages"
        } else if self.turns == self.rules.turns {
            "turn-limit"
        } else if let Some(step) = self.invite() {
            return step;
        } else if !alive {
            "all-dead"
        } else {
            return self.ask_commands();
        };
        self.phase = Phase::Ending(end);
        Step::Ask(self.notices())
    }

    /// Puts new packages on the board in a continuous game.
    fn restock(&mut self) {
        self.weight += self.stock.refill(&mut self.world);
    }

    /// The lines that are still to be sent to seats without an expected answer.
    fn notices(&mut self) -> Vec<Request> {
        let chairs = self.chairs.iter_mut().enumerate();
        let waiting = chairs.filter(|(_, chair)| !chair.lines.is_empty());
        waiting
            .map(|(seat, chair)| {
                let lines = mem::take(&mut chair.lines);
                Request { seat: Seat(seat), lines, expected: None }
            })
            .collect()
    }

    fn ask_commands(&mut self) -> Step {
        let mut requests = Vec::new();
        for seat in 0..self.chairs.len() {
            let Status::Plays(robot) = self.chairs[seat].status else { continue };
            let mut lines = mem::take(&mut self.chairs[seat].lines);
            // The first lines of a robot are at least four, later ones only a reply.
            let expected = Some(self.expected(lines.len() > 1));
            lines.push(self.world.package_line(robot));
            requests.push(Request { seat: Seat(seat), lines, expected });
        }
        requests.extend(self.notices());
        requests.sort_by_key(|request| request.seat);
        let asked = requests.iter().map(|it| it.expected.map(|_| it.seat)).collect();
        self.phase = Phase::Commands(asked);
        Step::Ask(requests)
    }

    fn play_turn(&mut self, asked: &[Option<Seat>], answers: &[Answer]) -> Step {
        self.told = self.thrown_out.len();
        let mut commands = Vec::with_capacity(asked.len());
        for (seat, answer) in asked.iter().zip(answers) {
            let Some(seat) = *seat else { continue };
            let Status::Plays(robot) = self.chairs[seat.0].status else { continue };
            commands.push((robot, self.read(seat, answer)));
        }
        let living: Vec<RobotIndex> = self.world.living().map(|it| it.0).collect();
        self.turns += 1;
        self.world.turn(commands);
        let reply = reply_line(&self.world, &living, self.rules.quirks);
        for seat in 0..self.chairs.len() {
            let Status::Plays(robot) = self.chairs[seat].status else { continue };
            let robot = &self.world.robots()[robot.0];
            let chair = &mut self.chairs[seat];
            chair.lines.push(reply.clone());
            if robot.death.is_some() {
                // The official server wrote this line and three more, which are not preserved.
                chair.lines.push(format!("Robot {} died.", robot.id));
                chair.status = Status::Gone;
                chair.died = Some(self.turns);
            }
            if robot.death == Some(Death::Overbid) {
                let line = answers_line(asked, answers, Seat(seat));
                self.throw_out(Seat(seat), Fault::Garbage, "overbid", line);
            }
        }
        self.go_on()
    }

    /// The command in an answer. A missing or malformed one disqualifies the seat.
    fn read(&mut self, seat: Seat, answer: &Answer) -> Option<Command> {
        let (fault, cause, line) = match answer.line() {
            Ok(line) => match Command::read(line) {
                Ok(command) => return Some(command),
                Err(malformed) => (Fault::Garbage, malformed.cause(), Some(line.to_owned())),
            },
            Err(fault) => (fault, fault.cause(), None),
        };
        self.throw_out(seat, fault, cause, line);
        None
    }

    /// Records the disqualification of a seat.
    fn throw_out(&mut self, seat: Seat, fault: Fault, cause: &str, line: Option<String>) {
        if self.chairs[seat.0].robot.is_none() {
            self.chairs[seat.0].status = Status::Gone;
        }
        self.thrown_out.push(ThrownOut { seat, fault, cause: cause.to_owned(), line });
    }
}

/// The line of an answer.
fn answers_line(asked: &[Option<Seat>], answers: &[Answer], seat: Seat) -> Option<String> {
    let place = asked.iter().position(|it| *it == Some(seat))?;
    answers.get(place)?.lines.first().cloned()
}
