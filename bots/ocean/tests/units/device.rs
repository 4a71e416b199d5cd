//! Tests of devices and their charges.

use ocean::device::{Charges, Device};

#[test]
fn leagues_bring_devices_one_after_the_other() {
    let present = |league| {
        let charges = Charges::empty(league);
        Device::ALL.iter().filter(|&&d| charges.has(d)).count()
    };
    assert_eq!([present(1), present(2), present(3), present(4)], [1, 3, 4, 4]);
}

#[test]
fn numbers_outside_the_protocol_are_refused() {
    assert!(Charges::from_missing([3, 4, 6, 3]).is_some());
    assert!(Charges::from_missing([0, -1, -1, -1]).is_some());
    assert!(Charges::from_missing([4, 4, 6, 3]).is_none());
    assert!(Charges::from_missing([3, 4, 6, -2]).is_none());
}

#[test]
fn an_absent_device_never_becomes_ready() {
    let mut charges = Charges::empty(1);
    charges.add(Device::Mine);
    charges.spend(Device::Silence);
    assert!(!charges.has(Device::Mine) && !charges.has(Device::Silence));
    assert!(!charges.ready(Device::Mine));
}
