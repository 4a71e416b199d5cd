//! What an engine does.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Result;

/// Tasks with consecutive numbers that are started together.
#[derive(Clone, Debug)]
pub struct TaskArray {
    /// The number of the first task.
    pub first: u64,
    /// How many there are.
    pub count: u64,
    /// The words of the command that plays a task. `--first FIRST` or `--task TASK` is added.
    pub words: Vec<String>,
    /// The folder in which it runs.
    pub folder: PathBuf,
    /// The folder for what tasks print.
    pub words_of_tasks: PathBuf,
    /// The files that a task needs, besides that with its games.
    pub files: Vec<PathBuf>,
    /// Cores for each task.
    pub cores: usize,
    /// Machines on which no task may run.
    pub avoid: Vec<String>,
}

impl TaskArray {
    /// The numbers of the tasks.
    pub fn tasks(&self) -> impl Iterator<Item = u64> + use<> {
        self.first..self.first + self.count
    }

    /// The command of a task that finds its index, from 0, in a variable of its environment.
    pub fn indexed(&self) -> Vec<String> {
        [&self.words[..], &["--first".to_owned(), self.first.to_string()]].concat()
    }

    /// The command of one task.
    pub fn single(&self, task: &str) -> Vec<String> {
        [&self.words[..], &["--task".to_owned(), task.to_owned()]].concat()
    }
}

/// Tasks whose start failed.
pub struct FailedStart {
    /// Their numbers.
    pub tasks: Vec<u64>,
    /// What failed, in words.
    pub why: String,
}

/// Starts numbered tasks on other machines.
pub trait Engine {
    /// Its name, for people.
    fn name(&self) -> &'static str;

    /// Starts tasks and returns a word by which the engine knows them.
    ///
    /// # Errors
    /// If the engine cannot be reached or refuses. None of the tasks is started then.
    fn submit(&mut self, tasks: &TaskArray) -> Result<String>;

    /// Those of its tasks that wait or run; `None` if it does not know. The word is that of [`submit`](Self::submit),
    /// perhaps of another process.
    ///
    /// # Errors
    /// If it cannot be reached now.
    fn held(&mut self, submitted: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>>;

    /// Tasks whose start has failed since the last call, with the reason. Some of them may have been started all the same.
    fn failed_starts(&mut self) -> Vec<FailedStart> {
        Vec::new()
    }

    /// The machine on which it started a task that has ended since, if it knows that.
    fn machine_of(&self, _task: u64) -> Option<String> {
        None
    }

    /// Why tasks wait, in the engine's words, as of the last [`held`](Self::held); `None` if that is as usual or not known.
    fn waits_for(&self) -> Option<&str> {
        None
    }

    /// Ends tasks that wait or run. Tasks also end by themselves, at the latest after their present game, when they find
    /// that the run is over. Another process may have submitted them; `words` is its folder for what tasks print.
    fn cancel(&mut self, submitted: &[(String, u64, u64)], words: &Path);

    /// The last lines that a task printed, if the engine keeps them. As for [`cancel`](Self::cancel), another process may
    /// have submitted it.
    fn last_words(&self, submitted: &(String, u64, u64), task: u64, words: &Path)
    -> Option<String>;

    /// The present time.
    fn now(&self) -> Instant {
        Instant::now()
    }

    /// Waits.
    fn pause(&mut self, time: Duration) {
        thread::sleep(time);
    }
}
