//! What the integration tests share.

#![allow(dead_code)] // Each test program takes what it needs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The folder of a game in the official data, which lies beside the project or where
/// `BOTYARD_DATA` says. Says in a line that the test is skipped where there is none.
pub fn official_data(game: &str) -> Option<PathBuf> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data");
    let root = std::env::var_os("BOTYARD_DATA").map_or(PathBuf::from(default), PathBuf::from);
    let folder = root.join(game);
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("skipped: no official data at {} (set BOTYARD_DATA)", folder.display());
    None
}

/// The program `referee` with arguments, in a folder of the test's own.
pub fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    command.args(arguments).current_dir(folder);
    command
}

/// Runs `referee` to its end.
pub fn referee(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program of this package can be run")
}

/// What it wrote to standard output.
pub fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// What it wrote to standard error.
pub fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Its exit code.
pub fn code(output: &Output) -> i32 {
    output.status.code().expect("it ends by itself")
}
