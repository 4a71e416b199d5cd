//! Normalised Elo: a difference in units of its own standard deviation.
//!
//! Elo says how many points a bot makes; normalised Elo how many games it takes to see that. With
//! `games` games in a unit, and the mean and the deviation of a unit's result,
//!
//! ```text
//! normalised Elo = 800 / ln 10 · mean / (deviation · √games)
//! ```
//!
//! For even games without draws it is about Elo (M. Van den Bergh, "Normalized Elo", 2019).

use super::{ELO_PER_LOGIT, Estimate, Interval, student};

/// The standard deviations of a unit's result that one normalised Elo is.
pub(super) fn deviations_per_elo(games_per_unit: u32) -> f64 {
    f64::from(games_per_unit).sqrt() / (2.0 * ELO_PER_LOGIT)
}

/// The normalised Elo of units whose results have this mean and deviation, and its confidence
/// interval; `None` if they are fewer than two or all equal.
///
/// The interval takes the ratio of mean and deviation for normal, with its variance
/// `(1 + ratio²/2) / units`.
///
/// ```
/// use referee_core::stats::normalised_elo;
///
/// // 55 % of the points in 1,000 games without draws, one a unit.
/// let it = normalised_elo::estimate(0.05, 0.2475_f64.sqrt(), 1000, 1, 0.95).unwrap();
/// assert!((it.value - 34.9).abs() < 0.1 && it.interval.low > 13.0);
/// ```
///
/// # Panics
/// If `confidence` does not lie between 0 and 1, or a unit has no games.
pub fn estimate(
    mean: f64,
    deviation: f64,
    units: u64,
    games_per_unit: u32,
    confidence: f64,
) -> Option<Estimate> {
    assert!(confidence > 0.0 && confidence < 1.0, "a confidence lies between 0 and 1");
    assert!(games_per_unit > 0, "a unit has at least one game");
    if units < 2 || deviation <= 0.0 {
        return None;
    }
    let ratio = mean / deviation;
    let t = student::quantile(f64::midpoint(1.0, confidence), units - 1);
    let half = t * ((1.0 + ratio * ratio / 2.0) / units as f64).sqrt();
    let scale = 1.0 / deviations_per_elo(games_per_unit);
    let interval = Interval { low: (ratio - half) * scale, high: (ratio + half) * scale };
    Some(Estimate { value: ratio * scale, interval })
}
