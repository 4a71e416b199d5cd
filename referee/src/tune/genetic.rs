//! A genetic algorithm: the better members of a population have children, which mix two parents and
//! some chance.
//!
//! * Selection by tournament: a parent is the best of a few members drawn at random.
//! * Blend crossover (L. J. Eshelman and J. D. Schaffer, "Real-coded genetic algorithms and
//!   interval-schemata", 1993): each number of a child is drawn from the interval between its
//!   parents' numbers, made longer by a share of itself at both ends.
//! * Gaussian mutation in units of the range, which becomes finer with the generations.
//! * The best members survive and are measured again, because games depend on luck.
//!
//! For the same reason the best member of a generation is usually a lucky one. The result is the
//! mean of the best quarter.

use gridkit::floats;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};

use super::bounds::{BadSettings, demand_within};
use super::method::{Method, Moment, RoundTally, Stages, random_of};
use super::parameters::Parameter;

/// The settings of the method.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Breeding {
    /// Number of generations.
    pub generations: u64,
    /// Seeds that each member plays against each opponent, or against a pool in all.
    pub pairs: u64,
    /// Number of members.
    pub population: usize,
    /// Number of the best members that survive.
    pub elite: usize,
    /// Number of members drawn for a parent; the best of them is chosen.
    pub tournament: usize,
    /// Standard deviation of a mutation in the first generation, as a share of the range.
    pub mutation: f64,
    /// Share by which the interval between two parents is extended at both ends.
    pub blend: f64,
}

impl Breeding {
    /// Settings that have worked well.
    pub fn new(generations: u64, pairs: u64) -> Self {
        Self {
            generations,
            pairs,
            population: 12,
            elite: 2,
            tournament: 3,
            mutation: 0.1,
            blend: 0.5,
        }
    }

    /// Whether these are the settings of a longer tuning.
    pub(super) fn go_on_from(&self, earlier: &Self) -> bool {
        let generations = self.generations;
        generations > earlier.generations && *self == Self { generations, ..*earlier }
    }

    /// Checks that every setting is within its limits.
    ///
    /// # Errors
    /// If one of them is not.
    pub fn check(&self) -> Result<(), BadSettings> {
        let Self { population, elite, tournament, mutation, blend, .. } = *self;
        if elite >= population {
            return Err(BadSettings(format!(
                "--elite {elite} leaves no room for children in a population of {population}; \
                 give a smaller number"
            )));
        }
        if tournament == 0 || tournament > population {
            return Err(BadSettings(format!(
                "--tournament {tournament}: wanted 1 to {population}, the population"
            )));
        }
        demand_within("--mutation", mutation, 0.0..=1.0)?;
        demand_within("--blend", blend, 0.0..=10.0)
    }
}

/// Standard deviation of the first members around the start, in mutations.
const FIRST_SPREAD: f64 = 2.0;
/// Size of the last mutations as a share of the first.
const LAST_MUTATION: f64 = 0.25;
/// Share of the numbers of a child that mutate.
const MUTANTS: f64 = 0.3;

/// The state of a tuning.
pub struct Genetic {
    parameters: Vec<Parameter>,
    breeding: Stages<Breeding>,
    seed: u64,
    members: Vec<Vec<f64>>,
    trail: Vec<Vec<Moment>>,
}

impl Genetic {
    /// The first generation: the start values and others around them.
    pub(super) fn new(parameters: Vec<Parameter>, breeding: Stages<Breeding>, seed: u64) -> Self {
        let first = *breeding.of(1);
        let start: Vec<f64> = parameters.iter().map(|it| it.start).collect();
        let mut random = random_of(seed, 0);
        let mut members = vec![start.clone()];
        while members.len() < first.population {
            let spread = FIRST_SPREAD * first.mutation;
            let near = |it: &Parameter| {
                let value = it.start + spread * it.range() * gaussian(&mut random);
                it.settle(value, random.random())
            };
            members.push(parameters.iter().map(near).collect());
        }
        let first = start.iter().map(|&value| Moment { value, low: value, high: value }).collect();
        Self { parameters, breeding, seed, members, trail: vec![first] }
    }

    /// The settings of the present generation.
    fn now(&self) -> &Breeding {
        self.breeding.of(self.trail.len())
    }

    /// The best values and the range of tried values; `order` has the members, best first.
    fn favourite(&self, order: &[usize]) -> Vec<Moment> {
        let best = &order[..order.len().div_ceil(4)];
        let moment = |(i, parameter): (usize, &Parameter)| {
            let all = || self.members.iter().map(|member| member[i]);
            let sum: f64 = best.iter().map(|&at| self.members[at][i]).sum();
            Moment {
                value: parameter.settle(sum / best.len() as f64, 0.5),
                low: all().fold(f64::INFINITY, f64::min),
                high: all().fold(f64::NEG_INFINITY, f64::max),
            }
        };
        self.parameters.iter().enumerate().map(moment).collect()
    }

    /// The best of some drawn members. `order` has the members, best first.
    fn parent(&self, order: &[usize], random: &mut Pcg64Mcg) -> &[f64] {
        let draws = (0..self.now().tournament.max(1)).map(|_| random.random_range(0..order.len()));
        &self.members[order[draws.min().unwrap_or(0)]]
    }

    fn child(&self, order: &[usize], random: &mut Pcg64Mcg) -> Vec<f64> {
        let (a, b) = (self.parent(order, random), self.parent(order, random));
        let age = (self.trail.len() as f64 / self.now().generations.max(1) as f64).min(1.0);
        let mutation = self.now().mutation * floats::pow(LAST_MUTATION, age);
        self.parameters
            .iter()
            .enumerate()
            .map(|(i, parameter)| {
                let longer = self.now().blend * (a[i] - b[i]).abs();
                let (low, high) = (a[i].min(b[i]) - longer, a[i].max(b[i]) + longer);
                let mut value = low + random.random::<f64>() * (high - low);
                if random.random::<f64>() < MUTANTS {
                    value += mutation * parameter.range() * gaussian(random);
                }
                parameter.settle(value, random.random())
            })
            .collect()
    }
}

impl Method for Genetic {
    fn candidates(&self) -> &[Vec<f64>] {
        &self.members
    }

    fn tell(&mut self, tally: &RoundTally) {
        let points = tally.totals();
        assert_eq!(points.len(), self.members.len(), "every member has points");
        let mut order: Vec<usize> = (0..points.len()).collect();
        // Equal members keep their order, so survivors come first.
        order.sort_by_key(|&at| std::cmp::Reverse(points[at]));
        let mut random = random_of(self.seed, self.trail.len());
        let elite = self.now().elite.min(order.len());
        let mut members: Vec<Vec<f64>> =
            order[..elite].iter().map(|&at| self.members[at].clone()).collect();
        while members.len() < self.members.len() {
            members.push(self.child(&order, &mut random));
        }
        let favourite = self.favourite(&order);
        self.trail.push(favourite);
        self.members = members;
    }

    fn trail(&self) -> &[Vec<Moment>] {
        &self.trail
    }

    fn luck(&self) -> Option<Vec<f64>> {
        None
    }
}

/// A number from the standard normal distribution, by the polar method of G. Marsaglia: it needs no sine, whose last bit
/// differs between systems.
fn gaussian(random: &mut Pcg64Mcg) -> f64 {
    loop {
        let [x, y] = [(); 2].map(|()| 2.0 * random.random::<f64>() - 1.0);
        let square = x * x + y * y;
        if square > 0.0 && square < 1.0 {
            return x * (-2.0 * floats::ln(square) / square).sqrt();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A population of eight in its first generation.
    fn eight() -> Genetic {
        let name = "x".to_owned();
        let parameter =
            Parameter { name, whole: false, low: 0.0, high: 10.0, start: 5.0, step: 0.5 };
        let breeding = Breeding { population: 8, ..Breeding::new(20, 1) };
        Genetic::new(vec![parameter], Stages::new([], breeding), 3)
    }

    #[test]
    fn what_is_thought_best_is_the_mean_of_the_best_quarter() {
        let mut genetic = eight();
        let values: Vec<f64> = genetic.candidates().iter().map(|member| member[0]).collect();
        genetic.tell(&RoundTally::HalfPoints(vec![0, 1, 2, 9, 3, 8, 4, 5]));
        let now = genetic.trail()[1][0];
        assert!((now.value - f64::midpoint(values[3], values[5])).abs() < 1e-12);
        let lowest = values.iter().copied().fold(f64::INFINITY, f64::min);
        let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!((now.low, now.high), (lowest, highest));
    }

    #[test]
    fn the_best_live_on_unchanged() {
        let mut genetic = eight();
        let best = [3, 5].map(|number| genetic.candidates()[number].clone());
        genetic.tell(&RoundTally::HalfPoints(vec![0, 1, 2, 9, 3, 8, 4, 5]));
        assert_eq!(genetic.candidates()[..2], best);
        assert_eq!(genetic.candidates().len(), 8);
    }
}
