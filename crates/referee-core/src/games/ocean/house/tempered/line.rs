//! The lines of orders that a player tries, each with a score.

use gridkit::{Board15, Dir, Square15};

use super::known::{Known, cell, expected, square};
use super::temper::{SilenceUse, Temper};
use crate::games::ocean::chart::{damage, reach};
use crate::games::ocean::commands::Device;

/// Added to the damage of a hit that sinks the opponent.
const SINKING: f64 = 5.0;
/// The cost of a silence.
const SILENCE: f64 = 0.35;
/// The value of a silence of four steps to a player that always makes those.
const FAR: f64 = 0.6;
/// The cost of a torpedo.
const TORPEDO: f64 = 0.2;
/// The weight of the expected damage by the opponent's best torpedo.
const EXPOSURE: f64 = 0.7;
/// The weight of the damage by mines next to the end of the line.
const MINES: f64 = 0.6;
/// An opponent counts as found if it can be on at most this many equally likely cells.
const FOUND: f64 = 9.0;

/// A line of orders.
#[derive(Clone, Default)]
pub(super) struct Line {
    pub orders: Vec<String>,
    /// The cells that the submarine enters.
    pub passed: Vec<Square15>,
    pub torpedo: Option<Square15>,
    /// The lives that it costs the player itself.
    pub price: u32,
    pub score: f64,
}

/// The data from which the score of a line is computed.
struct Judge<'a> {
    temper: &'a Temper,
    game: &'a Known,
    chances: [f64; 256],
    cells: Board15,
    /// On how many equally likely cells the opponent can be.
    spread: f64,
    /// The greatest expected damage of an explosion that the opponent could cause now.
    exposure: f64,
    /// For each cell the steps through water to the most likely cell of the opponent.
    steps: [u8; 256],
}

/// All lines, at least one.
pub(super) fn lines(temper: &Temper, game: &Known) -> Vec<Line> {
    let judge = Judge::new(temper, game);
    let trail: Board15 = game.water.iter().filter(|at| !game.view.is_free(cell(*at))).collect();
    let at = square(game.view.cell);
    let mut all = Vec::new();
    judge.steps_from(at, trail, &Line::default(), &mut all);
    let stuck = all.is_empty();
    if game.lives[0] > 1 && (stuck || temper.surfaces && judge.spread <= FOUND) {
        let surfaced = Line { orders: vec!["SURFACE".to_owned()], price: 1, ..Line::default() };
        judge.steps_from(at, Board15::of(at), &surfaced, &mut all);
    }
    if all.is_empty() {
        all.push(Line { orders: vec!["SURFACE".to_owned()], price: 1, ..Line::default() });
    }
    all
}

impl<'a> Judge<'a> {
    fn new(temper: &'a Temper, game: &'a Known) -> Self {
        let (chances, cells) = game.them.chances();
        let (known, where_known) = game.us.chances();
        let exposure = where_known.iter().map(|at| expected(&known, where_known, at));
        let likeliest =
            cells.iter().max_by(|a, b| chances[a.index()].total_cmp(&chances[b.index()]));
        let likeliest = likeliest.map_or(Board15::EMPTY, Board15::of);
        let spread = 1.0 / cells.iter().map(|at| chances[at.index()].powi(2)).sum::<f64>();
        Self {
            temper,
            game,
            exposure: exposure.fold(0.0, f64::max),
            spread,
            steps: *likeliest.distances(game.water).steps(),
            chances,
            cells,
        }
    }

    /// The lines that begin with `before` and continue with a step.
    fn steps_from(&self, at: Square15, trail: Board15, before: &Line, all: &mut Vec<Line>) {
        let device = self.temper.charges.into_iter().find(|d| self.game.view.wants_charge(*d));
        let device = device.map_or(String::new(), |device| format!(" {}", device.word()));
        for dir in Dir::ALL {
            let Some(next) = (self.game.water - trail).step(at, dir) else { continue };
            let mut moved = before.clone();
            moved.orders.push(format!("MOVE {dir}{device}"));
            moved.passed.push(next);
            let trail = trail.with(next);
            self.fire_and_end(
                &[(before.orders.len(), at), (moved.orders.len(), next)],
                trail,
                &moved,
                all,
            );
            self.silences(at, next, trail, before.orders.len(), &moved, all);
        }
        if self.game.view.is_ready(Device::Silence) && self.temper.silence != SilenceUse::Never {
            // If no step is possible, a silence of 0 steps passes the turn.
            let mut still = before.clone();
            still.orders.push("SILENCE N 0".to_owned());
            still.score -= SILENCE + 0.1;
            self.fire_and_end(&[(before.orders.len(), at)], trail, &still, all);
        }
    }

    /// The lines with a silence after the step to `next`.
    fn silences(
        &self,
        start: Square15,
        next: Square15,
        trail: Board15,
        first: usize,
        moved: &Line,
        all: &mut Vec<Line>,
    ) {
        if !self.game.view.is_ready(Device::Silence) || self.temper.silence == SilenceUse::Never {
            return;
        }
        let stops = [(first, start), (moved.orders.len(), next)];
        let hides = self.exposure.min(2.0) * 0.8;
        let add = |dir: Dir, passed: &[Square15], all: &mut Vec<Line>| {
            let mut line = moved.clone();
            line.orders.push(format!("SILENCE {dir} {}", passed.len()));
            line.passed.extend(passed);
            line.score += match self.temper.silence {
                SilenceUse::Far => {
                    if passed.len() == 4 {
                        FAR
                    } else {
                        -FAR
                    }
                }
                _ => hides * self.threat(next) - SILENCE,
            };
            let trail = passed.iter().fold(trail, |trail, at| trail.with(*at));
            self.fire_and_end(&stops, trail, &line, all);
        };
        if matches!(self.temper.silence, SilenceUse::Still | SilenceUse::Evade) {
            add(Dir::North, &[], all);
        }
        if self.temper.silence == SilenceUse::Still {
            return;
        }
        for dir in Dir::ALL {
            let mut passed = Vec::new();
            while let Some(to) = (self.game.water - trail)
                .step(*passed.last().unwrap_or(&next), dir)
                .filter(|_| passed.len() < 4)
            {
                passed.push(to);
                add(dir, &passed, all);
            }
        }
    }

    /// The probability that the opponent can reach this player with a torpedo.
    fn threat(&self, at: Square15) -> f64 {
        let near = reach(at, self.game.water).grow() & self.game.water;
        (near & self.cells).iter().map(|at| self.chances[at.index()]).sum()
    }

    /// The line without a torpedo, and with one from each of the stops.
    fn fire_and_end(
        &self,
        stops: &[(usize, Square15)],
        trail: Board15,
        line: &Line,
        all: &mut Vec<Line>,
    ) {
        let end = line.passed.last().copied().unwrap_or(square(self.game.view.cell));
        let mut quiet = line.clone();
        quiet.score += self.place(end, trail) - f64::from(line.price);
        if !line.orders.iter().any(|order| order.starts_with("SILENCE")) {
            quiet.score -= EXPOSURE * self.exposure * self.threat(end);
        }
        if self.game.view.is_ready(Device::Torpedo) {
            for &(index, from) in stops {
                all.extend(self.shot(&quiet, index, from));
            }
        }
        all.push(quiet);
    }

    /// The line with the best torpedo from a stop, if its expected damage is high enough.
    fn shot(&self, line: &Line, index: usize, from: Square15) -> Option<Line> {
        let worth = |target: Square15| expected(&self.chances, self.cells, target);
        let targets = (reach(from, self.game.water) & self.cells.grow_king()).iter();
        let safe = targets.filter(|target| damage(*target, from) == 0);
        let (worth, target) =
            safe.map(|target| (worth(target), target)).max_by(|a, b| a.0.total_cmp(&b.0))?;
        let sinks = f64::from(self.game.lives[1]) <= worth + 0.1;
        if worth < self.temper.torpedo && !sinks {
            return None;
        }
        let mut fired = line.clone();
        fired.orders.insert(index, format!("TORPEDO {}", cell(target)));
        fired.torpedo = Some(target);
        fired.score += worth - TORPEDO + if sinks { SINKING } else { 0.0 };
        Some(fired)
    }

    /// The value of a cell as the end of a turn.
    fn place(&self, end: Square15, trail: Board15) -> f64 {
        let free = self.game.water - trail;
        let room = Board15::of(end).flood(free | Board15::of(end)).count() - 1;
        let exits = (Board15::of(end).neighbours() & free).count();
        let steps = f64::from(self.steps[end.index()].min(40));
        let found = if self.spread <= FOUND { 1.0 } else { 0.0 };
        let beyond_reach = (steps - 4.0).max(0.0);
        f64::from(room.min(60)) * 0.02
            - f64::from(exits) * 0.05
            - MINES * self.game.them.danger(end)
            - found * self.temper.chase * beyond_reach
            + found * self.temper.hide * steps.min(10.0)
            - if exits == 0 { 0.6 } else { 0.0 }
    }
}
