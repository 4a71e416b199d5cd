//! The report on two bots, computed from the lines of a log.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::statistics::{
    ELO, bisect, mean, mean_estimate, normalised_elo, ratio_by_points, ratio_by_score, wilson,
};
use super::values::values;

pub fn texts(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
}

pub fn numbers(list: &Value) -> Vec<f64> {
    list.as_array().unwrap().iter().map(|it| it.as_f64().unwrap()).collect()
}

/// All games, each once, and whether the game is decided.
pub fn games(lines: &[Value]) -> Vec<(&Value, bool)> {
    let mut games: Vec<(&Value, bool)> = Vec::new();
    for game in lines.iter().filter(|line| line.get("seed").is_some()) {
        let is_decided = game["overloaded"].as_array().is_none_or(Vec::is_empty);
        let same = |other: &&mut (&Value, bool)| {
            (&other.0["seed"], &other.0["bots"]) == (&game["seed"], &game["bots"])
        };
        match games.iter_mut().find(same) {
            Some(old) if old.1 && !is_decided => {}
            Some(old) => *old = (game, is_decided),
            None => games.push((game, is_decided)),
        }
    }
    games
}

/// Times, faults and isolation by bot.
pub fn conduct(games: &[(&Value, bool)]) -> Map<String, Value> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for (game, is_decided) in games {
        let bots = texts(&game["bots"]);
        match is_decided {
            true => names.extend(bots),
            false => names.extend(
                numbers(&game["overloaded"]).iter().map(|seat| bots[*seat as usize].clone()),
            ),
        }
    }
    names.into_iter().map(|name| (name.clone(), conduct_of(&name, games))).collect()
}

fn conduct_of(name: &str, games: &[(&Value, bool)]) -> Value {
    let (mut micros, mut max, mut strain, mut late, mut overloaded) = (Vec::new(), 0, 0, 0, 0);
    let its = |game: &Value, field: &str| {
        let (bots, seats) = (texts(&game["bots"]), game[field].as_array().into_iter().flatten());
        seats.into_iter().any(|seat| bots[seat.as_u64().unwrap() as usize] == name)
    };
    let decided = games.iter().filter(|it| it.1).map(|it| it.0);
    let decided: Vec<&Value> =
        decided.filter(|game| texts(&game["bots"]).iter().any(|bot| bot == name)).collect();
    let count = |field: &str| decided.iter().filter(|game| its(game, field)).count();
    let mut faults: BTreeMap<String, u64> = BTreeMap::new();
    let mut in_force = BTreeSet::new();
    for (game, is_decided) in games {
        for (seat, _) in texts(&game["bots"]).iter().enumerate().filter(|(_, bot)| *bot == name) {
            if !is_decided {
                let seats = numbers(&game["overloaded"]);
                overloaded += seats.iter().filter(|it| **it as usize == seat).count();
                continue;
            }
            let times = &game["times"][seat];
            max = max.max(times["max"].as_u64().unwrap());
            strain = strain.max(times["strain"].as_u64().unwrap());
            late += times["late"].as_u64().unwrap_or(0);
            for (bucket, count) in times["counts"].as_object().unwrap() {
                let bucket: u64 = bucket.parse().unwrap();
                // The first 32 buckets have a time each, then every 32 share the next power of 2.
                let least = match bucket / 32 {
                    0 => bucket,
                    row => (32 + bucket % 32) * 2_u64.pow(row as u32 - 1),
                };
                micros.extend((0..count.as_u64().unwrap()).map(|_| least));
            }
            for out in game["thrown_out"].as_array().into_iter().flatten() {
                if out["seat"].as_u64().unwrap() == seat as u64 {
                    let kind = out["fault"].as_str().unwrap();
                    let kind = if kind == "garbage" {
                        format!("garbage: {}", out["cause"].as_str().unwrap())
                    } else {
                        kind.to_owned()
                    };
                    *faults.entry(kind).or_default() += 1;
                }
            }
            let words = game["in_force"][seat].as_str().unwrap_or("");
            in_force.extend((!words.is_empty()).then(|| words.to_owned()));
        }
    }
    micros.sort_unstable();
    let percentile = |part: usize| {
        // The shortest time that at least this share of all times does not exceed.
        let rank = (part * micros.len()).div_ceil(100).max(1);
        micros.get(rank - 1).copied().unwrap_or(0)
    };
    json!({
        "micros": {"p50": percentile(50), "p99": percentile(99), "max": max},
        "percent_of_limit": strain, "faults": faults, "overloaded": overloaded, "late": late,
        "games": decided.len(), "replayed": count("replayed_for"), "stands": count("flag_stands"),
        "in_force": in_force, "first_fault": first_fault(name, &decided),
    })
}

/// The first game of which a bot was thrown out that has its last words, or the first of all.
fn first_fault(name: &str, decided: &[&Value]) -> Value {
    let fault = |game: &&Value| {
        let of_seats = |field: &str| {
            let all = game[field].as_array().cloned().unwrap_or_default();
            all.into_iter().find(|it| game["bots"][it["seat"].as_u64().unwrap() as usize] == *name)
        };
        let out = of_seats("thrown_out")?;
        let kind = out["fault"].as_str().unwrap();
        let kind = match kind {
            "garbage" => format!("garbage: {}", out["cause"].as_str().unwrap()),
            _ => kind.to_owned(),
        };
        let words = of_seats("last_words");
        let (reason, stderr) = match &words {
            Some(words) => (words["reason"].clone(), words["stderr"].clone()),
            None => (json!(kind), json!([])),
        };
        let fault = json!({
            "seed": game["seed"], "seat": out["seat"], "fault": kind, "reason": reason,
            "stderr": stderr, "recording": game["recording"],
        });
        Some((words.is_some(), fault))
    };
    let faults: Vec<(bool, Value)> = decided.iter().filter_map(fault).collect();
    let first = faults.iter().find(|(has_words, _)| *has_words).or(faults.first());
    first.map_or(Value::Null, |(_, fault)| fault.clone())
}

/// The systems of the header, which older logs lack.
pub fn systems(lines: &[Value]) -> Value {
    lines[0].get("systems").cloned().unwrap_or_else(|| json!([]))
}

/// What is said of the chain of an older log.
pub fn chain(lines: &[Value]) -> Value {
    json!({"kind": "none", "head": null, "lines": lines.len(), "broken": 0, "damaged": 0})
}

pub fn overload(games: &[(&Value, bool)]) -> Value {
    let replayed: u64 = games.iter().map(|(game, _)| game["replayed"].as_u64().unwrap_or(0)).sum();
    let undecided = games.iter().filter(|(_, is_decided)| !is_decided).count() as u64;
    let stands = games
        .iter()
        .filter(|(game, _)| game["flag_stands"].as_array().is_some_and(|seats| !seats.is_empty()));
    let stands = stands.count() as u64;
    let flagged = replayed + undecided + stands;
    json!({"flagged": flagged, "replayed": replayed, "undecided": undecided, "stands": stands})
}

/// Points of a round by its bots, for each seed.
fn rounds<'a>(games: &[&'a Value]) -> Vec<(Vec<String>, &'a str, f64)> {
    let mut all = Vec::new();
    for game in games {
        let bots = texts(&game["bots"]);
        for round in game["rounds"].as_array().into_iter().flatten() {
            let seats = numbers(&round["seats"]);
            let team = seats.iter().map(|seat| bots[*seat as usize].clone());
            all.push((
                team.collect(),
                game["seed"].as_str().unwrap(),
                round["points"].as_f64().unwrap(),
            ));
        }
    }
    all
}

/// What each team of some bots earned, in the order of the bots.
pub fn teams(games: &[&Value], names: &[&str]) -> Value {
    let place = |name: &String| names.iter().position(|it| it == name);
    let mut points: BTreeMap<Vec<usize>, BTreeMap<&str, Vec<f64>>> = BTreeMap::new();
    for (team, seed, earned) in rounds(games) {
        let Some(mut team) = team.iter().map(place).collect::<Option<Vec<usize>>>() else {
            continue;
        };
        team.sort_unstable();
        points.entry(team).or_default().entry(seed).or_default().push(earned);
    }
    let team = |(team, seeds): (Vec<usize>, BTreeMap<&str, Vec<f64>>)| {
        let all: Vec<f64> = seeds.values().flatten().copied().collect();
        let excess = |points: &Vec<f64>| points.iter().map(|it| it - mean(&all)).sum::<f64>();
        let squares: f64 = seeds.values().map(|points| excess(points).powi(2)).sum();
        let count = seeds.len() as f64;
        let error = (squares * count / (count - 1.0)).sqrt() / all.len() as f64;
        let bots: Vec<&str> = team.iter().map(|place| names[*place]).collect();
        json!({
            "bots": bots, "rounds": all.len(), "seeds": seeds.len(), "mean": mean(&all),
            "standard_error": if seeds.len() > 1 && squares > 1e-9 { json!(error) } else { Value::Null },
        })
    };
    points.into_iter().map(team).collect()
}

/// How much more `a` earns than `b`, each paired with itself and with each partner.
fn team_differences(games: &[&Value], partners: &[&str]) -> Value {
    let mut all = Vec::new();
    for partner in [None].into_iter().chain(partners.iter().copied().map(Some)) {
        let mut seeds: BTreeMap<&str, [Vec<f64>; 2]> = BTreeMap::new();
        for (team, seed, earned) in rounds(games) {
            let team: BTreeSet<&str> = team.iter().map(String::as_str).collect();
            for (number, bot) in ["a", "b"].into_iter().enumerate() {
                if team == [bot].into_iter().chain(partner).collect() {
                    seeds.entry(seed).or_default()[number].push(earned);
                }
            }
        }
        let both = seeds.values().filter(|both| both.iter().all(|points| !points.is_empty()));
        let more: Vec<f64> = both.map(|[a, b]| mean(a) - mean(b)).collect();
        if !more.is_empty() {
            all.push(json!({
                "company": partner.map_or("with itself".to_owned(), |it| format!("with {it}")),
                "points": mean_estimate(&more, 1.0), "seeds": more.len(),
                "better": more.iter().filter(|it| **it > 0.0).count(),
                "worse": more.iter().filter(|it| **it < 0.0).count(),
            }));
        }
    }
    Value::Array(all)
}

/// The half points and the scores of both bots in a game.
fn result(game: &Value, [a, b]: [&str; 2]) -> (usize, usize, [f64; 2]) {
    let (bots, ranks) = (texts(&game["bots"]), numbers(&game["ranks"]));
    let seats = |name: &str| (0..bots.len()).filter(|seat| bots[*seat] == name).collect::<Vec<_>>();
    let (mut half_points, mut meetings) = (0, 0);
    for first in seats(a) {
        for second in seats(b) {
            meetings += 1;
            half_points += match ranks[first] - ranks[second] {
                lead if lead < 0.0 => 2,
                lead if lead > 0.0 => 0,
                _ => 1,
            };
        }
    }
    let scores = numbers(&game["scores"]);
    let score = |name: &str| mean(&seats(name).iter().map(|it| scores[*it]).collect::<Vec<f64>>());
    (half_points, meetings, [score(a), score(b)])
}

/// The report on a duel of two bots that have met alone.
pub fn report(lines: &[Value], names: &[&'static str; 2]) -> Value {
    let all = games(lines);
    let decided: Vec<&Value> = all.iter().filter(|it| it.1).map(|it| it.0).collect();
    let seats = decided[0]["bots"].as_array().unwrap().len();
    let orders = super::lines::orders(seats);
    let of_seed = |seed: &str| -> Vec<&Value> {
        decided.iter().copied().filter(|game| game["seed"] == *seed).collect()
    };
    let mut seeds: Vec<&str> = decided.iter().map(|game| game["seed"].as_str().unwrap()).collect();
    seeds.sort_unstable();
    seeds.dedup();
    let (whole, incomplete): (Vec<&str>, Vec<&str>) =
        seeds.into_iter().partition(|seed| of_seed(seed).len() == orders.len());
    // A unit is known when its last game is in the log.
    let last = |seed: &str| {
        let at = |game: &Value| all.iter().position(|it| it.0 == game).unwrap();
        of_seed(seed).into_iter().map(at).max().unwrap()
    };
    let mut whole = whole;
    whole.sort_by_key(|seed| last(seed));

    let test = lines.iter().find_map(|line| line.get("test")).filter(|test| !test.is_null());
    let mut counts: Vec<u64> = Vec::new();
    let (mut wins, mut draws, mut losses) = (0, 0, 0);
    let (mut units, mut totals, mut scores) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
    let mut accepted = Value::Null;
    let mut counted = Vec::new();
    for seed in &whole {
        let (mut half_points, mut meetings, mut difference) = (0, 0, 0.0);
        for game in of_seed(seed) {
            counted.push(game);
            let (mine, met, [a, b]) = result(game, *names);
            half_points += mine;
            meetings += met;
            difference += a - b;
            scores[0].push(a);
            scores[1].push(b);
            wins += u64::from(mine > met);
            draws += u64::from(mine == met);
            losses += u64::from(mine < met);
        }
        counts.resize(2 * meetings + 1, 0);
        counts[half_points] += 1;
        units.push(half_points as f64 / (2 * meetings) as f64);
        totals.push(difference);
        let is_looked_at = units.len() <= 20 || units.len() % 4 == 0;
        if let (Some(test), Value::Null, true) = (test, &accepted, is_looked_at) {
            let (llr, [low, high]) = sequential(test, &counts, &totals);
            if llr <= low || llr >= high {
                accepted = json!(if llr <= low { "H0" } else { "H1" });
            }
        }
    }
    let ([low, high], superiority) = wilson(&counts);
    let share = mean(&units);
    let margins: Vec<f64> = units.iter().map(|share| share - 0.5).collect();
    let test = test.map(|test| {
        let (llr, bounds) = sequential(test, &counts, &totals);
        let by_score = test.get("score");
        let sprt = by_score.map_or(&test["points"], |score| &score["test"]);
        json!({
            "by": if by_score.is_some() { "score" } else { "points" },
            "elo0": sprt["elo0"], "elo1": sprt["elo1"], "alpha": sprt["alpha"], "beta": sprt["beta"],
            "llr": llr, "bounds": bounds,
            "normalised_elo_of_scores":
                if by_score.is_some() { normalised_elo(&totals, orders.len()) } else { Value::Null },
            "accepted": accepted,
            "finding": finding(sprt, by_score.is_some(), &accepted),
        })
    });
    let mut whole = json!({
        "format": "botyard-duel-report/1", "game": lines[0]["game"], "options": lines[0]["options"],
        "bots": names, "companies": [[]], "units": units.len(), "units_left_out": incomplete.len(),
        "games": wins + draws + losses, "wins": wins, "draws": draws, "losses": losses,
        "unit_results": counts, "points": share, "points_interval": {"low": low, "high": high},
        "elo": {"value": elo(share), "low": elo(low), "high": elo(high)},
        "normalised_elo": normalised_elo(&margins, orders.len()), "superiority": superiority,
        "mean_scores": [mean(&scores[0]), mean(&scores[1])],
        "score_difference": mean_estimate(&totals, 1.0 / orders.len() as f64),
        "teams": teams(&counted, names), "team_differences": team_differences(&counted, &[]),
        "test": test, "conduct": conduct(&all), "overload": overload(&all), "values": values(&all),
        "log": "log.jsonl", "excesses": [], "systems": systems(lines),
        "chain": chain(lines),
    });
    whole["undecided"] = undecided(lines, names, &whole);
    if whole["undecided"]["hangs"] == true && !whole["test"].is_null() {
        whole["test"]["accepted"] = Value::Null;
        whole["test"]["finding"] = Value::Null;
    }
    whole
}

/// The report with all undecided games lost, and with all of them won.
fn undecided(lines: &[Value], names: &[&'static str; 2], without: &Value) -> Value {
    let undecided: Vec<&Value> =
        games(lines).into_iter().filter(|it| !it.1).map(|it| it.0).collect();
    if undecided.is_empty() {
        return Value::Null;
    }
    let way = |loser: &str| {
        let decide = |line: &Value| {
            let mut line = line.clone();
            if undecided.contains(&&line) {
                let (bots, scores) = (texts(&line["bots"]), numbers(&line["scores"]));
                let least = scores.iter().copied().fold(f64::MAX, f64::min) as i64;
                let most = scores.iter().copied().fold(f64::MIN, f64::max) as i64;
                let lost = |bot: &String| bot == loser;
                line["ranks"] =
                    bots.iter().map(|bot| if lost(bot) { bots.len() } else { 1 }).collect();
                line["scores"] =
                    bots.iter().map(|bot| if lost(bot) { least } else { most }).collect();
                line["overloaded"] = json!([]);
            }
            line
        };
        report(&lines.iter().map(decide).collect::<Vec<Value>>(), names)
    };
    let (lost, won) = (way(names[0]), way(names[1]));
    let says = |report: &Value| {
        let end = |name: &str| report["points_interval"][name].as_f64().unwrap();
        match &report["test"] {
            Value::Null => json!([end("low") > 0.5, end("high") < 0.5]),
            test => test["accepted"].clone(),
        }
    };
    let hangs = [&lost, &won].iter().any(|way| says(way) != says(without));
    let way = |report: &Value| {
        let [value, low, high] = [
            &report["points"],
            &report["points_interval"]["low"],
            &report["points_interval"]["high"],
        ]
        .map(|share| share.as_f64().unwrap() - 0.5);
        let advantage = json!({"value": value, "low": low, "high": high});
        json!({"advantage": advantage, "accepted": report["test"]["accepted"]})
    };
    json!({"games": undecided.len(), "if_lost": way(&lost), "if_won": way(&won), "hangs": hangs})
}

/// The difference in Elo of a share; infinite if the share is 0 or 1.
fn elo(share: f64) -> Value {
    if share <= 0.0 || share >= 1.0 {
        return Value::Null;
    }
    json!(bisect(-1e4, 1e4, share, |elo| 1.0 / (1.0 + (-elo / ELO).exp())))
}

/// The log of the likelihood ratio and the bounds of a test.
fn sequential(test: &Value, counts: &[u64], totals: &[f64]) -> (f64, [f64; 2]) {
    let by_score = test.get("score");
    let sprt = by_score.map_or(&test["points"], |score| &score["test"]);
    let [elo0, elo1, alpha, beta] =
        ["elo0", "elo1", "alpha", "beta"].map(|name| sprt[name].as_f64().unwrap());
    let llr = match by_score {
        Some(score) => {
            ratio_by_score(totals, [elo0, elo1], score["games_per_unit"].as_u64().unwrap() as usize)
        }
        None => ratio_by_points(counts, [elo0, elo1]),
    };
    (llr, [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()])
}

fn finding(sprt: &Value, by_score: bool, accepted: &Value) -> Value {
    let number = |name: &str| sprt[name].as_f64().unwrap();
    let unit = if by_score { "normalised Elo" } else { "Elo" };
    let (bound, risk, words) = match accepted.as_str() {
        None => return Value::Null,
        Some("H1") => (number("elo0"), number("alpha"), ["not weaker", "stronger", "stronger"]),
        Some(_) => (number("elo1"), number("beta"), ["weaker", "weaker", "not stronger"]),
    };
    let percent = 100.0 * (1.0 - risk);
    json!(if bound < 0.0 {
        format!("{} than {bound:+} {unit} at {percent} %", words[0])
    } else if bound > 0.0 {
        format!("{} than {bound:+} {unit} at {percent} %", words[2])
    } else {
        format!("{} at {percent} %", words[1])
    })
}

/// The report on `a` and `b`, which have not met.
pub fn teams_report(lines: &[Value]) -> Value {
    let all = games(lines);
    let seeds_of = |name: &str| -> BTreeSet<&str> {
        let theirs = all.iter().filter(|it| texts(&it.0["bots"]).iter().any(|bot| bot == name));
        theirs.map(|it| it.0["seed"].as_str().unwrap()).collect()
    };
    let decided: Vec<&Value> = all.iter().map(|it| it.0).collect();
    let seeds: BTreeSet<&str> = seeds_of("a").intersection(&seeds_of("b")).copied().collect();
    let counted: Vec<(&Value, bool)> =
        all.iter().copied().filter(|it| seeds.contains(it.0["seed"].as_str().unwrap())).collect();
    let games: Vec<&Value> = counted.iter().map(|it| it.0).collect();
    json!({
        "format": "botyard-teams-report/1", "game": lines[0]["game"], "bots": ["a", "b"],
        "games": games.len(), "units": seeds.len(),
        "team_differences": team_differences(&decided, &["x"]), "teams": teams(&games, &["a", "b", "x"]),
        "conduct": conduct(&counted), "overload": overload(&counted), "values": values(&counted),
        "log": "log.jsonl", "excesses": [], "systems": systems(lines),
        "chain": chain(lines),
    })
}
