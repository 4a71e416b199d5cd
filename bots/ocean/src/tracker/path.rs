//! One way in which a submarine can have come to where it may be.

use std::hash::{Hash, Hasher};

use gridkit::{Board15, Dir};

use super::styles::{MANNERS, MANNER_PRIOR, SILENCES, SILENCE_PRIOR};
use crate::map::Cell;

/// Mines that can be told apart at one time; older ones are remembered together.
pub const SLOTS: usize = 40;

/// Where one mine of a path can be.
///
/// Either nowhere (never laid, or blown), or on some of the neighbours of the cell from which it
/// was laid, or, after paths were folded together, anywhere on the board that the tracker keeps
/// for its slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Mine {
    from: Cell,
    /// One bit a direction; zero if there is no mine.
    dirs: u8,
}

/// Stands in `dirs` for a mine known only by its slot's board.
const LOOSE: u8 = 0x80;

impl Mine {
    pub const NONE: Mine = Mine { from: Cell::NORTH_WEST, dirs: 0 };

    /// A mine on the slot's board, no more is known.
    pub const LOOSE: Mine = Mine { from: Cell::NORTH_WEST, dirs: LOOSE };

    /// A mine laid from `from` onto one of `spots`, which are neighbours of it.
    pub fn laid(from: Cell, spots: Board15) -> Mine {
        let mut dirs = 0;
        for dir in Dir::ALL {
            if spots.step(from, dir).is_some() {
                dirs |= 1 << dir.index();
            }
        }
        if dirs == 0 {
            Mine::NONE
        } else {
            Mine { from, dirs }
        }
    }

    /// Whether there may be a mine at all.
    #[inline]
    pub fn exists(self) -> bool {
        self.dirs != 0
    }

    /// Whether only the slot's board tells where it is.
    #[inline]
    pub fn is_loose(self) -> bool {
        self.dirs == LOOSE
    }

    /// The cells it can be on; `slot` is the board of its slot.
    #[inline]
    pub fn spots(self, slot: Board15) -> Board15 {
        if self.is_loose() {
            return slot;
        }
        let mut spots = Board15::EMPTY;
        for dir in Dir::ALL {
            if self.dirs >> dir.index() & 1 != 0 {
                spots |= self.from.step(dir).map_or(Board15::EMPTY, Board15::of);
            }
        }
        spots
    }

    /// Whether it can be on that cell.
    #[inline]
    pub fn can_be_at(self, cell: Cell, slot: Board15) -> bool {
        if self.is_loose() {
            return slot.contains(cell);
        }
        Dir::ALL
            .iter()
            .any(|&dir| self.dirs >> dir.index() & 1 != 0 && self.from.step(dir) == Some(cell))
    }

    /// The mine when that cell is ruled out. A loose mine stays as it is.
    #[inline]
    pub fn not_at(self, cell: Cell) -> Mine {
        if !self.exists() || self.is_loose() {
            return self;
        }
        let mut dirs = self.dirs;
        for dir in Dir::ALL {
            if self.from.step(dir) == Some(cell) {
                dirs &= !(1 << dir.index());
            }
        }
        if dirs == 0 {
            Mine::NONE
        } else {
            Mine { dirs, ..self }
        }
    }

    /// The cell it is on, if there is only one.
    pub fn only_spot(self) -> Option<Cell> {
        if self.is_loose() || self.dirs.count_ones() != 1 {
            return None;
        }
        self.from.step(Dir::ALL[self.dirs.trailing_zeros() as usize])
    }

    /// A mine that can be wherever one of the two can be; the cells that only a board can hold
    /// are added to `slot`.
    pub fn either(self, other: Mine, slot: &mut Board15) -> Mine {
        if self == other || !other.exists() {
            return self;
        }
        if !self.exists() {
            return other;
        }
        if self.from == other.from && !self.is_loose() && !other.is_loose() {
            return Mine { dirs: self.dirs | other.dirs, ..self };
        }
        *slot |= self.spots(*slot) | other.spots(*slot);
        Mine::LOOSE
    }
}

/// One way in which the submarine can have come to where it may be: the cell, the trail that
/// binds it, its mines, and how likely all that is.
#[derive(Clone, Copy, Debug)]
pub struct Path {
    /// The cells it has certainly visited since its last surfacing. For a folded path these are
    /// fewer than it has visited.
    pub trail: Board15,
    /// Its mines, slot by slot.
    pub mines: [Mine; SLOTS],
    /// How likely it is, relative to the other paths.
    pub weight: f32,
    /// How probable each style of silence is if this path is the true one.
    pub silences: [f32; SILENCES],
    /// How probable each style of moving is if this path is the true one.
    pub manners: [f32; MANNERS],
    /// The direction of its last step.
    pub heading: Option<Dir>,
    /// Where it ends.
    pub cell: Cell,
    /// Lives it has lost since lives were last compared.
    pub lost: u8,
    /// Whether it represents several paths with different pasts: then its trail is a part of
    /// the true one, and a mine of it may be blown already.
    pub folded: bool,
}

impl Path {
    /// A submarine that starts there.
    pub fn starting(cell: Cell, weight: f32) -> Path {
        Path {
            trail: Board15::of(cell),
            mines: [Mine::NONE; SLOTS],
            weight,
            silences: SILENCE_PRIOR,
            manners: MANNER_PRIOR,
            heading: None,
            cell,
            lost: 0,
            folded: false,
        }
    }

    /// Whether the two differ in nothing but their weight.
    pub fn same_as(&self, other: &Path) -> bool {
        self.cell == other.cell
            && self.lost == other.lost
            && self.folded == other.folded
            && self.trail == other.trail
            && self.mines == other.mines
    }

    /// Adds the weight of another path that is the same. The styles become the weighted means.
    pub fn join(&mut self, other: &Path) {
        let all = (self.weight + other.weight).max(f32::MIN_POSITIVE);
        let (own, theirs) = (self.weight / all, other.weight / all);
        for (share, more) in self.silences.iter_mut().zip(&other.silences) {
            *share = *share * own + more * theirs;
        }
        for (share, more) in self.manners.iter_mut().zip(&other.manners) {
            *share = *share * own + more * theirs;
        }
        if theirs > own {
            self.heading = other.heading;
        }
        self.weight += other.weight;
    }

    /// A number that is equal for paths that are the same; mines count if `with_mines`.
    pub fn fingerprint(&self, with_mines: bool) -> u64 {
        let mut hasher = gridkit::hash::Hasher::default();
        self.trail.words().hash(&mut hasher);
        if with_mines {
            for pair in self.mines.chunks_exact(4) {
                let word = pair.iter().fold(0_u64, |word, mine| {
                    word << 16 | (mine.from.index() as u64) << 8 | u64::from(mine.dirs)
                });
                hasher.write_u64(word);
            }
        }
        hasher.write_u64((self.cell.index() as u64) << 8 | u64::from(self.lost));
        // The low bits of this hash are weak; bring down the high ones.
        let hash = hasher.finish();
        hash ^ hash >> 32
    }

    /// Takes in the other path: this one then represents both.
    ///
    /// The trail keeps what both have certainly visited, each mine what either allows.
    pub fn absorb(&mut self, other: &Path, slots: &mut [Board15; SLOTS]) {
        self.trail &= other.trail;
        for ((mine, theirs), slot) in self.mines.iter_mut().zip(&other.mines).zip(slots.iter_mut())
        {
            *mine = mine.either(*theirs, slot);
        }
        self.join(other);
        self.folded = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;

    fn cell(x: i32, y: i32) -> Cell {
        cell_at(x, y).unwrap()
    }

    #[test]
    fn a_mine_is_on_a_neighbour() {
        let spots = Board15::of(cell(4, 3)) | Board15::of(cell(5, 4));
        let mine = Mine::laid(cell(4, 4), spots);
        assert_eq!(mine.spots(Board15::EMPTY), spots);
        assert!(
            mine.can_be_at(cell(4, 3), Board15::EMPTY)
                && !mine.can_be_at(cell(3, 4), Board15::EMPTY)
        );
        let mine = mine.not_at(cell(4, 3));
        assert_eq!(mine.only_spot(), Some(cell(5, 4)));
        assert!(!mine.not_at(cell(5, 4)).exists());
        assert!(!Mine::laid(cell(4, 4), Board15::EMPTY).exists());
    }

    #[test]
    fn folding_keeps_every_spot() {
        let mut slot = Board15::EMPTY;
        let a = Mine::laid(cell(4, 4), Board15::of(cell(4, 3)));
        let b = Mine::laid(cell(4, 4), Board15::of(cell(4, 5)));
        let both = a.either(b, &mut slot);
        assert!(slot.is_empty() && both.spots(slot) == a.spots(slot) | b.spots(slot));
        let far = Mine::laid(cell(9, 9), Board15::of(cell(9, 8)));
        let all = both.either(far, &mut slot);
        assert!(all.is_loose());
        assert_eq!(all.spots(slot), both.spots(slot) | far.spots(slot));
        assert_eq!(all.not_at(cell(9, 8)), all);
        assert_eq!(Mine::NONE.either(far, &mut slot), far);
    }
}
