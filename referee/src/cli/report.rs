//! `referee report`: what a log says.

use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;

use super::comparison::{Comparison, print_report};
use super::duel::{Risks, parse_pair};
use super::standings::Standings;
use super::together::Together;
use super::{Failure, usage};
use crate::arena::{Log, Logged, Pairing, Standing};
use crate::contest::Contest;
use crate::games::contest;

/// Compute the report of a duel or a ladder again, from its log alone
///
/// Where players work together, two bots that have not met are compared by what each has earned with
/// itself on the same seeds, as by ladders of one bot and then the other with the same --log.
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
    /// Only games in which these sat with A and B [default: nobody, or, if there are no such games,
    /// whoever it was in turn]
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
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
        let contest = contest(&log.header().game).map_err(usage)?;
        let asked = log.question().cloned();
        if self.bots.is_empty() && !self.others.is_empty() {
            return Err(usage(anyhow!("--others needs the names of two bots to compare")));
        }
        let names = match &asked {
            _ if !self.bots.is_empty() => &self.bots,
            Some(question) => &question.duel,
            None => {
                self.demand_no_test()?;
                let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
                return Standings::of(&log, &names).print(self.json);
            }
        };
        if let Some(together) = together(&log, contest, names) {
            self.demand_no_test()?;
            return print_report(self.json, || together.json(), || together.text());
        }
        let pairing = if let [a, b] = &self.bots[..] {
            self.pairing(&log, [a, b], contest.seats())?
        } else {
            Pairing::new(names.clone(), contest.seats())
        };
        let test = if let Some(elos) = self.sprt {
            Some(self.risks.test(elos, pairing.orders().len())?)
        } else {
            self.risks.no_test()?;
            asked.filter(|it| it.duel == pairing.names()).and_then(|it| it.test)
        };
        let standing = Standing::of(&log, &pairing, test);
        Comparison::new(&log, standing).print(self.json)
    }

    /// Two bots, with those who sat with them: the `--others` if given; else nobody, if the two have
    /// met alone; else whoever it was, in turn.
    fn pairing(&self, log: &Log, rivals: [&String; 2], seats: usize) -> Result<Pairing, Failure> {
        let [a, b] = rivals;
        let names = || rivals.into_iter().chain(&self.others);
        if let Some(twice) = names().duplicates().next() {
            return Err(usage(anyhow!("'{twice}' cannot be compared with itself")));
        }
        let all: Vec<&String> = log.programs().iter().map(|it| &it.bot).collect();
        if let Some(name) = names().find(|name| !all.contains(name)) {
            let all = all.iter().join(", ");
            return Err(usage(anyhow!("no bot '{name}' in the log; there are: {all}")));
        }
        // In one order, however they sat or were typed.
        let sorted = |others: &[&String]| -> Vec<String> {
            all.iter().filter(|it| others.contains(it)).map(ToString::to_string).collect()
        };
        let met = log.games().iter().filter(|game| game.bots.contains(a) && game.bots.contains(b));
        let others = |game: &Logged| {
            let others = game.bots.iter().filter(|bot| !rivals.contains(bot));
            sorted(&others.collect::<Vec<_>>())
        };
        let mut companies: Vec<Vec<String>> = met.map(others).unique().collect();
        if companies.is_empty() {
            return Err(usage(anyhow!("{a} and {b} have not met in this log")));
        }
        let wanted = sorted(&self.others.iter().collect::<Vec<_>>());
        if companies.contains(&wanted) {
            companies = vec![wanted];
        } else if !wanted.is_empty() {
            let there = companies.iter().map(|others| match &others[..] {
                [] => "nobody else".to_owned(),
                others => others.join(" and "),
            });
            let (there, wanted) = (there.sorted().join("; "), wanted.join(" and "));
            return Err(usage(anyhow!(
                "{a} and {b} have not met with {wanted} in this log, but with: {there}"
            )));
        }
        companies.sort();
        Ok(Pairing::in_companies([a, b], companies, seats))
    }

    fn demand_no_test(&self) -> Result<(), Failure> {
        if self.sprt.is_some() {
            return Err(usage(anyhow!("--sprt needs two bots that have met, and their names")));
        }
        self.risks.no_test().map(drop)
    }
}

/// Two bots that have not met, if they may be compared by what each has done in teams of its own.
fn together(log: &Log, contest: &dyn Contest, names: &[String]) -> Option<Together> {
    let [a, b] = names else { return None };
    let met = |game: &Logged| game.bots.contains(a) && game.bots.contains(b);
    let apart = a != b && !contest.teams().is_empty() && !log.games().iter().any(met);
    apart.then(|| Together::of(log, [a, b]))?
}
