//! The pieces of fruit on a board, and sets of them.

/// The most pieces on a board that the bot plays: a set of them is a `u32`. The contest had 25.
pub const MOST_PIECES: usize = 32;

/// The index of a piece on its [`Board`](crate::board::Board), which is also its bit in a set.
pub type Piece = usize;

/// The pieces of a set, in the order of their indices.
#[inline]
pub fn pieces_of(mut set: u32) -> impl Iterator<Item = Piece> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let piece = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(piece)
    })
}
