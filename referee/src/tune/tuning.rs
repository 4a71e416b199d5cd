//! A tuning: its bots, its conditions and its results so far.

use std::fs;
use std::path::{Path, PathBuf};

use gridkit::hash::Fnv1a;

use super::checkpoint::{Checkpoint, CheckpointError};
use super::conditions::TuningConditions;
use super::drift::Drift;
use super::method::{Method, RoundTally};
use super::parameters::{Parameter, set_arguments};
use super::schedule::{Meeting, Schedule};
use super::settings::Settings;
use crate::arena::{Entrants, Log, LogError, RunPlan, RunSettings, file_name};

/// Names of the bots of the final games: with the best values, and with the start values.
pub(super) const FINALISTS: [&str; 2] = ["tuned", "untuned"];

/// The bots of a tuning, by name.
pub struct Players<'a> {
    /// The bot that is tuned.
    pub bot: &'a str,
    /// The opponents of its candidates or, in a contest with teams, their partners.
    pub pool: &'a [String],
    /// The bots in the other seats.
    pub others: &'a [String],
}

impl Players<'_> {
    /// A bot with the same name as a candidate, if there is one.
    pub fn taken_name(&self, settings: &Settings) -> Option<&String> {
        let candidates = settings.candidate_names();
        let mut names = self.pool.iter().chain(self.others);
        names.find(|name| candidates.contains(name) || FINALISTS.contains(&name.as_str()))
    }
}

/// A tuning with the conditions of its games and its results so far.
pub struct Tuning<'a> {
    pub(super) run: &'a RunSettings,
    /// The bot, the pool and the others.
    pub(super) entrants: &'a Entrants,
    pub(super) schedule: Schedule,
    /// Path of the checkpoint.
    pub(super) path: PathBuf,
    pub(super) checkpoint: Checkpoint,
    pub(super) method: Box<dyn Method>,
}

/// A reason why games of a tuning cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum TuningError {
    /// A log cannot be used.
    #[error(transparent)]
    Log(LogError),
    /// The log of the final games, by its path, has games on seeds that rounds have used.
    #[error("{0} has final games on seeds that the tuning has used since; give another --log")]
    UsedSeeds(String),
    /// Something else failed.
    #[error(transparent)]
    Failed(#[from] anyhow::Error),
}

impl<'a> Tuning<'a> {
    /// Starts a tuning, or resumes the one of a checkpoint.
    ///
    /// # Errors
    /// If the checkpoint cannot be read, is damaged, or belongs to a tuning under other conditions.
    pub fn resume(
        run: &'a RunSettings,
        entrants: &'a Entrants,
        mut conditions: TuningConditions,
        path: &Path,
    ) -> Result<Self, CheckpointError> {
        let names = |programs: &[crate::arena::BotProgram]| {
            programs.iter().map(|program| program.bot.clone()).collect()
        };
        let schedule = Schedule {
            pool: names(&conditions.pool),
            others: names(&conditions.others),
            seats: run.contest.about().seats,
            teams: run.contest.about().teams,
            pairs: conditions.settings.pairs(),
        };
        if let Some(earlier) = Checkpoint::conditions_at(path) {
            conditions.look_again(&earlier, entrants);
        }
        let (checkpoint, method) = Checkpoint::resume(path, conditions, &schedule)?;
        Ok(Self { run, entrants, schedule, path: path.to_owned(), checkpoint, method })
    }

    /// The results of a tuning so far.
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Path of the checkpoint.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The method in its present state.
    pub fn method(&self) -> &dyn Method {
        self.method.as_ref()
    }

    /// The change of each parameter.
    pub fn drifts(&self) -> Vec<Drift> {
        Drift::of_all(&self.checkpoint.conditions.parameters, self.method())
    }

    /// The arguments that set the best values.
    pub fn set_arguments(&self) -> Vec<String> {
        set_arguments(&self.checkpoint.conditions.parameters, &self.method.values())
    }

    /// Variants of the bot with names and arguments of their own, and some of the other bots.
    pub(super) fn variants<'n>(
        &self,
        variants: impl IntoIterator<Item = (&'n str, &'n [String])>,
        company: impl IntoIterator<Item = &'n String>,
    ) -> anyhow::Result<Entrants> {
        let bot = &*self.checkpoint.conditions.bot.bot;
        let variants = variants.into_iter().map(|(name, set)| (name, bot, set));
        let company = company.into_iter().map(|name| (&**name, &**name, &[][..]));
        self.entrants.variants(variants.chain(company))
    }

    /// All games of some meetings.
    pub(super) fn plan(&self, meetings: &[Meeting]) -> RunPlan {
        let units = meetings.iter().map(|it| (&it.pairing, it.unit));
        RunPlan::new(self.run.contest, &self.run.seeds, units)
    }

    /// The points of the candidates, if all games of their meetings are in the log.
    pub(super) fn tally(
        &self,
        log: &Log,
        meetings: &[Meeting],
        candidates: usize,
    ) -> Option<RoundTally> {
        let seed = |it: &Meeting| self.run.seeds.of(self.run.contest, it.unit);
        if self.schedule.is_of_teams() {
            return Schedule::team_points(meetings, candidates, |it| {
                let (seed, names) = (seed(it)?, it.pairing.names());
                let orders = it.pairing.orders().iter();
                orders.map(|order| Some(log.game(&seed, order)?.team_points(names))).sum()
            });
        }
        Schedule::half_points(meetings, candidates, |it| {
            let seed = seed(it)?;
            it.pairing.result(|order| log.game(&seed, order)).map(|result| result.half_points)
        })
    }
}

impl TuningConditions {
    /// The conditions of a tuning of some bots.
    pub fn new(
        run: &RunSettings,
        entrants: &Entrants,
        players: &Players<'_>,
        parameters: Vec<Parameter>,
        settings: Settings,
    ) -> Self {
        let programs =
            |names: &[String]| names.iter().map(|name| entrants.program(name).clone()).collect();
        let header = run.header();
        Self {
            game: header.game,
            options: header.options,
            seed: run.seeds.number(),
            timeout_factor: header.timeout_factor,
            clocks: Some(header.clocks.unwrap_or_default()),
            rules: header.rules,
            bot: entrants.program(players.bot).clone(),
            pool: programs(players.pool),
            others: programs(players.others),
            parameters,
            settings,
        }
    }

    /// The default path of the checkpoint of a tuning. Another program, option or setting leads to
    /// another path, but a tuning with more rounds goes on in the file of the shorter one.
    pub fn default_checkpoint(&self, entrants: &Entrants) -> PathBuf {
        let text = serde_json::to_string(&self.named()).unwrap_or_default();
        let number = Fnv1a::of(text.as_bytes()) as u32;
        let kind = format!("tune-{}-{}-", self.game, file_name(&self.bot.bot));
        let folder = Path::new("games");
        let own = folder.join(format!("{kind}{number:08x}.json"));
        if own.exists() {
            return own;
        }
        let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|file| file.path());
        let is_tuning = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.starts_with(&kind) && name.ends_with(".json")
        };
        let mut earlier: Vec<PathBuf> = files.filter(is_tuning).collect();
        earlier.sort_unstable();
        // A bot may not have opened every file yet that it is known to open.
        let leads_here = |path: &PathBuf| {
            let mut ours = self.clone();
            if let Some(earlier) = Checkpoint::conditions_at(path) {
                ours.look_again(&earlier, entrants);
            }
            Checkpoint::leads_to(path, &ours)
        };
        earlier.into_iter().find(leads_here).unwrap_or(own)
    }
}
