//! Tests of what each side knows after a turn.

use gridkit::{Board15, Dir};
use ocean::knowledge::Knowledge;
use ocean::map::{cell_at, Cell, Map};
use ocean::orders::Seen;
use ocean::params::Params;
use ocean::their_charges::TheirCharges;
use ocean::tracker::{Settings, Tracker};

#[test]
fn who_did_not_fire_is_less_likely_where_it_could_have() {
    let cell = |x| cell_at(x, 7).unwrap();
    let params = Params { quiet: 0.5, ..Params::default() };
    let after = |seen: &[Seen], moves: usize| {
        let mut knowledge = Knowledge::new(Map::new(Board15::FULL), cell(0), &params);
        let on = |cells: &[Cell]| {
            let settings = Settings { cap: 9, silence: Some([1.0; 5]) };
            Tracker::new(cells.iter().copied().collect(), settings)
        };
        knowledge.them = on(&[cell(4), cell(14)]);
        knowledge.their_charges = TheirCharges::new(|_| true);
        (0..moves).for_each(|_| knowledge.their_charges.see(Seen::Move(Dir::North)));
        let (them, us) = (knowledge.them.belief(), on(&[cell(0)]).belief());
        knowledge.fires.expect(&knowledge.map, &them, &us, &knowledge.their_charges);
        knowledge.doubt_chances_not_taken(seen);
        let them = knowledge.them.belief();
        them.at(cell(4)) / them.at(cell(14))
    };
    let step = Seen::Move(Dir::East);
    assert!((after(&[step], 3) - 0.65).abs() < 1e-6, "a mean opponent takes 0.7 of its chances");
    assert!((after(&[step], 1) - 1.0).abs() < 1e-6, "its torpedo is not charged");
    assert!((after(&[Seen::Torpedo(cell(1))], 3) - 1.0).abs() < 1e-6, "it fired");
}

#[test]
fn the_present_turn_is_among_those_that_are_left() {
    let map = Map::new(Board15::FULL);
    let mut knowledge = Knowledge::new(map, Cell::NORTH_WEST, &Params::default());
    for (turn, left) in [(1, 299), (2, 298), (298, 2), (299, 1), (300, 1), (400, 1)] {
        knowledge.turn = turn;
        assert_eq!(knowledge.turns_left(), left, "turn {turn}");
    }
}
