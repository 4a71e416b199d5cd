//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// The weights of the evaluation, in points, and the limits of the search.
    pub struct Params {
        /// Positions with the same stock that a search expands in each ply at most.
        width_per_stock: i32 = 40, 1..=20000;
        /// Turns to look ahead, of both chefs together, if the turns of both are chosen.
        depth: i32 = 60, 1..=100;
        /// The same if those of the partner are predicted: then there are fewer plans.
        depth_alone: i32 = 90, 1..=100;
        /// Worth of ice cream on a dish that some customer ordered.
        ice_cream: i32 = 95, 0..=2000;
        /// Worth of blueberries on such a dish.
        blueberries: i32 = 125, 0..=2000;
        /// Worth of chopped strawberries on such a dish.
        strawberries: i32 = 340, 0..=2000;
        /// Worth of a croissant on such a dish.
        croissant: i32 = 590, 0..=2000;
        /// Worth of a tart on such a dish.
        tart: i32 = 910, 0..=2000;
        /// Loss of worth if a needed food is not on the dish.
        loose: i32 = 55, 0..=1000;
        /// Worth of needed ice cream or blueberries that are not on the dish.
        crate_food: i32 = 35, 0..=1000;
        /// Loss of worth if strawberries are not chopped.
        chop: i32 = 195, 0..=1000;
        /// Loss of worth if a food still bakes.
        bake: i32 = 72, 0..=1000;
        /// Loss of worth if a food is not yet in the oven.
        raw: i32 = 260, 0..=1000;
        /// Loss of worth if chopped dough has no blueberries.
        fill: i32 = 165, 0..=1000;
        /// Loss of worth if dough for a tart is not chopped.
        cut: i32 = 140, 0..=1000;
        /// Worth of a dish that is not in the dishwasher.
        dish: i32 = 34, 0..=1000;
        /// Worth of a dish that is ready for the window.
        complete: i32 = 58, 0..=1000;
        /// Loss for each dish that no order can use.
        useless: i32 = 220, 0..=1000;
        /// Weight of the first customer to come, if that of the waiting ones is 1. Each later
        /// customer has this share of the weight before it.
        coming: f64 = 0.36, 0.0..=1.0;
        /// Share of its worth that food to be baked keeps for each other food that bakes before it.
        queue: f64 = 0.62, 0.0..=1.0;
        /// Number of turns before the end of the round within which the worth of an order fades.
        fade: i32 = 22, 1..=200;
        /// Share of the values of all positions on the way that is added to the value at the end.
        haste: f64 = 0.005, 0.0..=1.0;
        /// Worth of each step between two places where a food is worked on, beyond the usual number.
        step_worth: f64 = 6.0, -20.0..=50.0;
        /// Share of the worth of the most advanced order that is added once more.
        focus: f64 = 0.15, -1.0..=1.0;
        /// Worth of an empty dish in a hand, besides that of the stock.
        hand_dish: i32 = 45, 0..=300;
        /// Worth of a dish in a hand that lacks something.
        hand_part: i32 = 60, 0..=300;
        /// Worth of a dish in a hand that a customer waits for.
        hand_ready: i32 = 73, 0..=300;
        /// Worth of finished food in a hand.
        hand_food: i32 = 14, 0..=300;
        /// Worth of food in a hand that is to be chopped, filled or baked.
        hand_raw: i32 = 48, 0..=300;
        /// Loss for each dish on a table.
        lying_dish: i32 = 17, 0..=300;
        /// Loss for each finished food on a table.
        lying_food: i32 = 33, 0..=300;
        /// Loss for each food on a table that is to be chopped, filled or baked.
        lying_raw: i32 = 42, 0..=300;
        /// Loss for each step of a chef with empty hands to the nearest thing that it can use.
        step_empty: i32 = 13, 0..=50;
        /// The same of a chef with a dish that lacks something.
        step_dish: i32 = 8, 0..=50;
        /// The same of a chef with a dish that a customer waits for.
        step_ready: i32 = 13, 0..=50;
        /// The same of a chef with finished food.
        step_food: i32 = 7, 0..=50;
        /// The same of a chef with food that is to be chopped, filled or baked.
        step_raw: i32 = 7, 0..=50;
        /// Loss if a chef can use nothing.
        stuck: i32 = 84, 0..=500;
        /// The same of a chef with a dish that lacks something.
        stuck_dish: i32 = 150, 0..=500;
        /// The same of a chef with food that is to be chopped, filled or baked.
        stuck_raw: i32 = 35, 0..=500;
        /// Share of these numbers that counts.
        readiness: f64 = 1.1, 0.0..=2.0;
        /// Turns before the end of the round within which these numbers fade.
        ready_fade: i32 = 40, 1..=200;
        /// Model of the partner: 0 the one that fits, 1 always the joint plan, 2 always a partner
        /// that does nothing, 3 always one that serves one order after the other.
        model: i32 = 0, 0..=3;
        /// Positions that the first search for the plan of the whole round finds; 0 if there shall be no such plan.
        round_first: i32 = 300_000, 0..=20_000_000;
        /// Positions that the second search for it finds, in the same turn.
        round_second: i32 = 500_000, 0..=20_000_000;
        /// Positions that each later search for a better one finds.
        round_change: i32 = 300_000, 0..=20_000_000;
        /// The same once there was time for all of these.
        round_again: i32 = 1_200_000, 0..=20_000_000;
        /// Positions with the same stock that these searches expand in each turn at most.
        round_per_stock: i32 = 20, 1..=20000;
        /// Time for thinking in the partner's turn, as a share of the time in the own turn. A little
        /// less than the partner takes, so that the search ends before the partner's answer stops it.
        ponder: f64 = 0.9, 0.0..=10.0;
        /// Positions of each turn that were not expanded and are kept for the next search.
        kept: i32 = 2000, 1..=60000;
    }
}
