//! `referee duel`: is one bot stronger than another?

use std::ops::ControlFlow;

use anyhow::anyhow;
use clap::{Args, ValueEnum};

use super::comparison::Comparison;
use super::many::{ManyArgs, catch_interrupts, progress_bar, same_command, tell_faults};
use super::{Failure, usage};
use crate::arena::{Entrants, Job, Log, Pairing, Progress, Question, Standing, Test, seed_of};
use crate::contest::Contest;
use crate::stats::score::ScoreSprt;
use crate::stats::sprt::{Sprt, Verdict};

/// Find out whether bot A is stronger than bot B
///
/// Plays pairs of games, the same seed in every seat order, until a sequential test decides or the
/// games are played. Every finished game is in the log at once; the same command again goes on.
///
/// Exit code: 0 A is stronger (H1), or the games of a duel without a test are played; 3 A is not
/// stronger (H0); 4 undecided; 1 failed; 2 called wrongly.
#[derive(Args)]
pub(super) struct Duel {
    /// The game; `referee games` lists them
    game: String,
    /// The bot in question, as for `play`; NAME=BOT gives it another name
    a: String,
    /// The bot that it is compared with
    b: String,
    /// Bots for the other seats of a game with more than two; A and B share those that are left
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0; 0,10 if --games is not given either
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Most games to play, up to whole pairs [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    many: ManyArgs,
}

/// How a sequential test decides.
#[derive(Args)]
pub(super) struct Risks {
    /// What the test looks at. For the score Elo is normalised: the mean difference of a pair in
    /// units of its own standard deviation [default: points]
    #[arg(long, value_enum)]
    by: Option<By>,
    /// Probability of wrongly finding A stronger [default: 0.05]
    #[arg(long)]
    alpha: Option<f64>,
    /// Probability of wrongly finding A not stronger [default: 0.05]
    #[arg(long)]
    beta: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Who ranks before whom
    Points,
    /// By how much
    Score,
}

impl Risks {
    /// No test at all, so none of this may be given.
    pub fn no_test(&self) -> Result<Option<Test>, Failure> {
        if self.by.is_some() || self.alpha.is_some() || self.beta.is_some() {
            return Err(usage(anyhow!("--by, --alpha and --beta belong to a test: add --sprt")));
        }
        Ok(None)
    }

    /// The test of two hypotheses, for units of so many games.
    pub fn test(&self, (elo0, elo1): (f64, f64), games: usize) -> Result<Test, Failure> {
        let (alpha, beta) = (self.alpha.unwrap_or(0.05), self.beta.unwrap_or(0.05));
        let sprt = Sprt::new(elo0, elo1, alpha, beta).map_err(usage)?;
        Ok(match self.by.unwrap_or(By::Points) {
            By::Points => Test::Points(sprt),
            By::Score => Test::Score(ScoreSprt::new(sprt, games as u32)),
        })
    }
}

/// Games of a duel that has a test and no other end.
const MOST_GAMES: u64 = 20_000;

pub(super) fn parse_pair(text: &str) -> Result<(f64, f64), String> {
    let pair = text.split_once(',').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    pair.ok_or_else(|| format!("'{text}' is not two numbers with a comma between, such as 0,10"))
}

impl Duel {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut typed = vec![self.a.clone(), self.b.clone()];
        typed.extend(self.others.iter().cloned());
        let contest = self.many.contest(&self.game, typed.len())?;
        let placeholders = (0..typed.len()).map(|number| number.to_string()).collect();
        let test = self.test(Pairing::new(placeholders, contest.seats()).orders().len())?;
        let (entrants, names) = Entrants::prepare(&typed, contest).map_err(usage)?;
        let pairing = Pairing::new(names, contest.seats());
        catch_interrupts()?;
        let mut log = self.many.open_log("duel", &self.game, &entrants)?;

        let per_unit = pairing.orders().len() as u64;
        let units = self.games.unwrap_or(MOST_GAMES).div_ceil(per_unit);
        log.ask(Question { duel: pairing.names().to_vec(), test })?;
        let arena = self.many.arena(contest, &entrants, &pairing.names()[0]);
        let mut progress = Progress::Done;
        if self.many.replay_overloaded {
            // All of them first: what they decided before may change.
            let again = overloaded(&log, &pairing);
            let bar = progress_bar(again.len() as u64, 0)?;
            let played = arena.run(&mut log, again.into_iter(), |log, game| {
                bar.inc(1);
                tell_faults(&bar, log, game);
                ControlFlow::Continue(())
            });
            bar.finish_and_clear();
            progress = played?;
        }
        let mut standing = Standing::of(&log, &pairing, test);
        if progress == Progress::Done && standing.verdict.is_none() {
            let jobs = missing(contest, &log, &pairing, 0..units, self.many.seed, false);
            let total = units * per_unit;
            let bar = progress_bar(total, total.saturating_sub(jobs.len() as u64))?;
            let played = arena.run(&mut log, jobs.into_iter(), |log, game| {
                standing.see(log, game);
                bar.inc(1);
                bar.set_message(Comparison::line(&standing));
                tell_faults(&bar, log, game);
                match standing.verdict {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            });
            bar.finish_and_clear();
            progress = played?;
        }
        let verdict = standing.verdict;
        Comparison::new(&log, standing).print(self.many.json)?;
        if progress == Progress::Interrupted {
            eprintln!("interrupted; this goes on: {}", same_command());
        }
        match verdict {
            Some(Verdict::AcceptedH1) => Ok(()),
            Some(_) => Err(Failure::Verdict(3)),
            None if test.is_none() && progress != Progress::Interrupted => Ok(()),
            None => Err(Failure::Verdict(4)),
        }
    }

    fn test(&self, games: usize) -> Result<Option<Test>, Failure> {
        let elos = match (self.sprt, self.games) {
            (Some(pair), _) => pair,
            (None, Some(_)) => return self.risks.no_test(),
            (None, None) => (0.0, 10.0),
        };
        Ok(Some(self.risks.test(elos, games)?))
    }
}

/// The games of some units that are not in the log, or were overloaded and are to be played again.
pub(super) fn missing(
    contest: &dyn Contest,
    log: &Log,
    pairing: &Pairing,
    units: std::ops::Range<u64>,
    base: u64,
    replay_overloaded: bool,
) -> Vec<Job> {
    let orders = pairing.orders();
    units
        .flat_map(|unit| {
            let seed = seed_of(contest, base, unit);
            orders.iter().map(move |order| (seed.clone(), order.clone()))
        })
        .filter(|(seed, order)| match log.game(seed, order) {
            None => true,
            Some(game) => replay_overloaded && !game.overloaded.is_empty(),
        })
        .collect()
}

/// The games of a pairing that a bot lost on time because the machine was overloaded.
fn overloaded(log: &Log, pairing: &Pairing) -> Vec<Job> {
    let orders = pairing.orders();
    log.games()
        .iter()
        .filter(|game| !game.overloaded.is_empty() && orders.contains(&game.bots))
        .map(|game| (game.seed.clone(), game.bots.clone()))
        .collect()
}
