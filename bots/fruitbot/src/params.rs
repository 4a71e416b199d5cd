//! The numbers that tuning may change, each declared once.

use crate::rivals::heat::Traits;

gridkit::params! {
    /// What the robot weighs.
    pub struct Params {
        /// `--style mo`: how much the rarity of a category counts.
        c1: f64 = 1.6, 0.0..=6.0;
        /// `--style mo`: how much it counts that a category is nearly finished.
        c2: f64 = 1.5, 0.0..=6.0;
        /// `--style mo`: how fast the heat falls with the distance.
        c3: f64 = 1.2, 0.1..=6.0;
        /// `--style mo`: the heat on the piece's own cell.
        c4: f64 = 3.0, 0.0..=12.0;
        /// How much the search tries what it has tried little.
        explore: f64 = 1.0, 0.01..=5.0;
        /// How fast the wish for a piece falls with its distance.
        fall: f64 = 1.5, 0.0..=5.0;
        /// Worth of hindering the opponent in a category, where winning it oneself is 1.
        hinder: f64 = 0.6, 0.0..=2.0;
        /// What is left of the wish for a piece that the opponent is nearer to.
        lost_race: f64 = 0.5, 0.0..=1.0;
        /// Chance in a played-out game, as a power of a random number: 0 is none.
        noise: f64 = 0.5, 0.0..=4.0;
        /// How much worse than the best a goal may become and still be kept, in games won.
        keep: f64 = 0.03, 0.0..=1.0;
        /// Live pieces from which on an ending is solved exactly.
        ending: i32 = 4, 0..=8;
        /// Probability, before the game, that the opponent is none of the known rivals.
        stranger: f64 = 0.4, 0.0..=1.0;
        /// Whether known rivals are thought of at all; 0 shows how the search does against a stranger.
        rivals: i32 = 1, 0..=1;
        /// Probability that a known rival does something else.
        slip: f64 = 0.0005, 0.00001..=0.5;
        /// Probability that a stranger's move would have been foretold by chance.
        guess: f64 = 0.7, 0.05..=0.95;
    }
}

impl Params {
    /// The traits of the heat map.
    pub fn traits(&self) -> Traits {
        Traits { rarity: self.c1, clinch: self.c2, distance: self.c3, own_cell: self.c4 }
    }
}
