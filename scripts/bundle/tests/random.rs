//! Random small workspaces: their bundles must print the same as they do.
//!
//! `BUNDLE_SEEDS=100..200` tries others; the message of a failure names its seed.

mod chance;
mod crates;

use std::num::NonZero;
use std::path::Path;
use std::process::Command;
use std::thread;

use crate::common::{self, UNOPTIMISED, bundle, cases, compile, folder, run};

/// Bundles the workspace of a seed and compares the output of both programs.
fn holds(seed: u64) {
    let folder = folder(&format!("random-{seed}"));
    for (name, text) in crates::workspace(seed) {
        common::write(&folder, &[(&name, &text)]);
    }
    // The packages have the same names each time, so each needs its own build folder.
    let target = folder.join("target");
    let game = folder.join("game.txt");
    std::fs::write(&game, "").unwrap();
    let (manifest, file) = (folder.join("Cargo.toml"), folder.join("out.rs"));
    let path = |path: &Path| path.to_str().unwrap().to_string();
    let (manifest, output, game) = (path(&manifest), path(&file), path(&game));
    let arguments = ["bud", "--manifest-path", &manifest, "-o", &output, "--recordings", &game];
    let output = bundle(&[arguments.as_slice(), &UNOPTIMISED].concat(), &target);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "seed {seed}, in {}:\n{said}", folder.display());
    let (program, warnings) = compile(&mut Command::new("rustc"), &file);
    let original = target.join("debug").join(format!("bud{}", std::env::consts::EXE_SUFFIX));
    let expected = run(&original, "");
    assert_eq!(expected.lines().count(), 10, "seed {seed}");
    assert_eq!(run(&program, ""), expected, "seed {seed}, in {}", folder.display());
    assert!(!warnings.contains("never used"), "seed {seed}:\n{warnings}");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(!text.contains("Display") && !text.contains("PartialEq"), "seed {seed}: it is unused");
    let short = [&arguments[..5], &["--short-names", "--no-verify"]].concat();
    assert!(bundle(&short, &target).status.success(), "seed {seed}, short names");
    let (program, _) = compile(&mut Command::new("rustc"), &file);
    assert_eq!(run(&program, ""), expected, "seed {seed}, in {}, short names", folder.display());
}

#[test]
fn bundles_of_random_workspaces_print_the_same() {
    let range = std::env::var("BUNDLE_SEEDS").unwrap_or_else(|_| cases("0..2", "0..4").into());
    let (from, to) = range.split_once("..").expect("BUNDLE_SEEDS is FROM..TO");
    let seeds: Vec<u64> = (from.parse().unwrap()..to.parse().unwrap()).collect();
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for first in 0..threads {
            let seeds = seeds.iter().skip(first).step_by(threads);
            scope.spawn(move || seeds.copied().for_each(holds));
        }
    });
}
