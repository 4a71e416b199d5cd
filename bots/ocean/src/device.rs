//! The four devices of a submarine and how far each of them is charged.

use std::fmt;

/// A device that moves can charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Device {
    /// Fires at a cell up to four steps of water away; needs three charges.
    Torpedo,
    /// Asks whether the opponent is in a sector; needs four charges, leagues 2 and above.
    Sonar,
    /// Moves up to four cells unseen; needs six charges, leagues 2 and above.
    Silence,
    /// Lays a mine on a neighbouring cell; needs three charges, leagues 3 and above.
    Mine,
}

impl Device {
    /// The devices in the order in which the server shows them.
    pub const ALL: [Device; 4] = [Device::Torpedo, Device::Sonar, Device::Silence, Device::Mine];

    /// The charges that make the device ready, which is also the most it can hold.
    pub const fn full(self) -> u8 {
        match self {
            Device::Torpedo | Device::Mine => 3,
            Device::Sonar => 4,
            Device::Silence => 6,
        }
    }

    /// The word the server knows it by.
    pub const fn word(self) -> &'static str {
        match self {
            Device::Torpedo => "TORPEDO",
            Device::Sonar => "SONAR",
            Device::Silence => "SILENCE",
            Device::Mine => "MINE",
        }
    }

    pub fn from_word(word: &str) -> Option<Device> {
        Device::ALL.iter().copied().find(|d| d.word() == word)
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// The charges of one submarine. A device that the league lacks is absent and stays so.
///
/// ```
/// use ocean::device::{Charges, Device};
/// let mut charges = Charges::empty(1);
/// assert!(charges.has(Device::Torpedo) && !charges.has(Device::Mine));
/// for _ in 0..4 {
///     charges.add(Device::Torpedo);
/// }
/// assert!(charges.ready(Device::Torpedo));
/// assert_eq!(charges.missing(Device::Torpedo), Some(0));
/// charges.spend(Device::Torpedo);
/// assert_eq!(charges.missing(Device::Torpedo), Some(3));
/// assert_eq!(charges.missing(Device::Mine), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charges {
    /// Charges still missing per device; `ABSENT` where the league lacks the device.
    missing: [u8; 4],
}

const ABSENT: u8 = u8::MAX;

impl Charges {
    /// Uncharged devices of a league (1 to 4).
    pub fn empty(league: u8) -> Charges {
        let mut missing = [ABSENT; 4];
        for device in Device::ALL {
            let since = match device {
                Device::Torpedo => 1,
                Device::Sonar | Device::Silence => 2,
                Device::Mine => 3,
            };
            if league >= since {
                missing[device as usize] = device.full();
            }
        }
        Charges { missing }
    }

    /// From the numbers the server sends: charges missing, -1 for a device the league lacks.
    /// `None` if a number is not one of these.
    pub fn from_missing(numbers: [i32; 4]) -> Option<Charges> {
        let mut missing = [ABSENT; 4];
        for device in Device::ALL {
            let number = numbers[device as usize];
            if (0..=i32::from(device.full())).contains(&number) {
                missing[device as usize] = number as u8;
            } else if number != -1 {
                return None;
            }
        }
        Some(Charges { missing })
    }

    /// Whether the league has the device.
    pub fn has(&self, device: Device) -> bool {
        self.missing[device as usize] != ABSENT
    }

    /// Whether the device can be used now.
    pub fn ready(&self, device: Device) -> bool {
        self.missing[device as usize] == 0
    }

    /// Charges still missing; `None` if the league lacks the device.
    pub fn missing(&self, device: Device) -> Option<u8> {
        Some(self.missing[device as usize]).filter(|&m| m != ABSENT)
    }

    /// One more charge; a surplus is lost.
    pub fn add(&mut self, device: Device) {
        let missing = &mut self.missing[device as usize];
        if *missing != ABSENT {
            *missing = missing.saturating_sub(1);
        }
    }

    /// Empties the device after use.
    pub fn spend(&mut self, device: Device) {
        if self.has(device) {
            self.missing[device as usize] = device.full();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
