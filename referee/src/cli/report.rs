//! `referee report`: what a log says.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::comparison::Comparison;
use super::duel::{Risks, parse_pair};
use super::standings::Standings;
use super::{Failure, usage};
use crate::arena::{Log, Pairing, Standing};
use crate::contest::contest;

/// Compute the report of a duel or a ladder again, from its log alone
///
/// Exit code: 0 whatever the report says; 2 called wrongly.
#[derive(Args)]
pub(super) struct Report {
    /// The log
    log: PathBuf,
    /// Names of the two bots to compare [default: those of the log's
    /// duel; a table if it is of a ladder]
    #[arg(num_args = 2, value_names = ["A", "B"])]
    bots: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0 [default: the duel's own test]
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
        let asked = log.question().cloned();
        let own = self.bots.is_empty();
        let Some(names) = asked
            .as_ref()
            .map(|it| it.duel.clone())
            .filter(|_| own)
            .or_else(|| (!own).then(|| self.bots.clone()))
        else {
            self.demand_no_test()?;
            let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
            return Standings::of(&log, &names).print(self.json);
        };
        if names[0] == names[1] {
            return Err(usage(anyhow!("'{}' cannot be compared with itself", names[0])));
        }
        for name in &names {
            if log.programs().iter().all(|program| program.bot != *name) {
                let all: Vec<&str> = log.programs().iter().map(|it| it.bot.as_str()).collect();
                return Err(usage(anyhow!(
                    "no bot '{name}' in the log; there are: {}",
                    all.join(", ")
                )));
            }
        }
        let contest = contest(&log.header().game).map_err(usage)?;
        let pairing = Pairing::new(names, contest.seats());
        let test = if let Some(elos) = self.sprt {
            Some(self.risks.test(elos, pairing.orders().len())?)
        } else {
            self.risks.no_test()?;
            asked.filter(|it| it.duel == pairing.names()).and_then(|it| it.test)
        };
        let standing = Standing::of(&log, &pairing, test);
        Comparison::new(&log, standing).print(self.json)
    }

    fn demand_no_test(&self) -> Result<(), Failure> {
        if self.sprt.is_some() {
            return Err(usage(anyhow!("--sprt needs the names of two bots to compare")));
        }
        self.risks.no_test().map(drop)
    }
}
