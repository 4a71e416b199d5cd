//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// What the courier weighs.
    pub struct Params {
        /// Part of a route's worth that a step of the search may lose for the time being.
        warmth: f64 = 0.01, 0.0..=0.2;
        /// Worth of looking at the first base, in full loads.
        explore: f64 = 0.5, 0.0..=5.0;
        /// Trials in vain after which the plan is left as it is.
        patience: i32 = 600, 10..=100_000;
        /// What a step onto a tile costs where a push drowns.
        peril: i32 = 8, 1..=100;
    }
}
