//! Which sector to ask the sonar for.

use crate::map::Sector;
use crate::tracker::Belief;

/// The sector whose answer tells most: the one nearest to holding the opponent with probability
/// one half, and that probability.
pub fn best_sector(them: &Belief) -> (Sector, f32) {
    let mut best: Option<(Sector, f32)> = None;
    for sector in Sector::all() {
        let inside = them.within(sector.cells());
        if best.map_or(true, |(_, other)| (inside - 0.5).abs() < (other - 0.5).abs()) {
            best = Some((sector, inside));
        }
    }
    best.expect("there are nine sectors")
}
