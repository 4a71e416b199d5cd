//! The styles of players that a path tells apart, and how frequent they are.

use crate::map::SILENCE_RANGE;

/// How likely a player is to choose each distance of a silence, from 0 to 4.
pub type SilenceHabit = [f32; SILENCE_RANGE + 1];

/// Styles of silence that are told apart.
pub const SILENCES: usize = 7;

/// Styles of moving that are told apart.
pub const MANNERS: usize = 4;

/// The weights of the distances in each style of silence; those above 0 are for each direction.
pub const SILENCE_STYLES: [SilenceHabit; SILENCES] = [
    [1.0, 0.01, 0.003, 0.003, 0.003],
    [0.02, 1.0, 0.01, 0.01, 0.01],
    [0.01, 0.01, 0.01, 0.05, 1.0],
    [1.0, 0.6, 0.01, 0.005, 0.005],
    [0.1, 1.0, 0.8, 0.6, 0.5],
    [0.05, 0.2, 0.4, 0.7, 1.0],
    [0.02, 0.1, 1.0, 0.5, 0.05],
];

/// How probable each of them is for a player that nothing is known of.
pub const SILENCE_PRIOR: [f32; SILENCES] = [0.30, 0.26, 0.18, 0.12, 0.06, 0.05, 0.03];

/// A style of moving: the weight of a step by the free neighbours of where it leads (0 to 3), and the
/// weight of going straight on.
pub struct Manner {
    pub exits: [f32; 4],
    pub ahead: f32,
}

pub const MANNER_STYLES: [Manner; MANNERS] = [
    Manner { exits: [0.05, 3.0, 1.2, 0.25], ahead: 1.0 },
    Manner { exits: [0.05, 2.0, 1.3, 0.6], ahead: 4.0 },
    Manner { exits: [0.2, 1.0, 1.0, 1.0], ahead: 1.0 },
    Manner { exits: [0.05, 0.7, 1.0, 1.6], ahead: 1.5 },
];

/// How probable each of them is for a player that nothing is known of.
pub const MANNER_PRIOR: [f32; MANNERS] = [0.4, 0.3, 0.2, 0.1];
