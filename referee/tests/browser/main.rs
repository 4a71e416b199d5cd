//! Pages in a real browser, steered as a user steers them: with keys and eyes. Where there is no browser or no
//! driver for it, each test says so and skips.

mod driver;
mod keyboard;
mod looks;
mod rules;

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

/// The contests.
const GAMES: [&str; 5] = ["alamode", "courier", "fruit", "karo", "ocean"];

/// The longest recording of a contest among the fixtures.
fn recording(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(game);
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.max_by_key(|file| (file.metadata().unwrap().len(), file.clone())).unwrap()
}

/// The address of a contest's page, made in a folder.
fn page(folder: &TempDir, game: &str) -> String {
    let page = folder.path().join(format!("{game}.html"));
    referee(
        folder.path(),
        &["view", recording(game).to_str().unwrap(), "-o", page.to_str().unwrap()],
    );
    format!("file://{}", page.display())
}

/// The address of the page of a report on a ladder.
fn report(folder: &TempDir) -> String {
    let ladder = ["ladder", "fruit", "--games", "6", "--keep", "all", "--log", "a.log"];
    referee(folder.path(), &[&ladder[..], &["@greedy", "@mo", "@random"]].concat());
    referee(folder.path(), &["report", "a.log", "--html", "report.html"]);
    format!("file://{}", folder.path().join("report.html").display())
}

fn referee(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
