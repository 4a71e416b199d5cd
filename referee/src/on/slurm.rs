//! Slurm: job arrays by `sbatch`, their state by `squeue`.
//!
//! `squeue` shows jobs that wait or run; one that it does not show has ended. So `sacct`, which many sites lack, is not
//! needed.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};

use super::engine::{Engine, TaskArray};
use super::run::{LONG, SHORT, last_lines, output};
use crate::contest_file::OnTable;

/// Job arrays of Slurm.
pub struct Slurm {
    table: OnTable,
    /// Why tasks wait, if not as usual.
    reason: Option<String>,
}

/// Reasons to wait that pass: other jobs have the machines, or come first.
const USUAL_REASONS: [&str; 4] = ["None", "Priority", "Resources", "BeginTime"];

impl Slurm {
    /// With the partition and the other fields of a table.
    pub fn new(table: &OnTable) -> Self {
        Self { table: table.clone(), reason: None }
    }

    /// The words of `sbatch` for some tasks.
    fn words_of(&self, tasks: &TaskArray) -> Vec<String> {
        let OnTable { partition, time, account, options, .. } = &self.table;
        let mut words = vec![
            "--parsable".to_owned(),
            "--job-name=botyard".to_owned(),
            format!("--array=0-{}", tasks.count - 1),
            format!("--cpus-per-task={}", tasks.cores),
            format!("--chdir={}", tasks.folder.display()),
            // Slurm reads a single `%` as the beginning of a pattern.
            format!(
                "--output={}/%A_%a.txt",
                tasks.words_of_tasks.to_string_lossy().replace('%', "%%")
            ),
            "--open-mode=append".to_owned(),
            "--requeue".to_owned(),
        ];
        let named = [("partition", partition), ("time", time), ("account", account)];
        let named = named.into_iter().filter_map(|(name, it)| Some((name, it.as_ref()?)));
        words.extend(named.map(|(name, value)| format!("--{name}={value}")));
        if !tasks.avoid.is_empty() {
            words.push(format!("--exclude={}", tasks.avoid.join(",")));
        }
        words.extend(options.iter().cloned());
        words.push(format!("--wrap=exec {}", shell_words::join(tasks.indexed())));
        words
    }
}

impl Engine for Slurm {
    fn name(&self) -> &'static str {
        "Slurm"
    }

    fn submit(&mut self, tasks: &TaskArray) -> Result<String> {
        let said = output(Command::new("sbatch").args(self.words_of(tasks)), LONG)?;
        // `123` or `123;cluster`.
        let job = said.trim().split(';').next().unwrap_or_default();
        let number: u64 = job.parse().with_context(|| format!("sbatch names no job: {said}"))?;
        Ok(number.to_string())
    }

    fn held(&mut self, submitted: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        let squeue = &["-h", "-r", "--me", "-o", "%F %K %r"];
        let listed = output(Command::new("squeue").args(squeue), SHORT)?;
        let held = held(&listed, submitted);
        self.reason =
            held.values().find(|reason| !USUAL_REASONS.contains(reason)).map(|it| (*it).to_owned());
        Ok(Some(held.into_keys().collect()))
    }

    fn waits_for(&self) -> Option<&str> {
        self.reason.as_deref()
    }

    fn cancel(&mut self, submitted: &[(String, u64, u64)], _: &Path) {
        for chunk in submitted.chunks(500) {
            let jobs = chunk.iter().map(|(job, _, _)| job);
            // A job that has ended cannot be cancelled, and need not be.
            let _ = output(Command::new("scancel").arg("-Q").args(jobs), SHORT);
        }
    }

    fn last_words(
        &self,
        (job, first, _): &(String, u64, u64),
        task: u64,
        words: &Path,
    ) -> Option<String> {
        last_lines(&words.join(format!("{job}_{}.txt", task - first)))
    }
}

/// The tasks of some jobs that a list of `job index reason` holds, each with the reason for which it waits. That of a task
/// that runs is `None`.
fn held<'a>(listed: &'a str, submitted: &[(String, u64, u64)]) -> BTreeMap<u64, &'a str> {
    let mut held = BTreeMap::new();
    for line in listed.lines() {
        let mut words = line.trim().splitn(3, ' ');
        let (Some(job), Some(index)) = (words.next(), words.next()) else { continue };
        let array = submitted.iter().find(|(id, _, _)| id == job);
        if let (Some((_, first, _)), Ok(index)) = (array, index.parse::<u64>()) {
            held.insert(first + index, words.next().unwrap_or("None").trim());
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_those_of_our_jobs_by_their_index_with_the_reason_to_wait() {
        let submitted = [("17".to_owned(), 100, 3), ("18".to_owned(), 200, 2)];
        let listed = "17 0 None\n17 2 Nodes required for job are DOWN\n18 1 Priority\n99 0 Bad\n20 N/A None\n17 1\n";
        let reasons = [
            (100, "None"),
            (101, "None"),
            (102, "Nodes required for job are DOWN"),
            (201, "Priority"),
        ];
        assert_eq!(held(listed, &submitted), BTreeMap::from(reasons));
    }

    #[test]
    fn fields_of_the_table_and_machines_to_avoid_are_words_of_sbatch() {
        let table = OnTable {
            partition: Some("short".to_owned()),
            options: vec!["--mem=1G".to_owned()],
            ..OnTable::default()
        };
        let tasks = TaskArray {
            first: 40,
            count: 5,
            words: vec!["referee".to_owned(), "batch".to_owned(), "a plan".to_owned()],
            folder: "/home/x".into(),
            words_of_tasks: "/home/x/10%/words".into(),
            files: Vec::new(),
            cores: 2,
            avoid: vec!["n1".to_owned(), "n2".to_owned()],
        };
        let words = Slurm::new(&table).words_of(&tasks).join(" ");
        for wanted in [
            "--array=0-4 ",
            "--cpus-per-task=2 ",
            "--output=/home/x/10%%/words/%A_%a.txt ",
            "--partition=short ",
            "--exclude=n1,n2 --mem=1G ",
            "--wrap=exec referee batch 'a plan' --first 40",
        ] {
            assert!(words.contains(wanted), "{wanted}: {words}");
        }
    }
}
