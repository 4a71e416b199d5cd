//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// What the courier weighs.
    pub struct Params {
        /// Part of a route's worth that a step of the search may lose for the time being.
        warmth: f64 = 0.02, 0.0..=0.2;
        /// Worth of looking at the first base, in full loads.
        explore: f64 = 0.5, 0.0..=5.0;
        /// Part of its weight that a package is worth which an unseen base is thought to hold.
        trust: f64 = 1.1, 0.0..=2.0;
        /// The same for a robot that is alone.
        trust_alone: f64 = 0.9, 0.0..=2.0;
        /// Draws of the packages of unseen bases for which a robot that is alone plans.
        draws: i32 = 32, 1..=128;
        /// The same where there are others.
        draws_among: i32 = 16, 1..=128;
        /// The number of failed trials after which the plan is left as it is.
        patience: i32 = 600, 10..=100_000;
        /// What a step onto a tile costs where a push drowns.
        peril: i32 = 8, 1..=100;
        /// How likely an attack is that drowns us, where a step of a rival is 1.
        malice: f64 = 6.0, 0.0..=100.0;
        /// How much less likely each chance to drown a robot which a rival let pass makes an attack.
        mercy: f64 = 1.0, 0.0..=10.0;
        /// Part of our life that it costs to be where a rival can drown us in the next turn.
        dread: f64 = 0.05, 0.0..=1.0;
        /// The same for two rivals that stand right to drown us by two pushes in one turn.
        crossfire: f64 = 0.03, 0.0..=1.0;
        /// How likely a robot that has picked nothing up for long hunts us, and what each push of one adds to that.
        hunted: f64 = 0.5, 0.0..=1.0;
        /// Part of our life, or of the price for leaving, that it costs where a hunter can drown us however we run.
        flight: f64 = 1.0, 0.0..=5.0;
        /// Part of our money that may be bid to leave a hunter, or where the next push drowns us.
        ransom: f64 = 0.75, 0.0..=1.0;
        /// Turns that it is worth to make a rival lose a package.
        rob: f64 = 1.0, -10.0..=20.0;
        /// Turns that it is worth to drown a rival.
        drown: f64 = 15.0, -10.0..=200.0;
        /// Turns that a life is worth at least, beyond the load.
        life_low: f64 = 60.0, 0.0..=1000.0;
        /// Turns that a life is worth at most, beyond the load.
        life_high: f64 = 600.0, 1.0..=10_000.0;
        /// What a unit of money is worth, in turns.
        thrift: f64 = 1.0, 0.0..=2.0;
        /// Part of a package's worth that a turn costs, for each rival and in thousandths.
        haste: f64 = 0.4, 0.0..=20.0;
        /// Turns after a meeting in which ways keep away from the water.
        wary: i32 = 20, 0..=1000;
        /// Robots are met at this distance.
        sight: i32 = 6, 0..=50;
        /// Turns without progress after which robots on our way count as walls.
        detour: i32 = 8, 1..=1000;
        /// Turns for which they do.
        detour_turns: i32 = 60, 0..=1000;
    }
}
