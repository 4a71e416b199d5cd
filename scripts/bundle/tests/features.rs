//! The workspace beside this file uses every feature of Rust sources that the bundler handles;
//! `workspace/expected.txt` is the output of its program.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use crate::common::{UNOPTIMISED, bundled, compile, folder, run};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/workspace")
}

fn made(name: &str, flags: &[&str]) -> (PathBuf, String) {
    let folder = folder(name);
    let (manifest, file) = (workspace().join("Cargo.toml"), folder.join("player.rs"));
    let (manifest, file) = (manifest.to_str().unwrap(), file.to_str().unwrap());
    let mut arguments = vec!["player", "--manifest-path", manifest, "-o", file];
    arguments.extend(flags);
    if !flags.contains(&"--no-verify") {
        arguments.extend(UNOPTIMISED);
    }
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("workspace-target");
    let report = bundled(&arguments, &target);
    (file.into(), report)
}

/// The bundle in its readable layout, and its report.
static PLAIN: LazyLock<(PathBuf, String)> = LazyLock::new(|| made("features", &[]));

/// The minified one, and its report as JSON.
static MINIFIED: LazyLock<(PathBuf, String)> =
    LazyLock::new(|| made("features-minified", &["--minify", "--json", "--site", "none"]));

fn plays_as_expected(file: &Path) {
    let (program, said) = compile(&mut Command::new("rustc"), file);
    let talk = fs::read_to_string(workspace().join("games/talk.txt")).unwrap();
    let expected = fs::read_to_string(workspace().join("expected.txt")).unwrap();
    assert_eq!(run(&program, &talk), expected);
    assert!(!said.contains("never used") && !said.contains("unused"), "{said}");
}

#[test]
fn the_bundle_prints_what_the_workspace_prints() {
    let (file, report) = &*PLAIN;
    plays_as_expected(file);
    assert!(report.contains("answers    48 equal lines in 1 re-driven games"), "{report}");
    let text = fs::read_to_string(file).unwrap();
    for unused in [
        "Idle",
        "nobody",
        "Nothing",
        "UNUSED",
        "unused_method",
        "unasked",
        "never_called",
        "fn old",
        "unused_here",
        "private_cell",
    ] {
        assert!(!text.contains(unused), "{unused} is still there");
    }
    // The names in the program's own lines are there, and no names of other files' docs.
    assert!(text.contains("fn main()") && text.contains("mod deck") && !text.contains("///"));
}

/// No compiler reports these as unused, because another crate could use them.
#[test]
fn code_that_the_program_does_not_call_is_gone() {
    let (file, report) = &*PLAIN;
    let text = fs::read_to_string(file).unwrap();
    for idle in ["idle", "Tray", "new_vessel", "Vault", "Mul", "Display for Purse", "Hash", "Ord"] {
        assert!(!text.contains(idle), "{idle} is still there");
    }
    for asked in [
        "operator!(Add add for Purse",
        "impl Drop for Bell",
        "impl Named for Cat",
        "#[derive(Debug, PartialEq, Eq)]\npub struct Coin",
        "fn count(self)",
    ] {
        assert!(text.contains(asked), "{asked} is gone");
    }
    for kind in ["derive", "impl", "macro call", "override"] {
        assert!(report.contains(kind), "{report}");
    }
}

#[test]
fn the_minified_bundle_prints_the_same_and_is_shorter() {
    let ((plain, _), (file, _)) = (&*PLAIN, &*MINIFIED);
    plays_as_expected(file);
    let length = |file: &Path| fs::read_to_string(file).unwrap().len();
    assert!(length(file) < length(plain));
}

#[test]
fn the_bundle_with_short_names_prints_the_same_and_is_shorter_still() {
    let ((minified, _), (file, _)) = (&*MINIFIED, made("features-short", &["--short-names"]));
    plays_as_expected(&file);
    let length = |file: &Path| fs::read_to_string(file).unwrap().len();
    assert!(length(&file) < length(minified));
}

#[test]
fn unused_code_stays_if_that_is_wanted() {
    let (file, report) = made("features-unused", &["--keep-unused"]);
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("unused_method") && report.contains("removed    nothing"), "{report}");
}

#[test]
fn features_are_the_users_choice() {
    let quick = |name: &str, flags: &[&str]| {
        made(name, &[flags, &["--no-verify", "--keep-unused"]].concat())
    };
    let (file, _) = quick("features-off", &["--no-default-features"]);
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains("limit: u32 = if false"), "{text}");
    let (file, _) = quick("features-on", &["--features", "sharp"]);
    assert!(fs::read_to_string(file).unwrap().contains("limit: u32 = if true"));
}

#[test]
fn the_report_is_json_if_that_is_wanted() {
    let report: serde_json::Value = serde_json::from_str(&MINIFIED.1).unwrap();
    assert_eq!(report["bot"], "player");
    assert_eq!(report["proof"]["answers"], 48);
    assert!(report["removed"]["function"].as_u64().unwrap() > 3);
    assert_eq!(report["longest"], serde_json::Value::Null);
}
