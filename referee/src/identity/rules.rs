//! The state of rules that are a program outside: [`rules_mark`].

use std::path::{Path, PathBuf};

use gridkit::hash::Fnv1a;

use super::hashes::Hashes;
use super::named_folder::{files, name_in};
use super::parts::Parts;
use crate::contest::Contest;
use crate::player::process::Launch;

/// What a mark begins with. Those of older versions have no such beginning.
const KIND: &str = "2-";

/// A word for a contest's rules as they are now: the command line of its referee program, the names and contents of the
/// files and folders that this names, and what the contest file says about games. Two equal words mean the same rules.
///
/// The interpreter does not count, as for a bot, so the word is the same on each machine. Modules that a referee program
/// loads by itself are not seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesMark {
    /// The word.
    pub word: String,
    /// The word that older versions make of the same rules. It has neither names nor deep folders, so different rules may
    /// have the same. By it the log of such a version goes on.
    pub older: String,
}

/// The mark of a contest's rules; `None` if the rules are a part of this program.
pub fn rules_mark(contest: &dyn Contest) -> Option<RulesMark> {
    Some(mark(contest.referee_program()?, contest.terms()?))
}

/// Whether two words can be compared: both are of the present kind, or both of the older one.
pub fn are_comparable_marks(one: &str, other: &str) -> bool {
    one.starts_with(KIND) == other.starts_with(KIND)
}

fn mark(mut launch: Launch, terms: &str) -> RulesMark {
    // Of the contest file only the terms count: its other tables are about bots and runs.
    let is_contest_file = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
    let own = launch.depends.iter().find(|path| is_contest_file(path)).cloned();
    launch.depends.retain(|path| !is_contest_file(path));
    // Folders of classes or maps count; one in which the contest file lies may have bots and logs, too.
    let base = launch.cwd.clone().unwrap_or_default();
    let folders = launch.args.iter().map(|argument| base.join(argument));
    let has_bots = |folder: &PathBuf| own.iter().any(|file| file.starts_with(folder));
    let folders = folders.filter(|path| path.is_dir() && !has_bots(path));
    launch.depends.extend(folders.collect::<Vec<_>>());
    let hashes = Hashes::default();
    let older = older_mark(&launch, terms, &hashes);
    let (folders, files) = launch.depends.into_iter().partition(|path| path.is_dir());
    launch.depends = files;
    RulesMark { word: present_mark(&launch, &folders, terms, &hashes), older }
}

/// The mark of a program that names files, and of folders that it names, too.
fn present_mark(launch: &Launch, folders: &[PathBuf], terms: &str, hashes: &Hashes) -> String {
    let parts = Parts::of_launch(launch);
    let mut lines: Vec<String> =
        parts.named().map(|file| line(&parts.name(file), file, hashes)).collect();
    for (number, folder) in folders.iter().enumerate() {
        let name = |file: &Path| format!("{number}/{}", name_in(folder, file));
        lines.extend(files(folder).iter().map(|file| line(&name(file), file, hashes)));
    }
    // The order of whole paths may differ from machine to machine.
    lines.sort();
    let mut mark = Fnv1a::default();
    for part in [parts.runs(), terms].into_iter().chain(lines.iter().map(String::as_str)) {
        mark.add(part.as_bytes());
        mark.add(b"\n");
    }
    format!("{KIND}{:016x}", mark.value())
}

/// The name and the contents of a file. One that cannot be read has a name all the same.
fn line(name: &str, file: &Path, hashes: &Hashes) -> String {
    [name, &hashes.text(file).unwrap_or_default()].join("\0")
}

/// The mark as older versions make it: a sum of hashes.
fn older_mark(launch: &Launch, terms: &str, hashes: &Hashes) -> String {
    let parts = Parts::of_launch(launch);
    let mut mark = Fnv1a::of([parts.runs(), terms].join("\n").as_bytes());
    for file in parts.named() {
        mark = mark.wrapping_add(hashes.of(file).unwrap_or_default());
    }
    format!("{mark:016x}")
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::contest_file::ContestFile;
    use crate::external::needed::launch;

    /// The mark of a contest file with this table, in a folder.
    fn marked(here: &Path, referee: &str) -> RulesMark {
        let text = format!("[contest]\nkey = \"x\"\n\n[referee]\n{referee}\n");
        let path = here.join("botyard.toml");
        fs::write(&path, &text).unwrap();
        let file = ContestFile::parse(&text, &path).unwrap();
        mark(launch(&file, file.referee.as_ref().unwrap()), "terms")
    }

    /// Writes a file, and makes its folder.
    fn write(path: &Path, text: &str) {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    #[test]
    fn what_the_referee_program_names_counts_and_bots_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        let write = |file: &str, text: &str| write(&here.join(file), text);
        for file in ["referee.py", "maps/a.txt", "bot.py", "game/target/classes/R.class"] {
            write(file, "old");
        }
        for (table, file, counts) in [
            ("engine = \"lines\"\ncommand = \"python3 referee.py maps\"", "referee.py", true),
            ("engine = \"lines\"\ncommand = \"python3 referee.py maps\"", "maps/a.txt", true),
            ("engine = \"lines\"\ncommand = \"python3 referee.py maps\"", "bot.py", false),
            ("engine = \"lines\"\ncommand = \"python3 referee.py .\"", "bot.py", false),
            ("engine = \"codingame\"\nproject = \"game\"", "game/target/classes/R.class", true),
        ] {
            let before = marked(&here, table);
            assert_eq!(before, marked(&here, table));
            write(file, "new");
            let now = marked(&here, table);
            assert_eq!(before.word != now.word, counts, "{file}: {table}");
            assert_eq!(before.older != now.older, counts, "{file}: {table}");
            write(file, "old");
        }
        let program = "engine = \"lines\"\ncommand = \"python3 referee.py";
        let [one, other] = ["1", "2"].map(|level| marked(&here, &format!("{program} {level}\"")));
        assert_ne!(one.word, other.word, "its command line");
    }

    #[test]
    fn names_and_depth_count() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        let write = |file: &str, text: &str| write(&here.join(file), text);
        let (deep, package) = ("maps/a/b/c/d/e/f/x", "maps/com/games/target/R.class");
        for file in ["referee.py", "maps/1", "maps/2", "more/1", deep, package] {
            write(file, file);
        }
        let mark =
            || marked(&here, "engine = \"lines\"\ncommand = \"python3 referee.py maps more\"");
        let before = mark();
        for (file, other) in [("maps/1", "maps/2"), ("maps/1", "more/1"), (deep, "maps/1")] {
            write(file, other);
            write(other, file);
            assert_ne!(mark().word, before.word, "{file} and {other} have changed places");
            write(file, file);
            write(other, other);
        }
        for file in [deep, package] {
            write(file, "other");
            assert_ne!(mark().word, before.word, "{file}");
            write(file, file);
        }
        fs::rename(here.join("maps/1"), here.join("maps/3")).unwrap();
        assert_ne!(mark().word, before.word, "maps/1 is called maps/3");
        // So that the logs of older versions go on.
        assert_eq!(mark().older, before.older);
        fs::rename(here.join("maps/3"), here.join("maps/1")).unwrap();
        assert_eq!(mark(), before);
    }
}
