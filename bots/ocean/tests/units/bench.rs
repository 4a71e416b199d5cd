//! Tests of the bench: its signature is known, and depends on nothing but the seed and the budget.

use gridkit::Flags;
use ocean::bench::run;

fn signature(nodes: u64, seed: u64) -> u64 {
    run(&Flags { nodes: Some(nodes), seed, ..Flags::default() }).signature
}

/// A change of it announces that the bot plays differently.
#[test]
fn the_signature_of_the_bench_is_known() {
    let report = run(&Flags::default());
    insta::assert_snapshot!(format!("{:016x}", report.signature), @"7caf1beb55f2a1d9");
}

#[test]
fn the_signature_depends_on_the_seed_and_the_budget_alone() {
    assert_eq!(signature(50, 1), signature(50, 1));
    assert_ne!(signature(50, 1), signature(50, 2));
    assert_ne!(signature(50, 1), signature(200, 1));
}
