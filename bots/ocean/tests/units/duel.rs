//! Tests of the duel: what orders do in it, and what loses it.

use gridkit::Board15;
use ocean::duel::{Duel, End};
use ocean::map::{cell_at, Map};
use ocean::orders::{line, parse};
use ocean::submarine::Mistake;

fn at_sea() -> Duel {
    let cell = |x, y| cell_at(x, y).unwrap();
    Duel::new(Map::new(Board15::FULL), [cell(0, 0), cell(3, 0)], 4)
}

fn play(duel: &mut Duel, orders: &str) -> Option<End> {
    duel.play(&parse(orders).unwrap())
}

#[test]
fn a_torpedo_needs_its_charges_when_it_is_fired() {
    let mut duel = at_sea();
    for orders in ["MOVE S TORPEDO", "MOVE E MINE", "MOVE S TORPEDO", "MOVE E MINE"] {
        assert_eq!(play(&mut duel, orders), None);
    }
    // Dropped before the third charge, executed after it.
    assert_eq!(play(&mut duel, "TORPEDO 0 5|MOVE S TORPEDO"), None);
    assert_eq!(line(&duel.turn().seen), "MOVE S");
    assert_eq!(play(&mut duel, "MOVE E MINE|MINE E"), None);
    assert_eq!(play(&mut duel, "TORPEDO 0 4|MOVE S"), None);
    let turn = duel.turn();
    assert_eq!((turn.lives, turn.their_lives), (6, 5));
    assert_eq!(line(&turn.seen), "TORPEDO 0 4|MOVE S");
}

#[test]
fn a_mine_is_armed_from_the_next_turn_on() {
    let mut duel = at_sea();
    for _ in 0..3 {
        assert_eq!(play(&mut duel, "MOVE S MINE"), None);
        assert_eq!(play(&mut duel, "MOVE S"), None);
    }
    assert_eq!(play(&mut duel, "MINE E|TRIGGER 1 3"), None);
    assert_eq!(line(&duel.turn().seen), "MINE");
    assert_eq!(play(&mut duel, "MOVE S"), None);
    assert_eq!(play(&mut duel, "TRIGGER 1 3"), None);
    assert_eq!(duel.submarine(0).lives, 5);
    assert_eq!(duel.submarine(1).lives, 6);
}

#[test]
fn a_line_without_an_order_surfaces() {
    let mut duel = at_sea();
    assert_eq!(play(&mut duel, "SONAR 1"), None);
    assert_eq!(line(&duel.turn().seen), "SURFACE 1");
    assert_eq!(duel.submarine(0).lives, 5);
}

#[test]
fn own_trail_and_the_edge_lose_the_game() {
    let mut duel = at_sea();
    let lost = |mistake| Some(End::Mistake { seat: 0, mistake });
    assert_eq!(play(&mut duel.clone(), "MOVE N"), lost(Mistake::Blocked));
    assert_eq!(play(&mut duel, "MOVE E"), None);
    assert_eq!(play(&mut duel, "MOVE E"), None);
    assert_eq!(play(&mut duel, "MOVE W"), lost(Mistake::Revisit));
}

#[test]
fn the_sonar_tells_the_truth_of_the_moment() {
    let mut duel = at_sea();
    for _ in 0..4 {
        assert_eq!(play(&mut duel, "MOVE S SONAR"), None);
        assert_eq!(play(&mut duel, "MOVE S"), None);
    }
    assert_eq!(play(&mut duel, "SONAR 1"), None);
    assert_eq!(duel.turn().sonar, None);
    assert_eq!(play(&mut duel, "MOVE S"), None);
    assert_eq!(duel.turn().sonar, Some(true));
}
