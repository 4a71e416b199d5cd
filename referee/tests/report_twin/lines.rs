//! Logs whose games are drawn at random.

use std::collections::BTreeMap;

use serde_json::{Value, json};

/// A small generator of numbers.
pub struct Draw(pub u64);

impl Draw {
    /// A random number from 0 to `below - 1`.
    pub fn below(&mut self, below: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }
}

/// The first lines of a log.
pub fn header(game: &str, bots: &[&str]) -> Vec<Value> {
    let mut lines = vec![json!({
        "format": "botyard-log/1", "game": game, "options": {"some": 3}, "base": "1",
        "timeout_factor": 1.0, "systems": ["linux-x86_64", "windows-x86_64"],
    })];
    lines.extend(
        bots.iter().map(|bot| json!({"bot": bot, "command": format!("./{bot}"), "fingerprint": 1})),
    );
    lines
}

/// A game with drawn scores, ranks, times and faults.
pub fn game(draw: &mut Draw, seed: &str, bots: &[&str], has_rounds: bool) -> Value {
    let scores: Vec<i64> =
        bots.iter().map(|bot| draw.below(if *bot == "a" { 9 } else { 7 }) as i64 - 2).collect();
    let ranks: Vec<usize> =
        scores.iter().map(|mine| 1 + scores.iter().filter(|other| *other > mine).count()).collect();
    let mut times = || {
        let mut counts = BTreeMap::new();
        for _ in 0..40 {
            // Most times are short and some long, so that the 95th and the 99th percentile differ.
            let bucket = if draw.below(30) == 0 { 300 + draw.below(100) } else { draw.below(200) };
            *counts.entry(bucket.to_string()).or_insert(0_u64) += 1;
        }
        json!({"max": 900_000 + draw.below(50_000), "strain": draw.below(120), "late": draw.below(2), "counts": counts})
    };
    let times: Vec<Value> = bots.iter().map(|_| times()).collect();
    let mut thrown_out = Vec::new();
    if draw.below(4) == 0 {
        // A player that was thrown out does not win.
        draw.below(bots.len() as u64);
        let seat = (0..bots.len()).min_by_key(|seat| scores[*seat]);
        thrown_out.push(match draw.below(2) {
            0 => json!({"seat": seat, "fault": "timeout", "cause": "slow"}),
            _ => json!({"seat": seat, "fault": "garbage", "cause": "off-board"}),
        });
    }
    let words = thrown_out
        .iter()
        .filter(|_| digit_of(seed) > 5)
        .map(|out| json!({"seat": out["seat"], "reason": "it ended", "stderr": ["one", "two"]}));
    let words: Vec<Value> = words.collect();
    let in_force: Vec<String> = bots
        .iter()
        .map(|bot| if *bot == "c" { String::new() } else { format!("guard {bot}") })
        .collect();
    let rounds: Vec<Value> = if has_rounds {
        let teams = [[0, 1], [2, 0], [1, 2]];
        teams.iter().map(|seats| json!({"seats": seats, "points": draw.below(900)})).collect()
    } else {
        Vec::new()
    };
    let (values, seat_values) = values(draw.0, seed, bots.len());
    let replayed = draw.below(8) / 7;
    let seat = |is_there: bool| if is_there { vec![seed.len() % bots.len()] } else { Vec::new() };
    let (replayed_for, flag_stands) =
        (seat(replayed > 0), seat(replayed > 0 && digit_of(seed) > 4));
    let mut game = json!({
        "seed": seed, "bots": bots, "scores": scores, "ranks": ranks, "turns": 9, "end": "rounds", "rounds": rounds,
        "thrown_out": thrown_out, "last_words": words, "values": values, "seat_values": seat_values, "replayed": replayed, "replayed_for": replayed_for, "flag_stands": flag_stands, "in_force": in_force, "times": times,
        // Only the option of the clock is taken from this text.
        "again": "referee play x --clock=cpu ; rm -rf ~",
    });
    if digit_of(seed) > 3 {
        game["recording"] = json!(format!("log.jsonl.games/{seed}.jsonl"));
    }
    game
}

/// A number of a seed from 0 to 9.
fn digit_of(seed: &str) -> u64 {
    seed.bytes().map(u64::from).sum::<u64>() % 10
}

/// Values of a game and of its seats. All games of a seed have the same map; some lack a value.
fn values(start: u64, seed: &str, seats: usize) -> (Value, Vec<Value>) {
    let mut draw = Draw(start ^ 0x5eed);
    let map = 8 + seed.bytes().map(u64::from).sum::<u64>() % 12;
    let biome = ["ice", "sand", "wood"][draw.below(3) as usize];
    let of_game = match seed {
        "3" => json!({"biome": biome}),
        _ => json!({"map": map, "biome": biome}),
    };
    let mut of_seat = || {
        let (least, more, count) = (draw.below(5), draw.below(9), 1 + draw.below(90));
        let mean = least as f64 + more as f64 * 0.375;
        let depth = json!({
            "mean": mean, "least": least, "most": least + more, "last": least + more / 2, "count": count,
        });
        match draw.below(6) {
            0 => json!({}),
            1 => json!({"depth": depth}),
            2 => json!({"depth": depth, "nodes": "many"}),
            _ => json!({"depth": depth, "nodes": 1e9 + draw.below(1000) as f64 / 8.0}),
        }
    };
    (of_game, (0..seats).map(|_| of_seat()).collect())
}

/// All orders in which two bots take two or three seats.
pub fn orders(seats: usize) -> Vec<Vec<&'static str>> {
    if seats == 2 {
        return vec![vec!["a", "b"], vec!["b", "a"]];
    }
    let all = (0..8)
        .map(|bits| (0..3).map(|seat| if bits >> seat & 1 == 0 { "a" } else { "b" }).collect());
    all.filter(|order: &Vec<&str>| order.contains(&"a") && order.contains(&"b")).collect()
}

/// A duel of `a` and `b`, with an incomplete seed, an overloaded game and a game that was replaced.
pub fn duel_lines(key: &str, seeds: u64, test: &Value) -> Vec<Value> {
    let mut draw = Draw(seeds);
    let seats = if key == "pairs" { 3 } else { 2 };
    let mut lines = header(key, &["a", "b"]);
    lines.push(json!({"duel": ["a", "b"], "test": test}));
    for seed in 0..seeds {
        for order in orders(seats) {
            lines.push(game(&mut draw, &seed.to_string(), &order, seats == 3));
        }
    }
    let all = orders(seats);
    lines.push(game(&mut draw, "incomplete", &all[0], seats == 3));
    // An overloaded game makes its seed incomplete.
    for order in &all {
        let mut overloaded = game(&mut draw, "overloaded", order, seats == 3);
        if *order == all[1] {
            overloaded["overloaded"] = json!([1]);
            overloaded["replayed"] = json!(2);
        }
        lines.push(overloaded);
    }
    // The second game of the same bots on the same seed replaces the first.
    let mut again = game(&mut draw, "0", &all[0], seats == 3);
    again["obsolete"] = json!(5);
    lines.push(again);
    lines
}

/// Every bot with itself in all seats, and beside a third bot, on mostly the same seeds.
pub fn lone_team_lines() -> Vec<Value> {
    let mut draw = Draw(77);
    let mut lines = header("pairs", &["a", "b", "x"]);
    for seed in 0..9 {
        for bots in [["a", "a", "a"], ["b", "b", "b"], ["a", "x", "a"], ["x", "b", "b"]] {
            // Some seeds are played by only one of the two.
            if draw.below(6) > 0 {
                lines.push(game(&mut draw, &seed.to_string(), &bots, true));
            }
        }
    }
    lines
}

/// Games of three bots.
pub fn ladder_lines(key: &str, seats: usize) -> Vec<Value> {
    let mut draw = Draw(3);
    let bots = ["b", "c", "a"];
    let mut lines = header(key, &bots);
    for seed in 0..12 {
        for first in 0..3 {
            let order: Vec<&str> = (0..seats).map(|seat| bots[(first + seat) % 3]).collect();
            let mut game = game(&mut draw, &seed.to_string(), &order, seats == 3);
            if seed == 4 && first == 1 {
                game["overloaded"] = json!([0]);
            }
            lines.push(game);
        }
    }
    if seats == 3 {
        lines.push(game(&mut draw, "99", &["a", "a", "c"], true));
    }
    lines
}
