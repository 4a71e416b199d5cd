//! GNU parallel, on this machine or over ssh.
//!
//! One process of it takes the numbers of tasks from its standard input for the whole run. It ends when it has done them
//! and its input is closed, also if the front end was killed.
//!
//! While it waits for a line, and it does so whenever a machine has room, it does not look at the tasks that it has started:
//! it notes no end and prints nothing. So it is given lines from time to time that start nothing.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

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

/// A line that starts nothing. No task has this number.
const NOTHING: u64 = 0;

/// The number of a task in the command of GNU parallel, which starts nothing for [`NOTHING`].
const NUMBER: &str = "{= $_ == 0 and $job->skip() =}";

/// The shortest and the longest time between lines that start nothing.
const NUDGES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(30)];

/// A process of it.
struct Running {
    child: Child,
    /// The words of its tasks, without their numbers.
    words: Vec<String>,
    /// Its list of tasks that have ended.
    ended: PathBuf,
    /// The lines that it was given.
    tasks: Vec<u64>,
    /// Lines after which it has surely looked at its tasks: one for each machine, and one more.
    round: usize,
    next_nudge: Instant,
    /// The time between nudges.
    pause: Duration,
}

/// A line of its list of tasks that have ended.
struct Ended {
    /// The place of the task in the input, from 0.
    at: usize,
    /// The machine as `--sshlogin` took it; `:` for this one.
    login: String,
}

impl Running {
    /// Gives it lines.
    fn give(&mut self, tasks: &[u64]) -> Result<()> {
        let pipe = self.child.stdin.as_mut().context("GNU parallel has an input")?;
        let lines = tasks.iter().map(u64::to_string).collect::<Vec<_>>().join("\n") + "\n";
        pipe.write_all(lines.as_bytes()).context("GNU parallel has ended")?;
        self.tasks.extend(tasks);
        Ok(())
    }

    /// Whether it can play a task: one that has ended cannot, nor one that was started for another plan, or whose files were
    /// removed with the run for which it was started. Each iteration of a tuning is such a run.
    fn can_play(&mut self, tasks: &TaskArray) -> bool {
        let is_running = matches!(self.child.try_wait(), Ok(None)) && self.child.stdin.is_some();
        is_running && self.words == tasks.words && self.ended.exists()
    }

    /// Ends it, and with it the tasks that it has.
    fn end(mut self) {
        self.child.stdin = None;
        // The first signal makes it start no more tasks, the second ends those that run.
        for _ in 0..2 {
            // The number of a process that was waited for may be that of another one.
            if matches!(self.child.try_wait(), Ok(None)) {
                let _ = Command::new("kill").arg(self.child.id().to_string()).output();
                thread::sleep(Duration::from_millis(100));
            }
        }
        let _ = self.child.wait();
    }

    /// What has ended, as far as it has noted that.
    fn ended(&self) -> Vec<Ended> {
        let log = fs::read_to_string(&self.ended).unwrap_or_default();
        let read = |line: &str| {
            let mut fields = line.split('\t');
            let at = fields.next()?.parse::<usize>().ok()?.checked_sub(1)?;
            Some(Ended { at, login: fields.next()?.to_owned() })
        };
        log.lines().skip(1).filter_map(read).collect()
    }

    /// Makes it look at its tasks, unless it still has lines of an earlier nudge: it looks when it comes to them.
    fn nudge(&mut self, ended: &HashSet<usize>) {
        let waiting = |(at, task): &(usize, &u64)| **task == NOTHING && !ended.contains(at);
        let waiting = self.tasks.iter().enumerate().filter(waiting).count();
        if Instant::now() < self.next_nudge || waiting >= self.round {
            return;
        }
        let _ = self.give(&vec![NOTHING; self.round - waiting]);
        self.next_nudge = Instant::now() + self.pause;
        self.pause = (self.pause * 2).min(NUDGES[1]);
    }
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
        let machines = self.logins(&tasks.avoid)?.len();
        let is_elsewhere = machines > 0;
        if is_elsewhere {
            command.arg("--sshloginfile").arg(place("machines"));
        }
        if is_elsewhere && self.table.copy {
            let copies = Copies::make(tasks)?;
            command.arg("--workdir").arg(&copies.folder).args(copies.words());
            command.args(&self.table.options).arg(copies.command(NUMBER)).current_dir("/");
        } else {
            command.arg("--workdir").arg(&tasks.folder).args(&self.table.options);
            let words = shell_words::join(&tasks.words);
            command.arg(format!("{words} --task {NUMBER}")).current_dir(&tasks.folder);
        }
        command.stdin(Stdio::piped());
        command.stderr(printed.try_clone()?).stdout(printed);
        keep_from_ctrl_c(&mut command);
        let child = command.spawn().context("cannot run GNU parallel: is it installed?")?;
        let (round, next_nudge) = (machines.max(1) + 1, Instant::now());
        let (words, lines) = (tasks.words.clone(), Vec::new());
        Ok(Running { child, words, ended, tasks: lines, round, next_nudge, pause: NUDGES[0] })
    }
}

/// Whether a machine as `--sshlogin` takes it, such as `2/ssh -p 22 me@node`, is the one with this name.
fn names(login: &str, host: &str) -> bool {
    let short = |name: &str| name.split('.').next().unwrap_or(name).to_owned();
    short(name_of(login)) == short(host)
}

/// The name of a machine as `--sshlogin` takes it.
fn name_of(login: &str) -> &str {
    login.rsplit(['/', ' ', '@']).next().unwrap_or(login)
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
        if !self.running.as_mut().is_some_and(|running| running.can_play(tasks)) {
            if let Some(running) = self.running.take() {
                running.end();
            }
            self.running = Some(self.start(tasks)?);
        }
        let running = self.running.as_mut().context("GNU parallel was started")?;
        running.give(&tasks.tasks().collect::<Vec<_>>())?;
        (running.next_nudge, running.pause) = (Instant::now() + NUDGES[0], NUDGES[0]);
        Ok(running.child.id().to_string())
    }

    fn held(&mut self, _: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        let Some(running) = &mut self.running else { return Ok(Some(HashSet::new())) };
        if !matches!(running.child.try_wait(), Ok(None)) {
            return Ok(Some(HashSet::new()));
        }
        let ended: HashSet<usize> = running.ended().iter().map(|it| it.at).collect();
        // A task that was lost may have been started again.
        let tasks = running.tasks.iter().enumerate();
        let tasks = tasks.filter(|(at, task)| **task != NOTHING && !ended.contains(at));
        let held: HashSet<u64> = tasks.map(|(_, task)| *task).collect();
        if !held.is_empty() {
            running.nudge(&ended);
        }
        Ok(Some(held))
    }

    fn machine_of(&self, task: u64) -> Option<String> {
        let running = self.running.as_ref()?;
        let mut ended = running.ended().into_iter().rev();
        let last = ended.find(|it| running.tasks.get(it.at) == Some(&task))?;
        (last.login != ":").then(|| name_of(&last.login).to_owned())
    }

    fn cancel(&mut self, _: &[(String, u64, u64)], _: &Path) {
        if let Some(running) = self.running.take() {
            running.end();
        }
    }

    fn last_words(&self, _: &(String, u64, u64), task: u64, words: &Path) -> Option<String> {
        let entries = fs::read_dir(words).ok()?.flatten().map(|entry| entry.path());
        let printed = entries.filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            name.strip_prefix("parallel-").is_some_and(|rest| rest.strip_suffix(".txt").is_some())
        });
        let text: String = printed.filter_map(|path| fs::read_to_string(path).ok()).collect();
        let begin = format!("task {task}\t");
        // The lines of `ssh` itself end with `\r\n`.
        let words = |line: &str| line.split('\r').next().unwrap_or_default().to_owned();
        let said = text.lines().filter_map(|line| line.strip_prefix(&begin)).map(words);
        let mut said: Vec<String> = said.filter(|line| !line.is_empty()).collect();
        // Each time that it was started it may have said the same.
        said.dedup();
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
    fn the_words_of_ssh_are_those_of_the_task() {
        let folder = tempfile::tempdir().unwrap();
        let text = "task 7\tssh: refused\rtask 7\t\ntask 8\tfine\ntask 7\tssh: refused\rtask 7\t\n";
        fs::write(folder.path().join("parallel-1.txt"), text).unwrap();
        let parallel = Parallel::new(&OnTable::default());
        let words = |task| parallel.last_words(&(String::new(), 1, 9), task, folder.path());
        assert_eq!(words(7).unwrap(), "ssh: refused");
        assert_eq!(words(8).unwrap(), "fine");
        assert_eq!(words(9), None);
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
