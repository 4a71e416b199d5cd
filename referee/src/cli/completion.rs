//! Answers a shell that asks how a command line can go on.
//!
//! The script of `referee completions SHELL` calls this program with the variable [`VARIABLE`] and the words so far.
//! The answer is on standard output. Nothing is built or started, at most one folder is listed, and an error prints
//! nothing, because its text would appear in the middle of the line that is typed.

mod arguments;
mod bash;
mod candidates;
mod files;
mod line;

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};

use clap::Command;
use clap_complete::CompleteEnv;
use clap_complete::env::{Elvish, EnvCompleter, Fish, Powershell, Shells, Zsh};

use self::bash::Bash;
use super::contest_args;
use crate::contest_file;

/// The variable with the name of the shell that asks.
pub(super) const VARIABLE: &str = "REFEREE_COMPLETE";

/// The shells, by name, that have a script.
pub(super) const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Answers the shell, if one asks. `command` makes the definition of the command line.
pub(super) fn answered(command: fn() -> Command) -> bool {
    let Some(shell) = env::var_os(VARIABLE).filter(|shell| !shell.is_empty()) else { return false };
    let mut arguments: Vec<OsString> = env::args_os().collect();
    let at = arguments.iter().position(|word| word == "--").map_or(arguments.len(), |at| at + 1);
    let mut bash = Bash::default();
    if shell == "bash" && arguments.len() == at + 2 {
        bash = Bash::asked(&arguments[at], &arguments[at + 1]);
        arguments.splice(at.., bash.words());
    }
    let words = arguments.split_off(at);
    let (file, unnamed) = contest_args::named_file(words.clone());
    // A mistake in the contest file is reported by the command itself, when it runs.
    let _ = contest_file::open(file.as_deref());
    line::remember(&unnamed);
    arguments.extend(words);
    let command = || arguments::with_completers(command());
    let shells: [&dyn EnvCompleter; 5] = [&bash, &Elvish, &Fish, &Powershell, &Zsh];
    let _ = CompleteEnv::with_factory(command)
        .var(VARIABLE)
        .shells(Shells(&shells))
        .try_complete(arguments, env::current_dir().ok().as_deref());
    true
}

/// Writes the script for a shell of [`SHELLS`]. It calls this program as it was called.
pub(super) fn write_script(shell: &str, output: &mut dyn Write) -> io::Result<()> {
    let shells: [&dyn EnvCompleter; 5] = [&Bash::default(), &Elvish, &Fish, &Powershell, &Zsh];
    let shell = shells.iter().find(|one| one.is(shell)).ok_or(io::ErrorKind::NotFound)?;
    let called = env::args_os().next().unwrap_or_else(|| "referee".into());
    let path = std::path::Path::new(&called);
    let program =
        if path.components().count() > 1 { std::path::absolute(path)? } else { path.into() };
    shell.write_registration(VARIABLE, "referee", "referee", &program.to_string_lossy(), output)
}
