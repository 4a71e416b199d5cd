//! Which cells can be reached at all: [`reach`], 64 cells at a time.

use crate::{BitGrid, Point};

/// Fills `reached` with the cells of `open` that are reached from one of the `sources` by steps
/// along rows and columns over cells of `open`. Sources that are not in `open` do not count.
///
/// Much cheaper than a distance field where only the question "whether" matters. `reached` takes
/// the size of `open` and is allocated only when it grows.
///
/// Each row is filled along its runs of open cells a word at a time; sweeps down and up the rows
/// follow each other until one changes nothing. Maps that wind up and down often, such as a snake
/// of columns, need a sweep for each turn.
///
/// ```
/// use gridkit::{reach, BitGrid, Point, Walls};
///
/// let walls = Walls::parse("
///     . . # . .
///     . # # # .
///     . . . # .", '#')?;
/// let open = BitGrid::open(&walls);
/// let mut reached = BitGrid::default();
/// reach(&open, &[Point::new(1, 2)], &mut reached);
/// assert_eq!(reached.to_string(), "
/// x x . . .
/// x . . . .
/// x x x . .".trim_start());
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
pub fn reach(open: &BitGrid, sources: &[Point], reached: &mut BitGrid) {
    reached.reset(open.width(), open.height());
    let row = open.words_in_a_row();
    for &source in sources.iter().filter(|&&source| open.contains(source)) {
        reached.set(source, true);
        let here = source.y as usize * row..(source.y as usize + 1) * row;
        fill_row(&open.words()[here.clone()], &mut reached.words_mut()[here]);
    }
    let (open, height) = (open.words(), open.height());
    let reached = reached.words_mut();
    let mut first_time = true;
    loop {
        // A sweep down leaves nothing to do for the next sweep down, unless one up lies between.
        let mut news = false;
        for y in 1..height {
            let (above, here) = reached.split_at_mut(y * row);
            let above = &above[(y - 1) * row..];
            news |= spread_to_row(above, &open[y * row..][..row], &mut here[..row]);
        }
        if !news && !first_time {
            return;
        }
        news = false;
        for y in (1..height).rev() {
            let (here, below) = reached.split_at_mut(y * row);
            let here = &mut here[(y - 1) * row..];
            news |= spread_to_row(&below[..row], &open[(y - 1) * row..][..row], here);
        }
        if !news {
            return;
        }
        first_time = false;
    }
}

/// Adds to a row what is reached from the row beside it; true if that was anything.
fn spread_to_row(beside: &[u64], open: &[u64], reached: &mut [u64]) -> bool {
    let mut news = 0;
    for ((beside, open), reached) in beside.iter().zip(open).zip(reached.iter_mut()) {
        let new = beside & open & !*reached;
        *reached |= new;
        news |= new;
    }
    if news != 0 {
        fill_row(open, reached);
    }
    news != 0
}

/// Fills each run of open cells of a row that holds a reached one; all reached cells are open.
fn fill_row(open: &[u64], reached: &mut [u64]) {
    // To the east, towards higher bits: adding the reached bits to the open ones makes a carry
    // run from the first reached bit of a run to its end, and clears what it passes.
    let mut carry = 0;
    for (&open, reached) in open.iter().zip(reached.iter_mut()) {
        let seeds = *reached | carry & open;
        *reached = open & !open.wrapping_add(seeds) | seeds;
        carry = *reached >> 63;
    }
    // To the west, where no carry goes: in steps of 1, 2, 4 ... 32 cells.
    let mut carry = 0;
    for (&open, reached) in open.iter().zip(reached.iter_mut()).rev() {
        let seeds = *reached | carry & open;
        let mut filled = seeds;
        if seeds >> 1 & open & !seeds != 0 {
            let mut through = open;
            for step in [1, 2, 4, 8, 16, 32] {
                filled |= filled >> step & through;
                through &= through >> step;
            }
        }
        *reached = filled;
        carry = filled << 63;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn a_row_is_filled_run_by_run() {
        let mut rng = Rng::new(4);
        for _ in 0..2_000 {
            let words = 1 + rng.below(3);
            let often = rng.unit();
            let open: Vec<bool> = (0..64 * words).map(|_| rng.chance(often)).collect();
            let seed: Vec<bool> = open.iter().map(|&open| open && rng.chance(0.1)).collect();
            let mut expected = seed.clone();
            for _ in 0..2 {
                for x in 1..64 * words {
                    expected[x] |= open[x] && expected[x - 1];
                }
                expected.reverse();
                let backwards: Vec<_> = open.iter().rev().collect();
                for x in 1..64 * words {
                    expected[x] |= *backwards[x] && expected[x - 1];
                }
                expected.reverse();
            }
            let pack = |bits: &[bool]| -> Vec<u64> {
                let word = |bits: &[bool]| (0..64).map(|x| u64::from(bits[x]) << x).sum();
                bits.chunks(64).map(word).collect()
            };
            let mut reached = pack(&seed);
            fill_row(&pack(&open), &mut reached);
            assert_eq!(reached, pack(&expected));
        }
    }

    #[test]
    fn a_snake_of_columns_is_followed_to_its_end() {
        let walls = crate::Walls::from_fn(41, 9, |point| {
            point.x % 2 == 1 && point.y != if point.x % 4 == 1 { 8 } else { 0 }
        });
        let open = BitGrid::open(&walls);
        let mut reached = BitGrid::default();
        reach(&open, &[Point::new(40, 3)], &mut reached);
        assert_eq!(reached, open);
    }

    #[test]
    fn nothing_is_reached_from_nowhere() {
        let open = BitGrid::open(&crate::Walls::from_fn(3, 1, |point| point.x == 1));
        let mut reached = open.clone();
        reach(&open, &[Point::new(1, 0), Point::new(3, 0)], &mut reached);
        assert_eq!(reached.count(), 0);
        reach(&BitGrid::default(), &[], &mut reached);
        assert_eq!(reached, BitGrid::default());
    }
}
