//! Which sector to ask the sonar for.

use crate::map::Cell;
use crate::sector::Sector;
use crate::tracker::Belief;

/// The sector whose answer tells most: the one nearest to holding the opponent with probability
/// one half. The first of equals.
pub fn best_sector(them: &Belief) -> Sector {
    let inside = |sector: Sector| (sector, them.within(sector.cells()));
    let mut sectors = Sector::all().map(inside);
    let first = sectors.next().unwrap_or_else(|| inside(Sector::of(Cell::NORTH_WEST)));
    let best = sectors.fold(first, |best, other| {
        if (other.1 - 0.5).abs() < (best.1 - 0.5).abs() {
            other
        } else {
            best
        }
    });
    best.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawn::on;

    #[test]
    fn the_sector_that_halves_is_asked_for() {
        let cells = [(0, 0), (6, 0), (7, 0), (8, 0), (12, 12), (13, 13)];
        let them = on(&cells).belief();
        assert_eq!(best_sector(&them).to_string(), "2");
    }
}
