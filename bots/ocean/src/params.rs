//! The numbers that tuning may change, each declared once.

use crate::tracker::{Settings, SilenceHabit};

gridkit::params! {
    /// The numbers of the score. Damage is counted in lives.
    pub struct Params {
        /// Paths that each tracker keeps exactly.
        paths: i32 = 3000, 100..=20000;
        /// Worth of a life that is lost one turn later, in lives lost now.
        discount: f64 = 0.94, 0.5..=0.999;
        /// Probability that a mine in our way is triggered while we are near it.
        fear: f64 = 0.3, 0.0..=2.0;
        /// Part of that for the mines beside which a turn ends: by how well the opponent knows us.
        pinned: f64 = 0.8, 0.0..=2.0;
        /// Price of being sunk by the opponent's answer, on top of the damage.
        sunk: f64 = 1.5, 0.0..=20.0;
        /// Worth of sinking the opponent on top of the damage, and of being sunk.
        kill: f64 = 3.0, 0.0..=20.0;
        /// Worth of damage done, where damage taken is 1.
        hit: f64 = 1.0, 0.1..=5.0;
        /// Worth of a charged torpedo.
        torpedo: f64 = 0.35, 0.0..=2.0;
        /// Worth of a charged silence.
        silence: f64 = 1.9, 0.0..=3.0;
        /// Worth of a mine in the water.
        mine: f64 = 0.65, 0.0..=2.0;
        /// Worth of one charge of a device, as a part of the device.
        charge: f64 = 0.03, 0.0..=0.5;
        /// Least expected damage for which a torpedo or a mine is tried.
        floor: f64 = 0.25, 0.0..=2.0;
        /// Weight of the damage that the opponent's answer may do.
        reply: f64 = 1.5, 0.0..=5.0;
        /// Price of a turn that ends with the silence charged where the opponent knows our cell and can hit it.
        known: f64 = 0.3, 0.0..=5.0;
        /// What a silence is cheaper by if without it the turn would end so.
        vanish: f64 = 0.6, 0.0..=5.0;
        /// Share of the damage of the answer that is computed for our true cell; the rest is for all cells
        /// where the opponent can think that we are.
        truth: f64 = 0.35, 0.0..=1.0;
        /// Weight of the most damage that one explosion could be expected to do to us, as far as the opponent is
        /// near and its torpedo charged.
        hunted: f64 = 0.25, 0.0..=5.0;
        /// Weight of the damage we could do if the opponent were in reach, as far as it is near.
        hunt: f64 = 0.5, 0.0..=5.0;
        /// What is left of that for each step and each charge that is missing.
        chase: f64 = 0.85, 0.1..=1.0;
        /// Probability that the opponent can use a device that it can have charged.
        ready: f64 = 0.92, 0.0..=1.0;
        /// Probability that the opponent triggers a mine where it would fire a torpedo.
        blown: f64 = 0.3, 0.0..=1.0;
        /// Probability that the opponent keeps away from what may be our mines.
        respect: f64 = 0.5, 0.0..=0.95;
        /// How much less likely the opponent is where it could have fired and did not, if it takes every chance.
        quiet: f64 = 0.3, 0.0..=0.95;
        /// Damage of the mines beside a cell from which it counts as no room to go to; 0 for none.
        area: f64 = 0.9, 0.0..=5.0;
        /// Expected damage from which the opponent may fire.
        nerve_low: f64 = 0.1, 0.0..=1.0;
        /// Expected damage above `nerve_low` from which it always fires.
        nerve_more: f64 = 0.35, 0.01..=2.0;
        /// Cells that a new mine must newly cover.
        mine_cells: i32 = 4, 0..=9;
        /// Least expected damage for which we fire in the turns played on.
        our_nerve: f64 = 0.8, 0.1..=2.0;
        /// The same of the opponent, in the mean.
        their_nerve: f64 = 0.45, 0.1..=2.0;
        /// How likely the opponent falls silent there when it is found out.
        their_hides: f64 = 0.8, 0.0..=1.0;
        /// Worlds in which the best lines are played on.
        worlds: i32 = 1000, 0..=5000;
        /// Turns of each side for which they are.
        turns: i32 = 8, 1..=50;
        /// Weight of what the turns that follow bring.
        played: f64 = 0.6, 0.0..=3.0;
        /// How far their gain must exceed its noise, in variances.
        doubt: f64 = 2.0, 0.0..=20.0;
        /// What the quick rules are wrong by, in lives, as a standard deviation.
        rules_error: f64 = 0.2, 0.0..=1.0;
        /// Lives by which a line may be worse than the best and still is played on.
        margin: f64 = 0.4, 0.0..=10.0;
        /// Worth of a charged torpedo at the end of the turns played on.
        left_torpedo: f64 = 0.15, 0.0..=3.0;
        /// Worth of a charged silence there.
        left_silence: f64 = 0.4, 0.0..=3.0;
        /// Worth of not being known there.
        left_hidden: f64 = 0.2, 0.0..=3.0;
        /// Weight of a silence of no step, where one of one, two or three steps has 1.
        silence0: f64 = 0.5, 0.01..=10.0;
        /// Weight of a silence of four steps.
        silence4: f64 = 3.0, 0.01..=10.0;
    }
}

impl Params {
    /// How the opponent is followed: its habits are learnt.
    pub fn tracking(&self) -> Settings {
        Settings { cap: self.paths as usize, silence: None }
    }

    /// How the opponent is thought to follow us.
    pub fn tracked(&self) -> Settings {
        Settings { cap: self.paths as usize, silence: Some(self.silence_habit()) }
    }

    /// The habit of silences that the opponent is thought to expect of us.
    pub fn silence_habit(&self) -> SilenceHabit {
        [self.silence0 as f32, 1.0, 1.0, 1.0, self.silence4 as f32]
    }
}
