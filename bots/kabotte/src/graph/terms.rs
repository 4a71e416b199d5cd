//! What decides which moves are legal, apart from the track.

use crate::circuit::LineRule;
use crate::motion::Events;
use crate::rules::{Rule, Rules};

/// Motions for which a bot has room. With all that is computed for each of them, they take 300 to 500 MB.
pub const MOST_MOTIONS: usize = 1 << 22;

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
    /// How many motions are kept at most. The fastest are left out.
    pub most_motions: usize,
}

impl Terms {
    /// Checkpoints count, and there are no rules.
    pub const PLAIN: Terms = Terms {
        checkpoints: true,
        events: Events::Last,
        line: LineRule::FREE,
        rules: Rules::NONE,
        most_motions: MOST_MOTIONS,
    };

    /// Motions of a search: each of them may be two nodes.
    pub(super) fn room(&self) -> usize {
        let nodes = if self.rules.has(Rule::Doppelzug) { 2 } else { 1 };
        self.most_motions / nodes
    }
}
