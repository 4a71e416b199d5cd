//! How far a submarine can still go before it must surface.

use gridkit::{Board15, Dir};

use crate::map::{Cell, Map};

/// An estimate of the steps a submarine can make from `at` when it may enter the cells of `free`
/// and none of them twice. Never less than the truth.
///
/// The longest path is hard to find, but an upper bound is easy: the water consists of *chambers*
/// that are joined at single cells (the biconnected components of its graph, by the algorithm of
/// Hopcroft and Tarjan). A path that leaves a chamber through such a cell cannot come back, so only
/// one chain of chambers counts. Within a chamber a path alternates between the two colours of a
/// chessboard, so that it cannot have many more cells of one colour than of the other.
///
/// ```text
/// . . x . .      From the cell S either the left chamber or the right one
/// . . S . .      can be filled, not both.
/// . . x . .
/// ```
///
/// ```
/// use gridkit::Board15;
/// use ocean::map::cell_at;
/// // A corridor of five cells; from the middle only one half can be walked.
/// let corridor: Board15 = (0..5).filter_map(|x| cell_at(x, 7)).collect();
/// assert_eq!(ocean::space::room(cell_at(0, 7).unwrap(), corridor), 4);
/// assert_eq!(ocean::space::room(cell_at(2, 7).unwrap(), corridor), 2);
/// ```
pub fn room(at: Cell, free: Board15) -> u32 {
    let region = Board15::of(at).flood(free | Board15::of(at));
    let mut chambers = Chambers {
        region,
        depth: [0; 256],
        low: [0; 256],
        beyond: [0; 256],
        stack: [at; 256],
        top: 0,
    };
    chambers.visit(at, 1);
    u32::from(chambers.beyond[at.index()])
}

struct Chambers {
    region: Board15,
    /// Depth in the search tree; 0 where it has not been.
    depth: [u8; 256],
    /// The least depth that the subtree reaches by one edge.
    low: [u8; 256],
    /// The most steps beyond a cell through the chambers that hang from it.
    beyond: [u16; 256],
    /// The cells not yet in a closed chamber, `top` of them.
    stack: [Cell; 256],
    top: usize,
}

impl Chambers {
    fn visit(&mut self, cell: Cell, depth: u8) {
        self.depth[cell.index()] = depth;
        self.low[cell.index()] = depth;
        self.stack[self.top] = cell;
        self.top += 1;
        for dir in Dir::ALL {
            let next = match self.region.step(cell, dir) {
                Some(next) => next,
                None => continue,
            };
            if self.depth[next.index()] != 0 {
                self.low[cell.index()] = self.low[cell.index()].min(self.depth[next.index()]);
                continue;
            }
            self.visit(next, depth + 1);
            self.low[cell.index()] = self.low[cell.index()].min(self.low[next.index()]);
            if self.low[next.index()] >= depth {
                self.close_chamber(cell, next);
            }
        }
    }

    /// The cells above `first` on the stack, `first` included, are a chamber entered at `door`.
    fn close_chamber(&mut self, door: Cell, first: Cell) {
        let door_colour = door.colour();
        let mut sizes = [0_u16; 2];
        let mut farther = 0;
        loop {
            self.top -= 1;
            let cell = self.stack[self.top];
            sizes[usize::from(cell.colour() != door_colour)] += 1;
            farther = farther.max(self.beyond[cell.index()]);
            if cell == first {
                break;
            }
        }
        let [same, other] = sizes;
        let steps = if other > same { 2 * same + 1 } else { 2 * other };
        let beyond = &mut self.beyond[door.index()];
        *beyond = (*beyond).max(steps + farther);
    }
}

/// The steps of a submarine that always goes to the neighbour with the fewest free neighbours
/// (Warnsdorff's rule): a lower bound.
pub fn walk(at: Cell, free: Board15) -> u32 {
    let mut free = free.without(at);
    let mut at = at;
    let mut steps = 0;
    loop {
        let mut best: Option<(u32, Cell)> = None;
        for dir in Dir::ALL {
            let next = match free.step(at, dir) {
                Some(next) => next,
                None => continue,
            };
            // A dead end comes last.
            let ways = match (Board15::of(next).neighbours() & free).count() {
                0 => 9,
                ways => ways,
            };
            if best.map_or(true, |(fewest, _)| ways < fewest) {
                best = Some((ways, next));
            }
        }
        match best {
            Some((_, next)) => {
                at = next;
                free.clear(next);
                steps += 1;
            }
            None => return steps,
        }
    }
}

/// The cells from which a game can be started with the most room: the largest lake.
pub fn start_cells(map: &Map) -> Board15 {
    map.lakes().first().copied().unwrap_or(Board15::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::map::cell_at;
    use gridkit::Rng;
    use proptest::prelude::*;

    /// The plain twin: tries every path.
    fn longest(at: Cell, free: Board15) -> u32 {
        Dir::ALL
            .iter()
            .filter_map(|&dir| at.step(dir))
            .filter(|&next| free.contains(next))
            .map(|next| 1 + longest(next, free.without(next)))
            .max()
            .unwrap_or(0)
    }

    #[test]
    fn only_one_of_two_chambers_counts() {
        let drawing = "
            . . x . . . x . .
            . . . . S . . . .
            . . x . . . x . ."
            .lines()
            .map(|row| format!("{:x<15}", row.replace(char::is_whitespace, "").replace('S', ".")))
            .filter(|row| row.contains('.'));
        let mut rows: Vec<String> = drawing.collect();
        rows.resize(15, "x".repeat(15));
        let water = Map::from_rows(&rows).unwrap().water();
        let at = cell_at(4, 1).unwrap();
        // The middle chamber has 8 other cells and two doors; beyond a door there are 7 more, of
        // which the colours let a path use 6... or it stays in the middle.
        let estimate = room(at, water.without(at));
        let truth = longest(at, water.without(at));
        assert!(truth <= estimate && estimate < water.count() - 1, "{truth} {estimate}");
    }

    #[test]
    fn an_open_sea_is_filled_but_for_the_parity() {
        let sea = Board15::FULL;
        let corner = cell_at(0, 0).unwrap();
        assert_eq!(room(corner, sea.without(corner)), 224);
        let beside = cell_at(1, 0).unwrap();
        assert_eq!(room(beside, sea.without(beside)), 223);
    }

    proptest! {
        #[test]
        fn the_truth_lies_between_walk_and_room(seed in any::<u64>()) {
            let mut rng = Rng::new(seed);
            let pool: Board15 = (0..5).flat_map(|y| (0..5).filter_map(move |x| cell_at(x, y))).collect();
            let free: Board15 = pool.iter().filter(|_| !rng.chance(0.3)).collect();
            let at = pool.nth(rng.below(25) as u32).unwrap();
            let free = free.without(at);
            let truth = longest(at, free);
            prop_assert!(truth <= room(at, free));
            prop_assert!(walk(at, free) <= truth);
        }
    }
}
