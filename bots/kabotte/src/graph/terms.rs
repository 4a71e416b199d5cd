//! What decides which moves are legal, apart from the track.

use crate::circuit::LineRule;
use crate::motion::Events;
use crate::rules::Rules;

/// What decides which moves are legal, apart from the track.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// Whether checkpoints count; else they are road.
    pub checkpoints: bool,
    /// Which of the events of a move count.
    pub events: Events,
    /// In which direction the finish line may be crossed.
    pub line: LineRule,
    /// The special rules.
    pub rules: Rules,
}

impl Terms {
    /// Checkpoints count, and there are no rules.
    pub const PLAIN: Terms =
        Terms { checkpoints: true, events: Events::Last, line: LineRule::FREE, rules: Rules::NONE };
}
