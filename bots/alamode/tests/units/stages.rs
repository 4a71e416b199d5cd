//! The value of the stages of a food.

use alamode::customers::{Customers, Order};
use alamode::kitchen::Kitchen;
use alamode::params::Params;
use alamode::stages::{Stages, USUAL_STEPS};
use alamode::world::World;

/// Strawberries in the first corner, the chopping board at one of two places.
fn stages(near: bool, step_worth: f64) -> Stages {
    let rows = [
        if near { "SC#########" } else { "S##########" },
        "#.........#",
        "#.####.##.#",
        "#.#..#..#.#",
        "#.##.####.#",
        "#.........#",
        if near { "####W######" } else { "####W#####C" },
    ];
    let customers = Customers::new(vec![Order { foods: 5, award: 800 }]).unwrap();
    let params = Params { step_worth, ..Params::default() };
    Stages::new(&World::new(Kitchen::from_rows(&rows).unwrap(), customers, params, 0))
}

#[test]
fn the_steps_to_the_board_add_to_the_worth_of_chopping() {
    let chopped = |stages: &Stages| stages.before[2][0].1 - stages.before[2][1].1;
    let plain = Params::default().chop;
    assert_eq!(chopped(&stages(true, 0.0)), plain);
    // The corner square touches both; from corner to corner it is twelve steps.
    assert_eq!(chopped(&stages(true, 4.0)), plain - 4 * USUAL_STEPS);
    assert_eq!(chopped(&stages(false, 4.0)), plain + 4 * (12 - USUAL_STEPS));
    // There is no oven, so no step to it counts.
    assert_eq!(stages(true, 4.0).on[4], Params::default().tart);
}

#[test]
fn each_stage_is_worth_more_than_the_one_before_it() {
    for stages in [stages(true, 6.0), stages(false, 6.0)] {
        for (on, before) in stages.on.iter().zip(&stages.before) {
            let worth: Vec<i32> = before.iter().map(|stage| stage.1).collect();
            assert!(worth.windows(2).all(|pair| pair[0] > pair[1]), "{worth:?}");
            assert!(*on > worth[0]);
        }
    }
}
