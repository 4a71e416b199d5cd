//! The bench: its signature and its plain twin.

use alamode::bench::{play, ratio};
use gridkit::Flags;

fn signature(nodes: u64, seed: u64) -> u64 {
    play(&Flags { nodes: Some(nodes), seed, ..Flags::default() }).signature
}

/// If it changes, the bot plays differently.
#[test]
fn the_signature_of_the_bench_is_known() {
    let report = play(&Flags::default());
    insta::assert_snapshot!(format!("{:016x}", report.signature), @"74bba6ffedaecd05");
}

#[test]
fn the_signature_depends_on_the_budget() {
    assert_eq!(signature(300, 1), signature(300, 1));
    assert_ne!(signature(300, 1), signature(600, 1));
}

#[test]
fn the_plain_twin_scores_the_same() {
    assert!(ratio(&Flags::default()) > 0.0);
}
