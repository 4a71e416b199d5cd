//! GNU parallel, on this machine or over ssh.
//!
//! One process of it takes the numbers of tasks from its standard input for the whole run. It ends when it has done them
//! and its input is closed, also if the front end was killed.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};

use super::copies::Copies;
use super::engine::{Engine, TaskArray};
use crate::contest_file::OnTable;
use crate::system::keep_from_ctrl_c;

/// GNU parallel.
pub struct Parallel {
    table: OnTable,
    running: Option<Running>,
}

/// A process of it.
struct Running {
    child: Child,
    /// Its list of tasks that have ended.
    ended: PathBuf,
    tasks: Vec<u64>,
}

impl Parallel {
    /// With the machines of a table.
    pub fn new(table: &OnTable) -> Self {
        Self { table: table.clone(), running: None }
    }

    /// The machines on which tasks may run; empty for this one.
    fn logins(&self, avoid: &[String]) -> Result<Vec<String>> {
        let mut logins = self.table.sshlogin.clone();
        if let Some(path) = &self.table.sshloginfile {
            let text = fs::read_to_string(path).with_context(|| format!("cannot read {path}"))?;
            logins.extend(text.lines().map(str::to_owned));
        }
        logins.retain(|login| !login.trim().is_empty() && !login.starts_with('#'));
        if logins.is_empty() {
            return Ok(logins);
        }
        logins.retain(|login| !avoid.iter().any(|host| names(login, host)));
        if logins.is_empty() {
            return Err(anyhow!("every machine of GNU parallel was taken out"));
        }
        Ok(logins)
    }

    fn start(&self, tasks: &TaskArray) -> Result<Running> {
        let place = |name: &str| tasks.words_of_tasks.join(name);
        let ended = place(&format!("parallel-{}.log", tasks.first));
        let printed = place(&format!("parallel-{}.txt", tasks.first));
        let printed = File::create(&printed).context("cannot write what GNU parallel prints")?;
        let mut command = Command::new("parallel");
        command.args(["--will-cite", "--line-buffer", "--tagstring", "task {}", "--joblog"]);
        command.arg(&ended);
        if let Some(jobs) = self.table.jobs {
            command.args(["--jobs", &jobs.to_string()]);
        }
        let is_elsewhere = !self.logins(&tasks.avoid)?.is_empty();
        if is_elsewhere {
            command.arg("--sshloginfile").arg(place("machines"));
        }
        if is_elsewhere && self.table.copy {
            let copies = Copies::make(tasks)?;
            command.arg("--workdir").arg(&copies.folder).args(copies.words());
            command.args(&self.table.options).arg(copies.command()).current_dir("/");
        } else {
            command.arg("--workdir").arg(&tasks.folder).args(&self.table.options);
            command.arg(shell_words::join(tasks.single("{}"))).current_dir(&tasks.folder);
        }
        command.stdin(Stdio::piped());
        command.stderr(printed.try_clone()?).stdout(printed);
        keep_from_ctrl_c(&mut command);
        let child = command.spawn().context("cannot run GNU parallel: is it installed?")?;
        Ok(Running { child, ended, tasks: Vec::new() })
    }
}

/// Whether a machine as `--sshlogin` takes it, such as `2/ssh -p 22 me@node`, is the one with this name.
fn names(login: &str, host: &str) -> bool {
    let name = login.rsplit(['/', ' ', '@']).next().unwrap_or(login);
    let short = |name: &str| name.split('.').next().unwrap_or(name).to_owned();
    short(name) == short(host)
}

impl Engine for Parallel {
    fn name(&self) -> &'static str {
        "GNU parallel"
    }

    fn submit(&mut self, tasks: &TaskArray) -> Result<String> {
        let logins = self.logins(&tasks.avoid)?;
        if !logins.is_empty() {
            // It reads the file again when that is written, and copies all files again then.
            let (path, text) = (tasks.words_of_tasks.join("machines"), logins.join("\n") + "\n");
            if fs::read_to_string(&path).is_ok_and(|known| known != text) || !path.exists() {
                fs::write(path, text)?;
            }
        }
        let is_over =
            |it: &mut Running| !matches!(it.child.try_wait(), Ok(None)) || it.child.stdin.is_none();
        if self.running.as_mut().is_none_or(is_over) {
            self.running = Some(self.start(tasks)?);
        }
        let running = self.running.as_mut().context("GNU parallel was started")?;
        let numbers: Vec<String> = tasks.tasks().map(|task| task.to_string()).collect();
        let pipe = running.child.stdin.as_mut().context("GNU parallel has an input")?;
        pipe.write_all((numbers.join("\n") + "\n").as_bytes()).context("GNU parallel has ended")?;
        running.tasks.extend(tasks.tasks());
        Ok(running.child.id().to_string())
    }

    fn held(&mut self, _: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        let Some(running) = &mut self.running else { return Ok(Some(HashSet::new())) };
        if !matches!(running.child.try_wait(), Ok(None)) {
            return Ok(Some(HashSet::new()));
        }
        // The first field of each line is the number of the task in the order of the input, from 1.
        let log = fs::read_to_string(&running.ended).unwrap_or_default();
        let ended = log.lines().skip(1).filter_map(|line| line.split('\t').next()?.parse().ok());
        let ended: HashSet<usize> = ended.collect();
        // A task that was lost may have been started again.
        let tasks = (1..).zip(&running.tasks).filter(|(at, _)| !ended.contains(at));
        Ok(Some(tasks.map(|(_, task)| *task).collect()))
    }

    fn cancel(&mut self, _: &[(String, u64, u64)], _: &Path) {
        let Some(mut running) = self.running.take() else { return };
        running.child.stdin = None;
        // The first signal makes it start no more tasks, the second ends those that run.
        for _ in 0..2 {
            let _ = Command::new("kill").arg(running.child.id().to_string()).output();
            thread::sleep(Duration::from_millis(100));
        }
        let _ = running.child.wait();
    }

    fn last_words(&self, _: &(String, u64, u64), task: u64, words: &Path) -> Option<String> {
        let entries = fs::read_dir(words).ok()?.flatten().map(|entry| entry.path());
        let printed = entries.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.strip_prefix("parallel-").is_some_and(|rest| rest.strip_suffix(".txt").is_some())
        });
        let text: String = printed.filter_map(|path| fs::read_to_string(path).ok()).collect();
        let begin = format!("task {task}\t");
        let said: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix(&begin)).collect();
        let last = said[said.len().saturating_sub(5)..].join("\n");
        (!last.is_empty()).then_some(last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_is_named_by_the_last_word_of_its_login() {
        for login in ["node3", "4/node3", "2/ssh -p 7 me@node3", "me@node3.site.edu"] {
            assert!(names(login, "node3") && names(login, "node3.lan"), "{login}");
            assert!(!names(login, "node33") && !names(login, "node"), "{login}");
        }
    }

    #[test]
    fn machines_that_were_taken_out_are_left_out() {
        let table = OnTable { sshlogin: vec!["a".into(), "2/b".into()], ..OnTable::default() };
        let parallel = Parallel::new(&table);
        assert_eq!(parallel.logins(&["b".into()]).unwrap(), ["a"]);
        assert!(parallel.logins(&["a".into(), "b".into()]).is_err());
        assert!(Parallel::new(&OnTable::default()).logins(&["b".into()]).unwrap().is_empty());
    }
}
