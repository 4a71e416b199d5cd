//! Simultaneous perturbation: all parameters are changed at once, up or down at random, and games
//! between the two sides decide which side was better.
//!
//! J. C. Spall's SPSA ("Multivariate stochastic approximation using a simultaneous perturbation
//! gradient approximation", IEEE Trans. Automatic Control 37, 1992) in the form in which chess
//! engines use it, where a difference of points takes the place of the loss function:
//!
//! ```text
//! iteration k of N          spread  c_k = step · (N/k)^γ
//!                           gain    R_k = rate · ((A+N)/(A+k))^α · (step/c_k)²
//!   draw flip = ±1 for each parameter
//!   plus  = value + c_k·flip        minus = value − c_k·flip
//!   play pairs of plus against minus: margin = wins − losses of plus
//!   value += R_k · c_k · margin · flip, kept within its range
//! ```
//!
//! At the last iteration a perturbation is one `step`, and a won game moves the value by `rate`
//! steps. A whole parameter has a real value here and plays with a neighbouring whole one, rounded
//! up with the probability of its fraction.
//!
//! In a contest with teams, plus and minus play the same seeds. A seed on which plus earns more by
//! the usual difference counts as a won game; the usual difference is the root mean square of all
//! earlier ones.

use gridkit::floats;
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::bounds::{BadSettings, demand_within};
use super::method::{Method, Moment, RoundTally, Stages, random_of};
use super::parameters::Parameter;

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// N, the number of iterations.
    pub iterations: u64,
    /// Seeds of an iteration.
    pub pairs: u64,
    /// α, the exponent of the gain.
    pub alpha: f64,
    /// γ, the exponent of the perturbations.
    pub gamma: f64,
    /// A, the offset of the iteration in the gain.
    pub stability: f64,
    /// Change per won game, or per seed better by the usual difference, at the end, in steps.
    pub rate: f64,
}

/// Seeds of a long tuning of a chess engine and its last rate.
const LONG: (f64, f64) = (30_000.0, 0.002);

impl Gains {
    /// The settings of chess engines.
    ///
    /// The rate ends at 0.002 for a tuning of 30,000 pairs. A shorter one needs a higher rate.
    /// Inversely proportional to the pairs (power 1), the distance that a parameter can move
    /// towards its best would stay the same; with power ½, the drift by chance of a parameter
    /// without effect. The power ¾ is between them.
    pub fn new(iterations: u64, pairs: u64) -> Self {
        let (pairs_of_long, rate_of_long) = LONG;
        let all = (iterations * pairs).max(1) as f64;
        Self {
            iterations,
            pairs,
            alpha: 0.602,
            gamma: 0.101,
            stability: iterations as f64 / 10.0,
            rate: rate_of_long * floats::pow(pairs_of_long / all, 0.75),
        }
    }

    /// Checks that every setting is within its limits.
    ///
    /// # Errors
    /// If one of them is not.
    pub fn check(&self) -> Result<(), BadSettings> {
        demand_within("--alpha", self.alpha, 0.0..=2.0)?;
        demand_within("--gamma", self.gamma, 0.0..=1.0)?;
        demand_within("--stability", self.stability, 0.0..=1e9)?;
        demand_within("--rate", self.rate, 1e-9..=1e3)
    }

    /// Whether these are the settings of a longer tuning. Its rate and its stability depend on its length.
    pub(super) fn go_on_from(&self, earlier: &Self) -> bool {
        let Self { iterations, stability, rate, .. } = *self;
        iterations > earlier.iterations && *self == Self { iterations, stability, rate, ..*earlier }
    }

    /// The perturbation of iteration `k` (from 1), in steps.
    fn spread(&self, k: usize) -> f64 {
        floats::pow(self.iterations as f64 / k as f64, self.gamma)
    }

    /// Change per won game in iteration `k` (from 1), as a share of the perturbation.
    fn gain(&self, k: usize) -> f64 {
        let (all, now) = (self.iterations as f64, k as f64);
        let falling = floats::pow((self.stability + all) / (self.stability + now), self.alpha);
        self.rate * falling / self.spread(k).powi(2)
    }
}

/// The state of a tuning.
pub struct Spsa {
    parameters: Vec<Parameter>,
    gains: Stages<Gains>,
    seed: u64,
    against_itself: bool,
    /// Not rounded: whole parameters have fractions here.
    values: Vec<f64>,
    /// The direction of each parameter in the coming iteration; 0 if both sides play the same.
    flips: Vec<f64>,
    /// Plus and minus.
    sides: Vec<Vec<f64>>,
    trail: Vec<Vec<Moment>>,
    /// Sum of the squares of all moves, by parameter.
    squares: Vec<f64>,
    usual: Usual,
}

/// Differences of the points of both sides' teams on a seed.
#[derive(Default)]
struct Usual {
    squares: f64,
    seeds: f64,
}

impl Usual {
    /// The sum of some differences in units of the usual one.
    fn margin(&mut self, differences: &[f64]) -> f64 {
        self.squares += differences.iter().map(|it| it * it).sum::<f64>();
        self.seeds += differences.len() as f64;
        let usual = (self.squares / self.seeds.max(1.0)).sqrt();
        if usual > 0.0 { differences.iter().sum::<f64>() / usual } else { 0.0 }
    }
}

impl Spsa {
    /// The state before the first iteration. If the bot is tuned against itself, plus plays minus;
    /// otherwise both have the same opponents or partners.
    pub(super) fn new(
        parameters: Vec<Parameter>,
        gains: Stages<Gains>,
        seed: u64,
        against_itself: bool,
    ) -> Self {
        let values: Vec<f64> = parameters.iter().map(|it| it.start).collect();
        let start = values.iter().map(|&value| Moment { value, low: value, high: value }).collect();
        let mut spsa = Self {
            flips: Vec::new(),
            sides: Vec::new(),
            trail: vec![start],
            squares: vec![0.0; parameters.len()],
            usual: Usual::default(),
            values,
            parameters,
            gains,
            seed,
            against_itself,
        };
        spsa.perturb();
        spsa
    }

    /// The number of the coming iteration, from 1.
    fn k(&self) -> usize {
        self.trail.len()
    }

    /// Draws the sides of the coming iteration.
    fn perturb(&mut self) {
        let spread = self.gains.of(self.k()).spread(self.k());
        let mut random = random_of(self.seed, self.k());
        self.flips.clear();
        self.sides = vec![Vec::new(), Vec::new()];
        for (parameter, value) in self.parameters.iter().zip(&self.values) {
            let flip = if random.random::<bool>() { 1.0 } else { -1.0 };
            // Drawn for every parameter, so that a change of one does not affect the others.
            let chance = random.random::<f64>();
            let far = parameter.step * spread * flip;
            let [plus, minus] = [far, -far].map(|far| parameter.settle(value + far, chance));
            // If both are equal, the games tell nothing about this parameter.
            #[allow(clippy::float_cmp)]
            self.flips.push(if plus == minus { 0.0 } else { flip });
            self.sides[0].push(plus);
            self.sides[1].push(minus);
        }
    }
}

impl Method for Spsa {
    fn candidates(&self) -> &[Vec<f64>] {
        &self.sides
    }

    fn tell(&mut self, tally: &RoundTally) {
        let margin = match tally {
            RoundTally::HalfPoints(points) => {
                assert_eq!(points.len(), 2, "plus and minus have points");
                // Wins minus losses. Half points of both are counted, and one game shifts both.
                let difference = points[0] as f64 - points[1] as f64;
                if self.against_itself { difference / 2.0 } else { difference }
            }
            RoundTally::TeamPoints(points) => {
                assert_eq!(points.len(), 2, "plus and minus have points");
                let seeds = points[0].iter().zip(&points[1]);
                self.usual.margin(&seeds.map(|(a, b)| (a - b) as f64).collect::<Vec<_>>())
            }
        };
        let gains = self.gains.of(self.k());
        let (gain, spread) = (gains.gain(self.k()), gains.spread(self.k()));
        let mut now = Vec::new();
        for (i, parameter) in self.parameters.iter().enumerate() {
            let moved = gain * spread * parameter.step * margin * self.flips[i];
            self.squares[i] += moved * moved;
            self.values[i] = (self.values[i] + moved).clamp(parameter.low, parameter.high);
            let [plus, minus] = [&self.sides[0][i], &self.sides[1][i]];
            let value = self.values[i];
            now.push(Moment { value, low: plus.min(*minus), high: plus.max(*minus) });
        }
        self.trail.push(now);
        self.perturb();
    }

    fn trail(&self) -> &[Vec<Moment>] {
        &self.trail
    }

    fn luck(&self) -> Option<Vec<f64>> {
        Some(self.squares.iter().map(|squares| squares.sqrt()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The change of a value that starts at 5, in the first of 100 iterations.
    fn moved(points: [u64; 2], against_itself: bool) -> f64 {
        let name = "x".to_owned();
        let parameter =
            Parameter { name, whole: false, low: 0.0, high: 10.0, start: 5.0, step: 0.5 };
        let gains = Gains::new(100, 8);
        let mut spsa = Spsa::new(vec![parameter], Stages::new([], gains), 1, against_itself);
        let up = spsa.candidates()[0][0] > spsa.candidates()[1][0];
        spsa.tell(&RoundTally::HalfPoints(points.to_vec()));
        let moved = spsa.values()[0] - 5.0;
        if up { moved } else { -moved }
    }

    #[test]
    fn a_value_moves_towards_the_side_that_won_as_far_as_published() {
        // By R · c · margin, with c = step · N^γ and R = rate · ((A+N)/(A+1))^α / N^(2γ).
        let gains = Gains::new(100, 8);
        let spread = 100_f64.powf(0.101);
        let gain = gains.rate * (110.0_f64 / 11.0).powf(0.602) / (spread * spread);
        // Plus has won 10 games and lost 6; the half points of both say so.
        let expected = gain * 0.5 * spread * 4.0;
        assert!((moved([20, 12], true) - expected).abs() < 1e-12);
        // Against others each half point counts by itself.
        assert!((moved([20, 12], false) - 2.0 * expected).abs() < 1e-12);
        assert!((moved([12, 20], true) + expected).abs() < 1e-12);
    }

    #[test]
    fn a_shorter_tuning_has_a_greater_rate() {
        assert!((Gains::new(3750, 8).rate - 0.002).abs() < 1e-12);
        let sixteenth = Gains::new(375, 5).rate;
        assert!((sixteenth - 0.002 * 8.0).abs() < 1e-12, "{sixteenth}");
    }
}
