//! Keeping the number of paths bounded without ever losing the true one.

use std::cmp::Ordering;
use std::mem;

use gridkit::Board15;

use super::path::{Path, SLOTS};

const FREE: u32 = u32::MAX;

/// Losses are told apart up to this many lives; no turn can cost more than nine.
const LOSSES: usize = 10;

/// Finds paths that can replace each other.
pub struct Folder {
    /// Open addressing: indices into the paths already kept.
    table: Vec<u32>,
    /// Work space for the paths kept.
    kept: Vec<Path>,
    /// Work space for finding the weight at the cap.
    weights: Vec<f32>,
}

impl Folder {
    /// A folder without any work space yet.
    pub fn new() -> Folder {
        Folder { table: Vec::new(), kept: Vec::new(), weights: Vec::new() }
    }

    /// Makes one of paths that differ in nothing but their weight. Exact.
    pub fn unite_equal(&mut self, paths: &mut Vec<Path>) {
        self.unite(paths, true, Path::same_as, Path::join);
    }

    /// Makes one of paths that differ in their mines only. The submarine's places stay exact.
    pub fn unite_mines(&mut self, paths: &mut Vec<Path>, slots: &mut [Board15; SLOTS]) {
        self.unite(
            paths,
            false,
            |a, b| a.cell == b.cell && a.lost == b.lost && a.trail == b.trail,
            |a, b| a.absorb(b, slots),
        );
    }

    /// Keeps the `cap` likeliest paths as they are and makes one of all others that end on the
    /// same cell with the same losses. Safe: what was possible stays possible.
    pub fn fold_unlikely(
        &mut self,
        paths: &mut Vec<Path>,
        cap: usize,
        slots: &mut [Board15; SLOTS],
    ) {
        if paths.len() <= cap {
            return;
        }
        self.weights.clear();
        self.weights.extend(paths.iter().map(|path| path.weight));
        let (_, &mut least, _) = self
            .weights
            .select_nth_unstable_by(cap, |a, b| b.partial_cmp(a).unwrap_or(Ordering::Equal));
        let above = paths.iter().filter(|path| path.weight > least).count();
        let mut equals_left = cap.saturating_sub(above);
        let mut place = [FREE; 256 * LOSSES];
        self.kept.clear();
        for path in paths.iter() {
            // Among equal weights the first ones stay, so the result does not depend on how the
            // selection went about it.
            if path.weight > least || path.weight >= least && equals_left > 0 {
                equals_left -= usize::from(path.weight <= least);
                self.kept.push(*path);
                continue;
            }
            let losses = usize::from(path.lost).min(LOSSES - 1);
            let at = &mut place[path.cell.index() * LOSSES + losses];
            if *at == FREE {
                *at = self.kept.len() as u32;
                self.kept.push(*path);
            } else {
                self.kept[*at as usize].absorb(path, slots);
            }
        }
        mem::swap(paths, &mut self.kept);
    }

    fn unite(
        &mut self,
        paths: &mut Vec<Path>,
        with_mines: bool,
        same: impl Fn(&Path, &Path) -> bool,
        mut merge: impl FnMut(&mut Path, &Path),
    ) {
        let size = (2 * paths.len()).next_power_of_two();
        self.table.clear();
        self.table.resize(size, FREE);
        self.kept.clear();
        for path in paths.iter() {
            let mut place = path.fingerprint(with_mines) as usize & (size - 1);
            loop {
                let index = self.table[place];
                if index == FREE {
                    self.table[place] = self.kept.len() as u32;
                    self.kept.push(*path);
                    break;
                }
                let other = &mut self.kept[index as usize];
                if same(other, path) {
                    merge(other, path);
                    break;
                }
                place = (place + 1) & (size - 1);
            }
        }
        mem::swap(paths, &mut self.kept);
    }
}
