//! Slurm: job arrays by `sbatch`, their state by `squeue`.
//!
//! `squeue` shows jobs that wait or run; one that it does not show has ended. So `sacct`, which many sites lack, is not
//! needed.

use std::collections::HashSet;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use super::engine::{Engine, TaskArray};
use super::run::{last_lines, output};
use crate::contest_file::OnTable;

/// Job arrays of Slurm.
pub struct Slurm {
    table: OnTable,
    words: PathBuf,
}

impl Slurm {
    /// With the partition and the other fields of a table.
    pub fn new(table: &OnTable) -> Self {
        Self { table: table.clone(), words: PathBuf::new() }
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
            format!("--output={}/%A_%a.txt", tasks.words_of_tasks.display()),
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
        self.words.clone_from(&tasks.words_of_tasks);
        let said = output(Command::new("sbatch").args(self.words_of(tasks)))?;
        // `123` or `123;cluster`.
        let job = said.trim().split(';').next().unwrap_or_default();
        let number: u64 = job.parse().with_context(|| format!("sbatch names no job: {said}"))?;
        Ok(number.to_string())
    }

    fn held(&mut self, submitted: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        let listed = output(Command::new("squeue").args(["-h", "-r", "--me", "-o", "%F %K"]))?;
        Ok(Some(held(&listed, submitted)))
    }

    fn cancel(&mut self, submitted: &[(String, u64, u64)]) {
        for chunk in submitted.chunks(500) {
            let jobs = chunk.iter().map(|(job, _, _)| job);
            // A job that has ended cannot be cancelled, and need not be.
            let _ = output(Command::new("scancel").arg("-Q").args(jobs));
        }
    }

    fn last_words(&self, (job, first, _): &(String, u64, u64), task: u64) -> Option<String> {
        last_lines(&self.words.join(format!("{job}_{}.txt", task - first)))
    }
}

/// The tasks of some jobs that a list of `job index` holds.
fn held(listed: &str, submitted: &[(String, u64, u64)]) -> HashSet<u64> {
    let mut held = HashSet::new();
    for line in listed.lines() {
        let mut words = line.split_whitespace();
        let (Some(job), Some(index)) = (words.next(), words.next()) else { continue };
        let array = submitted.iter().find(|(id, _, _)| id == job);
        if let (Some((_, first, _)), Ok(index)) = (array, index.parse::<u64>()) {
            held.insert(first + index);
        }
    }
    held
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_those_of_our_jobs_by_their_index() {
        let submitted = [("17".to_owned(), 100, 3), ("18".to_owned(), 200, 2)];
        let held = held("17 0\n17 2\n18 1\n99 0\n20 N/A\n", &submitted);
        assert_eq!(held, HashSet::from([100, 102, 201]));
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
            words_of_tasks: "/home/x/words".into(),
            files: Vec::new(),
            cores: 2,
            avoid: vec!["n1".to_owned(), "n2".to_owned()],
        };
        let words = Slurm::new(&table).words_of(&tasks).join(" ");
        for wanted in [
            "--array=0-4 ",
            "--cpus-per-task=2 ",
            "--partition=short ",
            "--exclude=n1,n2 --mem=1G ",
            "--wrap=exec referee batch 'a plan' --first 40",
        ] {
            assert!(words.contains(wanted), "{wanted}: {words}");
        }
    }
}
