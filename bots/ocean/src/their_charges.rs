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
