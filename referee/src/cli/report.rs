//! `referee report`: what a log says.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::comparison::Comparison;
use super::duel::{Risks, parse_pair};
use super::standings::Standings;
use super::{Failure, usage};
use crate::arena::{Log, Pairing, Standing};

/// Compute the report of a duel or a ladder again, from its log alone
#[derive(Args)]
pub(super) struct Report {
    /// The log
    log: PathBuf,
    /// Names of the two bots to compare [default: those of the log; a table if there are more]
    #[arg(num_args = 2, value_names = ["A", "B"])]
    bots: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Print the report as JSON
    #[arg(long)]
    json: bool,
}

impl Report {
    pub(super) fn run(self) -> Result<(), Failure> {
        let log = Log::read(&self.log).map_err(usage)?;
        if self.bots.is_empty() && log.programs().len() > 2 {
            let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
            return Standings::of(&log, &names).print(self.json);
        }
        let names = if self.bots.is_empty() {
            let first = log.games().first();
            first
                .map(|game| game.bots.clone())
                .ok_or_else(|| usage(anyhow!("the log holds no game")))?
        } else {
            self.bots.clone()
        };
        for name in &names {
            if log.programs().iter().all(|program| program.bot != *name) {
                let all: Vec<&str> = log.programs().iter().map(|it| it.bot.as_str()).collect();
                return Err(usage(anyhow!(
                    "no bot '{name}' in the log; there are: {}",
                    all.join(", ")
                )));
            }
        }
        let test = self.sprt.map(|elos| self.risks.test(elos, names.len())).transpose()?;
        let standing = Standing::of(&log, &Pairing { names }, test);
        Comparison::new(&log, standing).print(self.json)
    }
}
