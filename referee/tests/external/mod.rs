//! Contests from outside: referee programs of the tests' own, played, measured and looked into as a user would.

mod codingame;
mod codingame_fails;
mod command;
mod command_walls;
mod java;
mod lines;
mod lines_deeds;
mod lines_figures;
mod official;
mod scenes;
pub mod shapes;

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

/// A file beside these tests.
fn beside(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/external").join(name)
}

/// A folder with a contest file and others.
fn folder(contest: &str, files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder of the test's own");
    let all = files.iter().copied().chain([("botyard.toml", contest)]);
    for (name, text) in all {
        fs::write(folder.path().join(name), text).expect("a file of the test's own");
    }
    folder
}
