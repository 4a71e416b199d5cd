//! The way in which a run ended.

/// The way in which a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// All games were played.
    Done,
    /// The caller stopped it.
    Enough,
    /// A bot was thrown out of its last ten games.
    Faulty,
    /// It was interrupted.
    Interrupted,
}
