//! `referee duel`: is one bot stronger than another?

use clap::Args;

use super::comparison::print_comparison;
use super::many::{ManyArgs, catch_interrupts, same_command};
use super::progress::RunProgress;
use super::risks::{Risks, parse_pair};
use super::{Failure, usage};
use crate::arena::{Arena, Comparison, Duel, Entrants, Pairing, Progress, Test};
use crate::stats::sprt::TestVerdict;
use crate::tell;

/// Find out whether bot A is stronger than bot B
///
/// Plays each seed in every seat order, so that no seat and no map favours a bot, until a sequential
/// test decides or the games are played. Every finished game is in the log at once, and the same
/// command again plays only what is missing.
///
/// Exit code: 0 A is stronger (H1), or all games of a duel without a test are played; 3 A is not
/// stronger (H0); 4 undecided or interrupted; 1 failed; 2 called wrongly.
#[derive(Args)]
pub(super) struct DuelArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bot that is tested, as for `play`; NAME=BOT gives it another name
    a: String,
    /// The bot that it is compared with
    b: String,
    /// A bot for another seat, in a game with more than two; A and B share the seats that are left; may
    /// be repeated
    #[arg(long, value_name = "BOT")]
    others: Vec<String>,
    /// Test whether A is better by ELO1 rather than by ELO0 [default: 0,10, but no test with --games]
    #[arg(long, value_name = "ELO0,ELO1", value_parser = parse_pair, allow_hyphen_values = true)]
    sprt: Option<(f64, f64)>,
    #[command(flatten)]
    risks: Risks,
    /// Most games to play, up to a whole number of seeds [default: 20000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    games: Option<u64>,
    #[command(flatten)]
    many: ManyArgs,
}

/// Games of a duel that has a test and no other end.
const MOST_GAMES: u64 = 20_000;

impl DuelArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let bots = [&[self.a.clone(), self.b.clone()], &self.others[..]].concat();
        let settings = self.many.settings(&self.game, bots.len())?;
        let games_of_unit = Pairing::games_of_unit(bots.len(), settings.contest.about().seats);
        let test = self.test(games_of_unit)?;
        let (entrants, names) =
            Entrants::prepare(&bots, settings.contest, &self.many.strangers()).map_err(usage)?;
        let units = self.games.unwrap_or(MOST_GAMES).div_ceil(games_of_unit as u64);
        let arena = Arena { settings: &settings, entrants: &entrants, hero: &names[0] };
        let duel = Duel::new(&settings, names.clone(), test, 0..units);
        catch_interrupts()?;
        let mut log = settings.open_log("duel", &entrants).map_err(usage)?;
        let (progress, standing) = duel.play(&arena, &mut log, &mut RunProgress::new()?)?;
        let verdict = standing.verdict;
        print_comparison(&Comparison::new(&log, standing), self.many.json)?;
        if progress == Progress::Interrupted {
            tell!("interrupted; this goes on: {}", same_command());
        }
        match verdict {
            Some(TestVerdict::AcceptedH1) => Ok(()),
            Some(_) => Err(Failure::Verdict(3)),
            None if test.is_none() && progress != Progress::Interrupted => Ok(()),
            None => Err(Failure::Verdict(4)),
        }
    }

    /// The test, for units of so many games.
    fn test(&self, games: usize) -> Result<Option<Test>, Failure> {
        let elos = match (self.sprt, self.games) {
            (Some(pair), _) => pair,
            (None, Some(_)) => return self.risks.no_test(),
            (None, None) => (0.0, 10.0),
        };
        Ok(Some(self.risks.test(elos, games)?))
    }
}
