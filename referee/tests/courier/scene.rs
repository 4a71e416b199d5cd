//! A game drawn by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use referee::contest::Setup;
use referee::game::{Answer, Fault, Game, Outcome, Request, Seat, Step};
use referee::games::courier::{self, Cell, CourierGame, Robot};
use referee::testkit::scripts::{fails, says};
use serde_json::{Map, Value, json};

/// A game that has not begun.
pub struct Scene {
    map: Vec<String>,
    starts: BTreeMap<usize, (i32, i32)>,
    packages: String,
    options: Map<String, Value>,
    seed: u64,
}

impl Scene {
    /// A board, north row first. A digit is the start of that robot on plain land. An unreachable package
    /// keeps the game alive.
    pub fn of(rows: &[&str]) -> Self {
        let mut starts = BTreeMap::new();
        let mut map = Vec::new();
        for (row, y) in rows.iter().zip((1..=rows.len() as i32).rev()) {
            let mut text = String::new();
            for (glyph, x) in row.chars().zip(1..) {
                text.push(match glyph.to_digit(10) {
                    Some(robot) => {
                        starts.insert(robot as usize, (x, y));
                        '.'
                    }
                    None => glyph,
                });
            }
            map.push(text);
        }
        Self { map, starts, packages: String::new(), options: Map::new(), seed: 1 }
    }

    /// A package that lies on a tile.
    pub fn package(mut self, id: u64, at: (i32, i32), to: (i32, i32), weight: u64) -> Self {
        let separator = if self.packages.is_empty() { "" } else { ", " };
        let _ = write!(
            self.packages,
            "{separator}({at:?},[Mk {{uid={id}, dest={to:?}, weight={weight}}}])"
        );
        self
    }

    /// A robot that starts on a tile, which other robots may share.
    pub fn robot(mut self, robot: usize, at: (i32, i32)) -> Self {
        self.starts.insert(robot, at);
        self
    }

    pub fn option(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.options.insert(name.to_owned(), value.into());
        self
    }

    pub fn seed(self, seed: u64) -> Self {
        Self { seed, ..self }
    }

    /// The setup of the game. Robots have 100 units of money and of capacity each.
    pub fn setup(&self) -> Setup {
        let starts = self.starts.values().map(|(x, y)| format!("{x},{y}"));
        let starts: Vec<String> = starts.collect();
        let packages = if self.packages.is_empty() { FAR } else { &self.packages };
        let mut options = json!({
            "map": self.map.join("\n"),
            "packages": format!("[{packages}]"),
            "starts": starts.join(";"),
            "money": 100,
            "capacity": 100,
        });
        let given = options.as_object_mut().expect("it is one");
        given.extend(self.options.clone());
        let options = std::mem::take(given);
        Setup { seed: self.seed.to_string(), options, seats: starts.len() }
    }

    /// The game after all robots have said `Player`.
    pub fn begin(&self) -> Play {
        let game = courier::start(&self.setup()).unwrap_or_else(|error| panic!("{error}"));
        let mut play = Play { game, asked: Vec::new(), sent: BTreeMap::new(), outcome: None };
        play.advance(&[]);
        let hello = vec![says("Player"); play.asked.len()];
        play.advance(&hello);
        play
    }
}

/// A package that is heavier than a robot's capacity.
const FAR: &str = "((1,1),[Mk {uid=999, dest=(1,1), weight=101}])";

/// A game that has begun.
pub struct Play {
    pub game: CourierGame,
    asked: Vec<Request>,
    /// The lines that each seat was sent last.
    sent: BTreeMap<usize, Vec<String>>,
    pub outcome: Option<Outcome>,
}

impl Play {
    pub fn advance(&mut self, answers: &[Answer]) {
        match self.game.advance(answers) {
            Step::Over(outcome) => self.outcome = Some(outcome),
            Step::Ask(requests) => {
                self.sent = requests.iter().map(|it| (it.seat.0, it.lines.clone())).collect();
                self.asked = requests;
            }
        }
    }

    /// The seats that are asked for an answer.
    pub fn asked(&self) -> Vec<Seat> {
        self.asked.iter().filter(|it| it.expected.is_some()).map(|it| it.seat).collect()
    }

    /// Plays a turn with an answer for each robot that is asked, by seat; returns the reply.
    pub fn answers(&mut self, answers: &[Answer]) -> String {
        assert_eq!(answers.len(), self.asked().len(), "one answer for each robot that lives");
        let mut answers = answers.iter().cloned();
        let answers: Vec<Answer> = self
            .asked
            .iter()
            .map(|it| it.expected.and_then(|_| answers.next()).unwrap_or_default())
            .collect();
        self.advance(&answers);
        let reply = self.sent.values().next().map_or("", |lines| &lines[0]);
        let all = self.sent.values().all(|lines| lines[0] == reply);
        assert!(all, "all are sent the same reply: {:?}", self.sent);
        reply.to_owned()
    }

    /// Plays a turn with a command for each living robot, by seat; returns the reply.
    pub fn turn(&mut self, commands: &[&str]) -> String {
        let answers: Vec<Answer> = commands.iter().map(|line| says(*line)).collect();
        self.answers(&answers)
    }

    /// Plays a turn in which the first robot that is asked has a fault and all others wait.
    pub fn fault(&mut self, fault: Fault) -> String {
        let mut answers = vec![says("1 Drop"); self.asked().len()];
        answers[0] = fails(fault);
        self.answers(&answers)
    }

    /// The lines that a seat was sent last: reply and list.
    pub fn sent(&self, seat: usize) -> &[String] {
        self.sent.get(&seat).map_or(&[], Vec::as_slice)
    }

    /// The last list of packages of a seat.
    pub fn list(&self, seat: usize) -> &str {
        self.sent(seat).last().map_or("", String::as_str)
    }

    pub fn robot(&self, seat: usize) -> &Robot {
        self.game.robots().nth(seat).flatten().expect("it is on the board")
    }

    /// The board with living robots, north row first.
    pub fn map(&self) -> Vec<String> {
        let board = self.game.world().board();
        let rows = (1..=board.height()).rev().map(|y| {
            let glyph = |x| {
                let cell = Cell::new(x, y);
                let mut robots = self.game.world().living().filter(|it| it.1.cell == cell);
                match (robots.next(), robots.next()) {
                    (None, _) => board.tile(cell).glyph(),
                    (Some((_, robot)), None) => robot.id.to_string().chars().next().unwrap_or('?'),
                    _ => '*',
                }
            };
            (1..=board.width()).map(glyph).collect()
        });
        rows.collect()
    }

    /// The cells of packages on the ground, with their ids.
    pub fn lying(&mut self) -> Vec<((i32, i32), usize)> {
        let piles = self.game.world().packages().piles();
        let mut piles: Vec<_> = piles.map(|(cell, count)| ((cell.x, cell.y), count)).collect();
        piles.sort_unstable();
        piles
    }
}
