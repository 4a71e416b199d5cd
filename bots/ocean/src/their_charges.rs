//! The most charges that the opponent's devices can have, by what it was seen to do.

use crate::device::Device;
use crate::orders::Seen;

/// Counts the opponent's moves, each of which charges one device, and the charges it has used.
#[derive(Clone, Debug)]
pub struct TheirCharges {
    league: [bool; 4],
    /// Moves since each device was last used.
    since: [u16; 4],
    /// Charges that were never spent; those lost by overcharging are among them.
    unspent: u16,
}

impl TheirCharges {
    /// Before its first move; `has` tells which devices the league knows.
    pub fn new(has: impl Fn(Device) -> bool) -> TheirCharges {
        TheirCharges { league: Device::ALL.map(has), since: [0; 4], unspent: 0 }
    }

    /// Takes note of an executed order.
    pub fn see(&mut self, seen: Seen) {
        let used = match seen {
            Seen::Move(_) => {
                for moves in &mut self.since {
                    *moves += 1;
                }
                self.unspent += 1;
                return;
            }
            Seen::Torpedo(_) => Device::Torpedo,
            Seen::Sonar(_) => Device::Sonar,
            Seen::Silence => Device::Silence,
            Seen::Mine => Device::Mine,
            Seen::Surface(_) | Seen::Trigger(_) => return,
        };
        self.since[used as usize] = 0;
        self.unspent = self.unspent.saturating_sub(u16::from(used.full()));
    }

    /// The most charges the device can hold.
    pub fn most(&self, device: Device) -> u8 {
        if !self.league[device as usize] {
            return 0;
        }
        self.since[device as usize].min(self.unspent).min(u16::from(device.full())) as u8
    }

    /// Whether the device can be ready at some point of its next turn, in which a move may charge
    /// it once more.
    pub fn can_use(&self, device: Device) -> bool {
        self.league[device as usize] && self.most(device) + 1 >= device.full()
    }

    /// Whether its charges can suffice for both devices in its next turn.
    pub fn can_use_both(&self, one: Device, other: Device) -> bool {
        self.can_use(one)
            && self.can_use(other)
            && self.unspent + 1 >= u16::from(one.full() + other.full())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use gridkit::Dir;

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
}
