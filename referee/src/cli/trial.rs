//! `referee try`: is a candidate better than the champion against the field?

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use itertools::Itertools;

use super::failure::{Failure, log_failure, usage};
use super::many::{ManyArgs, tell_early_end, tell_if_known, tell_if_void};
use super::print_report::print_report;
use super::progress::RunProgress;
use super::risks::{Risks, parse_hypotheses};
use super::seeds::SeedArgs;
use super::table_file::TableArgs;
use crate::arena::{
    Arena, Entrants, Field, Progress, RunSettings, Test, Trial, TrialComparison, name_of,
};
use crate::bot::{Strangers, matching};
use crate::contest_file::{self, ContestFile};
use crate::flags::numbers::whole;
use crate::report::Report;
use crate::stats::sprt::TestVerdict;
use crate::tell;

/// Find out whether a new version is better than the champion against a pool of opponents
///
/// The candidate and the champion play each opponent of the pool on the same seeds and from the same seats, until a
/// sequential test on the difference of the two decides or all games are played. All opponents have the same weight.
/// Every finished game is written to the log at once; the same command again plays only the missing games.
///
/// Exit code: 0 the test accepts H1 (the candidate is better than the champion by ELO0: stronger, or with `no-loss` not
/// weaker), or all games of a try without a test are played; 3 the test accepts H0 (it is not better by ELO1); 4
/// undecided, interrupted, or games are missing because they were void; 5 a bot was thrown out of ten games in a row; 1 failure; 2 wrong usage.
#[derive(Args)]
pub(super) struct TrialArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The candidate, as for `play`; NAME=BOT gives it another name
    candidate: String,
    /// The bot that it has to beat [default: `champion` of the contest file]
    #[arg(long, value_name = "BOT")]
    champion: Option<String>,
    /// The opponents of both; may be repeated [default: `pool` of the contest file]
    #[arg(long, value_name = "BOT", num_args = 1..)]
    pool: Vec<String>,
    /// Test whether the candidate is better by ELO1 rather than by ELO0, or one of: gain (0,10: is it stronger?), small
    /// (0,3), no-loss (-5,0: is it no weaker?) [default: gain, but no test with --games]
    #[arg(long, value_name = "ELO0,ELO1|NAME", value_parser = parse_hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Maximum number of games, rounded up to whole rounds: a seed for each opponent [default: 80000, or all --seeds]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u64))]
    games: Option<u64>,
    /// Write the candidate into the contest file as champion and move the old champion into the pool: if the test
    /// accepts the candidate or, with `anyway`, in any case
    #[arg(long, value_enum, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_missing_value = "accepted")]
    promote: Option<PromoteArg>,
    #[command(flatten)]
    seeds: SeedArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    many: ManyArgs,
}

/// The value of `--promote`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum PromoteArg {
    /// If the test accepts that the candidate is better
    Accepted,
    /// Whatever the test says
    Anyway,
}

/// Maximum number of games of a try with a test, if none is given. A difference of two bots that do not meet needs four
/// times the games of a duel.
const MOST_GAMES: u64 = 80_000;

impl TrialArgs {
    /// The conditions of a task of this run on another machine.
    pub(super) fn of_batch(mut self) -> Result<(RunSettings, Strangers), Failure> {
        self.many.of_task();
        let bots = self.bots()?;
        Ok((self.many.settings(&self.game, 2, &bots)?, self.many.strangers()))
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let bots = self.bots()?;
        let file = self.file_to_write()?;
        let mut settings = self.many.settings(&self.game, 2, &bots)?;
        self.seeds.apply(&mut settings).map_err(usage)?;
        self.table.demand_writable(settings.log.as_deref())?;
        let (entrants, names) =
            Entrants::prepare(&bots, settings.contest, &self.many.strangers()).map_err(usage)?;
        let rivals = [names[0].clone(), names[1].clone()];
        let field = Field::new(&rivals, &names[2..], settings.contest.about().seats.max(2));
        let test = self.test(field.games_of_unit())?;
        let games_of_round = field.games_of_round() as u64;
        let rounds = |games: u64| games.div_ceil(games_of_round);
        let rounds = SeedArgs::units(&settings, self.games.map(rounds), rounds(MOST_GAMES))
            .map_err(usage)?;
        let arena = Arena { settings: &settings, entrants: &entrants, hero: &names[0] };
        let trial = Trial::new(&settings, field, test, 0..rounds);
        self.many.catch_interrupts()?;
        let mut log = settings.open_log("try", &entrants).map_err(log_failure)?;
        self.table.demand_apart("the log", log.path())?;
        let (progress, standing) =
            trial.play(&arena, &mut log, &mut RunProgress::new(&settings)?)?;
        let comparison = TrialComparison::new(&log, standing);
        let (verdict, undecided) = (comparison.standing.verdict, comparison.undecided);
        let report = Report::Try(Box::new(comparison));
        print_report(&report, self.many.json)?;
        tell_if_known(&log, progress, trial.known(&log));
        self.table.write(&report)?;
        tell_early_end(&log, &settings, progress, &names);
        let is_void = test.is_none() && tell_if_void(progress, trial.left(&log));
        if let (Some(file), Some(when)) = (file, self.promote) {
            promote(file, when, verdict, [&bots[0], &bots[1]])?;
        }
        match verdict {
            Some(TestVerdict::AcceptedH1) => Ok(()),
            Some(_) => Err(Failure::Verdict(3)),
            None if progress == Progress::Faulty => Err(Failure::Verdict(5)),
            None if undecided.is_some_and(|it| it.hangs) => Err(Failure::Verdict(4)),
            None if test.is_none() && progress != Progress::Interrupted && !is_void => Ok(()),
            None => Err(Failure::Verdict(4)),
        }
    }

    /// The candidate, the champion and the pool as typed or as the contest file has them. The first two are left out of the
    /// pool: each would play itself there.
    fn bots(&self) -> Result<Vec<String>, Failure> {
        let file = contest_file::current().filter(|file| file.key() == self.game);
        let champion = self.champion.clone().or_else(|| file?.champion.clone());
        let Some(champion) = champion else {
            return Err(usage(anyhow!(
                "{} has to beat a champion; give --champion BOT, or `champion = \"BOT\"` in botyard.toml",
                name_of(&self.candidate)
            )));
        };
        let rivals = [self.candidate.clone(), champion];
        if name_of(&rivals[0]) == name_of(&rivals[1]) {
            let name = name_of(&rivals[0]);
            return Err(usage(anyhow!("{name} is the champion itself; try another bot")));
        }
        let from_file = || file.map(|file| file.pool.clone()).unwrap_or_default();
        let pool = if self.pool.is_empty() { from_file() } else { self.pool.clone() };
        let pool = pool.iter().map(|text| matching(file, text)).flatten_ok();
        let pool: Vec<String> = pool.collect::<Result<_, _>>().map_err(usage)?;
        let (ours, pool): (Vec<String>, Vec<String>) = pool
            .into_iter()
            .unique_by(|bot| name_of(bot).to_owned())
            .partition(|bot| rivals.iter().any(|rival| name_of(rival) == name_of(bot)));
        for bot in ours {
            tell!("{} is left out of the pool: it would play itself there", name_of(&bot));
        }
        if pool.is_empty() {
            return Err(usage(anyhow!(
                "a try needs opponents for both bots; give --pool BOT, or `pool = [\"BOT\", …]` in botyard.toml"
            )));
        }
        Ok(rivals.into_iter().chain(pool).collect())
    }

    /// The contest file that `--promote` writes to.
    fn file_to_write(&self) -> Result<Option<&'static ContestFile>, Failure> {
        if self.promote.is_none() {
            return Ok(None);
        }
        let file = contest_file::current().filter(|file| file.key() == self.game);
        file.map(Some).ok_or_else(|| {
            usage(anyhow!(
                "--promote writes to the contest file of {}, and there is no such botyard.toml here or above; write \
                 one, or leave --promote out",
                self.game
            ))
        })
    }

    /// The test, for units of `games` games of both bots.
    fn test(&self, games: usize) -> Result<Option<Test>, Failure> {
        let elos = match (self.sprt, self.games) {
            (Some(pair), _) => pair,
            (None, Some(_)) => return self.risks.no_test(),
            (None, None) => (0.0, 10.0),
        };
        Ok(Some(self.risks.test(elos, games)?))
    }
}

/// Makes the candidate the champion if the test accepts that it is better, or anyway, and says what was done.
fn promote(
    file: &ContestFile,
    when: PromoteArg,
    verdict: Option<TestVerdict>,
    [candidate, champion]: [&str; 2],
) -> Result<(), Failure> {
    let [new, old] = [candidate, champion].map(name_of);
    let is_accepted = verdict == Some(TestVerdict::AcceptedH1);
    if !is_accepted && when == PromoteArg::Accepted {
        tell!(
            "{new} is not promoted, because no test has accepted it; --promote=anyway promotes it all the same"
        );
        return Ok(());
    }
    file.promote(candidate, champion)?;
    let although = if is_accepted { "" } else { ", although no test has accepted it" };
    let path = file.path.display();
    tell!("{new} is the champion of {path} now{although}; {old} is in the pool");
    Ok(())
}
