//! The state of rules that are a program outside: [`rules_mark`].

use std::path::PathBuf;

use gridkit::hash::Fnv1a;

use super::hashes::Hashes;
use super::parts::Parts;
use crate::contest::Contest;
use crate::player::process::Launch;

/// A word for a contest's rules as they are now: the command line of its referee program, the contents of the files and
/// folders that this names, and what the contest file says about games. Two equal words mean the same rules. `None` if the
/// rules are a part of this program.
///
/// The interpreter does not count, as for a bot, so the word is the same on each machine. Modules that a referee program
/// loads by itself are not seen.
pub fn rules_mark(contest: &dyn Contest) -> Option<String> {
    Some(mark(contest.referee_program()?, contest.terms()?))
}

fn mark(mut launch: Launch, terms: &str) -> String {
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
    let (parts, hashes) = (Parts::of_launch(&launch), Hashes::default());
    let mut mark = Fnv1a::of([parts.runs(), terms].join("\n").as_bytes());
    for file in parts.named() {
        // The order of whole paths may differ from machine to machine.
        mark = mark.wrapping_add(hashes.of(file).unwrap_or_default());
    }
    format!("{mark:016x}")
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;
    use crate::contest_file::ContestFile;
    use crate::external::needed::launch;

    /// The mark of a contest file with this table, in a folder.
    fn marked(here: &Path, referee: &str) -> String {
        let text = format!("[contest]\nkey = \"x\"\n\n[referee]\n{referee}\n");
        let path = here.join("botyard.toml");
        fs::write(&path, &text).unwrap();
        let file = ContestFile::parse(&text, &path).unwrap();
        mark(launch(&file, file.referee.as_ref().unwrap()), "terms")
    }

    #[test]
    fn what_the_referee_program_names_counts_and_bots_do_not() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        let write = |file: &str, text: &str| {
            let path = here.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
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
            assert_eq!(before != marked(&here, table), counts, "{file}: {table}");
            write(file, "old");
        }
        let program = "engine = \"lines\"\ncommand = \"python3 referee.py";
        let [one, other] = ["1", "2"].map(|level| marked(&here, &format!("{program} {level}\"")));
        assert_ne!(one, other, "its command line");
    }
}
