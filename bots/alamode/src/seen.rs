//! A hash table from keys to small numbers.

/// The number of each key. Clearing it takes no time.
///
/// It uses a part of its slots only, as many as the keys need: the fewer they are, the more of them stay in
/// the processor's cache. With one large table the search spent a fifth of its time on waiting for memory.
pub struct Seen {
    /// Slots of former rounds count as empty.
    slots: Vec<Slot>,
    /// The binary logarithm of the number of slots in use.
    bits: u32,
    /// The keys in this round.
    count: usize,
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
    const LEAST_BITS: u32 = 10;
    const MOST_BITS: u32 = 17;

    pub fn new() -> Seen {
        let slots = vec![Slot::default(); 1 << Seen::MOST_BITS];
        Seen { slots, bits: Seen::MOST_BITS, count: 0, round: 1 }
    }

    /// Forgets all keys. There will be about this number of new ones.
    pub fn clear(&mut self, keys: usize) {
        let bits = usize::BITS - (2 * keys).leading_zeros();
        self.bits = bits.clamp(Seen::LEAST_BITS, Seen::MOST_BITS);
        self.count = 0;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.slots.fill(Slot::default());
            self.round = 1;
        }
    }

    /// Whether more than half of the slots in use are taken, so that it should be cleared for more keys.
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.count > 1 << (self.bits - 1) && self.bits < Seen::MOST_BITS
    }

    /// The number of a key. A new key gets `value`.
    #[inline]
    pub fn find_or_set(&mut self, key: u64, value: u16) -> u16 {
        let mut slot = (key >> (64 - self.bits)) as usize;
        loop {
            let known = &mut self.slots[slot];
            if known.round != self.round {
                *known = Slot { tag: key as u32, round: self.round, value };
                self.count += 1;
            }
            if known.tag == key as u32 {
                return known.value;
            }
            slot = (slot + 1) % (1 << self.bits);
        }
    }
}

impl Default for Seen {
    fn default() -> Self {
        Seen::new()
    }
}
