//! The rules, and the drawing of the grid.

use std::time::Duration;

use gridkit::{Dir, Point, Rng};

use crate::game::{Answer, AnswerCount, Expected, Game, Outcome, Request, Seat};
use crate::game::{Step, ThrownOut};
use crate::happening::Happening;
use crate::scene::{Measure, Scene, Shape, Thing, Way};

/// The answers, in the order of [`Dir::ALL`].
pub(super) const WORDS: [&str; 4] = ["UP", "DOWN", "LEFT", "RIGHT"];

/// The measure of the cycles that are not out.
const ALIVE: &str = "alive";

/// A cycle that is out.
#[derive(Clone, Debug)]
struct Wreck {
    seat: Seat,
    /// Its last trail, whose cells are free again.
    trail: Vec<Point>,
    /// The cell that it moved to; `None` if it was thrown out.
    hit: Option<Point>,
    turn: u32,
}

/// A game.
#[derive(Clone, Debug, Default)]
pub(super) struct TronGame {
    /// Width and height.
    pub(super) size: Point,
    /// By seat: the cells of its trail, its cycle last. Empty if the cycle is out.
    pub(super) trails: Vec<Vec<Point>>,
    /// The cycles that are out, in order.
    wrecks: Vec<Wreck>,
    happenings: Vec<Happening>,
    /// By seat: its score. That of a living cycle is not known yet.
    scores: Vec<i64>,
    turns: u32,
    thrown_out: Vec<ThrownOut>,
    count: AnswerCount,
}

impl TronGame {
    /// A game in which no two cycles start side by side.
    pub(super) fn new(size: Point, seats: usize, rng: &mut Rng) -> Self {
        let mut game = Self { size, scores: vec![0; seats], ..Self::default() };
        let mut cells = game.free();
        while game.trails.len() < seats {
            let start = cells[rng.below(cells.len())];
            cells.retain(|cell| cell.manhattan(start) > 1);
            game.trails.push(vec![start]);
        }
        game
    }

    /// The cells of the grid without a trail, row by row.
    pub(super) fn free(&self) -> Vec<Point> {
        let rows = (0..self.size.y).flat_map(|y| (0..self.size.x).map(move |x| Point::new(x, y)));
        rows.filter(|cell| self.trails.iter().all(|trail| !trail.contains(cell))).collect()
    }

    fn is_inside(&self, cell: Point) -> bool {
        (0..self.size.x).contains(&cell.x) && (0..self.size.y).contains(&cell.y)
    }

    fn living(&self) -> Vec<Seat> {
        let seats = (0..self.trails.len()).filter(|seat| !self.trails[*seat].is_empty());
        seats.map(Seat).collect()
    }

    fn turn(&mut self, answers: &[Answer]) {
        self.turns += 1;
        let (living, free) = (self.living(), self.free());
        let out_earlier = self.trails.len() - living.len();
        let moves = living.iter().zip(answers).map(|(seat, answer)| self.target(*seat, answer));
        let moves: Vec<Option<Point>> = moves.collect();
        self.happenings = self.crashes(&living, &moves, &free);
        for (seat, to) in living.iter().zip(&moves) {
            let (trail, score) = (&mut self.trails[seat.0], &mut self.scores[seat.0]);
            let is_alone = moves.iter().filter(|other| *other == to).count() == 1;
            match to {
                Some(cell) if is_alone && free.contains(cell) => trail.push(*cell),
                _ => {
                    let (trail, turn) = (std::mem::take(trail), self.turns);
                    self.wrecks.push(Wreck { seat: *seat, trail, hit: *to, turn });
                    *score = if to.is_some() { out_earlier as i64 } else { -1 };
                }
            }
        }
    }

    /// What each cycle hit that is out after these moves.
    fn crashes(&self, living: &[Seat], moves: &[Option<Point>], free: &[Point]) -> Vec<Happening> {
        let words = |seat: Seat, to: Point| {
            let owner = self.trails.iter().position(|trail| trail.contains(&to));
            let other =
                living.iter().zip(moves).find(|(other, at)| **other != seat && **at == Some(to));
            match (owner, other) {
                (Some(owner), _) if owner == seat.0 => Some("hit its own trail".to_owned()),
                (Some(owner), _) => Some(format!("hit the trail of {}", Seat(owner).letter())),
                (None, _) if !free.contains(&to) => Some("hit the wall".to_owned()),
                (None, Some((other, _))) => Some(format!("ran into {}", other.letter())),
                (None, None) => None,
            }
        };
        let pairs = living.iter().zip(moves).filter_map(|(seat, to)| Some((*seat, (*to)?)));
        let pairs = pairs.filter_map(|(seat, to)| Some((seat, words(seat, to)?)));
        pairs.map(|(seat, words)| Happening::cause(seat.0, ALIVE, words)).collect()
    }

    /// The cell to which a cycle moves; `None` if it is disqualified.
    fn target(&mut self, seat: Seat, answer: &Answer) -> Option<Point> {
        let line = answer.line().unwrap_or_default();
        let dir = WORDS.iter().position(|word| *word == line).map(|index| Dir::ALL[index]);
        if dir.is_none() {
            self.thrown_out.push(answer.thrown_out(seat, "not-a-direction"));
        }
        Some(self.trails[seat.0].last()?.step(dir?))
    }

    fn request(&self, seat: Seat) -> Request {
        let (is_first, players) = (self.turns == 0, self.trails.len());
        let start = is_first.then(|| format!("{} {players} {seat}", self.size));
        let places = self.trails.iter().map(|trail| *trail.last().unwrap_or(&Point::new(-1, -1)));
        let lines = start.into_iter().chain(places.map(|place| place.to_string())).collect();
        let limit = Duration::from_millis(if is_first { 1000 } else { 100 });
        Request { seat, lines, expected: Some(Expected { lines: 1, limit, line_bytes: 100 }) }
    }

    fn outcome(&self, living: &[Seat]) -> Outcome {
        let mut scores = self.scores.clone();
        for seat in living {
            scores[seat.0] = scores.len() as i64 - 1;
        }
        let mut outcome = Outcome::by_score(scores, self.turns);
        outcome.thrown_out.clone_from(&self.thrown_out);
        let end = if living.is_empty() { "none-left" } else { "one-left" };
        outcome.more.insert("end".to_owned(), end.into());
        outcome
    }
}

impl Game for TronGame {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        if !answers.is_empty() {
            self.turn(answers);
        }
        self.count.note(match &self.living()[..] {
            living @ ([] | [_]) => Step::Over(self.outcome(living)),
            living => Step::Ask(living.iter().map(|seat| self.request(*seat)).collect()),
        })
    }

    fn draw(&self) -> String {
        format!("turn {}\n{}", self.turns, self.scene().unwrap_or_default().text())
    }

    fn scene(&self) -> Option<Scene> {
        let rows = vec![".".repeat(self.size.x as usize); self.size.y as usize];
        let mut scene = Scene { rows, ..Scene::default() };
        for Wreck { seat, trail, hit, turn } in &self.wrecks {
            let mut points: Vec<[i32; 2]> = trail.iter().map(|cell| [cell.x, cell.y]).collect();
            let at = points.last().copied().unwrap_or_default();
            let wreck = Thing::of_seat(seat.0, at, Shape::Cross, seat.letter());
            let words = hit.map_or("thrown out".to_owned(), |cell| format!("moved to {cell}"));
            scene.things.push(wreck.named("cycle that is out").saying(words));
            // Later another cycle can drive through this cell.
            let hit = hit.filter(|cell| *turn == self.turns && self.is_inside(*cell));
            if let Some(cell) = hit.map(|cell| [cell.x, cell.y]) {
                points.push(cell);
                let crash = Thing::of_seat(seat.0, cell, Shape::Diamond, "")
                    .named("cell where a cycle crashed");
                let is_there = |it: &&mut Thing| it.at == cell && it.shape == Shape::Diamond;
                match scene.things.iter_mut().find(is_there) {
                    // It is that of several cycles.
                    Some(other) => other.seat = None,
                    None => scene.things.push(crash),
                }
            }
            scene.ways.push(Way { seat: seat.0, points, is_past: true });
        }
        for (seat, trail) in self.trails.iter().enumerate() {
            let points: Vec<[i32; 2]> = trail.iter().map(|cell| [cell.x, cell.y]).collect();
            let disc = |at: &[i32; 2]| {
                Thing::of_seat(seat, *at, Shape::Disc, Seat(seat).letter()).named("cycle")
            };
            scene.things.extend(points.last().map(disc));
            scene.ways.push(Way { seat, points, is_past: false });
        }
        Some(scene)
    }

    fn measures(&self) -> Vec<Measure> {
        vec![Measure::flag(ALIVE, self.trails.iter().map(|trail| !trail.is_empty()))]
    }

    fn turn(&self) -> Option<u32> {
        Some(self.turns)
    }

    fn happenings(&self) -> Vec<Happening> {
        self.happenings.clone()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }
}
