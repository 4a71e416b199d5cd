//! The values of a report, the games for which a condition holds, and the games that a bot lost, computed from the lines
//! of a log.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::duel::{games, numbers, texts};
use super::statistics::mean;

/// The rows of all values: those of the game, then those of bots, each for all seats and for each seat.
pub fn values(games: &[(&Value, bool)]) -> Value {
    // By whether it is of a bot, its name, the bot and the seat, which is 0 for all seats.
    let mut all: BTreeMap<(bool, String, String, usize), Vec<&Value>> = BTreeMap::new();
    for (game, _) in games.iter().filter(|(_, is_decided)| *is_decided) {
        for (name, value) in game["values"].as_object().into_iter().flatten() {
            all.entry((false, name.clone(), String::new(), 0)).or_default().push(value);
        }
        let bots = texts(&game["bots"]);
        for (at, values) in game["seat_values"].as_array().into_iter().flatten().enumerate() {
            for (name, value) in values.as_object().unwrap() {
                for seat in [0, at + 1] {
                    let key = (true, name.clone(), bots[at].clone(), seat);
                    all.entry(key).or_default().push(value);
                }
            }
        }
    }
    let row = |((is_of_bot, name, bot, seat), values): (
        (bool, String, String, usize),
        Vec<&Value>,
    )| {
        let of = |field: &str| -> Vec<f64> {
            let number = |value: &&Value| value.as_f64().or(value[field].as_f64());
            values.iter().filter_map(number).collect()
        };
        let means = of("mean");
        let squares: f64 = means.iter().map(|it| (it - mean(&means)).powi(2)).sum();
        let deviation = (squares / (means.len() as f64 - 1.0)).sqrt();
        let or_null =
            |is_known: bool, number: f64| if is_known { json!(number) } else { Value::Null };
        let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
        for text in values.iter().filter_map(|value| value.as_str()) {
            *counts.entry(text).or_default() += 1;
        }
        json!({
            "name": name,
            "bot": if is_of_bot { json!(bot) } else { Value::Null },
            "seat": if seat > 0 { json!(seat - 1) } else { Value::Null },
            "games": values.len(),
            "mean": or_null(!means.is_empty(), mean(&means)),
            "deviation": or_null(means.len() > 1, deviation),
            "least": or_null(!means.is_empty(), of("least").into_iter().fold(f64::INFINITY, f64::min)),
            "most": or_null(!means.is_empty(), of("most").into_iter().fold(f64::NEG_INFINITY, f64::max)),
            "texts": counts,
        })
    };
    all.into_iter().map(row).collect()
}

/// The lines of a log without the games for which `holds` is false; also how many games there were.
pub fn only(lines: &[Value], holds: impl Fn(&Value) -> bool) -> (Vec<Value>, usize) {
    let others = lines.iter().filter(|line| line.get("seed").is_none()).cloned();
    let all: Vec<Value> = games(lines).into_iter().map(|(game, _)| game.clone()).collect();
    let of = all.len();
    (others.chain(all.into_iter().filter(holds)).collect(), of)
}

/// The object of `--lost` for a bot of a contest without complaints.
pub fn lost(lines: &[Value], bot: &str) -> Value {
    let all = games(lines);
    let has = |game: &Value| texts(&game["bots"]).iter().any(|name| name == bot);
    let theirs: Vec<&Value> =
        all.iter().filter(|(game, is_decided)| *is_decided && has(game)).map(|it| it.0).collect();
    let mut lost = Vec::new();
    for game in &theirs {
        let (bots, ranks) = (texts(&game["bots"]), numbers(&game["ranks"]));
        let mut best: Option<usize> = None;
        for seat in 0..bots.len() {
            if bots[seat] == bot && best.is_none_or(|best| ranks[seat] < ranks[best]) {
                best = Some(seat);
            }
        }
        let seat = best.unwrap();
        if (0..bots.len()).all(|other| bots[other] == bot || ranks[other] >= ranks[seat]) {
            continue;
        }
        let outs = game["thrown_out"].as_array().unwrap();
        let out = outs.iter().find(|out| out["seat"].as_u64() == Some(seat as u64));
        let fault = out.map(|out| match (out["fault"].as_str(), out["cause"].as_str()) {
            (Some("garbage"), Some(cause)) => format!("garbage: {cause}"),
            (fault, _) => fault.unwrap().to_owned(),
        });
        let cause = fault.as_ref().map_or(game["end"].clone(), |fault| json!(fault));
        let commands = bots.iter().fold(String::new(), |all, bot| all + "./" + bot + " ");
        let again = format!(
            "referee play {} {commands}'--seed={}' '--option=some=3' '--clock=cpu'",
            lines[0]["game"].as_str().unwrap(),
            game["seed"].as_str().unwrap(),
        );
        lost.push(json!({
            "seed": game["seed"], "bots": bots, "seat": seat, "scores": game["scores"],
            "ranks": game["ranks"], "turns": game["turns"], "fault": fault, "cause": cause,
            "recording": game["recording"], "again": again,
        }));
    }
    json!({
        "format": "botyard-lost-games/1", "game": lines[0]["game"], "bot": bot, "games": theirs.len(),
        "lost": lost, "log": "log.jsonl",
    })
}
