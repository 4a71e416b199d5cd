//! Tests of the choice of a move among other cars.

use gridkit::{Deadline, Rng, Tunable};
use kabotte::choose::{Field, Offer, Rival};
use kabotte::circuit::Direction;
use kabotte::exact::Exact;
use kabotte::graph::Node;
use kabotte::joint::Outlook;
use kabotte::motion::Motion;
use kabotte::params::Params;
use kabotte::rules::MoveNumber;
use kabotte::solve::{Race, Settings};
use kabotte::tour::FAR;
use kabotte::track::{Cell, Track};

/// A narrow road with a wall in it.
const CODE: &str = "SOOOXOOOOOF\nSOOOOOOXOOF\nSOOOXOOOOOF";

struct Road {
    race: Race,
    exact: Exact,
}

impl Road {
    fn new() -> Road {
        let settings = Settings { direction: Direction::Free, ..Settings::USUAL };
        let mut deadline = Deadline::after_nodes(u64::MAX);
        let race = Race::new(&Track::parse(CODE).unwrap(), settings, &mut deadline);
        let mut exact = Exact::default();
        assert!(exact.prepare(&race, race.course().all(), &mut deadline));
        Road { race, exact }
    }

    fn car(&self, random: &mut Rng) -> Motion {
        let graph = self.race.graph();
        graph.motion(Node(random.below(graph.len()) as u32))
    }

    /// Our car among others, anywhere.
    fn field<'a>(&'a self, params: &'a Params, random: &mut Rng, rivals: usize) -> Field<'a> {
        let open = self.race.course().all();
        let number = MoveNumber(5);
        let rival = |random: &mut Rng| {
            let has_moved = random.chance(0.5);
            Rival { car: self.car(random), number, open, has_moved, is_mate: false }
        };
        Field {
            params,
            race: &self.race,
            exact: &self.exact,
            all_block: false,
            is_peaceful: false,
            draw: None,
            car: self.car(random),
            number,
            open,
            set_back: None,
            rivals: (0..rivals).map(|_| rival(random)).collect(),
        }
    }

    /// The free moves from which a way leads home.
    fn offers(&self, field: &Field<'_>) -> Vec<Offer> {
        let (graph, course) = (self.race.graph(), self.race.course());
        let offer = |node: Node| {
            let open = course.after(field.open, graph.mark(node));
            let left = open.map_or(0, |open| field.left(node, open));
            Offer { node, open, left, ways: 1, surcharge: 0.0 }
        };
        let is_free = |offer: &Offer| {
            let at = graph.motion(offer.node).at;
            !field.rivals.iter().any(|rival| rival.has_moved && rival.car.at == at)
        };
        let all = self.race.first_moves(field.car, field.number).into_iter().map(offer);
        all.filter(|offer| offer.left < FAR && is_free(offer)).collect()
    }
}

/// The result of a choice.
struct Choice {
    is_safe: bool,
    /// The probability of a crash that it accepts.
    peril: f32,
    left: u16,
    least: u16,
    /// The moves left after the quickest of the safe moves.
    least_safe: Option<u16>,
    after_crash: u16,
}

impl Choice {
    fn takes_a_chance(&self) -> bool {
        !self.is_safe && self.peril > 0.0
    }
}

/// Choices in random fields, with a cell to which crashes lead if there is one.
fn choices(params: &[(&str, &str)], set_back: Option<Cell>) -> Vec<Choice> {
    let mut set = Params { plays: 50, ..Params::default() };
    for (name, value) in params {
        set.set(name, value).unwrap();
    }
    let road = Road::new();
    let mut random = Rng::new(11);
    let mut choices = Vec::new();
    for _ in 0..400 {
        let field = Field { set_back, ..road.field(&set, &mut random, 4) };
        let offers = road.offers(&field);
        let near: Vec<&Rival> = field.near().collect();
        if let Some(chosen) = field.choose(&offers) {
            let moves = field.weigh(offers, &near);
            let safe = field.safe(&moves, &near, None);
            let taken = moves.iter().find(|it| it.offer.node == chosen.node).unwrap();
            choices.push(Choice {
                is_safe: safe.contains(taken),
                peril: taken.prospect.map_or(0.0, |it| it.crash).max(taken.peril),
                left: chosen.left,
                least: moves.iter().map(|it| it.offer.left).min().unwrap(),
                least_safe: safe.iter().map(|it| it.offer.left).min(),
                after_crash: field.after_crash(),
            });
        }
    }
    choices
}

#[test]
fn no_chance_of_a_crash_is_taken_without_a_gamble_if_a_safe_move_is_cheap() {
    let has_safe = |it: &&Choice| it.least_safe.is_some();
    let strict = choices(&[("gamble", "0"), ("wary", "99")], None);
    assert_eq!(strict.iter().filter(has_safe).filter(|it| it.takes_a_chance()).count(), 0);
    let bold = choices(&[("gamble", "1"), ("wary", "0")], None);
    assert!(bold.iter().filter(has_safe).filter(|it| it.takes_a_chance()).count() > 3);
}

#[test]
fn safety_costs_no_more_than_what_is_allowed() {
    let allowed = |choice: &Choice, wary| choice.left <= choice.least + wary;
    let detour = 1;
    let hasty = choices(&[("gamble", "0"), ("wary", "0")], None);
    // If no quick move is safe, it chooses among the quick ones.
    let is_unsafe = |it: &&Choice| it.least_safe.map_or(false, |left| left > it.least + detour);
    assert!(hasty.iter().filter(is_unsafe).all(|it| allowed(it, detour)));
    let wary = choices(&[("gamble", "0"), ("wary", "99")], None);
    assert!(wary.iter().filter(is_unsafe).any(|it| !allowed(it, detour)));
}

#[test]
fn a_safe_move_that_costs_no_more_than_the_crash_is_preferred_to_the_chance_of_one() {
    let start = Cell { x: 0, y: 1 };
    let worth_it = |it: &&Choice| it.least_safe.map_or(false, |left| left <= it.after_crash);
    let choices = choices(&[("gamble", "0"), ("wary", "0")], Some(start));
    assert_eq!(choices.iter().filter(worth_it).filter(|it| it.takes_a_chance()).count(), 0);
    assert!(choices.iter().filter(worth_it).any(|it| it.least_safe > Some(it.least + 1)));
}

#[test]
fn in_a_large_crowd_the_nearest_cars_are_played_whatever_their_seats() {
    let params = Params { plays: 20, ..Params::default() };
    let road = Road::new();
    let mut random = Rng::new(12);
    let mut compared = 0;
    for _ in 0..100 {
        let mut field = road.field(&params, &mut random, 24);
        for rival in &mut field.rivals {
            rival.has_moved = false;
        }
        let offers = road.offers(&field);
        let prospects = |field: &Field<'_>| -> Vec<Option<f32>> {
            let near: Vec<&Rival> = field.near().collect();
            let moves = field.weigh(offers.clone(), &near);
            moves.iter().map(|it| it.prospect.map(|prospect| prospect.worth)).collect()
        };
        let one = prospects(&field);
        field.rivals.reverse();
        assert_eq!(one, prospects(&field));
        compared += usize::from(one.iter().flatten().count() > 1);
    }
    assert!(compared > 20, "{compared}");
}
