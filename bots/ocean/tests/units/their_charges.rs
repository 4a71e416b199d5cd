//! Tests of what the opponent can have charged.

use gridkit::Dir;
use ocean::device::Device;
use ocean::map::cell_at;
use ocean::orders::Seen;
use ocean::their_charges::TheirCharges;

#[test]
fn a_device_needs_moves_after_its_last_use() {
    let mut their_charges = TheirCharges::new(|_| true);
    assert!(!their_charges.can_use(Device::Torpedo));
    for _ in 0..2 {
        their_charges.see(Seen::Move(Dir::North));
    }
    // The third charge comes with the move of the turn itself.
    assert!(their_charges.can_use(Device::Torpedo) && !their_charges.can_use(Device::Silence));
    their_charges.see(Seen::Move(Dir::North));
    their_charges.see(Seen::Torpedo(cell_at(0, 0).unwrap()));
    assert!(!their_charges.can_use(Device::Torpedo));
    // Those three charges are gone for the other devices as well.
    assert_eq!(their_charges.most(Device::Mine), 0);
}

#[test]
fn one_charge_cannot_be_spent_twice() {
    let mut their_charges = TheirCharges::new(|_| true);
    for _ in 0..6 {
        their_charges.see(Seen::Move(Dir::North));
    }
    assert!(their_charges.can_use(Device::Torpedo) && their_charges.can_use(Device::Silence));
    assert!(!their_charges.can_use_both(Device::Torpedo, Device::Silence));
    their_charges.see(Seen::Move(Dir::North));
    their_charges.see(Seen::Move(Dir::North));
    assert!(their_charges.can_use_both(Device::Torpedo, Device::Silence));
}

#[test]
fn a_league_without_the_device_never_has_it() {
    let mut their_charges = TheirCharges::new(|device| device == Device::Torpedo);
    for _ in 0..9 {
        their_charges.see(Seen::Move(Dir::North));
    }
    assert!(!their_charges.can_use(Device::Mine) && their_charges.can_use(Device::Torpedo));
}
