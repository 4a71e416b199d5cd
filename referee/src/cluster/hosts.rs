//! The machines of a run: what each has done, and which were taken out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::{fs, io};

use super::folder::{RunFolder, write_whole};
use crate::ordinary;

/// A machine on which this many batches in a row fail is taken out.
const MOST_FAILURES: u32 = 10;

/// The machines of a run, by name.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    all: BTreeMap<String, Host>,
}

/// What a machine has done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Host {
    /// Batches with results.
    pub done: u64,
    /// Batches that failed.
    pub failed: u64,
    /// Those of them since the last one with results.
    in_a_row: u32,
    /// Whether it was taken out.
    pub is_out: bool,
}

impl Hosts {
    /// No machine is known. Those that an earlier front end took out may play again.
    pub fn begin(folder: &RunFolder) -> Self {
        let _ = fs::remove_file(path(folder));
        Self::default()
    }

    /// A batch was played on a machine.
    pub fn done(&mut self, host: &str) {
        let host = self.all.entry(host.to_owned()).or_default();
        host.done += 1;
        host.in_a_row = 0;
    }

    /// A batch failed on a machine. Returns whether the machine is taken out because of it.
    pub fn failed(&mut self, host: &str) -> bool {
        let host = self.all.entry(host.to_owned()).or_default();
        host.failed += 1;
        host.in_a_row += 1;
        let is_new = host.in_a_row >= MOST_FAILURES && !host.is_out;
        host.is_out |= is_new;
        is_new
    }

    /// The machines that were taken out.
    pub fn out(&self) -> Vec<String> {
        let out = self.all.iter().filter(|(_, host)| host.is_out);
        out.map(|(name, _)| name.clone()).collect()
    }

    /// All machines by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Host)> {
        self.all.iter().map(|(name, host)| (name.as_str(), host))
    }

    /// Tells tasks which machines were taken out.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, folder: &RunFolder) -> io::Result<()> {
        write_whole(&path(folder), self.out().join("\n").as_bytes())
    }
}

fn path(folder: &RunFolder) -> PathBuf {
    folder.path().join("avoid")
}

/// Whether a machine was taken out of a run.
pub fn is_out(folder: &RunFolder, host: &str) -> bool {
    let text = ordinary::read_text(&path(folder)).unwrap_or_default();
    text.lines().collect::<BTreeSet<_>>().contains(host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_failures_in_a_row_take_a_machine_out() {
        let mut hosts = Hosts::default();
        let fail = |hosts: &mut Hosts, times| (0..times).any(|_| hosts.failed("n1"));
        assert!(!fail(&mut hosts, 9));
        hosts.done("n1");
        hosts.failed("n2");
        assert!(!fail(&mut hosts, 9) && hosts.out().is_empty());
        assert!(fail(&mut hosts, 1) && !fail(&mut hosts, 5));
        assert_eq!(hosts.out(), ["n1"]);
        let folder = tempfile::TempDir::new().unwrap();
        let run = RunFolder::of_log(&folder.path().join("log"));
        run.make().unwrap();
        assert!(!is_out(&run, "n1"));
        hosts.save(&run).unwrap();
        assert!(is_out(&run, "n1") && !is_out(&run, "n2"));
        assert!(Hosts::begin(&run).out().is_empty() && !is_out(&run, "n1"));
    }
}
