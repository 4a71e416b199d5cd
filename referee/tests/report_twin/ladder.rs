//! The report of a ladder, computed from the lines of a log.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::duel::{chain, conduct, games, numbers, systems, teams, texts};
use super::statistics::{ELO, estimate, inverse, mean, normal_quantile, student_quantile};
use super::values::values;

const BOTS: [&str; 3] = ["a", "b", "c"];

/// Points and meetings of every two bots.
fn meetings(decided: &[&Value]) -> ([[f64; 3]; 3], [[f64; 3]; 3]) {
    let (mut points, mut met) = ([[0.0; 3]; 3], [[0.0; 3]; 3]);
    for game in decided {
        let (bots, ranks) = (texts(&game["bots"]), numbers(&game["ranks"]));
        let place = |seat: usize| BOTS.iter().position(|bot| *bot == bots[seat]).unwrap();
        for first in 0..bots.len() {
            for second in 0..bots.len() {
                let (a, b) = (place(first), place(second));
                if a != b {
                    met[a][b] += 1.0;
                    points[a][b] += match ranks[first] - ranks[second] {
                        lead if lead < 0.0 => 1.0,
                        lead if lead > 0.0 => 0.0,
                        _ => 0.5,
                    };
                }
            }
        }
    }
    (points, met)
}

fn share(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Ratings by Bradley and Terry in units of the logarithm of the odds, and their covariance.
fn bradley_terry(points: &[[f64; 3]; 3], met: &[[f64; 3]; 3]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let mut rating = vec![0.0; 3];
    // One rating after another is raised a little, again and again; a drawn game against an average bot is
    // added.
    for _ in 0..20_000 {
        for a in 0..3 {
            let mut slope = 0.5 - share(rating[a]);
            for b in (0..3).filter(|b| *b != a) {
                slope += points[a][b] - met[a][b] * share(rating[a] - rating[b]);
            }
            rating[a] += slope / 30.0;
        }
    }
    let bend = |lead: f64| share(lead) * share(-lead);
    let mut information = vec![vec![0.0; 3]; 3];
    for a in 0..3 {
        information[a][a] += bend(rating[a]);
        for b in (0..3).filter(|b| *b != a) {
            information[a][a] += met[a][b] * bend(rating[a] - rating[b]);
            information[a][b] -= met[a][b] * bend(rating[a] - rating[b]);
        }
    }
    (rating, inverse(&information))
}

/// Variance of a weighted sum.
fn variance(covariance: &[Vec<f64>], weights: [f64; 3]) -> f64 {
    let mut sum = 0.0;
    for a in 0..3 {
        for b in 0..3 {
            sum += weights[a] * weights[b] * covariance[a][b];
        }
    }
    sum
}

/// Half of the 95 % interval of a weighted sum of ratings, in which `bots` have the weight. Games of one seed may end
/// alike, so each seed moves the sum by one amount, of which the spread is taken: not less than if all games were
/// independent, and not more than if a bot met nobody but once in a seed.
fn half(
    decided: &[&Value],
    (rating, covariance): (&[f64], &[Vec<f64>]),
    bots: &[usize],
    weights: [f64; 3],
) -> f64 {
    let mut by_seed: BTreeMap<&str, Vec<&Value>> = BTreeMap::new();
    for game in decided {
        by_seed.entry(game["seed"].as_str().unwrap()).or_default().push(game);
    }
    let (mut squares, mut played, mut most) = (0.0, [0_u64; 3], [1.0; 3]);
    for games in by_seed.values() {
        let (points, met) = meetings(games);
        let mut moved = 0.0;
        for a in 0..3 {
            let here: f64 = met[a].iter().sum();
            played[a] += u64::from(here > 0.0);
            most[a] = f64::max(most[a], here);
            let expected: f64 = (0..3).map(|b| met[a][b] * share(rating[a] - rating[b])).sum();
            let surplus = points[a].iter().sum::<f64>() - expected;
            let slope: f64 = (0..3).map(|c| weights[c] * covariance[c][a]).sum();
            moved += slope * surplus;
        }
        squares += moved * moved;
    }
    let plain = normal_quantile() * variance(covariance, weights).sqrt();
    let widest = plain * bots.iter().map(|bot| most[*bot]).fold(0.0, f64::max).sqrt();
    let units = bots.iter().map(|bot| played[*bot]).min().unwrap();
    if units < 2 {
        return widest;
    }
    let between = (squares * units as f64 / (units as f64 - 1.0)).sqrt();
    (student_quantile(units - 1) * between).clamp(plain, widest)
}

/// Ratings by Weng and Lin with their uncertainty: the Bradley-Terry model with full pairs.
fn weng_lin(decided: &[&Value]) -> [[f64; 2]; 3] {
    let beta: f64 = 25.0 / 6.0;
    let mut all = [[25.0_f64, 25.0 / 3.0]; 3];
    let mut sorted = decided.to_vec();
    sorted.sort_by_key(|game| (game["seed"].as_str().unwrap().to_owned(), texts(&game["bots"])));
    for game in sorted {
        let (bots, ranks) = (texts(&game["bots"]), numbers(&game["ranks"]));
        let places: Vec<usize> =
            bots.iter().map(|bot| BOTS.iter().position(|it| it == bot).unwrap()).collect();
        if (0..places.len()).any(|seat| places[..seat].contains(&places[seat])) {
            continue;
        }
        let before = all;
        for (seat, &me) in places.iter().enumerate() {
            let [mu, sigma] = before[me];
            let (mut omega, mut delta) = (0.0, 0.0);
            for (other_seat, &other) in places.iter().enumerate().filter(|it| it.0 != seat) {
                let [other_mu, other_sigma] = before[other];
                let c = (sigma * sigma + other_sigma * other_sigma + 2.0 * beta * beta).sqrt();
                let expected = share((mu - other_mu) / c);
                let made = match ranks[seat] - ranks[other_seat] {
                    lead if lead < 0.0 => 1.0,
                    lead if lead > 0.0 => 0.0,
                    _ => 0.5,
                };
                omega += sigma * sigma / c * (made - expected);
                delta += sigma / c * (sigma / c) * (sigma / c) * expected * (1.0 - expected);
            }
            all[me] = [mu + omega, sigma * f64::max(1.0 - delta, 1e-6).sqrt()];
        }
    }
    all
}

/// The report of a ladder of `a`, `b` and `c`.
pub fn report(lines: &[Value]) -> Value {
    let all = games(lines);
    let decided: Vec<&Value> = all.iter().filter(|it| it.1).map(|it| it.0).collect();
    let (points, met) = meetings(&decided);
    let (rating, covariance) = bradley_terry(&points, &met);
    let centre = mean(&rating);
    let elo = |bot: usize| {
        let mut weights = [-1.0 / 3.0; 3];
        weights[bot] += 1.0;
        let half = half(&decided, (&rating, &covariance), &[bot], weights);
        estimate((rating[bot] - centre) * ELO, half * ELO)
    };
    let weng_lin = weng_lin(&decided);
    let conduct = conduct(&all);
    let mut order = [0, 1, 2];
    order.sort_by(|a, b| rating[*b].total_cmp(&rating[*a]));
    let row = |&bot: &usize| {
        let name = BOTS[bot];
        let mut scores = Vec::new();
        for game in &decided {
            let all = numbers(&game["scores"]);
            let bots = texts(&game["bots"]);
            scores.extend((0..bots.len()).filter(|seat| bots[*seat] == name).map(|seat| all[seat]));
        }
        let against: BTreeMap<&str, f64> = (0..3)
            .filter(|other| met[bot][*other] > 0.0)
            .map(|other| (BOTS[other], points[bot][other] / met[bot][other]))
            .collect();
        let conduct = &conduct[name];
        json!({
            "bot": name, "elo": elo(bot),
            "weng_lin": {"rating": weng_lin[bot][0], "uncertainty": weng_lin[bot][1]},
            "games": scores.len(), "points": points[bot].iter().sum::<f64>() / met[bot].iter().sum::<f64>(),
            "mean_score": mean(&scores), "points_against": against, "faults": conduct["faults"],
            "overloaded": conduct["overloaded"], "replayed": conduct["replayed"],
            "stands": conduct["stands"], "late": conduct["late"], "in_force": conduct["in_force"], "first_fault": conduct["first_fault"],
        })
    };
    let mut weights = [0.0; 3];
    weights[order[0]] = 1.0;
    weights[order[1]] = -1.0;
    let lead = (rating[order[0]] - rating[order[1]]) * ELO;
    let lead_half = half(&decided, (&rating, &covariance), &order[..2], weights);
    let best_first: Vec<&str> = order.iter().map(|bot| BOTS[*bot]).collect();
    json!({
        "format": "botyard-ladder-report/1", "game": lines[0]["game"], "options": lines[0]["options"],
        "bots": order.iter().map(row).collect::<Vec<Value>>(), "teams": teams(&decided, &best_first),
        "lead_of_first": estimate(lead, lead_half * ELO),
        "values": values(&all), "log": "log.jsonl", "excesses": [], "systems": systems(lines),
        "chain": chain(lines),
    })
}
