//! The moves that cars took from each other by their positions.
//!
//! On a turn of *B*, a car *A* in the way has taken moves if *B* needs more moves than it would without *A*,
//! with all others in place. *A* has forced a crash if *B* has no move, but would have one without *A* from
//! which a way leads to the finish. The Kanalysator counts both as blocks.

use gridkit::Deadline;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::motion::Motion;
use kabotte::protocol::{Kind, Start, Turn};
use kabotte::rules::MoveNumber;
use kabotte::solve::Race;
use kabotte::tour::FAR;

/// A turn of any car.
pub struct Seen {
    pub start: Start,
    pub turn: Turn,
}

/// The moves that a car took from others, minus the moves that they took from it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Net {
    pub moves: i32,
    pub crashes: i32,
}

/// The moves that the car of a seat took in a race.
pub fn net(seen: &[Seen], seat: usize) -> Net {
    let mut net = Net::default();
    let (race, mut exact) = match seen.first() {
        Some(Seen { start, .. }) => {
            let mut deadline = Deadline::after_nodes(u64::MAX);
            (Race::new(&start.track, start.settings, &mut deadline), Exact::default())
        }
        None => return net,
    };
    let seats = seen[0].start.seats;
    let mut before: Vec<Option<Motion>> = vec![None; seats];
    let mut crossed = vec![false; seats];
    for Seen { start, turn } in seen {
        let victim = start.seat;
        let car = turn.cars[victim];
        let is_crash = turn.records.iter().any(|it| it.seat == victim && it.kind == Kind::Crash);
        let from = if is_crash { before[victim] } else { car.motion };
        if let Some(from) = from {
            let open = race.open(car.collected, crossed[victim]);
            exact.prepare(&race, open, &mut Deadline::after_nodes(u64::MAX));
            let left = |node: &Node| match race.course().after(open, race.graph().mark(*node)) {
                None => 0,
                Some(open) => {
                    exact.left(*node, open).unwrap_or_else(|| race.tour().at_least(*node, open))
                }
            };
            let number = MoveNumber(car.moves.max(1));
            let first = race.first_moves(from, number);
            let moves = first.iter().map(|node| (race.graph().motion(*node), left(node)));
            let moves: Vec<(Motion, u16)> = moves.collect();
            for by in (0..seats).filter(|by| *by != victim && (*by == seat || victim == seat)) {
                let sign = if by == seat { 1 } else { -1 };
                let (with, without) =
                    (least(start, turn, &moves, None), least(start, turn, &moves, Some(by)));
                match (with, without) {
                    (None, Some(left)) if left < FAR => net.crashes += sign,
                    (Some(with), Some(without)) if with < FAR => {
                        net.moves += sign * (i32::from(with) - i32::from(without));
                    }
                    _ => {}
                }
            }
        }
        for record in &turn.records {
            if record.kind == Kind::Move {
                let node = race.graph().node(record.motion, MoveNumber(0));
                crossed[record.seat] |=
                    node.map_or(false, |node| race.graph().mark(node).crosses_line());
            }
        }
        for (before, car) in before.iter_mut().zip(&turn.cars) {
            *before = car.motion;
        }
    }
    net
}

/// The fewest moves that are left after a free move, with or without a car in the way; `None` if none is free.
fn least(
    start: &Start,
    turn: &Turn,
    moves: &[(Motion, u16)],
    without: Option<usize>,
) -> Option<u16> {
    let is_free = |motion: &Motion| {
        let mut others = turn
            .cars
            .iter()
            .enumerate()
            .filter(|it| it.0 != start.seat && Some(it.0) != without && it.1.is_racing);
        !others.any(|(_, car)| {
            (car.has_moved || start.all_block) && car.motion.map(|it| it.at) == Some(motion.at)
        })
    };
    moves.iter().filter(|it| is_free(&it.0)).map(|it| it.1).min()
}
