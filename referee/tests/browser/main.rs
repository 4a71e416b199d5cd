//! Pages in a real browser, steered as a user steers them: with keys and eyes. Where there is no browser or no
//! driver for it, each test says so and skips.

mod driver;
mod keyboard;
mod looks;
mod rules;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::thread;

use referee::testkit::cases::cases;

/// The contests.
const GAMES: [&str; 5] = ["alamode", "courier", "fruit", "karo", "ocean"];

/// The longest recording of a contest among the fixtures.
fn recording(game: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(game);
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files = files.filter(|file| file.extension().is_some_and(|end| end == "jsonl"));
    files.max_by_key(|file| (file.metadata().unwrap().len(), file.clone())).unwrap()
}

/// Where the pages are that all tests look at, each made once.
static PAGES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let inside = folder.as_path();
    thread::scope(|scope| {
        for game in GAMES {
            scope.spawn(move || {
                let page = format!("{game}.html");
                referee(inside, &["view", recording(game).to_str().unwrap(), "-o", &page]);
            });
        }
        let ladder = ["ladder", "fruit", "--games", "6", "--keep", "all", "--log", "a.log"];
        referee(&folder, &[&ladder[..], &["@greedy", "@mo", "@random"]].concat());
        referee(&folder, &["report", "a.log", "--html", "report.html"]);
    });
    folder
});

/// The address of a contest's page, or that of the `report` on a ladder.
fn page(name: &str) -> String {
    format!("file://{}", PAGES.join(format!("{name}.html")).display())
}

/// Some of the contests where few cases are wanted.
fn some_games() -> &'static [&'static str] {
    &GAMES[cases(3, 0)..]
}

fn referee(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
