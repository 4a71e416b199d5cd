//! The numbers that tuning may change, each declared once.

gridkit::params! {
    /// How the bot weighs what other cars may do.
    pub struct Params {
        /// Worth of the moves that all rivals lose, in own moves.
        greed: f64 = 0.3, 0.0..=5.0;
        /// How many moves make the difference between close rivals and others.
        close: f64 = 2.0, 0.1..=50.0;
        /// What a crash costs a car, in moves.
        crash: f64 = 6.0, 0.0..=50.0;
        /// Worth of twice as many quickest ways on, in moves.
        freedom: f64 = 0.05, 0.0..=1.0;
        /// Share of the rivals' choices that are the worst for us.
        malice: f64 = 0.0, 0.0..=1.0;
        /// The same if we lead.
        malice_ahead: f64 = 0.0, 0.0..=1.0;
        /// Own moves that blocking one rival may cost.
        duel_detour: i32 = 2, 0..=99;
        /// Own moves that safety from one rival may cost.
        duel_premium: i32 = 1, 0..=99;
        /// The same from what it would do anyway.
        duel_likely: i32 = 6, 0..=99;
        /// Own moves that blocking may cost in a crowd.
        crowd_detour: i32 = 0, 0..=99;
        /// Own moves that safety may cost in a crowd.
        crowd_premium: i32 = 0, 0..=99;
        /// The same from what they would do anyway.
        crowd_likely: i32 = 0, 0..=99;
        /// Own moves that safety may cost if it is worth that.
        wary: i32 = 2, 0..=99;
        /// Chance that others take every way on that is taken at most, if safety costs no more than that.
        gamble: f64 = 0.005, 0.0..=1.0;
        /// How much the chance that others take every way on counts, beside the joint search.
        peril: f64 = 1.0, 0.0..=5.0;
        /// Chance of a crash by repetitions that is taken at most.
        repeat_risk: f64 = 0.4, 0.0..=1.0;
        /// Own moves that a choice may cost where vectors have to be repeated.
        repeat_detour: i32 = 1, 0..=99;
        /// Moves that are looked ahead where vectors have to be repeated; 0 looks not at all.
        repeat_depth: i32 = 6, 0..=12;
        /// Cars that are looked at together.
        cars: i32 = 4, 1..=6;
        /// Complete rounds that are looked at after the present one.
        rounds: i32 = 6, 0..=20;
        /// Moves looked at in one search through joint situations.
        looks: i32 = 20_000, 0..=10_000_000;
        /// Races that are played on after each move; with 0 joint situations are searched.
        plays: i32 = 200, 0..=100_000;
        /// Complete rounds that are played on after the present one.
        play_rounds: i32 = 8, 0..=100;
        /// Worth of a place in the ranking.
        place: f64 = 1.0, 0.0..=10.0;
        /// Worth of a move beside the places.
        pace: f64 = 0.3, 0.0..=10.0;
        /// Worth of the places and moves of each team mate, as a share of the own ones.
        mates: f64 = 0.5, 0.0..=2.0;
        /// How many rounds make the difference between cars that come home together and others.
        play_close: f64 = 0.5, 0.1..=50.0;
        /// Own moves that a choice may cost in a crowd, if races are played on.
        play_detour: i32 = 1, 0..=99;
    }
}
