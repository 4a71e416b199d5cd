//! `referee duel`: is one bot stronger than another?

use clap::Args;

use super::failure::{Failure, log_failure, usage};
use super::many::{ManyArgs, tell_early_end, tell_if_known, tell_if_void};
use super::print_report::print_report;
use super::progress::RunProgress;
use super::risks::{Risks, parse_hypotheses};
use super::seeds::SeedArgs;
use super::table_file::TableArgs;
use crate::arena::{Arena, Comparison, Duel, Entrants, Pairing, Progress, RunSettings, Test};
use crate::bot::Strangers;
use crate::flags::numbers::whole;
use crate::report::Report;
use crate::stats::sprt::TestVerdict;

/// Find out whether bot A is stronger than bot B
///
/// Plays each seed so that each bot has every seat, and no seat and no map favours a bot, until a sequential
/// test decides or all games are played. Every finished game is written to the log at once; the same
/// command again plays only the missing games.
///
/// Exit code: 0 the test accepts H1 (A is better than ELO0: stronger, or with `no-loss` not weaker),
/// or all games of a duel without a test are played; 3 the test accepts H0 (A is not as good as ELO1); 4
/// undecided (also if the verdict depends on undecided games), interrupted, or games are missing because they were void;
/// 5 a bot was thrown out of ten games in a row; 1 failure; 2 wrong usage.
#[derive(Args)]
pub(super) struct DuelArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bot to test, as for `play`; NAME=BOT gives it another name
    a: String,
    /// The bot to compare it with
    b: String,
    /// A bot for another seat, in a game with more than two seats; A and B fill the remaining seats
    /// alternately; may be repeated
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0, or one of: gain (0,10: is A stronger?),
    /// small (0,3), no-loss (-5,0: is A no weaker?) [default: gain, but no test with --games]
    #[arg(long, value_name = "ELO0,ELO1|NAME", value_parser = parse_hypotheses, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Maximum number of games, rounded up to a whole number of seeds [default: 20000, or
    /// all --seeds]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u64))]
    games: Option<u64>,
    #[command(flatten)]
    seeds: SeedArgs,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    many: ManyArgs,
}

/// Maximum number of games of a duel with a test, if none is given.
const MOST_GAMES: u64 = 20_000;

impl DuelArgs {
    /// The conditions of a task of this run on another machine.
    pub(super) fn of_batch(mut self) -> Result<(RunSettings, Strangers), Failure> {
        self.many.of_task();
        let bots = self.bots();
        Ok((self.many.settings(&self.game, bots.len(), &bots)?, self.many.strangers()))
    }

    pub(super) fn run(self) -> Result<(), Failure> {
        let bots = self.bots();
        let mut settings = self.many.settings(&self.game, bots.len(), &bots)?;
        self.seeds.apply(&mut settings).map_err(usage)?;
        self.table.demand_writable(settings.log.as_deref())?;
        let games_of_unit = Pairing::games_of_unit(bots.len(), settings.contest.about().seats);
        let test = self.test(games_of_unit)?;
        let (entrants, names) =
            Entrants::prepare(&bots, settings.contest, &self.many.strangers()).map_err(usage)?;
        let units = |games: u64| games.div_ceil(games_of_unit as u64);
        let units =
            SeedArgs::units(&settings, self.games.map(units), units(MOST_GAMES)).map_err(usage)?;
        let arena = Arena { settings: &settings, entrants: &entrants, hero: &names[0] };
        let duel = Duel::new(&settings, names.clone(), test, 0..units);
        self.many.catch_interrupts()?;
        let mut log = settings.open_log("duel", &entrants).map_err(log_failure)?;
        self.table.demand_apart("the log", log.path())?;
        let (progress, standing) =
            duel.play(&arena, &mut log, &mut RunProgress::new(&settings)?)?;
        let comparison = Comparison::new(&log, standing);
        let (verdict, undecided) = (comparison.standing.verdict, comparison.undecided);
        let report = Report::Duel(Box::new(comparison));
        print_report(&report, self.many.json)?;
        tell_if_known(&log, progress, duel.known(&log));
        self.table.write(&report)?;
        tell_early_end(&log, &settings, progress, &names);
        let is_void = test.is_none() && tell_if_void(progress, duel.left(&log));
        match verdict {
            Some(TestVerdict::AcceptedH1) => Ok(()),
            Some(_) => Err(Failure::Verdict(3)),
            None if progress == Progress::Faulty => Err(Failure::Verdict(5)),
            None if undecided.is_some_and(|it| it.hangs) => Err(Failure::Verdict(4)),
            None if test.is_none() && progress != Progress::Interrupted && !is_void => Ok(()),
            None => Err(Failure::Verdict(4)),
        }
    }

    /// The bots as typed.
    fn bots(&self) -> Vec<String> {
        [&[self.a.clone(), self.b.clone()], &self.others[..]].concat()
    }

    /// The test, for units of `games` games.
    fn test(&self, games: usize) -> Result<Option<Test>, Failure> {
        let elos = match (self.sprt, self.games) {
            (Some(pair), _) => pair,
            (None, Some(_)) => return self.risks.no_test(),
            (None, None) => (0.0, 10.0),
        };
        Ok(Some(self.risks.test(elos, games)?))
    }
}
