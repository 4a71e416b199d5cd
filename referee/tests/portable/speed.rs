//! What the referee adds to the time of a start and of an exchange, beside bare pipes in the same run.

use serde_json::Value;

use super::{Started, Yard, text};

/// The greatest ratios. With two busy programs beside it on two cores, at most 1.3 and 1.9 were seen in Wine.
const MOST: [(&str, f64); 2] = [("exchange", 2.0), ("start", 3.0)];

#[test]
fn an_exchange_and_a_start_take_few_times_as_long_as_by_bare_pipes() {
    let yard = Yard::new();
    if !yard.programs.is_of_windows() {
        // On Linux a start makes walls around the program, and `benches/exchange.rs` measures exchanges.
        return;
    }
    let mut started = Started::new(yard.command_of("exchanges", &[]));
    let code = started.running.ended();
    let said = text(&mut started.out) + &text(&mut started.err);
    assert_eq!(code, Some(0), "{said}");
    assert_eq!(said.lines().count(), MOST.len(), "{said}");
    for (line, (name, most)) in said.lines().zip(MOST) {
        let figures: Value = serde_json::from_str(line).unwrap();
        let ratio = figures[name]["ratio"].as_f64().unwrap();
        assert!(ratio < most, "{said}");
    }
}
