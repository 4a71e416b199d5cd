//! Plays one batch of a plan.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::folder::{RunFolder, write_whole};
use super::life::Life;
use super::plan::{Plan, Task};
use super::result_file::{self, BatchGame, BatchHeader, FirstPlay};
use super::{hosts, machine, speeds};
use crate::arena::{
    Arena, BotProgram, Entrants, Logged, OtherMachine, Played, PlayedOn, Progress, RunSettings,
};
use crate::bot::Strangers;
use crate::copies;
use crate::identity::Sameness;
use crate::ordinary;
use crate::plain_words::chain;
use crate::tell;
use crate::workspace;

/// How long a task waits on a machine that was taken out before it ends, so that the machine does not take the next one
/// at once.
const ON_A_BAD_MACHINE: Duration = Duration::from_secs(10);

/// What became of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BatchEnd {
    /// Its games were played.
    Played(usize),
    /// It has results already.
    Known,
    /// The run is over, or nobody wants the batch any more.
    Over,
}

/// Why a batch was not played.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedBatch {
    /// The machine.
    pub host: String,
    /// A sentence.
    pub why: String,
    /// Whether the machine was taken out before.
    #[serde(default)]
    pub is_out: bool,
}

impl FailedBatch {
    /// Reads why; `None` if the file is not there.
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&ordinary::read(path).ok()?).ok()
    }
}

/// Plays a batch of the plan in a file and writes its results. `conditions` makes the settings of the plan's command. If the
/// files of the machine of the plan were copied here, `copies` is the folder below which they are.
///
/// # Errors
/// If it cannot be played here; the front end is told why.
pub fn play_batch(
    plan: &Path,
    task: u64,
    copies: Option<&Path>,
    conditions: impl FnOnce(&Plan) -> Result<(RunSettings, Strangers)>,
) -> Result<BatchEnd> {
    if let Some(root) = copies {
        let place = || format!("there is no folder of copies {}", root.display());
        copies::use_below(&fs::canonicalize(root).with_context(place)?);
    }
    let folder = RunFolder::of_plan(plan);
    if folder.over().exists() {
        return Ok(BatchEnd::Over);
    }
    let plan = Plan::load(plan)?;
    if !folder.task(task).exists() {
        return Ok(BatchEnd::Over);
    }
    let batch = Task::load(&folder.task(task))?;
    // A machine to which the batch was copied has no others.
    let _ = folder.make();
    if batch.plan != plan.id {
        bail!("batch {task} is of another plan than {}", folder.plan().display());
    }
    if !batch.is_of(task, &plan) {
        bail!(
            "the batch {} was damaged: its games are not those of a batch {task} of the plan",
            folder.task(task).display()
        );
    }
    if result_file::read(&folder.results(task), &plan.id, task, &batch.games).is_ok() {
        return Ok(BatchEnd::Known);
    }
    let is_out = hosts::is_out(&folder, machine::name());
    let end = if is_out {
        std::thread::sleep(ON_A_BAD_MACHINE);
        Err(anyhow::anyhow!("the machine {} was taken out of this run", machine::name()))
    } else {
        conditions(&plan).and_then(|made| play(&folder, &plan, &batch, made))
    };
    if let Err(error) = &end {
        let why = chain(error).clone();
        let failed = FailedBatch { host: machine::name().to_owned(), why, is_out };
        // The error is printed, too; perhaps the disk is full.
        let _ = write_whole(&folder.failed(task), &serde_json::to_vec(&failed)?);
    }
    end
}

fn play(
    folder: &RunFolder,
    plan: &Plan,
    batch: &Task,
    (mut settings, strangers): (RunSettings, Strangers),
) -> Result<BatchEnd> {
    let task = batch.number;
    let life = Life::begin(folder.running(task));
    let built = plan.built.iter();
    workspace::use_built(built.map(|(bot, path)| (bot.clone(), copies::of(path))));
    // The games of other tasks share the machine, which nobody pins for all of them.
    settings.cores = None;
    let typed =
        plan.bots.iter().map(
            |BotProgram { bot, command, .. }| {
                if bot == command { bot.clone() } else { format!("{bot}={command}") }
            },
        );
    let typed: Vec<String> = typed.collect();
    let (entrants, _) = Entrants::prepare(&typed, settings.contest, &strangers)?;
    demand_same(plan, &entrants)?;
    let speeds = speeds::measured(folder, plan, &entrants);
    let percents = if plan.reference.is_empty() {
        BTreeMap::new()
    } else {
        let bots: Vec<&str> = plan.bots.iter().map(|it| it.bot.as_str()).collect();
        speeds::percents(&bots, &plan.reference, &speeds)?
    };
    speeds::scale(&mut settings.clocks.factor, &percents);
    let arena = Arena { settings: &settings, entrants: &entrants, hero: &plan.hero };
    let begin = Instant::now();
    let mut games: HashMap<(String, Vec<String>), BatchGame> = HashMap::new();
    let processor = machine::processor();
    let mut starved = machine::starved_micros();
    let progress = arena.play_batch(batch.games.clone().into(), &mut |played: Played| {
        let now = machine::starved_micros();
        let waited = now.zip(starved).map(|(now, before)| now.saturating_sub(before));
        starved = now;
        let on = OtherMachine {
            name: machine::name().to_owned(),
            processor: processor.clone(),
            nodes_per_second: by_seat(&speeds, &played.bots),
            limit_percent: by_seat(&percents, &played.bots),
        };
        let host = PlayedOn::new(on, waited);
        let game = logged(&arena, played, &host);
        games.insert((game.seed.clone(), game.bots.clone()), game);
        life.played();
        Ok(folder.over().exists().then_some(Progress::Enough))
    })?;
    let in_order =
        batch.games.iter().map(|job| games.remove(&(job.seed.clone(), job.bots.clone())));
    let Some(in_order) = in_order.collect::<Option<Vec<BatchGame>>>() else {
        return match progress {
            Progress::Enough | Progress::Interrupted => Ok(BatchEnd::Over),
            _ => bail!("batch {task} ended without all of its games"),
        };
    };
    let seconds = begin.elapsed().as_secs_f64();
    let header = BatchHeader::new(&plan.id, task, machine::name(), processor, seconds);
    result_file::write(&folder.results(task), &header, &in_order)
        .with_context(|| format!("cannot write the results {}", folder.results(task).display()))?;
    drop(life);
    let _ = fs::remove_file(folder.running(task));
    Ok(BatchEnd::Played(in_order.len()))
}

/// A number of each bot by seat; empty if no bot has one.
fn by_seat(numbers: &BTreeMap<String, u64>, bots: &[String]) -> Vec<u64> {
    let all = bots.iter().map(|bot| numbers.get(bot).copied().unwrap_or(0));
    all.filter(|_| !numbers.is_empty()).collect()
}

/// A game for the file of results, with its recording if that may be kept.
fn logged(arena: &Arena<'_>, played: Played, host: &PlayedOn) -> BatchGame {
    let Played { seed, bots, result } = played;
    let made = BatchGame { seed, bots, ..BatchGame::default() };
    match result {
        Ok(finished) => {
            let play = |mut game: Logged, recording: Vec<u8>| {
                game.host = Some(host.clone());
                let is_kept =
                    !game.last_words.is_empty() || arena.settings.keep.wants(&game, arena.hero);
                let recording = if is_kept { recording } else { Vec::new() };
                (game, String::from_utf8_lossy(&recording).into_owned())
            };
            let first = finished.first.map(|first| {
                let (game, recording) = play(first.game, first.recording);
                Box::new(FirstPlay { game, recording })
            });
            let (game, recording) = play(finished.game, finished.recording);
            BatchGame { game: Some(game), recording, first, ..made }
        }
        Err(why) => BatchGame { void: Some(format!("{why:#}")), ..made },
    }
}

/// Checks that the bots are those of the plan.
fn demand_same(plan: &Plan, entrants: &Entrants) -> Result<()> {
    for theirs in &plan.bots {
        match entrants.program_among(&theirs.bot, &plan.bots).sameness(theirs) {
            Sameness::Same => {}
            Sameness::Beside(what) => {
                tell!("{}: here it runs with {what}", theirs.bot);
            }
            Sameness::Different(change) => {
                bail!(
                    "{} is another bot on {} than in the plan: {change}",
                    theirs.bot,
                    machine::name()
                )
            }
        }
    }
    Ok(())
}
