//! The workspace's own bots: each is bundled and proven on recorded games of its contest.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use cargo_metadata::{MetadataCommand, Package};
use serde_json::Value;

use crate::common::{bundled, cases, compile, folder, run_with};
use crate::needs::Need;

fn manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml").canonicalize().unwrap()
}

/// Every package below the folder `bots`.
fn bots() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(manifest()).no_deps().exec().unwrap();
    let bots = metadata.workspace_root.join("bots");
    let packages = metadata.packages.into_iter();
    packages.filter(|package| package.manifest_path.starts_with(&bots)).collect()
}

/// The build folder of this test's workspace, so that nothing is built twice.
fn target() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_bundle"));
    program.ancestors().nth(2).unwrap().to_path_buf()
}

/// The number of programs recorded in the games of a folder: one for each seat of each game.
fn recorded_seats(folder: &Path) -> usize {
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let seats = files.filter(|file| file.is_file()).map(|file| {
        let text = std::fs::read_to_string(file).unwrap();
        let objects = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
        let seats: std::collections::BTreeSet<_> =
            objects.filter_map(|object| object["seat"].as_u64()).collect();
        seats.len()
    });
    seats.sum()
}

/// Bundles a bot and checks the report, and one bot's file without the bundler's help.
fn check(bot: &Package) {
    let file = folder(&format!("bot-{}", bot.name)).join("bot.rs");
    let (output, manifest) = (file.to_str().unwrap(), manifest());
    let manifest = manifest.to_str().unwrap();
    // The test's program has been built already. Without any optimisation the games take longer than the
    // compiler.
    let quick = ["--profile", "test", "--opt-level", "1"];
    let arguments = [&bot.name, "--json", "-o", output, "--manifest-path", manifest];
    let arguments = [arguments.as_slice(), &quick].concat();
    let report: Value = serde_json::from_str(&bundled(&arguments, &target())).unwrap();
    let is_codingame = bot.metadata["bundle"]["site"].is_null();
    assert_eq!(report["site"], if is_codingame { "codingame" } else { "none" });
    assert!(!is_codingame || report["length"].as_u64().unwrap() <= 100_000, "{report}");
    let proof = &report["proof"];
    assert_eq!(proof["warnings"], serde_json::json!([]), "{report}");
    if is_codingame && proof["compilers"].as_array().unwrap().len() == 1 {
        Need::Rust160.skip(format_args!("{} was not compiled with it", bot.name));
    }
    let settings = &bot.metadata["bundle"];
    let Some(recordings) = settings["recordings"].as_str() else {
        assert!(settings["without-recordings"].is_string(), "{}", bot.manifest_path);
        return;
    };
    let recordings = bot.manifest_path.parent().unwrap().join(recordings);
    assert_eq!(proof["scripts"], recorded_seats(recordings.as_std_path()), "{report}");
    assert!(proof["answers"].as_u64().unwrap() >= 500, "{report}");
    let signature = format!("signature {}", proof["signature"].as_str().expect("a signature"));
    // One bot is enough to see that the report is true of the file itself.
    if bot.name == FEW {
        let (program, _) = compile(Command::new("rustc").arg("-Copt-level=1"), &file);
        let bench = run_with(&program, &["bench"], "");
        assert!(bench.lines().any(|line| line == signature), "{signature}, not {bench}");
    }
}

/// Whether a folder of fixtures is one of recorded games; others contain logs, or texts that once
/// crashed a parser.
fn holds_recordings(folder: &Path) -> bool {
    let begins = |text: String| text.starts_with("{\"format\":\"botyard/1\"");
    let mut files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    files.any(|file| std::fs::read_to_string(file).is_ok_and(begins))
}

/// A bot may have no recordings only if its contest has none.
#[test]
fn all_recordings_of_the_workspace_belong_to_a_bot() {
    let recordings = |bot: &Package| {
        let path = bot.metadata["bundle"]["recordings"].as_str()?;
        bot.manifest_path.parent()?.join(path).canonicalize().ok()
    };
    let used: Vec<PathBuf> = bots().iter().filter_map(recordings).collect();
    let fixtures = manifest().with_file_name("fixtures");
    for entry in fixtures.read_dir().unwrap() {
        let folder = entry.unwrap().path();
        assert!(
            !folder.is_dir() || !holds_recordings(&folder) || used.contains(&folder),
            "no bot's manifest names {}; write there, in place of without-recordings: \
             [package.metadata.bundle] recordings = \"../../fixtures/…\"",
            folder.display()
        );
    }
}

/// The bot that is bundled if few cases are wanted.
const FEW: &str = "lightcycle";

#[test]
fn every_bot_is_proven_on_the_games_of_its_manifest() {
    let mut bots = bots();
    assert!(bots.len() >= 5, "{bots:?}");
    bots.retain(|bot| cases(bot.name == FEW, true));
    assert!(!bots.is_empty(), "{bots:?}");
    thread::scope(|scope| {
        let checks: Vec<_> = bots
            .iter()
            .map(|bot| {
                thread::Builder::new().name(bot.name.to_string()).spawn_scoped(scope, || check(bot))
            })
            .collect();
        for check in checks {
            check.unwrap().join().unwrap();
        }
    });
}
