//! Tuning by simultaneous perturbation: all numbers are moved at once, and two bots play for it.
//!
//! J. C. Spall, "Implementation of the Simultaneous Perturbation Algorithm for Stochastic
//! Optimization", IEEE Trans. Aerosp. Electron. Syst. 34 (1998), as chess engines use it since
//! J. Kiiski's tuner of 2011: the two perturbed bots play each other, and the points of their games
//! take the place of the measured loss.

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::parameter::{BadParameter, Parameter, check, random_of};

/// How the gain falls: Spall's exponents, the smallest that theory allows.
const ALPHA: f64 = 0.602;
/// How the perturbation falls.
const GAMMA: f64 = 0.101;
/// The part of the iterations that the gain is damped for, lest the first games throw the numbers
/// about.
const DAMPED: f64 = 0.1;

/// How long tuning lasts and how fast it goes.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gains {
    /// The number of iterations.
    pub iterations: u64,
    /// The games of an iteration; two at least, so that each bot sits in each seat.
    pub games: u32,
    /// How many steps a number moves in the end for a game won, called `r_end` by chess engines.
    pub learning_rate: f64,
}

impl Gains {
    /// That many iterations of that many games, with a learning rate of `2 / √(all games)`.
    ///
    /// At that rate luck alone moves a number by a few steps, however many games are played. On
    /// simulated hills of 240 and 980 Elo, with 2,000 to 30,000 games, half of it stopped short of
    /// the top, and more than it gained only where games were few.
    pub fn new(iterations: u64, games: u32) -> Self {
        let all = iterations as f64 * f64::from(games);
        Self { iterations, games, learning_rate: 2.0 / all.max(1.0).sqrt() }
    }
}

/// Two bots to be played against each other: the values of their numbers, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Trial {
    /// The values of the first bot.
    pub plus: Vec<f64>,
    /// Those of the second, moved to the other side.
    pub minus: Vec<f64>,
}

/// Numbers on their way to better values.
///
/// In iteration `k` of `N` each number `θ` is moved by its step `c` to one side or the other, by
/// the toss of a coin, for the first bot, and to the opposite side for the second. If the first
/// makes `result` points more, counted as games won less games lost:
///
/// ```text
/// c(k) = step · (N / (k+1))^0.101
/// a(k) = rate · step² · ((A + N) / (A + k+1))^0.602        A = N / 10
/// θ   ←  θ + a(k) / c(k) · result · side
/// ```
///
/// All its state can be written to a checkpoint; the coins come from the seed and `k` alone, so
/// tuning that is taken up again goes on as if it had not stopped.
///
/// ```
/// use referee::stats::{parameter::Parameter, spsa::{Gains, Spsa}};
///
/// let line = r#"{"name":"hit","whole":false,"default":0.2,"low":0,"high":2}"#;
/// let mut spsa = Spsa::new(vec![serde_json::from_str(line).unwrap()], Gains::new(500, 2), 1).unwrap();
/// while !spsa.is_done() {
///     let trial = spsa.ask();
///     // Both games go to the bot whose number is nearer to 1.
///     let plus_wins = (trial.plus[0] - 1.0_f64).abs() < (trial.minus[0] - 1.0_f64).abs();
///     spsa.tell(if plus_wins { 2.0 } else { -2.0 });
/// }
/// assert!((spsa.values()[0] - 1.0).abs() < 0.1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spsa {
    parameters: Vec<Parameter>,
    gains: Gains,
    seed: u64,
    iteration: u64,
    values: Vec<f64>,
}

impl Spsa {
    /// Starts at the defaults.
    ///
    /// # Errors
    /// If one of the parameters [cannot be tuned](check).
    pub fn new(parameters: Vec<Parameter>, gains: Gains, seed: u64) -> Result<Self, BadParameter> {
        check(&parameters)?;
        let values = parameters.iter().map(|parameter| parameter.default).collect();
        Ok(Self { parameters, gains, seed, iteration: 0, values })
    }

    /// What is tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The number of results told so far.
    pub fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Whether all iterations are done.
    pub fn is_done(&self) -> bool {
        self.iteration >= self.gains.iterations
    }

    /// The values reached so far, as the bot takes them.
    pub fn values(&self) -> Vec<f64> {
        self.parameters.iter().zip(&self.values).map(|(p, value)| p.rounded(*value)).collect()
    }

    /// The bots of the coming iteration.
    pub fn ask(&self) -> Trial {
        self.perturb(self.iteration)
    }

    /// Takes the result of the coming iteration and goes on to the next: see [`update`](Self::update).
    pub fn tell(&mut self, result: f64) {
        self.update(self.iteration, result);
    }

    /// The bots of iteration `k`, counted from 0, perturbed from where the numbers are now.
    ///
    /// Several iterations may be played at once; each is told by its own number.
    pub fn perturb(&self, k: u64) -> Trial {
        let mut random = random_of(self.seed, k);
        let sides = self.sides(&mut random);
        let mut moved = |direction: f64| {
            let numbers = self.parameters.iter().zip(&self.values).zip(&sides);
            numbers
                .map(|((parameter, value), side)| {
                    let by = direction * side * self.perturbation(parameter, k);
                    parameter.settled(value + by, &mut random)
                })
                .collect()
        };
        let plus = moved(1.0);
        Trial { plus, minus: moved(-1.0) }
    }

    /// Moves the numbers by the result of iteration `k`: the games that the first bot won less
    /// those it lost, a draw being neither.
    ///
    /// # Panics
    /// If the result is no number or beyond the games of an iteration.
    pub fn update(&mut self, k: u64, result: f64) {
        let games = f64::from(self.gains.games);
        assert!(result.abs() <= games, "{result} games of an iteration of {games} were won");
        let sides = self.sides(&mut random_of(self.seed, k));
        for (index, side) in sides.into_iter().enumerate() {
            let parameter = &self.parameters[index];
            let gain = self.gain(parameter, k) / self.perturbation(parameter, k);
            self.values[index] = parameter.within(self.values[index] + gain * result * side);
        }
        self.iteration += 1;
    }

    /// To which side each number goes for the first bot of an iteration: the first coins of its
    /// random numbers.
    fn sides(&self, random: &mut impl rand::Rng) -> Vec<f64> {
        self.parameters.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect()
    }

    /// `c(k)` of a number.
    fn perturbation(&self, parameter: &Parameter, k: u64) -> f64 {
        let all = self.gains.iterations.max(1) as f64;
        parameter.step() * (all / (k + 1) as f64).powf(GAMMA)
    }

    /// `a(k)` of a number.
    fn gain(&self, parameter: &Parameter, k: u64) -> f64 {
        let all = self.gains.iterations.max(1) as f64;
        let damped = DAMPED * all;
        let falling = ((damped + all) / (damped + (k + 1) as f64)).powf(ALPHA);
        self.gains.learning_rate * parameter.step() * parameter.step() * falling
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parameter(whole: bool, default: f64, low: f64, high: f64) -> Parameter {
        Parameter { name: "x".into(), whole, default, low, high, step: None }
    }

    #[test]
    fn the_gains_are_those_of_the_formula() {
        // Range 100, hence step 5; 1000 iterations, hence A = 100.
        let gains = Gains { iterations: 1000, games: 2, learning_rate: 0.002 };
        let spsa = Spsa::new(vec![parameter(false, 50.0, 0.0, 100.0)], gains, 7).unwrap();
        let c = |k| spsa.perturbation(&spsa.parameters[0], k);
        let a = |k| spsa.gain(&spsa.parameters[0], k);
        assert!((c(999) - 5.0).abs() < 1e-12 && (a(999) - 0.05).abs() < 1e-12);
        assert!((c(0) - 5.0 * 1000_f64.powf(0.101)).abs() < 1e-9);
        assert!((a(0) - 0.05 * (1100.0_f64 / 101.0).powf(0.602)).abs() < 1e-9);
        // The bots lie as far to both sides, and the better one draws the number to its side.
        let Trial { plus, minus } = spsa.ask();
        assert!((plus[0] + minus[0] - 100.0).abs() < 1e-9);
        assert!(((plus[0] - 50.0).abs() - c(0)).abs() < 1e-9);
        let mut after = spsa.clone();
        after.tell(2.0);
        let moved = after.values[0] - 50.0;
        assert!((moved - 2.0 * a(0) / c(0) * (plus[0] - 50.0).signum()).abs() < 1e-12);
    }

    #[test]
    fn taken_up_again_it_goes_on_as_if_it_had_not_stopped() {
        let parameters = vec![parameter(false, 0.3, 0.0, 0.7), parameter(true, 3.0, -10.0, 10.0)];
        let mut whole = Spsa::new(parameters, Gains::new(200, 4), 5).unwrap();
        let mut pieces = whole.clone();
        let result = |trial: &Trial| if trial.plus[0] * trial.plus[1] > 0.5 { 3.0 } else { -1.5 };
        while !whole.is_done() {
            whole.tell(result(&whole.ask()));
            pieces = serde_json::from_str(&serde_json::to_string(&pieces).unwrap()).unwrap();
            pieces.tell(result(&pieces.ask()));
            assert_eq!(whole, pieces);
        }
        assert_eq!(whole.iteration(), 200);
    }

    proptest! {
        #[test]
        fn every_bot_is_one_that_can_be_played(
            whole: bool, low in -1e6..1e6_f64, range in 1.5..1e6_f64, part in 0.0..=1.0_f64,
            results in prop::collection::vec(-2.0..=2.0_f64, 1..60), seed: u64,
        ) {
            let (low, high) = if whole { (low.round(), low.round() + range.ceil()) } else { (low, low + range) };
            let default = low + part * (high - low);
            let parameter = parameter(whole, if whole { default.floor() } else { default.min(high) }, low, high);
            let gains = Gains { learning_rate: 10.0, ..Gains::new(results.len() as u64, 2) };
            let mut spsa = Spsa::new(vec![parameter], gains, seed).unwrap();
            for result in results {
                let Trial { plus, minus } = spsa.ask();
                for value in [plus[0], minus[0], spsa.values()[0]] {
                    prop_assert!((low..=high).contains(&value), "{value}");
                    prop_assert!(!whole || value.fract() == 0.0, "{value}");
                }
                spsa.tell(result);
            }
        }
    }
}
