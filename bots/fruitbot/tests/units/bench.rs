//! The bench: its signature and its positions.

use fruitbot::bench::{position, run, POSITIONS};
use gridkit::Flags;

fn signature(nodes: u64, seed: u64, style: usize) -> u64 {
    run(&Flags { nodes: Some(nodes), seed, style, ..Flags::default() }).signature
}

/// If it changes, the bot plays differently.
#[test]
fn the_signature_of_the_bench_is_known() {
    let report = run(&Flags::default());
    insta::assert_snapshot!(format!("{:016x}", report.signature), @"f95f3802b41b9db3");
}

#[test]
fn the_signature_depends_on_the_seed_the_budget_and_the_style_alone() {
    assert_eq!(signature(20, 1, 0), signature(20, 1, 0));
    assert_ne!(signature(20, 1, 0), signature(20, 2, 0));
    assert_ne!(signature(20, 1, 0), signature(30, 1, 0));
    assert_ne!(signature(20, 1, 0), signature(20, 1, 1));
}

#[test]
fn every_position_is_open_and_complete() {
    for text in &POSITIONS {
        let (board, state) = position(text);
        assert_eq!(state.verdict(), None, "{text}");
        let halves = |line: &str| -> Vec<u32> {
            line.split(' ').map(|number| number.parse().unwrap()).collect()
        };
        let lines: Vec<&str> = text.lines().collect();
        let [own, others] = [2, 1].map(|back| halves(lines[lines.len() - back]));
        for (category, (own, others)) in own.iter().zip(&others).enumerate() {
            let taken = (own + others) / 2;
            let left = (state.left & board.of_category(category)).count_ones();
            assert_eq!(left + taken, u32::from(board.total(category)), "{text}");
        }
    }
}
