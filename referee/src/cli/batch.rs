//! `referee batch`: plays one batch of a run that is split into batches.

use std::env;
use std::path::{self, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::{ArgGroup, Args};

use super::failure::{Failure, usage};
use crate::arena::RunSettings;
use crate::bot::Strangers;
use crate::cluster::{BatchEnd, Plan, play_batch};
use crate::report::layout::counted;
use crate::tell;

/// Play one batch of a run that is split into batches
///
/// `--on` of duel, ladder, try and tune writes the plan and starts this command for each batch on another machine. It may
/// be given by hand, too. It plays in the folder in which the plan was made, if that is here. A batch that has its results is
/// not played again.
///
/// Exit code: 0 the batch has its results, or the run is over; 1 it cannot be played here; 2 wrong usage.
#[derive(Args)]
#[command(group = ArgGroup::new("which").required(true).args(["task", "first"]))]
pub(super) struct BatchArgs {
    /// The plan: plan.json in the folder LOG.on
    plan: PathBuf,
    /// The number of the batch
    #[arg(long, value_name = "K")]
    task: Option<u64>,
    /// The number of the first batch of an array of tasks. The index of this task, from 0, is read from an
    /// environment variable: that of `HyperQueue`, Slurm, Kubernetes, AWS Batch or PBS, or the one that --index-from names
    #[arg(long, value_name = "K")]
    first: Option<u64>,
    /// A folder with copies of files from the machine of the plan, each at its original path below the folder; a file that
    /// has a copy there is read from it
    #[arg(long, value_name = "FOLDER")]
    copies: Option<PathBuf>,
    /// The variable with the index of the task in its array
    #[arg(long, value_name = "NAME", requires = "first")]
    index_from: Option<String>,
}

/// Variables in which engines give the index of a task.
const INDICES: [&str; 5] = [
    "HQ_TASK_ID",
    "SLURM_ARRAY_TASK_ID",
    "JOB_COMPLETION_INDEX",
    "AWS_BATCH_JOB_ARRAY_INDEX",
    "PBS_ARRAY_INDEX",
];

impl BatchArgs {
    /// Plays the batch. `conditions` makes the settings of the command of a plan.
    pub(super) fn run(
        self,
        conditions: impl FnOnce(&[String]) -> Result<(RunSettings, Strangers)>,
    ) -> Result<(), Failure> {
        let task = self.task().map_err(usage)?;
        let file = path::absolute(&self.plan).context("the plan has no path")?;
        let is_copied = self.copies.is_some();
        let conditions = |plan: &Plan| {
            // Command lines of bots hold in that folder, and whatever starts tasks may start them in another one, as ssh
            // does. With copies it is elsewhere.
            if !is_copied {
                let _ = env::set_current_dir(&plan.folder);
            }
            conditions(&plan.command)
        };
        match play_batch(&file, task, self.copies.as_deref(), conditions)? {
            BatchEnd::Played(games) => {
                tell!("batch {task}: {} played", counted(games as u64, "game"));
            }
            BatchEnd::Known => tell!("batch {task} has its results already"),
            BatchEnd::Over => tell!("batch {task} is not wanted any more"),
        }
        Ok(())
    }

    fn task(&self) -> Result<u64> {
        let Some(first) = self.first else { return Ok(self.task.unwrap_or_default()) };
        let named = self.index_from.as_deref();
        let names = named.map_or(&INDICES[..], |_| &[]).iter().copied().chain(named);
        let values: Vec<String> = names.filter_map(|name| env::var(name).ok()).collect();
        let index = values.iter().find_map(|it| it.parse::<u64>().ok());
        let index = index.ok_or_else(|| {
            let names = named.map_or_else(|| INDICES.join(", "), str::to_owned);
            let words = values.first().map_or(String::new(), |it| format!("; {it:?} is no number"));
            anyhow!(
                "no variable has the index of the task (looked for {names}{words}); give --task"
            )
        })?;
        first.checked_add(index).ok_or_else(|| anyhow!("there is no such batch"))
    }
}
