//! Small races that are written out.

use kanalysator::race::PlayedRace;

/// A race on a lane of two rows with a nook at its side. A car that enters the nook crashes. In each round the
/// seats move in the given order. A seat that has no answer left is not asked.
pub fn race_in_a_lane(order: &[usize], drives: &[(&str, &[&str])]) -> PlayedRace {
    let map = "XXXOXXXXXXXX\nXSSOOOOOOOFX\nXSSOOOOOOOFX\nXXXXXXXXXXXX\n";
    let order: Vec<String> = order.iter().map(usize::to_string).collect();
    let orders = vec![order.join(" "); 8].join(";");
    let options = serde_json::json!({
        "map": map, "orders": orders, "direction": "free", "blocking": "moved"
    });
    let players: Vec<_> =
        drives.iter().map(|(name, _)| serde_json::json!({ "name": name })).collect();
    let header = serde_json::json!({
        "format": "botyard/1", "game": "karo", "seed": "1", "options": options, "players": players
    });
    let mut text = format!("{header}\n");
    for round in 0..drives.iter().map(|(_, answers)| answers.len()).max().unwrap() {
        for (seat, (_, answers)) in drives.iter().enumerate() {
            let Some(line) = answers.get(round) else { continue };
            let exchange = serde_json::json!({ "seat": seat, "sent": [], "got": [line] });
            text += &exchange.to_string();
            text.push('\n');
        }
    }
    let (scores, ranks) = (vec![-1; drives.len()], vec![1; drives.len()]);
    let result = serde_json::json!({ "scores": scores, "ranks": ranks, "turns": 4 });
    text += &serde_json::json!({ "result": result }).to_string();
    PlayedRace::read(&text).unwrap()
}

pub const A: (&str, &[&str]) = ("A", &["START 2 1", "MOVE 3 1 1 0", "MOVE 4 1 1 0", "LEAVE"]);
pub const C: (&str, &[&str]) = ("C", &["START 2 2", "MOVE 3 2 1 0", "MOVE 4 2 1 0", "LEAVE"]);
pub const D: (&str, &[&str]) = ("D", &["START 1 2", "MOVE 2 2 1 0", "MOVE 3 2 1 0", "LEAVE"]);
pub const B: (&str, &[&str]) = ("B", &["START 1 1", "MOVE 2 1 1 0", "MOVE 3 1 1 0", "LEAVE"]);
