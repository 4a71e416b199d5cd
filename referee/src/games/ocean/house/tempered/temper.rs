//! Sparring partners of different temper: what sets them apart.
//!
//! They share one chart of where the opponent can be and one way to choose orders. A bot that is
//! measured against all of them is not tuned on one style of play.

use crate::games::ocean::commands::Device;

/// How a player uses its silence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum SilenceUse {
    /// It says so whenever the device is charged, and goes as far as it can.
    Far,
    /// It says so when it is found out, and stays where it is.
    Still,
    /// It goes anywhere when it is found out.
    Evade,
    /// It has no use for it.
    Never,
}

/// What sets a player apart from the others.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Temper {
    /// Least expected damage for which it fires a torpedo.
    pub torpedo: f64,
    /// Least expected damage for which it blows a mine.
    pub trigger: f64,
    pub silence: SilenceUse,
    /// Worth of each step towards an opponent that it has found.
    pub chase: f64,
    /// Worth of a step away from where the opponent can be.
    pub hide: f64,
    /// Whether it surfaces to get to an opponent that it has found.
    pub surfaces: bool,
    pub lays_mines: bool,
    pub listens: bool,
    /// What its moves charge first.
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

/// Lays mines all the time, and blows them as soon as they may hit.
pub(in super::super) const MINER: Temper = Temper {
    trigger: 0.4,
    charges: [Device::Torpedo, Device::Mine, Device::Silence, Device::Sonar],
    ..BALANCED
};

/// Goes four steps in silence whenever it can.
pub(in super::super) const GHOST: Temper =
    Temper { silence: SilenceUse::Far, torpedo: 0.5, ..BALANCED };

/// Never takes a step in its silences.
pub(in super::super) const BLUFFER: Temper = Temper { silence: SilenceUse::Still, ..BALANCED };

/// Seeks torpedo duels, and fires only where it is sure to hit.
pub(in super::super) const DUELLIST: Temper =
    Temper { torpedo: 0.9, chase: 0.08, lays_mines: false, ..BALANCED };

/// Goes after whom it has found, and surfaces to get there.
pub(in super::super) const HUNTER: Temper =
    Temper { torpedo: 0.6, chase: 0.08, surfaces: true, ..BALANCED };

/// Keeps away, lays mines and listens; fires only at what comes too near.
pub(in super::super) const HIDER: Temper = Temper {
    torpedo: 0.8,
    trigger: 0.7,
    hide: 0.05,
    chase: 0.0,
    listens: true,
    charges: [Device::Mine, Device::Silence, Device::Sonar, Device::Torpedo],
    ..BALANCED
};
