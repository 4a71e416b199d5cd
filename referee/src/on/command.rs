//! A command of the user's own that starts numbered tasks: `HyperQueue`, `HTCondor`, Kubernetes, a script.

use std::collections::HashSet;
use std::fs::{self, File};
use std::mem;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::engine::{Engine, FailedStart, TaskArray};
use super::run::{SHORT, last_lines, output};
use crate::contest_file::OnTable;
use crate::system::{keep_from_ctrl_c, shell, words};
use crate::tell;
use crate::terminal::harmless;

/// A template that starts tasks.
///
/// With `{task}` it is run once for each task, and `{command}` plays that task. Without, it is run once for all, `{array}`
/// is `0-N` and `{count}` their number, and `{command}` finds its index, from 0, in a variable such as `HQ_TASK_ID`.
/// `{quoted}` is `{command}` as one word, for a program that hands it to another shell, as ssh does.
pub struct CommandEngine {
    submit: String,
    cancel: Option<String>,
    starts: Vec<Start>,
}

/// A command that starts tasks, or plays them itself.
struct Start {
    /// Without those that were started again later: their end says nothing about the present ones.
    tasks: Vec<u64>,
    child: Child,
}

impl CommandEngine {
    /// With the templates of a table.
    ///
    /// # Errors
    /// If it has none, or the template does not run a task.
    pub fn new(table: &OnTable) -> Result<Self> {
        let Some(submit) = table.submit.clone() else {
            bail!(
                "the engine `command` needs `submit`, such as submit = \"hq submit --array {{array}} -- {{command}}\""
            );
        };
        if !submit.contains("{command}") && !submit.contains("{quoted}") {
            bail!(
                "`submit` must contain {{command}}: the command that plays a task; or {{quoted}}: the same as one word, for ssh"
            );
        }
        if !submit.contains("{task}") && !submit.contains("{array}") && !submit.contains("{count}")
        {
            bail!(
                "`submit` must contain {{task}} (it is run for each task), or {{array}} or {{count}} (for all)"
            );
        }
        Ok(Self { submit, cancel: table.cancel.clone(), starts: Vec::new() })
    }

    /// Starts a command line of a shell for some of the tasks of an array. Its output goes to a file.
    fn start(&mut self, line: &str, array: &TaskArray, tasks: Range<u64>) -> Result<()> {
        let to = &said(&array.words_of_tasks, tasks.start);
        let file = File::create(to).with_context(|| format!("cannot write {}", to.display()))?;
        let mut command = shell(line);
        command.current_dir(&array.folder).stdin(Stdio::null());
        command.stderr(file.try_clone()?).stdout(file);
        keep_from_ctrl_c(&mut command);
        let child = command.spawn().context("cannot run a shell")?;
        for earlier in &mut self.starts {
            earlier.tasks.retain(|task| !tasks.contains(task));
        }
        self.starts.push(Start { tasks: tasks.collect(), child });
        Ok(())
    }
}

/// A template with its words put in.
fn filled(template: &str, task: &str, count: u64, avoid: &[String], command: &str) -> String {
    let last = count.saturating_sub(1);
    template
        .replace("{avoid}", &avoid.join(","))
        .replace("{array}", &format!("0-{last}"))
        .replace("{count}", &count.to_string())
        .replace("{task}", task)
        .replace("{quoted}", &words::quote(command))
        .replace("{command}", command)
}

fn said(words: &Path, first: u64) -> PathBuf {
    words.join(format!("submit-{first}.txt"))
}

impl Engine for CommandEngine {
    fn name(&self) -> &'static str {
        "the command"
    }

    fn submit(&mut self, tasks: &TaskArray) -> Result<String> {
        let template = self.submit.clone();
        if template.contains("{task}") {
            for task in tasks.tasks() {
                let number = task.to_string();
                let command = words::join(tasks.single(&number));
                let line = filled(&template, &number, 1, &tasks.avoid, &command);
                self.start(&line, tasks, task..task + 1)?;
            }
        } else {
            let command = words::join(tasks.indexed());
            let line = filled(&template, "", tasks.count, &tasks.avoid, &command);
            self.start(&line, tasks, tasks.first..tasks.first + tasks.count)?;
        }
        Ok(tasks.first.to_string())
    }

    fn held(&mut self, _: &[(String, u64, u64)]) -> Result<Option<HashSet<u64>>> {
        Ok(None)
    }

    fn failed_starts(&mut self) -> Vec<FailedStart> {
        let mut failed = Vec::new();
        self.starts.retain_mut(|Start { tasks, child }| match child.try_wait() {
            Ok(None) => true,
            Ok(Some(status)) if !status.success() && !tasks.is_empty() => {
                failed.push(FailedStart {
                    tasks: mem::take(tasks),
                    why: format!("its `submit` ended with {status}"),
                });
                false
            }
            _ => false,
        });
        failed
    }

    fn cancel(&mut self, submitted: &[(String, u64, u64)], words: &Path) {
        let Some(template) = &self.cancel else { return };
        let per_task = self.submit.contains("{task}");
        for (_, first, count) in submitted {
            for task in *first..first + if per_task { *count } else { 1 } {
                let printed = fs::read_to_string(said(words, task)).unwrap_or_default();
                let Some(id) = printed.lines().rfind(|line| !line.trim().is_empty()) else {
                    continue;
                };
                let line = template.replace("{id}", &words::quote(id.trim()));
                let begin = Instant::now();
                if let Err(why) = output(&mut shell(&line), SHORT) {
                    tell!(
                        "cannot cancel by `{}` ({why}); the tasks end by themselves after their present game",
                        harmless(&line.chars().take(200).collect::<String>())
                    );
                    // One that hangs will hang for each of perhaps a thousand tasks.
                    if begin.elapsed() >= SHORT {
                        return;
                    }
                }
            }
        }
    }

    fn last_words(
        &self,
        (_, first, _): &(String, u64, u64),
        task: u64,
        words: &Path,
    ) -> Option<String> {
        last_lines(&said(words, task)).or_else(|| last_lines(&said(words, *first)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_is_for_all_tasks_or_for_each() {
        let hq = "hq submit --array {array} -- {command}";
        let line = filled(hq, "", 5, &[], "referee batch p --first 7");
        assert_eq!(line, "hq submit --array 0-4 -- referee batch p --first 7");
        assert_eq!(filled("run {task} {command}", "7", 1, &[], "c"), "run 7 c");
        assert_eq!(
            filled("ssh n{task} {quoted}", "7", 1, &[], "c 'a b'"),
            format!("ssh n7 {}", words::quote("c 'a b'"))
        );
        let avoid = ["n1", "n2"].map(str::to_owned);
        assert_eq!(filled("run -x '{avoid}' {command}", "7", 1, &avoid, "c"), "run -x 'n1,n2' c");
        let table =
            |submit: &str| OnTable { submit: Some(submit.to_owned()), ..OnTable::default() };
        assert!(CommandEngine::new(&table("{command}")).is_err());
        assert!(CommandEngine::new(&table("x {task}")).is_err());
        assert!(CommandEngine::new(&OnTable::default()).is_err());
        assert!(CommandEngine::new(&table("{command} {task}")).is_ok());
        assert!(CommandEngine::new(&table("ssh n1 {quoted} # {task}")).is_ok());
    }
    #[test]
    fn the_end_of_a_start_is_no_failure_of_a_task_that_was_started_again() {
        let folder = tempfile::tempdir().unwrap();
        let submit = Some("false {task} {command}".to_owned());
        let mut engine = CommandEngine::new(&OnTable { submit, ..OnTable::default() }).unwrap();
        let array = |first| TaskArray {
            first,
            count: 2,
            words: Vec::new(),
            folder: folder.path().to_owned(),
            words_of_tasks: folder.path().to_owned(),
            files: Vec::new(),
            cores: 1,
            avoid: Vec::new(),
        };
        engine.submit(&array(7)).unwrap();
        engine.submit(&array(8)).unwrap();
        let mut failed = Vec::new();
        while !engine.starts.is_empty() {
            failed.extend(engine.failed_starts().into_iter().flat_map(|it| it.tasks));
            std::thread::yield_now();
        }
        failed.sort_unstable();
        assert_eq!(failed, [7, 8, 9]);
    }

    #[test]
    fn tasks_that_another_process_has_submitted_are_cancelled() {
        let folder = tempfile::tempdir().unwrap();
        let (words, list) = (folder.path().join("words"), folder.path().join("cancelled"));
        fs::create_dir(&words).unwrap();
        fs::write(said(&words, 7), "submitted as\n17.x\n").unwrap();
        let table = OnTable {
            submit: Some("start {array} {command}".to_owned()),
            cancel: Some(format!("echo {{id}} >> {}", words::quote(&list.to_string_lossy()))),
            ..OnTable::default()
        };
        let mut engine = CommandEngine::new(&table).unwrap();
        let array = ("7".to_owned(), 7, 3);
        assert_eq!(engine.last_words(&array, 8, &words).unwrap(), "submitted as\n17.x");
        engine.cancel(&[array], &words);
        assert_eq!(fs::read_to_string(&list).unwrap().trim(), "17.x");
    }
}
