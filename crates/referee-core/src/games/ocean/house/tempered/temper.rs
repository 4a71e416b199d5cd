//! The parameters of the players that share one method.
//!
//! All of them track the opponent and choose orders in the same way. A bot that is measured against all of them is
//! not tuned to one style of play.

use crate::games::ocean::commands::Device;

/// How a player uses its silence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum SilenceUse {
    /// Whenever the device is charged, with as many steps as possible.
    Far,
    /// When the opponent knows its position; it takes no step.
    Still,
    /// When the opponent knows its position, with any number of steps.
    Evade,
    /// Never.
    Never,
}

/// The parameters of a player.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Temper {
    /// The least expected damage of a torpedo that it fires.
    pub torpedo: f64,
    /// The least expected damage of a mine that it triggers.
    pub trigger: f64,
    pub silence: SilenceUse,
    /// The value of each step towards an opponent that it has found.
    pub chase: f64,
    /// The value of each step away from an opponent that it has found.
    pub hide: f64,
    /// Whether it surfaces in order to reach an opponent that it has found.
    pub surfaces: bool,
    pub lays_mines: bool,
    pub listens: bool,
    /// The devices in the order in which its moves charge them.
    pub charges: [Device; 4],
}

const BALANCED: Temper = Temper {
    torpedo: 0.6,
    trigger: 0.8,
    silence: SilenceUse::Evade,
    chase: 0.03,
    hide: 0.0,
    surfaces: false,
    lays_mines: true,
    listens: false,
    charges: [Device::Torpedo, Device::Silence, Device::Mine, Device::Sonar],
};

/// Lays mines all the time, and triggers them as soon as they may hit.
pub(in super::super) const MINER: Temper = Temper {
    trigger: 0.4,
    charges: [Device::Torpedo, Device::Mine, Device::Silence, Device::Sonar],
    ..BALANCED
};

/// Makes four steps in silence whenever it can.
pub(in super::super) const GHOST: Temper =
    Temper { silence: SilenceUse::Far, torpedo: 0.5, ..BALANCED };

/// Makes no step in its silences.
pub(in super::super) const BLUFFER: Temper = Temper { silence: SilenceUse::Still, ..BALANCED };

/// Seeks torpedo duels, and fires only where it is sure to hit.
pub(in super::super) const DUELLIST: Temper =
    Temper { torpedo: 0.9, chase: 0.08, lays_mines: false, ..BALANCED };

/// Pursues an opponent that it has found, and surfaces for that.
pub(in super::super) const HUNTER: Temper =
    Temper { torpedo: 0.6, chase: 0.08, surfaces: true, ..BALANCED };

/// Keeps away, lays mines and uses its sonar; fires only if the opponent is near.
pub(in super::super) const HIDER: Temper = Temper {
    torpedo: 0.8,
    trigger: 0.7,
    hide: 0.05,
    chase: 0.0,
    listens: true,
    charges: [Device::Mine, Device::Silence, Device::Sonar, Device::Torpedo],
    ..BALANCED
};
