//! The recorded games of Karopapier: whole races between house players on tracks of every kind and
//! under every special rule, and scripted ones for every way in which a game can end, a car can crash and
//! a player can be thrown out.
//!
//! `cargo run --release -p referee --example karo_fixtures` writes them anew under `fixtures/karo`.

use anyhow::Result;
use referee::player::scripted::Act;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::scripts::{late, lines};
use serde_json::{Value, json};

/// A street with a dead end at the right; the finish is at the left, around the corner.
const DEAD_END: &str = "\
PXXXXXXXXXXXX
XSOOOOOOOOXXX
XOXXXXXXXXXXX
XFXXXXXXXXXXX
XXXXXXXXXXXXX
";

/// A circuit: the line is beside the starts.
const CIRCUIT: &str = "\
PXXXXXXXXXXXX
PXOOOOFSOOOXX
XOOOOOFSOOOOX
XOOXXXXXXXOOX
XOOXXXXXXXOOX
XOO111OOOOOOX
XXO111OOOOOXX
XXXXXXXXXXXXX
";

/// Two cars side by side, and a yard in which each can be in the other's way.
const YARD: &str = "\
PXXXXXXX
PSOOOOFX
XSOOOOFX
XXXXXXXX
";

fn main() -> Result<()> {
    let maker = FixtureMaker::new("karo", 2016)?;
    races(&maker)?;
    special_rules(&maker)?;
    crashes(&maker)?;
    directions(&maker)?;
    ends(&maker)?;
    faults(&maker)
}

/// Races between house players.
fn races(maker: &FixtureMaker) -> Result<()> {
    let two = ["@cruiser", "@blocker"];
    let three = ["@blocker", "@cruiser", "@sunday"];
    let six = [three, ["@cruiser", "@blocker", "@sunday"]].concat();
    maker.houses("ring-two", "1", json!({ "board": "ring" }), &two)?;
    maker.houses("ring-six", "2", json!({ "board": "ring" }), &six)?;
    maker.houses("street-three", "3", json!({ "board": "street" }), &three)?;
    maker.houses("field-two", "4", json!({ "board": "field", "size": "36x20" }), &two)?;
    maker.houses("alleys-three", "5", json!({ "board": "alleys" }), &three)?;
    maker.houses("alone", "6", json!({ "board": "alleys", "cps": "off" }), &["@cruiser"])?;
    let night = json!({ "board": "street", "size": "28x16", "night": true });
    maker.houses("night", "7", night, &["@cruiser", "@sunday"])?;
    let old = json!({ "board": "street", "blocking": "all" });
    maker.houses("all-block", "8", old, &three)?;
    let all = json!({ "board": "ring", "events": "all", "crash": "allowed", "zzz": 4 });
    maker.houses("all-events", "9", all, &two)?;
    maker.houses("yard", "10", given(YARD, &json!({ "crash": "free" })), &two)
}

/// A race for each special rule, and one for a title with two of them.
fn special_rules(maker: &FixtureMaker) -> Result<()> {
    let three = ["@cruiser", "@sunday", "@blocker"];
    let rules =
        ["axis", "brake", "double", "limit=3", "numpad", "prime", "remulade", "turn-at-edge"];
    for (seed, rule) in (20..).zip(rules) {
        let board = if rule == "numpad" { "field" } else { "street" };
        let options = json!({ "board": board, "size": "32x18", "rule": rule, "turns": 400 });
        let name = format!("rule-{}", rule.replace("=3", ""));
        maker.houses(&name, &seed.to_string(), options, &three)?;
    }
    let edge = json!({ "board": "alleys", "rule": "edge", "turns": 400 });
    maker.houses("rule-edge", "30", edge, &three)?;
    let title = "Runde um Runde § Rundenerster wiederholt seinen Zug § $ Bremspedal klemmt $";
    let both = json!({ "board": "ring", "title": title, "turns": 400 });
    maker.houses("rules-two", "31", both, &["@sunday", "@cruiser"])?;
    let eight = [&three[..], &three[..], &["@sunday", "@cruiser"]].concat();
    let many = json!({ "board": "ring", "rule": "remulade", "turns": 600 });
    maker.houses("rule-remulade-eight", "32", many, &eight)
}

/// Options that hold a map, and others.
fn given(map: &str, options: &Value) -> Value {
    let mut all = json!({ "map": map });
    let more = options.as_object().cloned().unwrap_or_default();
    all.as_object_mut().expect("it is one").extend(more);
    all
}

/// The lines of a player that drives from cell to cell. A stretch begins where the car was placed or set back
/// to.
fn drive(stretches: &[&[(i32, i32)]]) -> Vec<Act> {
    let (x, y) = stretches[0][0];
    let mut text = vec![format!("START {x} {y}")];
    for pair in stretches.iter().flat_map(|stretch| stretch.windows(2)) {
        let ((x, y), (to_x, to_y)) = (pair[0], pair[1]);
        text.push(format!("MOVE {to_x} {to_y} {} {}", to_x - x, to_y - y));
    }
    lines(text.iter().map(String::as_str))
}

/// Into the dead end, set back by `zzz`, and home.
fn crashes(maker: &FixtureMaker) -> Result<()> {
    let fast = [(1, 1), (2, 1), (4, 1), (7, 1), (9, 1)];
    let home = [(4, 1), (3, 1), (2, 1), (1, 2), (1, 3)];
    let game = |zzz: u32| given(DEAD_END, &json!({ "zzz": zzz }));
    maker.scripts("crash", "1", game(2), [drive(&[&fast, &home])])?;
    let slow_home =
        [(9, 1), (8, 1), (7, 1), (6, 1), (5, 1), (4, 1), (3, 1), (2, 1), (1, 2), (1, 3)];
    maker.scripts("crash-stops", "1", game(0), [drive(&[&fast, &slow_home])])?;
    let from_start = [(1, 1), (1, 2), (1, 3)];
    maker.scripts("crash-to-start", "1", game(9), [drive(&[&fast, &from_start])])?;
    // The second crash comes four moves after the first: the walk passes the first one's record.
    let again = [(1, 1), (2, 1), (4, 1), (7, 1), (9, 1)];
    let quirk = [(2, 1), (1, 2), (1, 3)];
    maker.scripts("crash-quirk", "1", game(4), [drive(&[&fast, &again, &quirk])])?;
    // The car that moves second finds all cells around it taken or off the road.
    let shut = "PXXXXX\nXSSOFX\nXXXXXX\n";
    let first = lines(["START 2 1", "MOVE 3 1 1 0", "MOVE 4 1 1 0"]);
    let second = lines(["START 1 1", "MOVE 2 1 1 0", "MOVE 3 1 1 0", "MOVE 4 1 1 0"]);
    let orders = "0 1;1 0;0 1;0 1";
    let passes = given(shut, &json!({ "blocking": "all", "orders": orders }));
    maker.scripts("passes", "1", passes, [first, second])?;
    let island = "PXXXXX\nXSXOFX\nXXXOSX\nXXXXXX\n";
    let stuck = given(island, &json!({ "orders": "0 1" }));
    let free = lines(["START 4 2", "MOVE 4 1 0 -1"]);
    maker.scripts("stuck", "1", stuck, [lines(["START 1 1"]), free])
}

/// Once around the circuit in either direction.
fn directions(maker: &FixtureMaker) -> Result<()> {
    #[rustfmt::skip]
    let lap = [
        (7, 2), (8, 2), (10, 2), (11, 3), (11, 4), (10, 5), (9, 6), (7, 6), (4, 6), (2, 5), (1, 3),
        (1, 2), (2, 1), (4, 1), (7, 1),
    ];
    let circuit = |options: Value| given(CIRCUIT, &options);
    maker.scripts("lap", "1", circuit(json!({})), [drive(&[&lap])])?;
    let back = [(7, 2), (6, 2), (4, 2), (3, 2), (2, 3), (2, 4), (2, 5), (3, 6)];
    let leaves = || drive(&[&back]).into_iter().chain([Act::say("LEAVE")]).collect::<Vec<Act>>();
    maker.scripts("wrong-way", "1", circuit(json!({})), [leaves()])?;
    let kick = circuit(json!({ "wrong_way": "kick" }));
    maker.scripts("wrong-way-kick", "1", kick, [leaves()])?;
    let formula1 = circuit(json!({ "direction": "formula1" }));
    maker.scripts("formula1-begins", "1", formula1, [leaves()])?;
    let houses = json!({ "board": "ring", "direction": "formula1" });
    maker.houses("formula1", "41", houses, &["@cruiser", "@blocker"])?;
    let free = json!({ "board": "ring", "direction": "free", "cps": "off" });
    maker.houses("free", "42", free, &["@cruiser", "@cruiser"])
}

/// Ends that are no finish.
fn ends(maker: &FixtureMaker) -> Result<()> {
    let orders = json!({ "orders": "0 1;0 1;0 1;0 1;0 1" });
    let left = lines(["START 1 1", "MOVE 2 1 1 0", "LEAVE"]);
    let home = || drive(&[&[(1, 2), (2, 2), (4, 2), (6, 2)]]);
    maker.scripts("left", "1", given(YARD, &orders), [left, home()])?;
    let both = || lines(["LEAVE"]);
    maker.scripts("both-left", "1", given(YARD, &orders), [both(), both()])?;
    let limit = json!({ "turns": 5, "orders": "0 1;0 1;0 1" });
    let slow = drive(&[&[(1, 1), (2, 1), (3, 1)]]);
    maker.scripts("turn-limit", "1", given(YARD, &limit), [slow, home()])
}

/// A short game for each way to be thrown out.
fn faults(maker: &FixtureMaker) -> Result<()> {
    let orders = || given(YARD, &json!({ "orders": "0 1;0 1;0 1;0 1" }));
    let home = || drive(&[&[(1, 2), (2, 2), (4, 2), (6, 2)]]);
    let then = |act: Act| {
        let mut acts = lines(["START 1 1"]);
        acts.push(act);
        acts
    };
    for (name, act) in [
        ("timeout", Act::Hang),
        ("timeout-by-a-millisecond", late(10_001_000, "MOVE 2 1 1 0")),
        ("exit", Act::Exit(3)),
        ("out-of-memory", Act::TakeTooMuchMemory),
        ("line-too-long", Act::say("MOVE 2 1 1 0 ".repeat(100))),
        ("not-a-command", Act::say("DRIVE 2 1 1 0")),
        ("not-a-candidate", Act::say("MOVE 0 1 -1 0")),
        ("placed-twice", Act::say("START 2 1")),
        ("stands-still", Act::say("MOVE 1 1 0 0")),
    ] {
        maker.scripts(name, "1", orders(), [then(act), home()])?;
    }
    let no_start = [lines(["START 5 1"]), home()];
    maker.scripts("no-start-cell", "1", orders(), no_start)?;
    let axis = given(YARD, &json!({ "orders": "0 1;0 1;0 1;0 1", "rule": "axis" }));
    let diagonal = lines(["START 1 1", "MOVE 2 2 1 1"]);
    maker.scripts("against-special-rule", "1", axis, [diagonal, home()])?;
    let both = [then(Act::say("")), then(Act::Exit(0))];
    maker.scripts("both-at-fault", "1", orders(), both)
}
