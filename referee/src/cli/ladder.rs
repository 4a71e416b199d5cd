//! `referee ladder`: rates many bots.

use anyhow::anyhow;
use clap::Args;
use itertools::Itertools;

use super::failure::{Failure, log_failure, usage};
use super::many::{ManyArgs, tell_early_end, tell_if_known, tell_if_void};
use super::print_report::print_report;
use super::progress::RunProgress;
use super::seeds::SeedArgs;
use super::table_file::TableArgs;
use crate::arena::{Arena, Entrants, Ladder, LadderTable, Progress, RunSettings};
use crate::bot::{Strangers, matching};
use crate::contest_file;
use crate::flags::numbers::whole;
use crate::games::contest;
use crate::report::Report;

/// Rate many bots: everyone against everyone, or one against all others
///
/// Plays each seed so that each bot has every seat, as a duel does. Every finished game is written to the log at once;
/// the same command again plays only the missing games. With more bots and the same --log, these are the
/// games of the new bots.
///
/// In a contest whose players work together one bot is enough: it takes every seat.
///
/// Exit code: 0 all games are played; 4 interrupted, or games are missing because they were void; 5 a bot was thrown out
/// of ten games in a row; 1 failure; 2 wrong usage.
#[derive(Args)]
pub(super) struct LadderArgs {
    /// The game; `referee games` lists them
    game: String,
    /// The bots, as for `play`; NAME=BOT gives a bot another name, and a pattern such as 'v*' stands for the bots of
    /// the contest file that match it
    #[arg(required = true)]
    bots: Vec<String>,
    /// Play only games of the bot with this name
    #[arg(long, value_name = "BOT")]
    hero: Option<String>,
    /// Number of players of a game [default: the least that the game takes]
    #[arg(long, value_name = "N", value_parser = whole(1..=1000_usize))]
    players: Option<usize>,
    /// Number of games of each group of bots that fills the seats, rounded up to a whole number of seeds
    /// [default: 100, or all --seeds]
    #[arg(long, value_name = "N", value_parser = whole(1..=10_000_000_u64))]
    games: Option<u64>,
    #[command(flatten)]
    table: TableArgs,
    #[command(flatten)]
    seeds: SeedArgs,
    #[command(flatten)]
    many: ManyArgs,
}

/// Default number of games of each group.
const GAMES: u64 = 100;

impl LadderArgs {
    /// The conditions of a task of this run on another machine.
    pub(super) fn of_batch(mut self) -> Result<(RunSettings, Strangers), Failure> {
        self.many.of_task();
        self.name_all()?;
        Ok((self.settings()?, self.many.strangers()))
    }

    /// The conditions of the games.
    fn settings(&self) -> Result<RunSettings, Failure> {
        let contest = contest(&self.game).map_err(usage)?;
        // The usual number may be outside the range: games of a contest for one player are played in pairs.
        let players = self.players.unwrap_or(contest.about().seats);
        if self.players.is_some() && !contest.seat_range().contains(&players) {
            let (key, takes) = (contest.key(), contest.seats_in_words());
            return Err(usage(anyhow!("{key} takes {takes}, not {players}; give other --players")));
        }
        self.many.settings(&self.game, players, &self.bots)
    }

    /// Replaces patterns by the bots of the contest file that match them.
    fn name_all(&mut self) -> Result<(), Failure> {
        let file = contest_file::current();
        let bots = self.bots.iter().map(|text| matching(file, text));
        self.bots = bots.flatten_ok().collect::<Result<Vec<_>, _>>().map_err(usage)?;
        Ok(())
    }

    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.name_all()?;
        let mut settings = self.settings()?;
        self.seeds.apply(&mut settings).map_err(usage)?;
        if self.bots.len() == 1 && settings.contest.about().teams.is_empty() {
            let key = settings.contest.key();
            return Err(usage(anyhow!("a ladder of {key} needs at least two bots; name another")));
        }
        let (entrants, names) =
            Entrants::prepare(&self.bots, settings.contest, &self.many.strangers())
                .map_err(usage)?;
        let hero = self.hero.as_deref();
        let players = self.players.unwrap_or(settings.contest.about().seats);
        let groups = Ladder::groups(&names, players, hero).map_err(usage)?;
        let games_of_seed = groups.first().map_or(1, |group| group.orders().len() as u64);
        let seeds = |games: u64| games.div_ceil(games_of_seed);
        let units =
            SeedArgs::units(&settings, self.games.map(seeds), seeds(GAMES)).map_err(usage)?;
        let ladder = Ladder::new(&settings, &groups, units);
        self.table.demand_writable(settings.log.as_deref())?;
        self.many.catch_interrupts()?;
        let mut log = settings.open_log("ladder", &entrants).map_err(log_failure)?;
        self.table.demand_apart("the log", log.path())?;
        let hero = hero.unwrap_or(&names[0]);
        let arena = Arena { settings: &settings, entrants: &entrants, hero };
        let progress = ladder.play(&arena, &mut log, &mut RunProgress::new(&settings)?)?;
        let report = Report::Ladder(LadderTable::of(&log, &names));
        print_report(&report, self.many.json)?;
        tell_if_known(&log, progress, ladder.known(&log));
        self.table.write(&report)?;
        tell_early_end(&log, &settings, progress, &names);
        let is_void = tell_if_void(progress, ladder.left(&log));
        match progress {
            Progress::Interrupted => Err(Failure::Verdict(4)),
            Progress::Faulty => Err(Failure::Verdict(5)),
            _ if is_void => Err(Failure::Verdict(4)),
            Progress::Done | Progress::Enough => Ok(()),
        }
    }
}
