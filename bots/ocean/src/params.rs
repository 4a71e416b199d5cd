//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// What the captain weighs. Damage is counted in lives.
    pub struct Params {
        /// Paths that each tracker keeps exactly.
        paths: i32 = 3000, 100..=20000;
        /// Weight of a silence of no step among the distances 0 to 4.
        silence0: f64 = 0.5, 0.01..=10.0;
        /// Weight of a silence of one step.
        silence1: f64 = 1.0, 0.01..=10.0;
        /// Weight of a silence of two steps.
        silence2: f64 = 1.0, 0.01..=10.0;
        /// Weight of a silence of three steps.
        silence3: f64 = 1.0, 0.01..=10.0;
        /// Weight of a silence of four steps.
        silence4: f64 = 1.0, 0.01..=10.0;
    }
}

impl Params {
    /// What the trackers need of them.
    pub fn tracking(&self) -> crate::tracker::Settings {
        let habit = [self.silence0, self.silence1, self.silence2, self.silence3, self.silence4];
        crate::tracker::Settings {
            cap: self.paths as usize,
            silence: habit.map(|weight| weight as f32),
        }
    }
}
