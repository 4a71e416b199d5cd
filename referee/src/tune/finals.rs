//! The final games of a tuning: the tuned bot against the untuned one, on seeds that no round has
//! used.

use std::collections::HashSet;
use std::ops::Range;

use anyhow::Result;
use itertools::Itertools;

use super::method::RoundTally;
use super::parameters::set_arguments;
use super::schedule::Meeting;
use super::tuning::{FINALISTS, Tuning, TuningError};
use crate::arena::{
    Arena, Asked, Comparison, Duel, Entrants, Log, Observer, Pairing, Progress, Question,
    RunSettings, TeamComparison, TeamDifference,
};
use crate::report::Report;

/// The final games and their log.
pub struct FinalGames<'a> {
    tuning: &'a Tuning<'a>,
    entrants: Entrants,
    log: Log,
    /// The two bots that are compared, then the others.
    names: Vec<String>,
    /// Units of the sequence of seeds.
    units: Range<u64>,
}

impl<'a> FinalGames<'a> {
    /// Opens the log that the user named, if there is one. This is done before the first round, because a log that cannot
    /// be used is refused before anything is played.
    ///
    /// # Errors
    /// The log cannot be used for the final games, or it has some on seeds that the rounds use.
    pub fn open_named_log(tuning: &Tuning<'_>) -> Result<Option<Log>, TuningError> {
        let run = tuning.run;
        let Some(path) = &run.log else { return Ok(None) };
        let log = Log::open(path, run.header(), run.key.as_ref()).map_err(TuningError::Log)?;
        let settings = &tuning.checkpoint.conditions.settings;
        demand_unused(run, &log, settings.rounds() * settings.pairs())?;
        // The tuned bot is not known yet.
        let known = tuning.variants([(FINALISTS[1], &[][..])], tuning.schedule.company())?;
        for program in known.programs_beside(log.programs()) {
            log.demand_unchanged(&program).map_err(TuningError::Log)?;
        }
        Ok(Some(log))
    }

    /// Plans `games` games, rounded up to whole units, for the log that the user named, or else opens one.
    ///
    /// # Errors
    /// The log cannot be used for these games, or it has some on seeds that a round has used.
    pub fn open(
        tuning: &'a Tuning<'a>,
        games: u64,
        named: Option<Log>,
    ) -> Result<Self, TuningError> {
        let (checkpoint, schedule) = (&tuning.checkpoint, &tuning.schedule);
        let conditions = &checkpoint.conditions;
        let set = set_arguments(&conditions.parameters, &tuning.method.values());
        let finalists = FINALISTS.into_iter().zip([&set[..], &[]]);
        let entrants = tuning.variants(finalists, schedule.company())?;
        let first = checkpoint.rounds.len() as u64 * conditions.settings.pairs();
        // A log of its own for each first seed: where further rounds find the same values, the games of the earlier
        // final are on seeds that these rounds have used.
        let kind = format!("tune-final-{first}");
        let entered = |mut log: Log| {
            log.enter(&entrants.programs_beside(log.programs()))?;
            Ok(log)
        };
        let log = named.map_or_else(|| tuning.run.open_log(&kind, &entrants), entered);
        let log = log.map_err(TuningError::Log)?;
        demand_unused(tuning.run, &log, first)?;
        let names: Vec<String> = FINALISTS.map(str::to_owned).into_iter().collect();
        let names = [names, schedule.others.clone()].concat();
        let mut it = Self { tuning, entrants, log, names, units: first..first + 1 };
        let games_of_unit = if schedule.is_of_teams() {
            tuning.plan(&it.meetings(it.units.clone())).games()
        } else {
            Pairing::games_of_unit(it.names.len(), schedule.seats) as u64
        };
        it.units.end = first + games.div_ceil(games_of_unit);
        Ok(it)
    }

    /// Plays the games that are missing in the log and compares the two.
    ///
    /// # Errors
    /// The log or a recording cannot be written, or ten games in a row are void.
    pub fn play(&mut self, observer: &mut dyn Observer) -> Result<(Progress, Report<'_>)> {
        let run = self.tuning.run;
        let arena = Arena { settings: run, entrants: &self.entrants, hero: FINALISTS[0] };
        if self.tuning.schedule.is_of_teams() {
            let duel = self.names.clone();
            self.log.ask(Asked::Duel(Question { duel, test: None }))?;
            let plan = self.tuning.plan(&self.meetings(self.units.clone()));
            let jobs = plan.missing(&self.log, run.replays);
            let progress = arena.play_all(&mut self.log, plan.games(), jobs, observer)?;
            return Ok((progress, Report::Teams(self.team_comparison())));
        }
        let duel = Duel::new(run, self.names.clone(), None, self.units.clone());
        let (progress, standing) = duel.play(&arena, &mut self.log, observer)?;
        Ok((progress, Report::Duel(Box::new(Comparison::new(&self.log, standing)))))
    }

    /// The meetings on some units, in a contest with teams.
    fn meetings(&self, units: Range<u64>) -> Vec<Meeting> {
        self.tuning.schedule.meetings_on(&self.names[..2], units)
    }

    /// What the tuned bot earned more than the untuned one, on complete seeds.
    fn team_comparison(&self) -> TeamComparison<'_> {
        let (run, schedule) = (self.tuning.run, &self.tuning.schedule);
        let rounds = schedule.team_rounds() as f64;
        let mut difference =
            TeamDifference { company: schedule.pool.clone(), ..TeamDifference::default() };
        let mut seeds = Vec::new();
        for unit in self.units.clone() {
            let tally = self.tuning.tally(&self.log, &self.meetings(unit..unit + 1), 2);
            let points = tally.iter().flat_map(RoundTally::totals);
            if let Some(points) = points.map(|points| points as f64 / rounds).collect_array() {
                difference.add(points);
                seeds.extend(run.seeds.of(run.contest, unit));
            }
        }
        let seeds: HashSet<&str> = seeds.iter().map(String::as_str).collect();
        let names = FINALISTS.map(str::to_owned);
        TeamComparison::new(&self.log, names, &schedule.pool, vec![difference], &seeds)
    }
}

/// Demands that a log has no game on the units before `first`, which the rounds have used: the tuned bot fits them.
fn demand_unused(run: &RunSettings, log: &Log, first: u64) -> Result<(), TuningError> {
    let theirs: HashSet<&str> = log.games().map(|game| &*game.seed).collect();
    let mut used = (0..first).filter_map(|unit| run.seeds.of(run.contest, unit));
    // There may be millions of seeds.
    if !theirs.is_empty() && used.any(|seed| theirs.contains(&*seed)) {
        return Err(TuningError::UsedSeeds(log.path().display().to_string()));
    }
    Ok(())
}
