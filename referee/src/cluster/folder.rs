//! The folder of a run.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

/// The folder of a run, with a file for each batch.
#[derive(Clone, Debug)]
pub struct RunFolder {
    path: PathBuf,
}

/// The folders in it.
const FOLDERS: [&str; 5] = ["tasks", "running", "results", "failed", "words"];

impl RunFolder {
    /// The folder of a log.
    pub fn of_log(log: &Path) -> Self {
        let mut path = log.as_os_str().to_owned();
        path.push(".on");
        Self { path: path.into() }
    }

    /// The folder at a path.
    pub fn of(path: PathBuf) -> Self {
        Self { path }
    }

    /// Whether the folder at a path is that of a run.
    pub fn is_at(path: &Path) -> bool {
        path.extension().is_some_and(|it| it == "on") && path.join("plan.json").is_file()
    }

    /// The folder of a plan's file.
    pub fn of_plan(plan: &Path) -> Self {
        let folder = plan.parent().filter(|it| !it.as_os_str().is_empty());
        Self { path: folder.unwrap_or(Path::new(".")).to_owned() }
    }

    /// Makes the folders that are missing.
    ///
    /// # Errors
    /// If one cannot be made.
    pub fn make(&self) -> io::Result<()> {
        FOLDERS.iter().try_for_each(|name| fs::create_dir_all(self.path.join(name)))
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of the plan.
    pub fn plan(&self) -> PathBuf {
        self.path.join("plan.json")
    }

    /// The file with the games of a batch.
    pub fn task(&self, task: u64) -> PathBuf {
        self.path.join("tasks").join(format!("{task}.json"))
    }

    /// The file with its results.
    pub fn results(&self, task: u64) -> PathBuf {
        self.path.join("results").join(format!("{task}.jsonl"))
    }

    /// The file with a sign of life.
    pub fn running(&self, task: u64) -> PathBuf {
        self.path.join("running").join(task.to_string())
    }

    /// The file that says why it was not played.
    pub fn failed(&self, task: u64) -> PathBuf {
        self.path.join("failed").join(task.to_string())
    }

    /// The folder of what tasks print.
    pub fn words(&self) -> PathBuf {
        self.path.join("words")
    }

    /// The file with the numbers of batches, by machine.
    pub fn progress(&self) -> PathBuf {
        self.path.join("progress.json")
    }

    /// The file that says that the run is over.
    pub fn over(&self) -> PathBuf {
        self.path.join("over")
    }

    /// The numbers of the batches that have a file in one of its folders. Files that are still written have other names.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn numbers(&self, folder: &str) -> io::Result<Vec<u64>> {
        let mut numbers = Vec::new();
        for entry in fs::read_dir(self.path.join(folder))? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            let stem = name.strip_suffix(".jsonl").or(name.strip_suffix(".json")).unwrap_or(&name);
            numbers.extend(stem.parse::<u64>());
        }
        numbers.sort_unstable();
        Ok(numbers)
    }

    /// Removes all files of a batch.
    pub fn forget(&self, task: u64) {
        let files = [self.task(task), self.results(task), self.running(task), self.failed(task)];
        for file in files {
            let _ = fs::remove_file(file);
        }
    }

    /// Removes the folder, unless something else is in it.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Writes a file so that it is whole at any time: under another name of this process, and renamed.
///
/// # Errors
/// If it cannot be written. Nothing remains then.
pub fn write_whole(path: &Path, content: &[u8]) -> io::Result<()> {
    write_and_rename(path, content, |_| Ok(()))
}

/// The same, and the file is on the disk before it has its name.
///
/// # Errors
/// If it cannot be written. Nothing remains then.
pub fn write_durably(path: &Path, content: &[u8]) -> io::Result<()> {
    write_and_rename(path, content, File::sync_all)
}

fn write_and_rename(
    path: &Path,
    content: &[u8],
    settle: impl FnOnce(&File) -> io::Result<()>,
) -> io::Result<()> {
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.{}.part", super::machine::name(), process::id()));
    let part = PathBuf::from(part);
    let written = File::create(&part)
        .and_then(|mut file| {
            file.write_all(content)?;
            settle(&file)
        })
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_still_written_are_no_batches() {
        let folder = tempfile::TempDir::new().unwrap();
        let run = RunFolder::of_log(&folder.path().join("log.jsonl"));
        run.make().unwrap();
        write_whole(&run.results(7), b"x").unwrap();
        write_whole(&run.results(12), b"x").unwrap();
        fs::write(run.path().join("results/9.jsonl.host.77.part"), "half").unwrap();
        assert_eq!(run.numbers("results").unwrap(), [7, 12]);
        run.forget(7);
        assert_eq!(run.numbers("results").unwrap(), [12]);
    }
}
