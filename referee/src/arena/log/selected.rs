//! How the games of a part of a log were selected.

/// How the games of a log were selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The condition as it was typed.
    pub condition: String,
    /// Whether it names a seat, such as `p1`.
    pub names_a_seat: bool,
    /// Number of games for which it holds.
    pub games: usize,
    /// Number of games of the whole log.
    pub of: usize,
    /// Number of games that lack a value that the condition names. It does not hold for them.
    pub lacking: usize,
}
