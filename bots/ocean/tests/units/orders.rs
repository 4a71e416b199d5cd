//! Tests of the text of orders, and of what the opponent sees of them.

use ocean::map::cell_at;
use ocean::orders::{line, parse, parse_seen, Seen};

#[test]
fn every_order_survives_a_round_trip() {
    let text = "MOVE N|MOVE W SONAR|SURFACE|TORPEDO 0 14|SONAR 9|SILENCE E 4|MINE S|TRIGGER 14 0";
    assert_eq!(line(&parse(text).unwrap()), text);
    let text = "MOVE N|SURFACE 5|TORPEDO 0 14|SONAR 9|SILENCE|MINE|TRIGGER 14 0";
    assert_eq!(line(&parse_seen(text).unwrap()), text);
}

#[test]
fn what_is_no_order_is_named() {
    for bad in
        ["MOVE", "MOVE n", "MOVE NN", "TORPEDO 15 0", "SONAR 0", "SILENCE N 5", "DIVE", "TRIGGER 1"]
    {
        let error = parse(bad).unwrap_err();
        assert!(error.contains(bad), "{error}");
    }
    for bad in ["MOVE N TORPEDO", "SILENCE N 4", "MINE N", "NA|MOVE N", "SURFACE"] {
        assert!(parse_seen(bad).is_err(), "{bad}");
    }
}

#[test]
fn the_opponent_sees_less_than_was_ordered() {
    let at = cell_at(14, 0).unwrap();
    let orders = parse("MOVE N MINE|SURFACE|SILENCE W 2|MINE E|TORPEDO 1 2").unwrap();
    let seen: Vec<Seen> = orders.iter().map(|order| order.seen(at)).collect();
    assert_eq!(line(&seen), "MOVE N|SURFACE 3|SILENCE|MINE|TORPEDO 1 2");
}
