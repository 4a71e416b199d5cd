//! Distributions, intervals and tests by plain sums and bisection.

use serde_json::{Value, json};

pub const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The argument at which a rising function has a value.
pub fn bisect(from: f64, to: f64, value: f64, rising: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (from, to);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if rising(middle) < value { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}

/// The area below a curve from `from` to `to`.
fn area(from: f64, to: f64, curve: impl Fn(f64) -> f64) -> f64 {
    const STEPS: usize = 4000;
    let width = (to - from) / STEPS as f64;
    let at = |i: usize| curve(from + width * i as f64);
    let inner: f64 = (1..STEPS).map(|i| at(i) * if i % 2 == 1 { 4.0 } else { 2.0 }).sum();
    (at(0) + inner + at(STEPS)) * width / 3.0
}

/// Student's distribution function. Its density is `cos(angle)^(freedom - 1)` of the angle whose tangent
/// is `t / √freedom`.
pub fn student(t: f64, freedom: u64) -> f64 {
    let curve = |angle: f64| angle.cos().powi(freedom as i32 - 1);
    let quarter = std::f64::consts::FRAC_PI_2;
    let angle = (t / (freedom as f64).sqrt()).atan();
    area(-quarter, angle, curve) / area(-quarter, quarter, curve)
}

/// The deviation with 97.5 % below it.
pub fn student_quantile(freedom: u64) -> f64 {
    bisect(0.0, 100.0, 0.975, |t| student(t, freedom))
}

pub fn normal_quantile() -> f64 {
    let curve = |x: f64| (-x * x / 2.0).exp();
    bisect(0.0, 5.0, 0.975, |x| area(-12.0, x, curve) / area(-12.0, 12.0, curve))
}

pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The standard deviation, with one degree of freedom less than there are values.
pub fn deviation(values: &[f64]) -> f64 {
    let mean = mean(values);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / (values.len() as f64 - 1.0)).sqrt()
}

pub fn estimate(value: f64, half: f64) -> Value {
    json!({"value": finite(value), "low": finite(value - half), "high": finite(value + half)})
}

/// JSON has no infinity.
pub fn finite(value: f64) -> Value {
    if value.is_finite() { json!(value) } else { Value::Null }
}

/// The mean with its 95 % interval. Half a value of 0 is mixed into equal values; if all are 0, there is no interval.
pub fn mean_estimate(values: &[f64], scale: f64) -> Value {
    let (mean, count) = (mean(values), values.len() as f64);
    let error = match deviation(values) {
        _ if values.len() < 2 => f64::INFINITY,
        deviation if deviation > 0.0 => deviation / count.sqrt(),
        _ if mean == 0.0 => f64::INFINITY,
        _ => mean.abs() * (0.5 * count).sqrt() / (count + 0.5) / (count - 1.0).sqrt(),
    };
    let quantile = if error.is_finite() { student_quantile(values.len() as u64 - 1) } else { 1.0 };
    estimate(mean * scale, quantile * error * scale)
}

/// Normalised Elo of units with these results.
pub fn normalised_elo(values: &[f64], games: usize) -> Value {
    if values.len() < 2 || deviation(values) <= 0.0 {
        return Value::Null;
    }
    let ratio = mean(values) / deviation(values);
    let units = values.len() as f64;
    let half =
        student_quantile(values.len() as u64 - 1) * ((1.0 + ratio * ratio / 2.0) / units).sqrt();
    let scale = 2.0 * ELO / (games as f64).sqrt();
    estimate(ratio * scale, half * scale)
}

/// Each level's share of the points and its weight, with half a unit spread over all levels.
pub fn smoothed(counts: &[u64]) -> Vec<(f64, f64)> {
    let levels = counts.len() as f64 - 1.0;
    let weight = |count: u64| count as f64 + 0.5 / counts.len() as f64;
    counts.iter().enumerate().map(|(k, count)| (k as f64 / levels, weight(*count))).collect()
}

/// Wilson's interval of a share, and the probability that it is above one half.
pub fn wilson(counts: &[u64]) -> ([f64; 2], f64) {
    let units: u64 = counts.iter().sum();
    let levels = smoothed(counts);
    let total: f64 = levels.iter().map(|level| level.1).sum();
    let middle = levels.iter().map(|(x, weight)| x * weight).sum::<f64>() / total;
    let variance =
        levels.iter().map(|(x, weight)| weight * (x - middle) * (x - middle)).sum::<f64>() / total;
    let games = units as f64 * middle * (1.0 - middle) / variance;
    let top = counts.len() as f64 - 1.0;
    let share: f64 =
        counts.iter().enumerate().map(|(k, count)| k as f64 / top * *count as f64).sum::<f64>()
            / units as f64;
    let freedom = (units - 1).max(1);
    let t = student_quantile(freedom);
    // Both ends are as many deviations from the share as the quantile says.
    let off = |end: f64| (end - share) / (end * (1.0 - end) / games).sqrt();
    let low = bisect(0.0, share, -t, off);
    let high = bisect(share, 1.0, t, off);
    let superiority = student((share - 0.5) / (0.25 / games).sqrt(), freedom);
    ([low, high], superiority)
}

/// The log of the likelihood ratio of two hypotheses in Elo, by points. A fiftieth of the weight of the likelier one lies
/// beyond it.
pub fn ratio_by_points(counts: &[u64], elos: [f64; 2]) -> f64 {
    let levels = smoothed(counts);
    let likelihood = |elo: f64| {
        let mean = 1.0 / (1.0 + (-elo / ELO).exp());
        let pull = |theta: f64| -> f64 {
            -levels.iter().map(|(x, w)| w * (x - mean) / (1.0 + theta * (x - mean))).sum::<f64>()
        };
        let edge = 1.0 - 1e-12;
        let theta = bisect(-edge / (1.0 - mean), edge / mean, 0.0, pull);
        -levels.iter().map(|(x, w)| w * (1.0 + theta * (x - mean)).ln()).sum::<f64>()
    };
    let mixed = |elo: f64, away: f64| {
        let far = [100.0, 200.0, 400.0].map(|far| likelihood(elo + away * far).exp());
        (0.98 * likelihood(elo).exp() + 0.02 * far.iter().sum::<f64>() / 3.0).ln()
    };
    let [low, high] = elos.map(likelihood);
    if high > low {
        (mixed(elos[1], 1.0) - low).max(0.0)
    } else {
        (high - mixed(elos[0], -1.0)).min(0.0)
    }
}

/// The log of the likelihood ratio of two hypotheses in normalised Elo, by scores: Rushton's t test.
pub fn ratio_by_score(values: &[f64], elos: [f64; 2], games: usize) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let units = values.len() as f64;
    let squares: f64 = values.iter().map(|value| value * value).sum();
    let direction = if squares > 0.0 { values.iter().sum::<f64>() / squares.sqrt() } else { 0.0 };
    let [low, high] = elos.map(|elo| {
        let ratio = elo * (games as f64).sqrt() / (2.0 * ELO);
        let shift = ratio * direction;
        let curve = |r: f64| ((units - 1.0) * r.max(1e-300).ln() + shift * r - r * r / 2.0).exp();
        area(0.0, 40.0, curve).ln() - units * ratio * ratio / 2.0
    });
    high - low
}

/// The inverse of a matrix.
pub fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let unit = |row: usize| (0..n).map(move |column| f64::from(u8::from(row == column)));
    let mut rows: Vec<Vec<f64>> =
        (0..n).map(|row| matrix[row].iter().copied().chain(unit(row)).collect()).collect();
    for column in 0..n {
        let pivot = rows[column][column];
        rows[column].iter_mut().for_each(|cell| *cell /= pivot);
        for row in (0..n).filter(|row| *row != column) {
            let (factor, source) = (rows[row][column], rows[column].clone());
            rows[row].iter_mut().zip(source).for_each(|(cell, from)| *cell -= factor * from);
        }
    }
    rows.into_iter().map(|row| row[n..].to_vec()).collect()
}
