//! The numbers that tuning may change, each declared once.

use crate::rivals::heat::HeatWeights;

gridkit::params! {
    /// The numbers of the heat map and of the search.
    pub struct Params {
        /// `--style mo`: how much hotter pieces of rare categories are.
        heat_rarity: f64 = 1.6, 0.0..=6.0;
        /// `--style mo`: how much hotter pieces are of whose category few are left.
        heat_few_left: f64 = 1.5, 0.0..=6.0;
        /// `--style mo`: how fast the heat falls with the distance.
        heat_distance: f64 = 1.2, 0.1..=6.0;
        /// `--style mo`: the heat on the piece's own cell.
        heat_own_cell: f64 = 3.0, 0.0..=12.0;
        /// How much the search prefers goals that it has tried little.
        explore: f64 = 1.0, 0.01..=5.0;
        /// How fast the weight of a piece falls with its distance.
        distance_exponent: f64 = 1.5, 0.0..=5.0;
        /// Worth of hindering the opponent in a category, if winning it oneself is worth 1.
        hinder: f64 = 0.6, 0.0..=2.0;
        /// Factor for the weight of a piece to which the opponent is nearer.
        lost_race: f64 = 0.5, 0.0..=1.0;
        /// Greatest random addition to a piece's weight when a game is played out, as a share of it.
        noise: f64 = 0.5, 0.0..=4.0;
        /// How much worse than the best goal, in games won, the last turn's goal may be and still stay
        /// the goal.
        keep_goal: f64 = 0.03, 0.0..=1.0;
        /// How much worse than the other step towards the goal, in games won, a step may be that leads to more goals.
        axis: f64 = 0.03, 0.0..=1.0;
        /// The most live pieces of an endgame that is solved exactly.
        endgame_pieces: i32 = 4, 0..=8;
        /// Probability, before the game, that the opponent is not one of the known rivals.
        unknown: f64 = 0.4, 0.0..=1.0;
        /// Further games against an opponent that follows the rule of thumb, for each game of the search.
        simple: f64 = 0.5, 0.0..=4.0;
        /// How much worse than the best goal, in games won, a goal may be that wins more of the further games.
        swindle: f64 = 0.02, 0.0..=1.0;
        /// Probability, before the game, that an unknown opponent follows none of the formulas.
        no_formula: f64 = 0.9, 0.0..=1.0;
        /// Probability that a robot that follows a formula makes another move.
        formula_slip: f64 = 0.05, 0.00001..=0.5;
        /// Probability that a robot that follows formulas is thought to choose a goal by the rule of thumb.
        formula_whim: f64 = 0.25, 0.0..=1.0;
        /// Whether the opponent can be a known rival; 0 shows how the search does against an unknown one.
        rivals: i32 = 1, 0..=1;
        /// Probability that a known rival makes another move than predicted.
        slip: f64 = 0.0005, 0.00001..=0.5;
        /// Probability that the prediction for a known rival is right for an unknown opponent.
        chance_hit: f64 = 0.7, 0.05..=0.95;
    }
}

impl Params {
    pub fn heat_weights(&self) -> HeatWeights {
        HeatWeights {
            rarity: self.heat_rarity,
            few_left: self.heat_few_left,
            distance: self.heat_distance,
            own_cell: self.heat_own_cell,
        }
    }
}
