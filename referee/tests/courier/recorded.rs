//! The recorded games of this project.

use std::collections::BTreeSet;

use referee::recording::Recording;
use referee::testkit::recordings::{demand_replay, fixtures};
use serde_json::Value;

fn recordings() -> Vec<Recording> {
    fixtures("courier").iter().map(|file| demand_replay(file)).collect()
}

#[test]
fn every_board_end_death_and_fault_is_in_a_recording() {
    let (mut boards, mut ends, mut deaths, mut faults) =
        (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let (mut crowds, mut sizes) = (BTreeSet::new(), BTreeSet::new());
    for recording in recordings() {
        let (options, result) = (&recording.header.options, &recording.result.1);
        if options["map"] == "" {
            boards.insert(options["board"].as_str().unwrap().to_owned());
        }
        crowds.insert(recording.header.players.len());
        let first = recording.exchanges.iter().find_map(|(_, exchange)| exchange.sent.first());
        sizes.extend(first.cloned());
        ends.insert(result["end"].as_str().unwrap().to_owned());
        for death in result["deaths"].as_array().unwrap() {
            deaths.extend(death.get("cause").and_then(Value::as_str).map(str::to_owned));
        }
        for out in result.get("thrown_out").and_then(Value::as_array).into_iter().flatten() {
            faults.insert(format!("{} {}", out["fault"], out["cause"]).replace('"', ""));
        }
    }
    let list = |set: BTreeSet<String>| set.into_iter().collect::<Vec<_>>();
    assert_eq!(list(boards), ["any", "corridors", "islands", "lakes", "maze", "open"]);
    assert_eq!(list(ends), ["all-dead", "no-packages", "turn-limit"]);
    assert_eq!(list(deaths), ["drowned", "no-command", "out-of-money", "overbid"]);
    assert_eq!(
        list(faults),
        [
            "exit exit",
            "garbage bad-bid",
            "garbage bad-direction",
            "garbage bad-id",
            "garbage no-bid",
            "garbage not-a-line",
            "garbage not-player",
            "garbage overbid",
            "garbage unknown-action",
            "garbage zero-bid",
            "out-of-memory out-of-memory",
            "timeout timeout"
        ]
    );
    assert!(sizes.len() >= 12, "{sizes:?}");
    for size in ["21 20", "21 21", "76 51", "138 62"] {
        assert!(sizes.contains(size), "no board of {size}");
    }
    for crowd in [1, 2, 4, 8] {
        assert!(crowds.contains(&crowd), "no game of {crowd}");
    }
}
