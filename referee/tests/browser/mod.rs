//! Pages in a real browser, with real keys and screenshots. Without a browser and its driver each test prints that it is
//! skipped.

mod contents;
pub mod driver;
mod keyboard;
pub mod kind;
mod looks;
mod pairs;
mod picture;
pub mod rules;
mod speed;

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use referee::testkit::cases::cases;

use crate::external::shapes::long_game;
use crate::view::{GAMES, page_of};

/// The page of the report on a ladder, made once.
static REPORT: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("report");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let ladder = ["ladder", "fruit", "--games", "6", "--keep", "all", "--log", "a.log"];
    referee(&folder, &[&ladder[..], &["@greedy", "@mo", "@random"]].concat());
    referee(&folder, &["report", "a.log", "--html", "report.html"]);
    folder.join("report.html")
});

/// The page of the report on a try of bots with long names, made once.
static TRY: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("try");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let bots = ["python3_my_bot_v12=@greedy", "--champion", "python3_my_bot_v11=@mo"];
    let more = ["--pool", "@nearest", "@random", "--games", "32", "--log", "a.log"];
    referee(&folder, &[&["try", "fruit"], &bots[..], &more].concat());
    referee(&folder, &["report", "a.log", "--html", "report.html"]);
    folder.join("report.html")
});

/// The page of a game whose board has shapes at any place, made once.
static SHAPES: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shapes");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("long.jsonl"), long_game(150)).unwrap();
    referee(&folder, &["view", "long.jsonl", "-o", "shapes.html"]);
    folder.join("shapes.html")
});

/// The page of a game of 200 players on a wide board, made once.
static CROWD: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crowd");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    let board = ["--option", "size=150x60", "--option", "turns=2", "--seed", "1"];
    let game = ["play", "courier", "@waiter", "--players", "200", "-q", "--record", "a.jsonl"];
    referee(&folder, &[&game[..], &board].concat());
    referee(&folder, &["view", "a.jsonl", "-o", "crowd.html"]);
    folder.join("crowd.html")
});

/// The address of a contest's page, of the `report` on a ladder or a `try`, of a game with a board of `shapes`, or of one with a
/// `crowd` of players.
fn page(name: &str) -> String {
    address(match name {
        "report" => &REPORT,
        "try" => &TRY,
        "shapes" => &SHAPES,
        "crowd" => &CROWD,
        game => page_of(game),
    })
}

/// The address of a file.
pub fn address(file: &Path) -> String {
    format!("file://{}", file.display())
}

/// All contests, or some if only some cases run.
fn some_games() -> &'static [&'static str] {
    &GAMES[cases(3, 0)..]
}

fn referee(folder: &Path, arguments: &[&str]) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
