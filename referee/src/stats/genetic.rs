//! Tuning by breeding: a population of bots plays, the best have children, their children play.
//!
//! A (μ, λ) evolution strategy (I. Rechenberg, 1973; H.-P. Schwefel, 1977) with real-coded genetic
//! operators: parents by tournament, children by blend crossover (BLX-α; L. J. Eshelman and
//! J. D. Schaffer, "Real-Coded Genetic Algorithms and Interval-Schemata", 1993) and Gaussian
//! mutation. Slower than [`spsa`](super::spsa) on a smooth hill, but not lost on rough ground.

use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::normal;
use super::parameter::{BadParameter, Parameter, check, random_of};

/// How far beyond its parents a child may lie, in parts of their distance.
const BLEND: f64 = 0.25;

/// How a population is bred.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breeding {
    /// The number of generations.
    pub generations: u64,
    /// The bots of a generation, λ.
    pub children: usize,
    /// How many of them become parents, μ.
    pub parents: usize,
    /// The deviation of a mutation in the first generation, in parts of a number's range.
    pub first_mutation: f64,
    /// The same in the last generation; in between it falls by an equal factor each time.
    pub last_mutation: f64,
}

impl Breeding {
    /// That many generations of that many bots (at least 4), half of whom become parents.
    ///
    /// With fewer parents the luck of single games decides: on simulated hills with a dozen games a
    /// bot, half was better than a third, and a third than a quarter.
    pub fn new(generations: u64, children: usize) -> Self {
        let children = children.max(4);
        let parents = children / 2;
        Self { generations, children, parents, first_mutation: 0.2, last_mutation: 0.03 }
    }

    /// The deviation of a mutation in a generation.
    fn mutation(&self, generation: u64) -> f64 {
        let part = generation as f64 / self.generations.saturating_sub(1).max(1) as f64;
        self.first_mutation * (self.last_mutation / self.first_mutation).powf(part.min(1.0))
    }
}

/// A population on its way to better values.
///
/// The bots of a generation play whom the caller likes; whoever has the higher fitness, such as the
/// share of its points, is the better one. Parents die with their generation, so that luck is not
/// inherited for ever; what counts in the end is the mean of the last parents.
///
/// All its state can be written to a checkpoint, and taken up again it goes on as if it had not
/// stopped.
///
/// ```
/// use referee::stats::{genetic::{Breeding, Genetic}, parameter::Parameter};
///
/// let line = r#"{"name":"hit","whole":false,"default":0.2,"low":0,"high":2}"#;
/// let mut genetic =
///     Genetic::new(vec![serde_json::from_str(line).unwrap()], Breeding::new(30, 12), 1).unwrap();
/// while !genetic.is_done() {
///     let bots = genetic.ask();
///     let fitness: Vec<_> = bots.iter().map(|bot| -(bot[0] - 1.0_f64).abs()).collect();
///     genetic.tell(&fitness);
/// }
/// assert!((genetic.values()[0] - 1.0).abs() < 0.1);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Genetic {
    parameters: Vec<Parameter>,
    breeding: Breeding,
    seed: u64,
    generation: u64,
    /// The parents of the coming generation, the best first; none before the first.
    parents: Vec<Vec<f64>>,
}

impl Genetic {
    /// Starts around the defaults.
    ///
    /// # Errors
    /// If one of the parameters [cannot be tuned](check).
    ///
    /// # Panics
    /// If there are no parents, more parents than children, or mutations that are not above 0.
    pub fn new(
        parameters: Vec<Parameter>,
        breeding: Breeding,
        seed: u64,
    ) -> Result<Self, BadParameter> {
        check(&parameters)?;
        let Breeding { children, parents, first_mutation, last_mutation, .. } = breeding;
        assert!(0 < parents && parents <= children, "{parents} parents of {children} children");
        assert!(first_mutation > 0.0 && last_mutation > 0.0, "no child would be new");
        Ok(Self { parameters, breeding, seed, generation: 0, parents: Vec::new() })
    }

    /// What is tuned.
    pub fn parameters(&self) -> &[Parameter] {
        &self.parameters
    }

    /// The number of generations told so far.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether all generations are done.
    pub fn is_done(&self) -> bool {
        self.generation >= self.breeding.generations
    }

    /// The values reached so far, as the bot takes them: the mean of the parents.
    pub fn values(&self) -> Vec<f64> {
        let mean = |(index, parameter): (usize, &Parameter)| {
            let sum: f64 = self.parents.iter().map(|parent| parent[index]).sum();
            let mean = sum / self.parents.len() as f64;
            parameter.rounded(if self.parents.is_empty() { parameter.default } else { mean })
        };
        self.parameters.iter().enumerate().map(mean).collect()
    }

    /// The bots of the coming generation: the values of their numbers, in order. In the first
    /// generation the first bot is the one with the defaults.
    pub fn ask(&self) -> Vec<Vec<f64>> {
        let mut random = random_of(self.seed, self.generation);
        let bot = |index| {
            if self.parents.is_empty() {
                self.founder(index, &mut random)
            } else {
                self.child(&mut random)
            }
        };
        (0..self.breeding.children).map(bot).collect()
    }

    /// Takes how well each bot of the coming generation did, more being better, and goes on to the
    /// next generation. What is no number is the worst.
    ///
    /// # Panics
    /// If there are not as many numbers as bots.
    pub fn tell(&mut self, fitness: &[f64]) {
        assert_eq!(fitness.len(), self.breeding.children, "each bot has one fitness");
        let worth = |fitness: f64| if fitness.is_nan() { f64::NEG_INFINITY } else { fitness };
        let mut ranked: Vec<_> = self.ask().into_iter().zip(fitness).collect();
        ranked.sort_by(|a, b| worth(*b.1).total_cmp(&worth(*a.1)));
        ranked.truncate(self.breeding.parents);
        self.parents = ranked.into_iter().map(|(bot, _)| bot).collect();
        self.generation += 1;
    }

    /// A bot of the first generation: the defaults, or twice a mutation away from them.
    fn founder(&self, index: usize, random: &mut Pcg64Mcg) -> Vec<f64> {
        let deviation = if index == 0 { 0.0 } else { 2.0 * self.breeding.mutation(0) };
        self.parameters
            .iter()
            .map(|parameter| mutated(parameter, parameter.default, deviation, random))
            .collect()
    }

    /// A child of two parents, both winners of a tournament of two.
    fn child(&self, random: &mut Pcg64Mcg) -> Vec<f64> {
        let mut parent = || {
            // The parents are sorted, so the lower number wins.
            let mut pick = || random.random_range(0..self.parents.len());
            let (one, two) = (pick(), pick());
            &self.parents[one.min(two)]
        };
        let (mother, father) = (parent(), parent());
        let deviation = self.breeding.mutation(self.generation);
        let numbers = self.parameters.iter().zip(mother.iter().zip(father));
        numbers
            .map(|(parameter, (mother, father))| {
                let place = random.random_range(-BLEND..1.0 + BLEND);
                mutated(parameter, mother + place * (father - mother), deviation, random)
            })
            .collect()
    }
}

/// A value moved by a normal deviate in parts of its range.
fn mutated(parameter: &Parameter, value: f64, deviation: f64, random: &mut Pcg64Mcg) -> f64 {
    // Never 0, whose deviate is infinite.
    let deviate = normal::quantile(random.random_range(f64::EPSILON..1.0));
    let by = deviate * deviation * (parameter.high - parameter.low);
    parameter.settled(value + by, random)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parameter(whole: bool, default: f64, low: f64, high: f64) -> Parameter {
        Parameter { name: "x".into(), whole, default, low, high, step: None }
    }

    #[test]
    fn mutations_become_finer_from_first_to_last() {
        let breeding = Breeding::new(21, 16);
        assert_eq!(breeding.parents, 8);
        for (generation, deviation) in [(0, 0.2), (10, 0.006_f64.sqrt()), (20, 0.03), (99, 0.03)] {
            assert!((breeding.mutation(generation) - deviation).abs() < 1e-12);
        }
        assert!((Breeding::new(1, 4).mutation(0) - 0.2).abs() < 1e-12);
    }

    #[test]
    fn the_first_bot_has_the_defaults_and_the_best_become_parents() {
        let parameters = vec![parameter(false, 0.5, 0.0, 1.0), parameter(true, 3.0, 0.0, 9.0)];
        let breeding = Breeding { parents: 2, ..Breeding::new(10, 8) };
        let mut genetic = Genetic::new(parameters, breeding, 3).unwrap();
        assert_eq!(genetic.values(), [0.5, 3.0]);
        let bots = genetic.ask();
        assert_eq!(bots[0], [0.5, 3.0]);
        let mut fitness = [0.0, f64::NAN, 1.0, f64::NEG_INFINITY, 0.5, 2.0, 0.0, 0.0];
        genetic.tell(&fitness);
        assert_eq!(genetic.parents, [bots[5].clone(), bots[2].clone()]);
        assert!((genetic.values()[0] - f64::midpoint(bots[5][0], bots[2][0])).abs() < 1e-12);
        fitness.fill(f64::NAN);
        genetic.tell(&fitness);
        assert_eq!(genetic.generation(), 2);
    }

    #[test]
    fn taken_up_again_it_goes_on_as_if_it_had_not_stopped() {
        let parameters = vec![parameter(false, 0.3, 0.0, 0.7), parameter(true, 3.0, -10.0, 10.0)];
        let mut whole = Genetic::new(parameters, Breeding::new(25, 9), 5).unwrap();
        let mut pieces = whole.clone();
        let fitness =
            |bots: &[Vec<f64>]| bots.iter().map(|bot| bot[0] * bot[1]).collect::<Vec<_>>();
        while !whole.is_done() {
            whole.tell(&fitness(&whole.ask()));
            pieces = serde_json::from_str(&serde_json::to_string(&pieces).unwrap()).unwrap();
            pieces.tell(&fitness(&pieces.ask()));
            assert_eq!(whole, pieces);
        }
    }

    proptest! {
        #[test]
        fn every_bot_is_one_that_can_be_played(
            whole: bool, low in -1000..1000_i32, range in 1..1000_i32, seed: u64,
            fitness in prop::collection::vec(prop::array::uniform5(any::<f64>()), 1..20),
        ) {
            let (low, high) = (f64::from(low), f64::from(low + range));
            let breeding = Breeding::new(fitness.len() as u64, 5);
            let mut genetic = Genetic::new(vec![parameter(whole, low, low, high)], breeding, seed).unwrap();
            for fitness in fitness {
                for value in genetic.ask().concat().into_iter().chain(genetic.values()) {
                    prop_assert!((low..=high).contains(&value), "{value}");
                    prop_assert!(!whole || value.fract() == 0.0, "{value}");
                }
                genetic.tell(&fitness);
            }
        }
    }
}
