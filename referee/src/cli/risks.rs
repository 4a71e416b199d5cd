//! The options of a sequential test.

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use super::failure::{Failure, usage};
use crate::arena::Test;
use crate::stats::score::ScoreSprt;
use crate::stats::sprt::Sprt;

/// The options of a sequential test.
#[derive(Args)]
pub(super) struct Risks {
    /// The result that the test compares [default: points]. With `score` Elo is normalised: it measures the mean
    /// difference of a pair in units of its own standard deviation
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Probability of accepting H1 although the true difference is only ELO0 [default: 0.05]
    #[arg(long)]
    alpha: Option<f64>,
    /// Probability of accepting H0 although the true difference is ELO1 [default: 0.05]
    #[arg(long)]
    beta: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Wins, draws and losses
    Points,
    /// The difference of the scores
    Score,
}

impl Risks {
    /// For runs without a test: an error if one of these options is given.
    pub fn no_test(&self) -> Result<Option<Test>, Failure> {
        if self.by.is_some() || self.alpha.is_some() || self.beta.is_some() {
            return Err(usage(anyhow!("--by, --alpha and --beta belong to a test: add --sprt")));
        }
        Ok(None)
    }

    /// The test of two hypotheses, for units of `games` games.
    pub fn test(&self, (elo0, elo1): (f64, f64), games: usize) -> Result<Test, Failure> {
        let (alpha, beta) = (self.alpha.unwrap_or(0.05), self.beta.unwrap_or(0.05));
        let sprt = Sprt::new(elo0, elo1, alpha, beta).map_err(usage)?;
        Ok(match self.by.unwrap_or(By::Points) {
            By::Points => Test::Points(sprt),
            By::Score => Test::Score(ScoreSprt::new(sprt, games as u32)),
        })
    }
}

/// Names of common tests, with their hypotheses in Elo.
const PRESETS: [(&str, (f64, f64)); 3] =
    [("gain", (0.0, 10.0)), ("small", (0.0, 3.0)), ("no-loss", (-5.0, 0.0))];

/// Parses two hypotheses: `ELO0,ELO1`, or the name of a common test.
pub(super) fn parse_hypotheses(text: &str) -> Result<(f64, f64), String> {
    if let Some((_, elos)) = PRESETS.iter().find(|(name, _)| *name == text) {
        return Ok(*elos);
    }
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| {
        "expected two numbers with a comma between, such as 0,10, or one of gain, small and no-loss"
            .to_owned()
    })
}
