//! Copies of files on machines that have no folder in common with this one.
//!
//! They are in the folder `.cache/botyard/HASH` of the user there, each below it at the path that it has here. The hash is
//! that of all files of the bots and of the referee. So files that are the same as in an earlier run are there already, and
//! other versions of a bot, which a run may still play, are in other folders.
//!
//! GNU parallel copies the files once more whenever the list of machines changes. So it is given copies of them that are made
//! here before the first task: the files themselves may have changed by then.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::engine::TaskArray;

/// Where the folders of copies are, below the folder of the user.
const PLACE: &str = ".cache/botyard";

/// What GNU parallel gives to `rsync`: its own words, permissions, and `c`. With that a file is copied unless the one that
/// is there from an earlier run has the same hash.
const RSYNC: &str = "-rlpDzRc";

/// The copies that some tasks need.
pub(super) struct Copies<'a> {
    tasks: &'a TaskArray,
    /// The folder of the run.
    run: &'a Path,
    /// The folder below which copies of the files are, here.
    kept: PathBuf,
    /// The folder in which they are there, from that of the user.
    pub folder: String,
}

impl<'a> Copies<'a> {
    /// Copies the files of tasks as they are now.
    ///
    /// # Errors
    /// If a copy cannot be written.
    pub fn make(tasks: &'a TaskArray) -> Result<Self> {
        let run = tasks.words_of_tasks.parent().unwrap_or(&tasks.words_of_tasks);
        let kept = tasks.words_of_tasks.join(format!("copies-{}", tasks.first));
        let mut hash = blake3::Hasher::new();
        // The files of the run itself differ from run to run, and are named by it.
        for file in tasks.files.iter().filter(|file| !file.starts_with(run)) {
            let copy = kept.join(from_root(file));
            // A file may have gone since it was found; a task says what it misses.
            if !file.is_file() {
                continue;
            }
            let place =
                || format!("cannot keep a copy of {} in {}", file.display(), kept.display());
            copy.parent().map_or(Ok(()), fs::create_dir_all).with_context(place)?;
            fs::copy(file, &copy).with_context(place)?;
            let content = blake3::hash(&fs::read(&copy).with_context(place)?);
            let path = file.as_os_str().as_encoded_bytes();
            hash.update(&(path.len() as u64).to_le_bytes()).update(path);
            hash.update(content.as_bytes());
        }
        let folder = format!("{PLACE}/{}", &hash.finalize().to_hex()[..16]);
        Ok(Self { tasks, run, kept, folder })
    }

    /// The words by which GNU parallel copies files there and back. It runs in the folder `/`, so names without the first
    /// `/` are those of files here, and of their copies below the folder there. What is before `/./` is left out there.
    pub fn words(&self) -> Vec<OsString> {
        let mut words: Vec<OsString> = vec!["--rsync-opts".into(), RSYNC.into()];
        let mut add = |option: &str, path: &OsStr| words.extend([option.into(), path.to_owned()]);
        for file in &self.tasks.files {
            let path = from_root(file);
            let mut copy = self.kept.clone().into_os_string();
            copy.push("/./");
            copy.push(path);
            let is_kept = !file.starts_with(self.run);
            add("--basefile", if is_kept { &copy } else { path.as_os_str() });
        }
        let of_run = |name: &str| from_root(&self.run.join(name)).as_os_str().to_owned();
        add("--transferfile", &of_run("tasks/{}.json"));
        add("--return", &of_run("results/{}.jsonl"));
        add("--return", &of_run("failed/{}"));
        words
    }

    /// The line of a shell that plays a task, in the folder of copies. Where there are none, as on this machine, it uses the
    /// files themselves.
    /// GNU parallel replaces `number` by that of the task.
    pub fn command(&self, number: &str) -> String {
        let copy = |path: &str| format!("\"$r\"{}", shell_words::quote(path));
        let folder = copy(&self.tasks.folder.to_string_lossy());
        let plan = copy(&self.run.join("plan.json").to_string_lossy());
        let words = self.tasks.words.iter().map(|word| {
            if self.is_copied(word) { copy(word) } else { shell_words::quote(word).into_owned() }
        });
        let words = words.collect::<Vec<_>>().join(" ");
        let script = format!(
            "r=$PWD; [ -e {plan} ] || r=; mkdir -p {folder} && cd {folder} && exec {words} --copies \"$r/\" --task {number}"
        );
        shell_words::join(["sh", "-c", &script])
    }

    /// Whether a word is one of the files, or a folder with some of them.
    fn is_copied(&self, word: &str) -> bool {
        let path = PathBuf::from(word);
        let folders = [&self.tasks.folder, &self.tasks.words_of_tasks];
        let mut all = self.tasks.files.iter().chain(folders);
        path.is_absolute() && all.any(|it| it.starts_with(&path))
    }
}

/// A path without the first `/`.
fn from_root(path: &Path) -> &Path {
    path.strip_prefix("/").unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_version_of_a_file_has_a_folder_of_its_own() {
        let folder = tempfile::TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::create_dir_all(at("run.on/words")).unwrap();
        for (name, text) in [("bot", "1"), ("other", "1"), ("run.on/plan.json", "a plan")] {
            fs::write(at(name), text).unwrap();
        }
        let folder_of = |files: &[&str]| {
            let tasks = TaskArray {
                first: 1,
                count: 1,
                words: Vec::new(),
                folder: at(""),
                words_of_tasks: at("run.on/words"),
                files: files.iter().map(|name| at(name)).collect(),
                cores: 1,
                avoid: Vec::new(),
            };
            let copies = Copies::make(&tasks).unwrap();
            // It is given what was there when they were made.
            let words = copies.words();
            for (name, word) in files.iter().zip(words.iter().skip(3).step_by(2)) {
                let kept = fs::read_to_string(Path::new("/").join(word)).unwrap();
                assert_eq!(kept, fs::read_to_string(at(name)).unwrap());
                let is_kept = word.to_string_lossy().contains("copies-1/./");
                assert_eq!(is_kept, !name.starts_with("run.on"), "{word:?}");
            }
            copies.folder
        };
        let first = folder_of(&["bot", "run.on/plan.json"]);
        assert!(first.starts_with(".cache/botyard/") && first.len() == 31, "{first}");
        fs::write(at("run.on/plan.json"), "another plan").unwrap();
        assert_eq!(folder_of(&["bot", "run.on/plan.json"]), first);
        assert_ne!(folder_of(&["other", "run.on/plan.json"]), first);
        assert_ne!(folder_of(&["bot", "other"]), first);
        fs::write(at("bot"), "2").unwrap();
        let second = folder_of(&["bot", "run.on/plan.json"]);
        fs::write(at("bot"), "1").unwrap();
        assert_ne!(second, first);
        assert_eq!(folder_of(&["bot", "run.on/plan.json"]), first);
    }
}
