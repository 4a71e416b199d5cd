//! The two chefs of a round.

/// One of the two chefs, as the bot sees them. It is the index of the pairs in a
/// [`State`](crate::state::State).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chef(pub u8);

impl Chef {
    /// The chef that the bot controls.
    pub const OWN: Chef = Chef(0);
    /// The chef that the other player controls.
    pub const PARTNER: Chef = Chef(1);

    #[inline]
    #[must_use]
    pub const fn other(self) -> Chef {
        Chef(1 - self.0)
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}
