//! Tests of the choice of a line: when the bot falls silent.

use gridkit::{Board15, Deadline, Dir};
use ocean::choose::choose;
use ocean::device::Charges;
use ocean::knowledge::Knowledge;
use ocean::map::{cell_at, Cell, Map};
use ocean::orders::{Order, Seen};
use ocean::params::Params;
use ocean::submarine::Submarine;
use ocean::their_charges::TheirCharges;
use ocean::tracker::{Settings, Tracker};

/// Whether we fall silent on (7, 7) of the open sea, where silence is cheap if it hides us from a torpedo. The
/// opponent can fire; it is on `theirs`, and thinks that we are on `ours`.
fn falls_silent(theirs: (i32, i32), ours: &[(i32, i32)]) -> bool {
    let params = Params { worlds: 0, vanish: 2.0, known: 0.0, ..Params::default() };
    let mut knowledge = Knowledge::new(Map::new(Board15::FULL), Cell::NORTH_WEST, &params);
    knowledge.own = Submarine::new(cell_at(7, 7).unwrap(), Charges::empty(4));
    knowledge.own.charges = Charges::from_missing([3, 4, 0, 3]).unwrap();
    let tracker = |cells: &[(i32, i32)]| {
        let cells = cells.iter().filter_map(|&(x, y)| cell_at(x, y)).collect();
        Tracker::new(cells, Settings { cap: 100, silence: Some([1.0; 5]) })
    };
    (knowledge.them, knowledge.us) = (tracker(&[theirs]), tracker(ours));
    knowledge.their_charges = TheirCharges::new(|_| true);
    for _ in 0..12 {
        knowledge.their_charges.see(Seen::Move(Dir::North));
    }
    let decision = choose(&knowledge, &params, &mut Deadline::after_nodes(100_000));
    decision.orders.iter().any(|order| matches!(order, Order::Silence(..)))
}

#[test]
fn it_hides_where_it_is_known_and_can_be_hit() {
    assert!(falls_silent((7, 11), &[(7, 7)]));
    assert!(!falls_silent((0, 0), &[(7, 7)]), "the opponent is too far away");
    let many: Vec<(i32, i32)> = (0..15).map(|x| (x, 7)).collect();
    assert!(!falls_silent((7, 11), &many), "it is not known");
}
