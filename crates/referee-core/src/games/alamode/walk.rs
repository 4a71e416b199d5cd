//! Walking: the square that a chef reaches on its way to another one.
//!
//! There are often several shortest ways, and the official referee takes the one that its search
//! finds first. It uses Dijkstra's algorithm with the Java platform's binary heap; the order of equal keys in that heap
//! decides, so this code does the same. Steps are counted in halves: a straight one is 2, a diagonal one (only to
//! tables) is 3.
//!
//! The floor is the same in all kitchens, and the kind of a table does not matter here. So there are only 30 starts,
//! each with 30 squares of the partner or without a partner: all searches are made once per process.

mod heap;

use std::sync::LazyLock;

use gridkit::{Point, Square11x7 as Square};

use super::kitchen::{FLOOR, SQUARES};
use heap::Heap;

/// The greatest cost of a walk in a turn: four steps, and half a step that changes nothing.
const REACH: u8 = 9;
/// The cost of squares that the search does not reach.
const FAR: u8 = u8::MAX;

/// Neighbours in the order of the official referee, with the cost of getting there: first the
/// straight ones W N S E, then NW SW NE SE.
const NEIGHBOURS: [(Point, u8); 8] = [
    (Point::new(-1, 0), 2),
    (Point::new(0, -1), 2),
    (Point::new(0, 1), 2),
    (Point::new(1, 0), 2),
    (Point::new(-1, -1), 3),
    (Point::new(-1, 1), 3),
    (Point::new(1, -1), 3),
    (Point::new(1, 1), 3),
];

/// A square's neighbours in order. There are no diagonal steps between floor squares.
fn neighbours(at: Square) -> impl Iterator<Item = (Square, u8)> {
    let floor = FLOOR.contains(at);
    NEIGHBOURS.iter().filter_map(move |&(delta, cost)| {
        let there = Square::at(at.point() + delta)?;
        let slanting = cost == 3;
        (!(slanting && floor && FLOOR.contains(there))).then_some((there, cost))
    })
}

/// The result of a search from one square.
struct Field {
    /// Cost of each square, [`FAR`] if the search does not come to it.
    cost: [u8; SQUARES],
    /// The floor that a chef can get to in a turn, in the order in which the search came to it.
    within_reach: Vec<Square>,
}

impl Field {
    fn search(from: Square, blocked: Option<Square>) -> Self {
        let mut field = Self { cost: [FAR; SQUARES], within_reach: Vec::new() };
        let mut heap = Heap::default();
        heap.push(0, from);
        while let Some((cost, at)) = heap.pop() {
            if field.reaches(at) {
                continue;
            }
            field.cost[at.index()] = cost;
            if !FLOOR.contains(at) {
                continue;
            }
            if cost <= REACH {
                field.within_reach.push(at);
            }
            // Tables are pushed, too: they influence the order of equal keys in the heap.
            for (there, more) in neighbours(at) {
                if Some(there) != blocked && !field.reaches(there) {
                    heap.push(cost + more, there);
                }
            }
        }
        field
    }

    fn cost(&self, at: Square) -> u8 {
        self.cost[at.index()]
    }

    fn reaches(&self, at: Square) -> bool {
        self.cost(at) != FAR
    }
}

/// The searches from every square of the floor, for every square that may be blocked; the last is
/// the one with none.
static FIELDS: LazyLock<Vec<Vec<Field>>> = LazyLock::new(|| {
    let blocked = || FLOOR.iter().map(Some).chain([None]);
    FLOOR.iter().map(|from| blocked().map(|it| Field::search(from, it)).collect()).collect()
});

/// A square's number among the floor.
static NUMBERS: LazyLock<[usize; SQUARES]> = LazyLock::new(|| {
    let mut numbers = [usize::MAX; SQUARES];
    for (number, at) in FLOOR.iter().enumerate() {
        numbers[at.index()] = number;
    }
    numbers
});

fn field(from: Square, blocked: Option<Square>) -> &'static Field {
    let last = FLOOR.count() as usize;
    let blocked = blocked.map_or(last, |at| NUMBERS[at.index()]);
    &FIELDS[NUMBERS[from.index()]][blocked]
}

/// The square of a chef after a turn in which it walks towards a target, given the square of its living partner. Both
/// are on the floor, on different squares; the target may be any square.
///
/// It walks at most four steps, around the partner. For a table the goal is the nearest floor square next to it; for
/// the partner's square, or one that the partner makes unreachable, the nearest floor square next to the partner. If
/// the goal is too far for one turn, the walk ends on the square nearest to it.
///
/// # Panics
/// One of them is not on the floor.
pub fn destination(from: Square, partner: Option<Square>, target: Square) -> Square {
    let reached = field(from, partner);
    let goal = goal(reached, partner, target);
    if reached.cost(goal) <= REACH {
        return goal;
    }
    let rest = field(goal, partner);
    let nearest = reached.within_reach.iter().min_by_key(|at| rest.cost(**at));
    *nearest.expect("a chef reaches at least where it stands")
}

/// The floor square that is the goal of a chef.
fn goal(reached: &Field, partner: Option<Square>, target: Square) -> Square {
    if FLOOR.contains(target) && Some(target) != partner {
        if reached.reaches(target) {
            return target;
        }
    } else {
        let beside = neighbours(target).map(|(at, _)| at);
        let beside = beside.filter(|at| FLOOR.contains(*at) && reached.reaches(*at));
        if let Some(nearest) = beside.min_by_key(|at| reached.cost(*at)) {
            return nearest;
        }
    }
    // Unreachable: to the partner. The floor is connected, so a square next to the partner can be reached.
    goal(reached, partner, partner.expect("without a partner every square can be reached"))
}
