//! What happened in the last step of a game, in words, for the events of a page.

/// Something that happened in the last step of a game.
///
/// ```
/// use referee_core::happening::Happening;
///
/// let why = Happening::cause(1, "lives", "torpedo of A");
/// assert_eq!(why.explains, Some("lives"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happening {
    /// The seat to which it happened.
    pub seat: usize,
    /// The measure of which it explains the change; `None` for an event of its own.
    pub explains: Option<&'static str>,
    /// What happened. The words follow the letter of the seat, such as `hit the trail of A`; those of a new part stand
    /// alone.
    pub words: String,
    /// Whether it is told with another seat, so that the change is not an event again.
    pub is_shared: bool,
    /// Whether a part of the game begins, such as a round. It is marked on the time line.
    pub begins_part: bool,
    /// Whether it decides something for the rest of the game. The last such events are moments, also of a draw.
    pub is_decisive: bool,
    /// What happened in a word, such as `drowned`, if the seat is out of the game from now on. The first sentence of a page
    /// says in which turn.
    pub out: Option<&'static str>,
}

impl Happening {
    /// Why a measure of a seat changed. Without such a change it is not shown.
    pub fn cause(seat: usize, measure: &'static str, words: impl Into<String>) -> Self {
        Self { explains: Some(measure), ..Self::event(seat, words) }
    }

    /// A change of a measure that is told with the cause of another seat.
    pub fn shared(seat: usize, measure: &'static str) -> Self {
        Self { is_shared: true, ..Self::cause(seat, measure, "") }
    }

    /// An event of its own.
    pub fn event(seat: usize, words: impl Into<String>) -> Self {
        let words = words.into();
        let (is_shared, begins_part, is_decisive) = (false, false, false);
        Self { seat, explains: None, words, is_shared, begins_part, is_decisive, out: None }
    }

    /// An event of its own that decides something for the rest of the game.
    pub fn decisive(seat: usize, words: impl Into<String>) -> Self {
        Self { is_decisive: true, ..Self::event(seat, words) }
    }

    /// An event after which the seat is out of the game; `word` says it shortly.
    pub fn out(seat: usize, word: &'static str, words: impl Into<String>) -> Self {
        Self { out: Some(word), ..Self::event(seat, words) }
    }

    /// The beginning of a part of the game.
    pub fn part(first: usize, words: impl Into<String>) -> Self {
        Self { begins_part: true, ..Self::event(first, words) }
    }
}
