//! The signature of the bench.

use gridkit::Bench;
use icfp_courier::bench::{alone, FIXTURES};
use icfp_courier::generator::{make, Recipe, Terrain};
use icfp_courier::params::Params;

#[test]
fn the_signature_depends_on_the_seed_and_the_budget_alone() {
    let setting = make(&FIXTURES[5].recipe, 0);
    let signature = |nodes, seed| {
        let mut bench = Bench::new(nodes);
        alone(&setting, FIXTURES[5].money, &Params::default(), seed, false, &mut bench);
        bench.report().signature
    };
    assert_eq!(signature(2, 1), signature(2, 1));
    assert_ne!(signature(2, 1), signature(2, 2));
    assert_ne!(signature(2, 1), signature(6, 1));
}

/// A robot that can carry everything looked at base after base, and delivered too late, since it thought that each
/// of them holds as much as it can carry.
#[test]
fn a_greater_capacity_than_can_be_used_costs_no_points() {
    let points = |capacity| -> i64 {
        let (terrain, size) = (Terrain::Open, (80, 60));
        let recipe = Recipe { terrain, size, bases: 80, packages: 400, heaviest: 50, capacity };
        let alone = |seed| {
            let mut bench = Bench::new(2);
            alone(&make(&recipe, seed), 250, &Params::default(), seed, false, &mut bench).points
        };
        (0..4).map(alone).sum()
    };
    let (usual, huge) = (points(1_000), points(1_000_000_000));
    assert!(huge * 10 > usual * 9, "{huge} points instead of {usual}");
}
