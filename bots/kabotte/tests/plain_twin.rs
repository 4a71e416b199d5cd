//! The search against an exhaustive one, on small random tracks.

use std::collections::HashSet;

use kabotte::circuit::LineRule;
use kabotte::graph::Graph;
use kabotte::motion::{passage, Event, Motion, Vector};
use kabotte::search::{search, Origin};
use kabotte::stops::{Course, Stops};
use kabotte::tour::Tour;
use kabotte::track::{Cell, Tile, Track};
use proptest::prelude::*;

/// A state of the plain search: the motion and the bits of the open checkpoints.
type State = (Motion, u16);

/// The states that one move leads to, and how many moves finish.
fn moves(track: &Track, (car, open): State, taken: &[Cell]) -> (Vec<State>, u64) {
    let (mut next, mut finishes) = (Vec::new(), 0);
    for vector in car.vector.nearby().filter(|vector| *vector != Vector::ZERO) {
        let to = car.next(vector);
        if taken.contains(&to.at) {
            continue;
        }
        match passage(track, car.at, vector, true).map(|passage| passage.event) {
            None => {}
            Some(Event::Finish) if open == 0 => finishes += 1,
            Some(Event::Checkpoint(checkpoint)) => next.push((to, open & !(1 << checkpoint.0))),
            Some(_) => next.push((to, open)),
        }
    }
    (next, finishes)
}

/// Fewest moves and number of ways, level by level over all states.
fn plain(track: &Track, cars: &[Motion], open: u16, taken: &[Cell]) -> Option<(u16, u64)> {
    let mut level: Vec<(State, u64)> = cars.iter().map(|car| ((*car, open), 1)).collect();
    let mut seen: HashSet<State> = HashSet::new();
    for count in 1.. {
        let mut next: Vec<(State, u64)> = Vec::new();
        let mut ways = 0;
        let taken = if count == 1 { taken } else { &[] };
        for (state, here) in &level {
            let (states, finishes) = moves(track, *state, taken);
            ways += finishes * here;
            for state in states.into_iter().filter(|state| !seen.contains(state)) {
                match next.iter_mut().find(|(other, _)| *other == state) {
                    // Two start cells lead to different motions; two ways to one are added up.
                    Some((_, ways)) => *ways += here,
                    None => next.push((state, *here)),
                }
            }
        }
        if ways > 0 {
            return Some((count, ways));
        }
        if next.is_empty() {
            return None;
        }
        seen.extend(next.iter().map(|(state, _)| *state));
        level = next;
    }
    None
}

fn tracks() -> impl Strategy<Value = String> {
    let cell = prop_oneof![12 => Just('O'), 4 => Just('X'), 1 => Just('1'), 1 => Just('2'), 1 => Just('7')];
    (3_usize..11, 3_usize..8).prop_flat_map(move |(width, height)| {
        let cells = prop::collection::vec(cell.clone(), width * height);
        let place = 0..width * height;
        (cells, place.clone(), place.clone(), place).prop_map(
            move |(mut cells, start, other, finish)| {
                cells[start] = 'S';
                cells[other] = 'S';
                cells[finish] = 'F';
                if !cells.contains(&'S') {
                    cells[(finish + 1) % (width * height)] = 'S';
                }
                let rows = cells.chunks(width).map(|row| row.iter().collect::<String>());
                rows.collect::<Vec<_>>().join("\n")
            },
        )
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn moves_and_ways_are_those_of_the_plain_search(code in tracks(), choose in any::<u16>()) {
        let track = Track::parse(&code).unwrap();
        let starts: Vec<Cell> = track.cells_of(Tile::Start).collect();
        let cars: Vec<Motion> = starts.iter().map(|cell| Motion::at_rest(*cell)).collect();
        let course = Course::new(track.numbers().len(), false);
        let open = choose & course.all().0;
        let graph = Graph::new(&track, true, LineRule::FREE, &starts);
        let tour = Tour::new(&graph, course);
        let around = Vector::ZERO.nearby().map(|vector| cars[0].at.after(vector));
        let taken: Vec<Cell> =
            around.enumerate().filter(|(bit, _)| choose >> (bit + 6) & 1 == 1).map(|it| it.1).collect();
        let origin = Origin { cars: &cars, open: Stops(open), taken: &taken };
        let plan = search(&graph, &tour, &origin);
        let found = plan.as_ref().map(|plan| (plan.moves(), plan.ways()));
        prop_assert_eq!(found, plain(&track, &cars, open, &taken), "{}", code);
        if let Some(plan) = plan {
            prop_assert_eq!(plan.way(&graph, &tour, Stops(open)).len(), usize::from(plan.moves()));
        }
    }
}
