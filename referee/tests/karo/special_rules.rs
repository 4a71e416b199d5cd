//! The special rules that a game's title can name.

use referee::games::karo::{Motion, SpecialRule, Status, Track, Vector};

use super::scene::{Place, Play, Scene};

/// A wide field.
const FIELD: [&str; 9] = ["OOOOOOOOOOOOOOOOOOOF"; 9];

/// A race on a field with the start somewhere, under a rule.
fn on_field(rule: &str, start: Place) -> Play {
    let mut rows = FIELD.map(str::to_owned);
    rows[start.1 as usize].replace_range(start.0 as usize..=start.0 as usize, "S");
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut play = Scene::of(&rows, 1).option("rule", rule).begin();
    play.to(start);
    play
}

#[test]
fn each_marker_sets_its_rule_and_only_to_the_letter() {
    use SpecialRule::*;
    for (title, rules) in [
        ("Ein Rennen", vec![]),
        ("A $ Ziffernblock $ B", vec![Numpad]),
        ("$ Ziffernblock$", vec![]),
        ("$ ziffernblock $", vec![]),
        ("$ Randrennen $", vec![Edge]),
        ("$ Richtungswechsel nur am Rand $", vec![TurnAtEdge]),
        ("$ Doppelzug $", vec![Double]),
        ("$ Bremspedal klemmt $", vec![Brake]),
        ("$ Primzahl Beschleunigen $", vec![Prime]),
        ("$ Prim-Beschleunigen $", vec![]),
        ("$ Nur x=0 oder y=0 $", vec![Axis]),
        ("$ Geschwindigkeitsbegrenzung $", vec![Limit(10)]),
        ("5 $ Geschwindigkeitsbegrenzung $ 7", vec![Limit(7)]),
        ("$ Geschwindigkeitsbegrenzung $: höchstens 12, nicht 3", vec![Limit(12)]),
        ("$ Geschwindigkeitsbegrenzung $ 99999999999", vec![Limit(u32::MAX)]),
        ("§ REmulAde §", vec![Remulade]),
        ("§ Rundenerster wiederholt letzten Zug §", vec![Remulade]),
        ("§ Rundenerster wiederholt seinen Zug §", vec![Remulade]),
        ("§remulade§", vec![Remulade]),
        ("§  ReMuLaDe  § morgen", vec![Remulade]),
        ("REmulAde", vec![]),
        ("§ REmulAde", vec![]),
        ("REmulAde §", vec![]),
        ("$ Doppelzug $ § REmulAde § $ Randrennen $", vec![Edge, Remulade, Double]),
    ] {
        assert_eq!(SpecialRule::of_title(title), rules, "{title}");
    }
}

#[test]
fn names_stand_for_markers() {
    for (name, marker) in [
        ("edge", Some("$ Randrennen $")),
        ("limit", Some("$ Geschwindigkeitsbegrenzung $")),
        ("limit=7", Some("$ Geschwindigkeitsbegrenzung $ 7")),
        ("remulade", Some("§ REmulAde §")),
        ("edge=7", None),
        ("limit=x", None),
        ("slow", None),
    ] {
        assert_eq!(SpecialRule::marker_of_name(name).as_deref(), marker, "{name}");
    }
    for name in SpecialRule::names() {
        let marker = SpecialRule::marker_of_name(name).unwrap();
        assert_eq!(SpecialRule::of_title(&marker).len(), 1, "{name}");
    }
}

/// Whether a rule allows a vector after another, far from everything.
fn allows(rule: SpecialRule, last: (i32, i32), next: (i32, i32), number: usize) -> bool {
    let track = Track::parse(&["SOOOOOOOOOOOOOF"; 15].join("\n")).unwrap();
    let cell = referee::games::karo::Cell::new(7, 7);
    let before = Motion::new(cell, Vector::new(last.0, last.1));
    rule.allows(&track, before, Vector::new(next.0, next.1), number)
}

#[test]
fn numpad_both_components_change() {
    let after = |x, y| allows(SpecialRule::Numpad, (2, -1), (x, y), 5);
    assert!(after(3, 0) && after(1, -2) && after(3, -2) && after(1, 0));
    assert!(!after(2, 0) && !after(3, -1) && !after(2, -1));
    let play = on_field("numpad", (9, 4));
    assert_eq!(play.free(), [(8, 3), (10, 3), (8, 5), (10, 5)]);
}

#[test]
fn axis_one_component_is_zero() {
    let after = |x, y| allows(SpecialRule::Axis, (1, 1), (x, y), 5);
    assert!(after(2, 0) && after(0, 1) && !after(1, 1) && !after(2, 1));
    let play = on_field("axis", (9, 4));
    assert_eq!(play.free(), [(9, 3), (8, 4), (10, 4), (9, 5)]);
    assert_eq!(play.targets(false).len(), 8, "the site lists all of them");
}

#[test]
fn brake_no_move_is_shorter_than_the_one_before() {
    let after = |x, y| allows(SpecialRule::Brake, (3, 4), (x, y), 5);
    assert!(after(4, 3) && after(5, 0) && after(4, 4) && !after(3, 3) && !after(2, 4));
    assert!(after(3, 4), "as long is long enough");
}

#[test]
fn prime_only_move_1_and_prime_moves_may_be_longer() {
    let longer = |number| allows(SpecialRule::Prime, (1, 1), (2, 1), number);
    let free: Vec<usize> = (1..=30).filter(|number| longer(*number)).collect();
    assert_eq!(free, [1, 2, 3, 5, 7, 11, 13, 17, 19, 23, 29]);
    assert!(allows(SpecialRule::Prime, (1, 1), (1, 1), 4), "as long as before is no longer");
    assert!(allows(SpecialRule::Prime, (1, 1), (1, 0), 4));
}

#[test]
fn double_even_moves_repeat_the_one_before() {
    for (number, free) in [(1, true), (2, false), (3, true), (4, false)] {
        assert_eq!(allows(SpecialRule::Double, (1, 1), (2, 1), number), free, "{number}");
        assert!(allows(SpecialRule::Double, (1, 1), (1, 1), number));
    }
    let mut play = on_field("double", (9, 4));
    assert_eq!(play.free().len(), 8, "move 1 is free");
    play.to((10, 5));
    assert_eq!(play.free(), [(11, 6)], "move 2 repeats");
    play.to((11, 6));
    assert_eq!(play.free().len(), 8);
}

#[test]
fn limit_no_move_is_longer() {
    let after = |x, y| allows(SpecialRule::Limit(5), (3, 3), (x, y), 5);
    assert!(after(3, 4) && after(5, 0) && after(0, -5) && !after(4, 4) && !after(5, 1));
}

#[test]
fn edge_every_move_ends_beside_something_off_the_road() {
    let mut rows = FIELD;
    rows[0] = "XXXXXXXXXXXXXXXXXXXF";
    rows[2] = "OSOOOOOOOOOOOOOOOOOF";
    let mut play = Scene::of(&rows, 1).option("rule", "edge").begin();
    play.to((1, 2));
    assert_eq!(play.free(), [(0, 1), (1, 1), (2, 1)], "the border of the map is no edge");
    rows[0] = "PPPPPPPPPPPPPPPPPPPF";
    let mut play = Scene::of(&rows, 1).option("rule", "edge").begin();
    play.to((1, 2));
    assert_eq!(play.free().len(), 3, "parc fermé is off the road");
}

#[test]
fn turn_at_edge_the_direction_changes_only_beside_something_off_the_road() {
    let mut play = on_field("turn-at-edge", (5, 4));
    assert_eq!(play.free().len(), 8, "a standing car has no direction");
    play.to((6, 4));
    assert_eq!(play.free(), [(7, 4), (8, 4)], "faster in the same direction");
    play.to((8, 4));
    assert_eq!(play.free(), [(9, 4), (10, 4), (11, 4)]);
    let after = |x, y| allows(SpecialRule::TurnAtEdge, (2, 2), (x, y), 5);
    assert!(after(1, 1) && after(2, 2) && after(3, 3) && !after(1, 2) && !after(3, 2));
    assert!(
        !allows(SpecialRule::TurnAtEdge, (1, 0), (-1, 0), 5),
        "the opposite direction is another"
    );
    let mut rows = FIELD;
    rows[0] = "XXXXXXXXXXXXXXXXXXXF";
    rows[1] = "OSOOOOOOOOOOOOOOOOOF";
    let mut play = Scene::of(&rows, 1).option("rule", "turn-at-edge").begin();
    play.way(&[(1, 1), (2, 1)]);
    assert!(play.free().contains(&(3, 2)), "it is the present cell that counts");
}

#[test]
fn rules_with_a_fallback_leave_a_player_free_that_cannot_keep_them() {
    // After a crash there is no vector to repeat; move 6 is an even one.
    let rows = ["SOOOOOOOXF", "OXXXXXXXXX"];
    let mut play = Scene::of(&rows, 1).option("rule", "double").option("zzz", 1).begin();
    play.way(&[(0, 0), (1, 0), (2, 0), (4, 0), (6, 0), (7, 0)]);
    assert_eq!((play.crashes(0), play.car(0).moves()), (vec![(6, 0)], 6));
    assert_eq!(play.free(), [(5, 0), (7, 0)]);
    for (rule, has) in [("numpad", true), ("brake", true), ("prime", true), ("edge", false)] {
        let marker = SpecialRule::marker_of_name(rule).unwrap();
        assert_eq!(SpecialRule::of_title(&marker)[0].has_fallback(), has, "{rule}");
    }
    // A corridor in which nobody can change both components.
    let mut play = Scene::of(&["SOOOF"], 1).option("rule", "numpad").begin();
    play.to((0, 0));
    assert_eq!(play.free(), [(1, 0)]);
    // Braking is all that the wall leaves.
    let mut play = Scene::of(&["SOOOXF"], 1).option("rule", "brake").begin();
    play.way(&[(0, 0), (1, 0), (3, 0)]);
    assert_eq!(play.car(0).crashes(), 1);
    let mut play = Scene::of(&["SOOOOXF"], 1).option("rule", "brake").begin();
    play.way(&[(0, 0), (1, 0), (3, 0)]);
    assert_eq!(play.free(), [(4, 0)]);
}

#[test]
fn under_rules_without_a_fallback_a_player_that_cannot_keep_them_has_crashed() {
    // Sideways the car has no way on, and the rule forbids the diagonal that it needs.
    let rows = ["SOOOXXXF", "XXXXOXXO", "XXXXXOOX"];
    for (rule, crashes) in [("axis", 1), ("", 0)] {
        let mut play = Scene::of(&rows, 1).option("rule", rule).begin();
        play.way(&[(0, 0), (1, 0), (2, 0), (3, 0)]);
        assert_eq!(play.car(0).crashes(), crashes, "{rule}");
    }
}

#[test]
fn a_rule_that_never_leaves_a_move_makes_a_player_stuck() {
    let mut play = Scene::of(&["SX", "XF"], 1).option("rule", "axis").begin();
    play.to((0, 0));
    assert_eq!(play.car(0).status, Status::Stuck);
}

#[test]
fn several_rules_hold_together_and_those_without_a_fallback_come_first() {
    // On an axis no move changes both components from a standstill, so that numpad falls back.
    let play = on_field("numpad axis", (9, 4));
    assert_eq!(play.free(), [(9, 3), (8, 4), (10, 4), (9, 5)]);
    let mut play = on_field("limit=2 double", (9, 4));
    play.to((10, 4));
    assert_eq!(play.free(), [(11, 4)]);
    play.to((11, 4));
    assert_eq!(play.free(), [(11, 3), (12, 3), (12, 4), (13, 4), (11, 5), (12, 5)]);
}

#[test]
fn a_rule_never_makes_an_illegal_move_legal() {
    let mut play = Scene::of(&["SOOF", "XXXX"], 1).option("rule", "edge").begin();
    play.to((0, 0));
    assert_eq!(play.free(), [(1, 0)]);
}
