//! A hash table from keys to small numbers.

/// The number of each key. Clearing it takes no time.
pub struct Seen {
    /// Slots of former rounds count as empty.
    slots: Vec<Slot>,
    round: u16,
}

#[derive(Clone, Copy, Default)]
struct Slot {
    /// The low half of the key; the high bits tell where in the table it is.
    tag: u32,
    round: u16,
    value: u16,
}

impl Seen {
    const BITS: u32 = 17;

    pub fn new() -> Seen {
        Seen { slots: vec![Slot::default(); 1 << Seen::BITS], round: 1 }
    }

    /// Forgets all keys.
    pub fn clear(&mut self) {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot::default());
            self.round = 1;
        }
    }

    /// The number of a key. A new key gets `value`.
    #[inline]
    pub fn find_or_set(&mut self, key: u64, value: u16) -> u16 {
        let mut slot = (key >> (64 - Seen::BITS)) as usize;
        loop {
            let known = &mut self.slots[slot];
            if known.round != self.round {
                *known = Slot { tag: key as u32, round: self.round, value };
            }
            if known.tag == key as u32 {
                return known.value;
            }
            slot = (slot + 1) % (1 << Seen::BITS);
        }
    }
}

impl Default for Seen {
    fn default() -> Self {
        Seen::new()
    }
}
