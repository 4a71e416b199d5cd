//! What the parts of the comparison of machines have in common.

use super::super::logged::Logged;

/// The name of the machine of the log itself, whose games name none.
const HERE: &str = "here";

/// The risk that any machine is named by chance, for its results or for its speed.
pub(super) const RISK: f64 = 0.01;

/// The name of the machine of a game.
pub(super) fn name_of(game: &Logged) -> &str {
    game.host.as_ref().map_or(HERE, |host| &host.machine.name)
}
