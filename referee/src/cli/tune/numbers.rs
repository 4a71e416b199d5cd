//! The options for a tuning method.

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use crate::cli::failure::{Failure, usage};
use crate::flags::numbers::whole;
use crate::tune::{Breeding, Gains, Settings, demand_within};

/// A tuning method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MethodKind {
    /// Move all numbers a little up or down at once, and let games decide which side was better
    Spsa,
    /// A population whose better members have children
    Genetic,
}

/// A step, as a share of the range.
const STEP: f64 = 0.05;

/// Options of both methods and of each.
#[derive(Args)]
#[command(next_help_heading = "Method")]
pub struct MethodArgs {
    /// Number of iterations (SPSA) or generations (genetic) [default: 500, genetic: 20]
    #[arg(long, alias = "generations", value_name = "N", value_parser = whole(1..=1_000_000_u64))]
    iterations: Option<u64>,
    /// Number of seeds that each candidate plays in an iteration: per opponent or, with a --pool or where players
    /// work together, in total [default: 8, genetic without a --pool: 1]
    #[arg(long, value_name = "N", value_parser = whole(1..=100_000_u64))]
    pairs: Option<u64>,
    /// SPSA: size of the last steps up and down, as a share of each range
    /// [default: 0.05]
    #[arg(long, value_name = "SHARE")]
    step: Option<f64>,
    /// SPSA: effect of a won game on a number at the end, in steps; where players work together, a
    /// seed on which one side earns more by the usual difference counts as a won game
    /// [default: 0.002 for 30000 seeds in all, more for fewer]
    #[arg(long, value_name = "STEPS")]
    rate: Option<f64>,
    /// SPSA: exponent with which the effect of a won game falls with the iteration [default: 0.602]
    #[arg(long)]
    alpha: Option<f64>,
    /// SPSA: exponent with which the moves up and down fall with the iteration
    /// [default: 0.101]
    #[arg(long)]
    gamma: Option<f64>,
    /// SPSA: number of iterations before the effect of a won game falls fast [default: a tenth of all]
    #[arg(long, value_name = "A")]
    stability: Option<f64>,
    /// Genetic: number of members of a generation [default: 12]
    #[arg(long, value_name = "N", value_parser = whole(2..=1000_u16))]
    population: Option<u16>,
    /// Genetic: number of best members that stay for the next generation [default: 2]
    #[arg(long, value_name = "N")]
    elite: Option<u16>,
    /// Genetic: a parent is the best of this number of members drawn at random [default: 3]
    #[arg(long, value_name = "N")]
    tournament: Option<u16>,
    /// Genetic: size of mutations at first, as a share of the range [default: 0.1]
    #[arg(long, value_name = "SHARE")]
    mutation: Option<f64>,
    /// Genetic: how far a child's value may be outside its parents' interval, as a share of its length
    /// [default: 0.5]
    #[arg(long, value_name = "SHARE")]
    blend: Option<f64>,
}

impl MethodArgs {
    /// A step, as a share of the range.
    pub fn step(&self) -> f64 {
        self.step.unwrap_or(STEP)
    }

    /// The method with its numbers.
    pub fn settings(&self, kind: MethodKind, meet_each_other: bool) -> Result<Settings, Failure> {
        self.demand_own(kind)?;
        let settings = match kind {
            MethodKind::Spsa => Settings::Spsa(self.gains()),
            MethodKind::Genetic => Settings::Genetic(self.breeding(meet_each_other)),
        };
        settings.check().map_err(usage)?;
        demand_within("--step", self.step(), 1e-6..=0.5).map_err(usage)?;
        Ok(settings)
    }

    /// Refuses the options of the other method.
    fn demand_own(&self, kind: MethodKind) -> Result<(), Failure> {
        let of_genetic = [
            ("--population", self.population.is_some()),
            ("--elite", self.elite.is_some()),
            ("--tournament", self.tournament.is_some()),
            ("--mutation", self.mutation.is_some()),
            ("--blend", self.blend.is_some()),
        ];
        let of_spsa = [
            ("--step", self.step.is_some()),
            ("--rate", self.rate.is_some()),
            ("--alpha", self.alpha.is_some()),
            ("--gamma", self.gamma.is_some()),
            ("--stability", self.stability.is_some()),
        ];
        let (strange, other) = match kind {
            MethodKind::Spsa => (of_genetic, "genetic"),
            MethodKind::Genetic => (of_spsa, "spsa"),
        };
        match strange.iter().find(|(_, given)| *given) {
            None => Ok(()),
            Some((name, _)) => Err(usage(anyhow!(
                "{name} belongs to the other method; leave it out, or give --method {other}"
            ))),
        }
    }

    fn gains(&self) -> Gains {
        let common = Gains::new(self.iterations.unwrap_or(500), self.pairs.unwrap_or(8));
        Gains {
            alpha: self.alpha.unwrap_or(common.alpha),
            gamma: self.gamma.unwrap_or(common.gamma),
            stability: self.stability.unwrap_or(common.stability),
            rate: self.rate.unwrap_or(common.rate),
            ..common
        }
    }

    fn breeding(&self, meet_each_other: bool) -> Breeding {
        let pairs = self.pairs.unwrap_or(if meet_each_other { 1 } else { 8 });
        let common = Breeding::new(self.iterations.unwrap_or(20), pairs);
        Breeding {
            population: self.population.map_or(common.population, usize::from),
            elite: self.elite.map_or(common.elite, usize::from),
            tournament: self.tournament.map_or(common.tournament, usize::from),
            mutation: self.mutation.unwrap_or(common.mutation),
            blend: self.blend.unwrap_or(common.blend),
            ..common
        }
    }
}
