//! The expected cost of repetitions, compared with a plain enumeration of every place in every round.

use gridkit::{Deadline, Rng};
use kabotte::circuit::Direction;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::joint::Outlook;
use kabotte::repeats::{Draw, Expected, Repeats};
use kabotte::rules::MoveNumber;
use kabotte::search::successors;
use kabotte::solve::{Race, Settings};
use kabotte::stops::Stops;
use kabotte::tour::FAR;
use kabotte::track::Track;

use crate::common::crowd::{narrow_track, Known};

const CRASH: f32 = 6.0;
const DETOUR: u16 = 2;

struct Plain<'a> {
    race: &'a Race,
    outlook: &'a Known<'a>,
    cars: usize,
}

impl Plain<'_> {
    fn after(&self, node: Node, open: Option<Stops>, was_first: bool, depth: u8) -> Expected {
        let open = match open {
            None => return Expected::default(),
            Some(open) => open,
        };
        let left = self.outlook.left(node, open);
        if depth == 0 && left < FAR {
            return Expected { moves: f32::from(left), crash: 0.0 };
        }
        let mut sum = Expected::default();
        // The cars that move before ours.
        for before in 0..self.cars {
            let many = if self.cars >= 14 {
                3
            } else if self.cars >= 7 {
                2
            } else {
                1
            };
            let is_spared = self.cars <= 3 && was_first;
            let repetition = self.race.graph().repetition(node);
            let expected = match repetition.filter(|_| before < many && !is_spared) {
                Some(next) => self.make(next, open, before == 0, depth),
                None => self.best(node, open, before == 0, depth),
            };
            sum.moves += expected.moves / self.cars as f32;
            sum.crash += expected.crash / self.cars as f32;
        }
        sum
    }

    fn make(&self, node: Node, open: Stops, was_first: bool, depth: u8) -> Expected {
        let open = self.race.course().after(open, self.race.graph().mark(node));
        let expected = self.after(node, open, was_first, depth.saturating_sub(1));
        Expected { moves: expected.moves + 1.0, ..expected }
    }

    fn best(&self, node: Node, open: Stops, was_first: bool, depth: u8) -> Expected {
        let (graph, course) = (self.race.graph(), self.race.course());
        let left = |next: &Node| {
            course.after(open, graph.mark(*next)).map_or(0, |open| self.outlook.left(*next, open))
        };
        let next: Vec<Node> = successors(graph, node, MoveNumber(0)).collect();
        let least = next.iter().map(left).min().unwrap_or(FAR);
        let good = next.iter().filter(|it| left(it) < FAR && left(it) <= least + DETOUR);
        let all = good.map(|next| self.make(*next, open, was_first, depth));
        let bound = f32::from(self.race.tour().at_least(node, open));
        all.min_by(|one, two| one.moves.partial_cmp(&two.moves).expect("numbers"))
            .unwrap_or(Expected { moves: bound + CRASH, crash: 1.0 })
    }
}

#[test]
fn the_cost_of_repetitions_is_the_mean_over_all_places_in_all_rounds() {
    let mut random = Rng::new(11);
    let (mut compared, mut dangerous, mut slower) = (0, 0, 0);
    while compared < 1_500 {
        let track = match narrow_track(9, 0.2, &mut random) {
            Some(track) => track,
            None => continue,
        };
        let settings = Settings { direction: Direction::Free, ..Settings::USUAL };
        let race = Race::new(&track, settings, &mut Deadline::after_nodes(u64::MAX));
        let mut exact = Exact::default();
        let all = race.course().all();
        let is_ready = !race.graph().is_empty()
            && exact.prepare(&race, all, &mut Deadline::after_nodes(u64::MAX));
        if !is_ready {
            continue;
        }
        let outlook = Known(&exact);
        for cars in [1, 2, 3, 4, 6, 7, 13, 14] {
            let plain = Plain { race: &race, outlook: &outlook, cars };
            let mut repeats = Repeats::new(&race, &outlook, Draw::of(cars), CRASH);
            let node = Node(random.below(race.graph().len()) as u32);
            let open = Stops(random.below(usize::from(all.0) + 1) as u16);
            let (was_first, depth) = (random.chance(0.5), random.below(4) as u8);
            let wanted = plain.after(node, Some(open), was_first, depth);
            let found = repeats.after((node, Some(open)), was_first, 0.0, depth);
            let differ = |one: f32, two: f32| (one - two).abs() > 1e-3 * (1.0 + one.abs());
            assert!(!differ(wanted.moves, found.moves), "{wanted:?} {found:?} {cars} cars");
            assert!(!differ(wanted.crash, found.crash), "{wanted:?} {found:?} {cars} cars");
            compared += 1;
            dangerous += u32::from(found.crash > 0.0 && found.crash < 1.0);
            let left = outlook.left(node, open);
            slower += u32::from(found.moves > f32::from(left) + 0.01);
        }
    }
    assert!(dangerous > 20 && slower > 300, "{dangerous} {slower}");
}

#[test]
fn a_car_on_the_target_of_the_repetition_takes_its_cost_away() {
    let code = "SOOOOOOOX\nSOOOOOOOX\nSOOOOOOOX\nXXXXXXOOX\nXXXXXXFFX";
    let settings = Settings { direction: Direction::Free, ..Settings::USUAL };
    let track = Track::parse(code).expect("a track");
    let race = Race::new(&track, settings, &mut Deadline::after_nodes(u64::MAX));
    let mut exact = Exact::default();
    let open = race.course().all();
    assert!(exact.prepare(&race, open, &mut Deadline::after_nodes(u64::MAX)));
    let outlook = Known(&exact);
    let mut repeats = Repeats::new(&race, &outlook, Draw::of(4), CRASH);
    let mut cheaper = 0;
    for node in race.graph().nodes() {
        let mut after = |protection| repeats.after((node, Some(open)), false, protection, 3).moves;
        let (never, half, always) = (after(0.0), after(0.5), after(1.0));
        assert!((half - (never + always) / 2.0).abs() < 1e-3 * (1.0 + half));
        cheaper += u32::from(always < never - 0.01);
    }
    assert!(cheaper > 20, "{cheaper}");
}
