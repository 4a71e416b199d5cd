//! The workspace's own bots: each bundle is made, proven and, where the bot plays, re-driven.

mod common;

use std::path::{Path, PathBuf};
use std::process::Command;

use common::{bundled, compile, folder, run};

/// Where this test's workspace builds, so that nothing is built twice.
fn target() -> PathBuf {
    let program = Path::new(env!("CARGO_BIN_EXE_bundle"));
    program.ancestors().nth(2).unwrap().to_path_buf()
}

fn made(bot: &str) -> (PathBuf, serde_json::Value) {
    let file = folder(&format!("bot-{bot}")).join("bot.rs");
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml");
    let arguments = [
        bot,
        "--json",
        "-o",
        file.to_str().unwrap(),
        "--manifest-path",
        manifest.to_str().unwrap(),
    ];
    let report = bundled(&arguments, &target());
    (file, serde_json::from_str(&report).unwrap())
}

#[test]
fn ocean_is_proven() {
    let (file, report) = made("ocean");
    assert!(report["length"].as_u64().unwrap() <= 100_000, "{report}");
    let proof = &report["proof"];
    assert!(
        proof["scripts"].as_u64().unwrap() >= 20 && proof["answers"].as_u64().unwrap() >= 500,
        "{report}"
    );
    assert!(proof["signature"].is_string(), "{report}");
    assert_eq!(proof["warnings"], serde_json::json!([]));
    if proof["compilers"].as_array().unwrap().len() == 1 {
        println!("skipped: Rust 1.60 is not installed, so the bundle was not compiled with it");
    }
    let (program, _) = compile(&mut Command::new("rustc"), &file);
    let map = "...............\n".repeat(15);
    let answer = run(&program, &format!("15 15 0\n{map}"));
    let numbers: Vec<u8> = answer.split_whitespace().map(|word| word.parse().unwrap()).collect();
    assert!(numbers.len() == 2 && numbers.iter().all(|&number| number < 15), "{answer:?}");
}

#[test]
fn fruitbot_is_proven() {
    let (file, report) = made("fruitbot");
    assert!(report["length"].as_u64().unwrap() <= 100_000, "{report}");
    let proof = &report["proof"];
    assert!(
        proof["scripts"].as_u64().unwrap() >= 30 && proof["answers"].as_u64().unwrap() >= 500,
        "{report}"
    );
    assert!(proof["signature"].is_string(), "{report}");
    assert_eq!(proof["warnings"], serde_json::json!([]));
    let (program, _) = compile(&mut Command::new("rustc"), &file);
    let board = "1....\n.....\n.....\n.....\n.....\n";
    let answer = run(&program, &format!("fruit 1\n5 5 1\n1\n{board}0 2 4 4\n0\n0\n"));
    assert_eq!(answer.trim_end(), "NORTH", "the only piece is two steps to the north");
}

#[test]
fn every_other_bot_is_proven() {
    for bot in ["alamode", "icfp-courier", "kabotte"] {
        let (_, report) = made(bot);
        assert!(report["length"].as_u64().unwrap() <= 100_000, "{report}");
        assert!(report["proof"].is_object(), "{report}");
    }
}
