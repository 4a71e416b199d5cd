//! The two chefs of a round.

use std::ops::{Index, IndexMut};

/// One of the two chefs, as the bot sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Chef {
    /// The bot controls it.
    Own,
    /// The other player controls it.
    Partner,
}

impl Chef {
    pub const BOTH: [Chef; 2] = [Chef::Own, Chef::Partner];

    #[inline]
    #[must_use]
    pub const fn other(self) -> Chef {
        match self {
            Chef::Own => Chef::Partner,
            Chef::Partner => Chef::Own,
        }
    }
}

/// A value for each chef, the bot's own first. The index is a [`Chef`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pair<T>(pub [T; 2]);

impl<T> Pair<T> {
    /// Exchanges the two values.
    pub fn swap(&mut self) {
        self.0.swap(0, 1);
    }
}

impl<T> Index<Chef> for Pair<T> {
    type Output = T;

    #[inline]
    fn index(&self, chef: Chef) -> &T {
        &self.0[chef as usize]
    }
}

impl<T> IndexMut<Chef> for Pair<T> {
    #[inline]
    fn index_mut(&mut self, chef: Chef) -> &mut T {
        &mut self.0[chef as usize]
    }
}
