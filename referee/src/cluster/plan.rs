//! The plan of a run: a file that explains itself.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::folder::write_whole;
use crate::arena::{BotProgram, Job, Jobs, RunElsewhere};
use crate::ordinary;
use crate::plain_words::format_of;
use crate::workspace;

/// The format that this version reads and writes.
const FORMAT: &str = "botyard-plan/1";

/// What the file says about itself.
const ABOUT: &str = "This is the plan of a run of Botyard that is split into batches. `referee batch THIS-FILE --task K` \
     plays batch K: the games in tasks/K.json, under the conditions below. Its finished games go to results/K.jsonl. A \
     batch that has a result is not played again, so a task may be given twice. A unit is a seed in all seat orders; a \
     batch has whole units, and the batches follow the order of the units.";

/// The conditions of all games of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// `botyard-plan/1`.
    format: String,
    /// What the file is for, in words.
    about: String,
    /// A hash of everything else; results name it.
    pub id: String,
    /// The words of the command that was given, after the name of the program.
    pub command: Vec<String>,
    /// The folder in which it was given.
    pub folder: PathBuf,
    /// Key of the contest.
    pub contest: String,
    /// Its options.
    pub options: Map<String, Value>,
    /// The seeds, in words.
    pub seeds: String,
    /// The clock, in words; absent for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<String>,
    /// Factor of every time limit.
    pub timeout_factor: f64,
    /// The bots by seat in each game of a unit.
    pub seat_orders: BTreeSet<Vec<String>>,
    /// The bot whose lost games `--keep losses` keeps.
    pub hero: String,
    /// The bots: the line of each in the log, with its name, its command, and the hashes of its files.
    pub bots: Vec<BotProgram>,
    /// Nodes a second of the bots on the machine of the command, by which `--calibrate` scales time limits; absent without.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub reference: BTreeMap<String, u64>,
    /// The built programs of the workspace's bots. No task builds them again.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub built: BTreeMap<String, PathBuf>,
}

impl Plan {
    /// The plan of some games.
    pub fn new(run: &RunElsewhere<'_>, jobs: &Jobs, command: Vec<String>, folder: PathBuf) -> Self {
        let header = run.header.clone();
        let mut plan = Self {
            format: FORMAT.to_owned(),
            about: ABOUT.to_owned(),
            id: String::new(),
            command,
            folder,
            contest: header.game,
            options: header.options,
            seeds: header.base,
            clock: header.clocks,
            timeout_factor: header.timeout_factor,
            seat_orders: jobs.orders().cloned().collect(),
            hero: run.hero.to_owned(),
            bots: run.bots.clone(),
            reference: run.speeds.clone().unwrap_or_default(),
            built: workspace::built(),
        };
        plan.id = plan.hash();
        plan
    }

    /// A hash of the conditions. The seat orders may be fewer when a run goes on, and the command may have another
    /// number of games. The speeds may be measured again.
    fn hash(&self) -> String {
        let bots = self.bots.iter().map(|it| (&it.bot, &it.command, it.fingerprint));
        let bots: Vec<_> = bots.collect();
        let conditions = (&self.contest, &self.options, &self.seeds, &self.clock);
        let others = (self.timeout_factor, &self.hero, &bots);
        let text = serde_json::to_vec(&(conditions, others)).unwrap_or_default();
        blake3::hash(&text).to_hex()[..16].to_owned()
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// If it cannot be read or is no plan.
    pub fn load(path: &Path) -> Result<Self> {
        let text = ordinary::read(path)
            .with_context(|| format!("cannot read the plan {}", path.display()))?;
        // A plan of another version may have other fields, so its format is read before them.
        if let Some(format) = format_of(&text).filter(|format| format != FORMAT) {
            bail!("{} is of format {format}, not {FORMAT}", path.display());
        }
        let plan: Self = serde_json::from_slice(&text)
            .with_context(|| format!("{} is not a plan of Botyard", path.display()))?;
        if plan.id != plan.hash() {
            bail!("the plan {} was changed after it was written", path.display());
        }
        Ok(plan)
    }

    /// Writes the plan.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        let mut text = serde_json::to_vec_pretty(self)?;
        text.push(b'\n');
        write_whole(path, &text)
            .with_context(|| format!("cannot write the plan {}", path.display()))
    }
}

/// The games of a batch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// Its number.
    #[serde(rename = "task")]
    pub number: u64,
    /// The plan.
    pub plan: String,
    /// The games, in the order of the plan.
    pub games: Vec<Job>,
}

impl Task {
    /// Reads the file of a batch.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn load(path: &Path) -> Result<Self> {
        let text = ordinary::read(path)
            .with_context(|| format!("cannot read the batch {}", path.display()))?;
        serde_json::from_slice(&text).with_context(|| format!("{} is not a batch", path.display()))
    }

    /// Whether this can be the batch of a number of a plan: its bots and the number of its seats are those of the plan. The
    /// seat orders may be others, because a plan that goes on may have lost some.
    pub fn is_of(&self, number: u64, plan: &Plan) -> bool {
        let is_known = |bot: &String| plan.bots.iter().any(|it| it.bot == *bot);
        let has_seats = |bots: &[String]| plan.seat_orders.iter().any(|it| it.len() == bots.len());
        let fits = |job: &Job| has_seats(&job.bots) && job.bots.iter().all(is_known);
        (self.number, self.plan.as_str()) == (number, plan.id.as_str())
            && self.games.iter().all(fits)
    }

    /// Writes the file of a batch.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_vec(self)?;
        write_whole(path, &text)
            .with_context(|| format!("cannot write the batch {}", path.display()))
    }
}
