//! The state of rules that are a program outside: [`rules_mark`].

use std::path::PathBuf;

use gridkit::hash::Fnv1a;

use super::hashes::Hashes;
use super::parts::Parts;
use crate::contest::Contest;

/// A word for a contest's rules as they are now: the command line of its referee program, the contents of the files and
/// folders that this names, and what the contest file says about games. Two equal words mean the same rules. `None` if the
/// rules are a part of this program.
///
/// The interpreter does not count, as for a bot, so the word is the same on each machine. Modules that a referee program
/// loads by itself are not seen.
pub fn rules_mark(contest: &dyn Contest) -> Option<String> {
    let mut launch = contest.referee_program()?;
    // Of the contest file only the terms count: its other tables are about bots and runs.
    let is_contest_file = |path: &PathBuf| path.extension().is_some_and(|it| it == "toml");
    let own = launch.depends.iter().find(|path| is_contest_file(path)).cloned();
    launch.depends.retain(|path| !is_contest_file(path));
    // Class folders, and such as hold maps; not one in which bots and logs may be.
    let folders = launch.args.iter().map(PathBuf::from).filter(|path| path.is_dir());
    let has_bots = |folder: &PathBuf| own.iter().any(|file| file.starts_with(folder));
    let folders: Vec<_> = folders.filter(|folder| !has_bots(folder)).collect();
    launch.depends.extend(folders);
    let (parts, hashes) = (Parts::of_launch(&launch), Hashes::default());
    let mut mark = Fnv1a::of(parts.runs().as_bytes());
    mark = mark.wrapping_mul(31).wrapping_add(Fnv1a::of(contest.terms()?.as_bytes()));
    let files = parts.named().filter_map(|file| hashes.of(file));
    Some(format!("{:016x}", files.fold(mark, u64::wrapping_add)))
}
