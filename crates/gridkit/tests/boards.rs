//! On random small boards of many shapes, bitboards agree with sets of points.

use crate::plain::{self, Map};
use gridkit::{Bitboard, Board11x7, Board15, Dir, Point, Square};
use proptest::prelude::*;
use std::collections::BTreeSet;

type Points = BTreeSet<(i32, i32)>;

/// The points of a board in the order of its squares: row by row.
fn points<const W: usize, const H: usize, const N: usize>(board: Bitboard<W, H, N>) -> Points {
    let in_order: Vec<_> = board.iter().map(Square::point).collect();
    assert!(in_order.windows(2).all(|two| (two[0].y, two[0].x) < (two[1].y, two[1].x)));
    assert_eq!(in_order.len(), board.count() as usize);
    in_order.into_iter().map(|point| (point.x, point.y)).collect()
}

fn check<const W: usize, const H: usize, const N: usize>(share: f64, seed: u64) {
    let map = Map::random(W, H, share, seed);
    let other_map = Map::random(W, H, 0.5, seed ^ 1);
    let square = |point: Point| Square::<W, H>::at(point).unwrap();
    let board = |map: &Map| -> Bitboard<W, H, N> {
        map.points().filter(|&point| map.wall[map.index(point)]).map(square).collect()
    };
    let (a, b) = (board(&map), board(&other_map));
    let (set_a, set_b) = (points(a), points(b));
    let all: Points = map.points().map(|point| (point.x, point.y)).collect();

    assert_eq!(points(Bitboard::<W, H, N>::FULL), all);
    assert_eq!(points(a | b), &set_a | &set_b);
    assert_eq!(points(a & b), &set_a & &set_b);
    assert_eq!(points(a ^ b), &set_a ^ &set_b);
    assert_eq!(points(a - b), &set_a - &set_b);
    assert_eq!(points(!a), &all - &set_a);
    assert_eq!(a.meets(b), !set_a.is_disjoint(&set_b));
    assert_eq!(a.is_within(b), set_a.is_subset(&set_b));
    assert_eq!(a.is_empty(), set_a.is_empty());
    assert_eq!(Bitboard::from_words(a.words()), a);
    assert_eq!(Bitboard::from_words([u64::MAX; N]), Bitboard::<W, H, N>::FULL);
    assert_eq!(Bitboard::parse(&a.to_string(), 'x'), Ok(a));

    let moved = |steps: &[(i32, i32)]| -> Points {
        let one = |&(x, y): &(i32, i32)| steps.iter().map(move |(dx, dy)| (x + dx, y + dy));
        set_a.iter().flat_map(one).filter(|point| all.contains(point)).collect()
    };
    for dir in Dir::ALL {
        assert_eq!(points(a.shift(dir)), moved(&[(dir.dx(), dir.dy())]));
    }
    for square in Bitboard::<W, H, N>::FULL {
        let point = square.point();
        assert_eq!(Square::at(point), Some(square));
        assert_eq!(i32::from(square.colour()), (point.x + point.y) % 2);
        for dir in Dir::ALL {
            let next = Square::at(point.step(dir));
            assert_eq!(square.step(dir), next);
            assert_eq!(a.step(square, dir), next.filter(|&next| a.contains(next)));
        }
    }
    let cross = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    let ring = [(0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
    assert_eq!(points(a.neighbours()), moved(&cross));
    assert_eq!(points(a.grow()), &moved(&cross) | &set_a);
    assert_eq!(points(a.neighbours_king()), moved(&ring));
    assert_eq!(points(a.grow_king()), &moved(&ring) | &set_a);

    let mut rest = a;
    let mut popped = Vec::new();
    while let Some(square) = rest.pop() {
        assert_eq!(a.nth(popped.len() as u32), Some(square));
        let alone = Bitboard::of(square);
        assert!(alone.contains(square) && alone.count() == 1);
        assert_eq!(a.without(square), a - alone);
        assert_eq!((a - alone).with(square), a);
        popped.push(square);
    }
    assert_eq!(popped, a.iter().collect::<Vec<_>>());
    assert_eq!(a.first(), popped.first().copied());
    assert_eq!(a.nth(popped.len() as u32), None);

    // Walls are the squares of `a`; the wave starts from a few squares of `b`.
    let starts: Bitboard<W, H, N> = b.iter().step_by(1 + (W * H) / 3).collect();
    let sources: Vec<_> = (starts - a).iter().map(Square::point).collect();
    let steps = starts.distances(!a);
    let reached = starts.flood(!a);
    for (point, expected) in map.points().zip(plain::distances(&map, &sources)) {
        let expected = if expected == u32::MAX { None } else { Some(expected as u8) };
        assert_eq!(steps.get(square(point)), expected, "{steps:?}");
        assert_eq!(reached.has(point), expected.is_some(), "{reached:?}");
    }
    assert!(starts.flood(!a).is_within(!a));

    // The same squares race with a few others, some of which may be theirs, too.
    let rivals: Bitboard<W, H, N> = b.iter().skip(1).step_by(1 + (W * H) / 2).collect();
    let raced = starts.race(rivals, !a);
    assert_eq!(raced.map(points), plain_race([points(starts), points(rivals)], &all - &set_a));
}

/// Both sides go on step by step from what they have reached last.
fn plain_race(starts: [Points; 2], mut open: Points) -> [Points; 2] {
    let (mut last, mut reached) = (starts, [Points::new(), Points::new()]);
    while last.iter().any(|side| !side.is_empty()) {
        let beside = |(x, y): &(i32, i32)| [(*x, y - 1), (*x, y + 1), (x - 1, *y), (x + 1, *y)];
        let entered = last.map(|side| -> Points {
            side.iter().flat_map(beside).filter(|point| open.contains(point)).collect()
        });
        open = entered.iter().fold(open, |open, side| &open - side);
        last = [&entered[0] - &entered[1], &entered[1] - &entered[0]];
        for (all, new) in reached.iter_mut().zip(&last) {
            all.extend(new);
        }
    }
    reached
}

proptest! {
    #[test]
    fn boards_of_many_shapes_agree(share in 0.0..0.7, seed: u64) {
        check::<15, 15, 4>(share, seed);
        check::<11, 7, 2>(share, seed);
        check::<1, 1, 1>(share, seed);
        check::<1, 100, 4>(share, seed);
        check::<62, 3, 3>(share, seed);
        check::<7, 8, 1>(share, seed);
        check::<31, 7, 4>(share, seed);
        check::<3, 60, 4>(share, seed);
        check::<12, 18, 4>(share, seed);
    }
}

#[test]
fn the_longest_way_on_a_board_is_measured() {
    // Columns joined at alternating ends.
    let walls: Board15 = Board15::FULL
        .iter()
        .filter(|&square| {
            let Point { x, y } = square.point();
            x % 2 == 1 && y != if x % 4 == 1 { 14 } else { 0 }
        })
        .collect();
    let start = Board15::at(Point::new(0, 0));
    let end = Square::at(Point::new(14, 0)).unwrap();
    assert_eq!(start.distances(!walls).get(end), Some(8 * 14 + 7 * 2));
    assert_eq!(start.flood(!walls), !walls);
}

#[test]
fn a_start_on_a_wall_reaches_nothing() {
    let start = Board11x7::of(Square::NORTH_WEST);
    assert!(start.flood(!start).is_empty());
    assert_eq!(start.distances(!start).steps(), &[255; 256]);
}
