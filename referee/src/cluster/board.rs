//! What became of the batches of a run, by machine: for the terminal, and in the file `progress.json` for the dashboard.

use std::fmt::Write;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::folder::write_whole;
use crate::ordinary;

/// Most machines in the line on a terminal.
const MOST_IN_LINE: usize = 4;

/// The batches of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Board {
    /// Batches that wait for a machine.
    pub queued: u64,
    /// Batches that are being played.
    pub running: u64,
    /// Batches with results, since the command was given.
    pub done: u64,
    /// Failures of batches, since the command was given. Such a batch is played again.
    pub failed: u64,
    /// Why batches wait, in the engine's words, if that is not as usual.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits_for: Option<String>,
    /// The machines by name.
    pub machines: Vec<BoardMachine>,
}

/// The batches of a machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardMachine {
    /// Its name.
    pub machine: String,
    /// Batches that are being played there.
    pub running: u64,
    /// Batches with results.
    pub done: u64,
    /// Failures of batches.
    pub failed: u64,
    /// Whether it was taken out.
    pub is_out: bool,
}

impl Board {
    /// Reads the file of a run; `None` if there is none.
    pub fn read(path: &Path) -> Option<Self> {
        serde_json::from_slice(&ordinary::read(path).ok()?).ok()
    }

    /// Writes the file. Nothing is lost if that fails.
    pub fn save(&self, path: &Path) {
        let _ = serde_json::to_vec(self).map(|text| write_whole(path, &text));
    }

    /// The machine of this name.
    pub(super) fn machine(&mut self, name: &str) -> &mut BoardMachine {
        let at = self.machines.partition_point(|it| it.machine.as_str() < name);
        if self.machines.get(at).is_none_or(|it| it.machine != name) {
            self.machines
                .insert(at, BoardMachine { machine: name.to_owned(), ..BoardMachine::default() });
        }
        &mut self.machines[at]
    }

    /// `3 batches queued, 2 running, 40 done, 1 failed: n2 0 running, 3 done, 1 failed; n1 2 running, 37 done; 5 more`.
    /// Machines with failures come first, then those that play most. Why batches wait stands behind their number.
    pub fn line(&self) -> String {
        let Self { queued, running, done, failed, .. } = self;
        let why = self.waits_for.as_ref().map_or(String::new(), |why| format!(" ({why})"));
        let mut line = format!(
            "batches: {queued} queued{why}, {running} running, {done} done, {failed} failed"
        );
        let mut machines: Vec<&BoardMachine> = self.machines.iter().collect();
        machines.sort_by_key(|it| std::cmp::Reverse((it.is_out, it.failed, it.running, it.done)));
        for (at, it) in machines.iter().take(MOST_IN_LINE).enumerate() {
            let BoardMachine { machine, running, done, failed, is_out } = it;
            let sign = if at == 0 { ":" } else { ";" };
            let _ = write!(line, "{sign} {machine} {running} running, {done} done");
            if *failed > 0 {
                let _ = write!(line, ", {failed} failed");
            }
            if *is_out {
                line += ", taken out";
            }
        }
        let more = machines.len().saturating_sub(MOST_IN_LINE);
        if more > 0 {
            let _ = write!(line, "; {more} more");
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_all_batches_and_the_machines_with_failures_first() {
        let mut board = Board { queued: 3, running: 7, done: 40, failed: 11, ..Board::default() };
        assert_eq!(board.line(), "batches: 3 queued, 7 running, 40 done, 11 failed");
        for number in [5, 1, 3, 2, 4, 6] {
            let machine = board.machine(&format!("n{number}"));
            (machine.running, machine.done) = (number, 6);
        }
        board.machine("n2").failed = 1;
        (board.machine("n1").failed, board.machine("n1").is_out) = (10, true);
        let names: Vec<&str> = board.machines.iter().map(|it| &*it.machine).collect();
        assert_eq!(names, ["n1", "n2", "n3", "n4", "n5", "n6"]);
        assert_eq!(
            board.line(),
            "batches: 3 queued, 7 running, 40 done, 11 failed: n1 1 running, 6 done, 10 failed, taken out; \
             n2 2 running, 6 done, 1 failed; n6 6 running, 6 done; n5 5 running, 6 done; 2 more"
        );
        board.waits_for = Some("PartitionConfig".to_owned());
        assert!(board.line().starts_with("batches: 3 queued (PartitionConfig), 7 running, "));
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("progress.json");
        assert_eq!(Board::read(&path), None);
        board.save(&path);
        assert_eq!(Board::read(&path), Some(board));
    }
}
