//! The signature of the bench.

use gridkit::Bench;
use icfp_courier::bench::{alone, FIXTURES};
use icfp_courier::generator::make;
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
