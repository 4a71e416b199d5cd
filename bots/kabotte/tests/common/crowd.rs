//! Cars close together on small random tracks.

use gridkit::{Deadline, Rng};
use kabotte::circuit::Direction;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::joint::{Car, Outlook};
use kabotte::rules::MoveNumber;
use kabotte::search::successors;
use kabotte::solve::{Race, Settings};
use kabotte::stops::Stops;
use kabotte::tour::FAR;
use kabotte::track::Track;

/// A move with the stops that are open after it; `None` after the finish.
pub type Move = (Node, Option<Stops>);

/// The moves left from every state.
pub struct Known<'a>(pub &'a Exact);

impl Outlook for Known<'_> {
    fn left(&self, node: Node, open: Stops) -> u16 {
        self.0.left(node, open).expect("it was prepared")
    }
}

/// Two or three cars, of which the first is to move.
pub struct Crowd {
    pub race: Race,
    pub exact: Exact,
    pub cars: Vec<Car>,
}

impl Crowd {
    /// A crowd; `None` if its track is invalid or fewer than two of its cars can go on.
    pub fn draw(random: &mut Rng) -> Option<Crowd> {
        let track = narrow_track(7, 0.15, random)?;
        let settings = Settings { direction: Direction::Free, ..Settings::USUAL };
        let race = Race::new(&track, settings, &mut Deadline::after_nodes(u64::MAX));
        let mut exact = Exact::default();
        let all = race.course().all();
        let is_ready = !race.graph().is_empty()
            && exact.prepare(&race, all, &mut Deadline::after_nodes(u64::MAX));
        if !is_ready {
            return None;
        }
        let seats = 2 + random.below(2);
        let mut cars: Vec<Car> = (0..seats).filter_map(|_| car(&race, &exact, random)).collect();
        cars.first_mut()?.has_moved = false;
        Some(Crowd { race, exact, cars }).filter(|crowd| crowd.cars.len() > 1)
    }
}

/// A track of three rows with a checkpoint, so narrow that cars often block each other. A cell is outside the
/// track with the probability `outside`.
pub fn narrow_track(width: usize, outside: f64, random: &mut Rng) -> Option<Track> {
    let cell = |x: usize, y: usize, random: &mut Rng| match (x, y) {
        (0, _) => 'S',
        _ if x == width - 1 => 'F',
        (_, 1) if x == width / 2 => '1',
        _ if random.chance(outside) => 'X',
        _ => 'O',
    };
    let row = |y| (0..width).map(|x| cell(x, y, random)).collect();
    let rows: Vec<String> = (0..3).map(row).collect();
    Track::parse(&rows.join("\n")).ok()
}

/// A car in a random state, with the moves that lead home.
fn car(race: &Race, exact: &Exact, random: &mut Rng) -> Option<Car> {
    let (graph, course) = (race.graph(), race.course());
    let node = Node(random.below(graph.len()) as u32);
    let open = Stops(random.below(usize::from(course.all().0) + 1) as u16);
    let next = successors(graph, node, MoveNumber(0))
        .map(|next| (next, course.after(open, graph.mark(next))))
        .filter(|it| it.1.map_or(true, |open| exact.left(it.0, open) < Some(FAR)));
    let first: Vec<Move> = next.collect();
    let weight = random.below(4) as f32 * 0.3;
    let (has_moved, is_mate) = (random.chance(0.3), random.chance(0.3));
    Some(Car { at: graph.motion(node).at, first, has_moved, weight, is_mate })
        .filter(|car| !car.first.is_empty())
}
