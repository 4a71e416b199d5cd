//! The accuracy of the trackers in recorded games: both seats, on every turn. The opponent's true cell is in
//! the lines that it is sent on its next turn.

use std::fmt;

use gridkit::Board15;
use ocean::knowledge::Knowledge;
use ocean::map::damage;
use ocean::orders;
use ocean::params::Params;
use ocean::tracker::Belief;
use referee::game::Seat;
use referee::recording::Exchange;

use super::read;

/// Bins of predicted probabilities.
pub const BINS: usize = 10;

/// The results of the trackers over any number of games.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Turns at which the true cell is known.
    pub turns: u64,
    /// Turns on which the safe tracker considered it possible.
    pub in_safe: u64,
    /// Turns at which the sharp tracker gave it a probability above zero.
    pub in_sharp: u64,
    /// The most paths that a tracker held.
    pub most_paths: usize,
    /// The sum of the probabilities of the true cell.
    probability: f64,
    /// The sum of the logarithms of that probability, minus those of a uniform guess.
    nats: f64,
    /// The sum of the possible cells.
    safe: f64,
    /// The sum of the numbers of equally likely cells that correspond to the sharp tracker's probabilities.
    sharp: f64,
    /// For each bin of the probability that the best explosion hits: the number of cases, the sum of the
    /// predictions, and the number of hits.
    bins: [(u64, f64, u64); BINS],
}

impl Figures {
    /// Adds the results of other games.
    pub fn add(&mut self, other: &Figures) {
        self.turns += other.turns;
        self.in_safe += other.in_safe;
        self.in_sharp += other.in_sharp;
        self.most_paths = self.most_paths.max(other.most_paths);
        self.probability += other.probability;
        self.nats += other.nats;
        self.safe += other.safe;
        self.sharp += other.sharp;
        for (bin, more) in self.bins.iter_mut().zip(&other.bins) {
            *bin = (bin.0 + more.0, bin.1 + more.1, bin.2 + more.2);
        }
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / (self.turns.max(1) as f64)
    }

    /// The mean probability of the true cell.
    pub fn mean_probability(&self) -> f64 {
        self.mean(self.probability)
    }

    /// The mean logarithm of that probability, minus that of a uniform guess over the safe set.
    pub fn nats_over_uniform(&self) -> f64 {
        self.mean(self.nats)
    }

    /// The mean number of possible cells.
    pub fn mean_safe(&self) -> f64 {
        self.mean(self.safe)
    }

    /// The mean number of equally likely cells that corresponds to the sharp tracker's probabilities.
    pub fn mean_sharp(&self) -> f64 {
        self.mean(self.sharp)
    }

    /// The mean difference between predicted and true hit rates over the bins with predictions.
    pub fn calibration_error(&self) -> f64 {
        let used: Vec<f64> = self
            .bins
            .iter()
            .filter(|bin| bin.0 > 0)
            .map(|&(count, predicted, hit)| (predicted - hit as f64).abs() / count as f64)
            .collect();
        used.iter().sum::<f64>() / used.len().max(1) as f64
    }

    /// For each bin with predictions: their number, their mean, the true rate.
    pub fn calibration(&self) -> impl Iterator<Item = (u64, f64, f64)> + '_ {
        self.bins.iter().filter(|bin| bin.0 > 0).map(|&(count, predicted, hit)| {
            (count, predicted / count as f64, hit as f64 / count as f64)
        })
    }

    fn note(&mut self, safe: Board15, sharp: &Belief, truth: ocean::map::Cell) {
        let chance = f64::from(sharp.at(truth));
        let cells = f64::from(safe.count().max(1));
        self.turns += 1;
        self.in_safe += u64::from(safe.contains(truth));
        self.in_sharp += u64::from(chance > 0.0);
        self.probability += chance;
        self.nats += chance.max(1e-30).ln() + cells.ln();
        self.safe += cells;
        self.sharp += f64::from(sharp.spread_over());
        let hits = |target| sharp.within(Board15::of(target).grow_king());
        let best =
            sharp.cells().iter().map(|cell| (hits(cell), cell)).fold(
                None,
                |best, this| match best {
                    Some((most, _)) if most >= this.0 => best,
                    _ => Some(this),
                },
            );
        if let Some((predicted, target)) = best {
            let bin = &mut self.bins[((predicted * BINS as f32) as usize).min(BINS - 1)];
            bin.0 += 1;
            bin.1 += f64::from(predicted.min(1.0));
            bin.2 += u64::from(damage(target, truth) > 0);
        }
    }
}

impl fmt::Display for Figures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} turns: in safe {}, in sharp {}, probability {:.3}, {:.3} nats over uniform, cells {:.1} safe, {:.1} sharp, calibration error {:.3}",
            self.turns,
            self.in_safe,
            self.in_sharp,
            self.mean_probability(),
            self.nats_over_uniform(),
            self.mean_safe(),
            self.mean_sharp(),
            self.calibration_error()
        )
    }
}

/// Follows a game from the view of one seat.
///
/// # Errors
///
/// A sentence, if the exchanges are not a game of this contest.
pub fn follow(game: &[(usize, Exchange)], seat: usize, params: &Params) -> Result<Figures, String> {
    let mut figures = Figures::default();
    let own: Vec<&(usize, Exchange)> =
        game.iter().filter(|(_, exchange)| exchange.seat == Seat(seat)).collect();
    let (first, turns) = match own.split_first() {
        Some((first, turns)) if !turns.is_empty() => (&first.1, turns),
        _ => return Ok(figures),
    };
    let start = read::try_start(&first.sent)?;
    let at = match first.line().and_then(read::place) {
        Some(at) if start.map.water().contains(at) => at,
        _ => return Ok(figures),
    };
    let mut knowledge = Knowledge::new(start.map, at, params);
    knowledge.own.charges = read::try_turn(&turns[0].1.sent)?.charges;
    for (line, exchange) in turns {
        let in_line = |error: String| format!("line {line}: {error}");
        let turn = read::try_turn(&exchange.sent).map_err(in_line)?;
        if (knowledge.own.at, knowledge.own.charges) != (turn.at, turn.charges) {
            return Err(in_line("the submarine is not where its orders lead".to_owned()));
        }
        knowledge.observe(&turn);
        let truth = game.iter().find(|(later, it)| later > line && it.seat != Seat(seat));
        if let Some((_, exchange)) = truth {
            let truth = read::try_turn(&exchange.sent).map_err(in_line)?.at;
            figures.note(knowledge.them.cells(), &knowledge.them.belief(), truth);
        }
        figures.most_paths = figures.most_paths.max(knowledge.them.paths().len());
        match exchange.line().map(orders::parse) {
            Some(Ok(orders)) => knowledge.execute(&orders),
            // A line that breaks the rules ends the game.
            _ => break,
        }
        if !knowledge.us.cells().contains(knowledge.own.at) {
            return Err(in_line("the picture of ourselves lost our own cell".to_owned()));
        }
    }
    if knowledge.surprises() > 0 {
        return Err("a tracker had no path left".to_owned());
    }
    Ok(figures)
}
