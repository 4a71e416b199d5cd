//! From anywhere back to the source of a field: [`walk_down`].

use crate::cell::{Dir, Point};
use crate::distance::Distances;

/// The walk from `from` down a field to the nearest source, one direction a step.
///
/// Where several neighbours are nearest, `choose` picks one of them; it gets at least one, in the
/// order of [`Dir::ALL`]. The walk from a source, a wall, an unreached cell or a point outside the
/// map is empty.
///
/// ```
/// use gridkit::{walk_down, Dir, DistanceSearch, Distances, Point, Walls};
///
/// let walls = Walls::parse("
///     . . . .
///     . # . .
///     . . . .", '#')?;
/// let mut field = Distances::new();
/// DistanceSearch::new().run(&walls, &[Point::new(0, 0)], &mut field);
/// assert_eq!(field.to_string(), "
/// 0 1 2 3
/// 1 # 3 4
/// 2 3 4 5".trim_start());
///
/// let walk = |choose: fn(&[Dir]) -> Dir| -> String {
///     walk_down(&field, Point::new(3, 2), choose).map(Dir::letter).collect()
/// };
/// assert_eq!(walk(|best| best[0]), "NNWWW", "the first of N, S, W, E");
/// assert_eq!(walk(|best| best[best.len() - 1]), "WWWNN", "the last of them");
///
/// // Straight on if that is as good.
/// let mut last = Dir::West;
/// let straight = |best: &[Dir]| {
///     last = *best.iter().find(|&&dir| dir == last).unwrap_or(&best[0]);
///     last
/// };
/// assert_eq!(walk_down(&field, Point::new(3, 1), straight).count(), 4);
///
/// // Any of them, but the same for the same seed.
/// let mut rng = gridkit::Rng::new(5);
/// let any = |best: &[Dir]| best[rng.below(best.len())];
/// assert_eq!(walk_down(&field, Point::new(3, 2), any).count(), 5);
/// # Ok::<(), gridkit::ShapeError>(())
/// ```
pub fn walk_down<'a>(
    field: &'a Distances,
    from: Point,
    choose: impl FnMut(&[Dir]) -> Dir + 'a,
) -> impl Iterator<Item = Dir> + 'a {
    let mut choose = choose;
    let mut at = from;
    std::iter::from_fn(move || {
        let dir = step_down(field, at, &mut choose)?;
        at = at.step(dir);
        Some(dir)
    })
}

/// The first step of [`walk_down`].
///
/// ```
/// use gridkit::{step_down, Dir, DistanceSearch, Distances, Point, Walls};
///
/// let walls = Walls::none(3, 3);
/// let mut field = Distances::new();
/// DistanceSearch::new().run(&walls, &[Point::new(1, 1)], &mut field);
/// assert_eq!(step_down(&field, Point::new(0, 1), |best| best[0]), Some(Dir::East));
/// assert_eq!(step_down(&field, Point::new(2, 2), |best| best[0]), Some(Dir::North));
/// assert_eq!(step_down(&field, Point::new(1, 1), |best| best[0]), None, "we are there");
/// ```
pub fn step_down(
    field: &Distances,
    from: Point,
    choose: impl FnOnce(&[Dir]) -> Dir,
) -> Option<Dir> {
    let mut lowest = field.get(from)?;
    let mut best = [Dir::North; 4];
    let mut count = 0;
    for dir in Dir::ALL {
        match field.get(from.step(dir)) {
            Some(steps) if steps < lowest => {
                lowest = steps;
                best[0] = dir;
                count = 1;
            }
            Some(steps) if steps == lowest && count > 0 => {
                best[count] = dir;
                count += 1;
            }
            _ => {}
        }
    }
    if count == 0 {
        None
    } else {
        Some(choose(&best[..count]))
    }
}
