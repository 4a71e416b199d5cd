//! What becomes of all cars after a move of ours: the race is played on for some rounds, many times.
//!
//! In every round the cars move in a random order. Each of them makes one of its quickest moves that are
//! free, with equal chances. Beyond the rounds that are played every car drives on alone. All moves of
//! ours are tried with the same orders, so that luck does not decide between them.

use gridkit::{floats, FastMap, Rng};

use crate::graph::Node;
use crate::joint::{Car, Outlook, Place, CRASHED, HOME};
use crate::params::Params;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

/// Cars that are played at most, ours among them.
pub const MOST_CARS: usize = 16;

/// How races are played on.
#[derive(Clone, Copy, Debug)]
pub struct Terms {
    /// Complete rounds after the present one.
    pub rounds: u16,
    /// Races after each move of ours.
    pub plays: u32,
    /// What a crash costs a car, in moves.
    pub crash: f32,
    /// How many rounds make the difference between cars that will come home together and others.
    pub close: f32,
    /// Worth of a place in the ranking.
    pub place: f32,
    /// Worth of a move.
    pub pace: f32,
    /// Worth of the places and moves of each team mate, as a share of the own ones.
    pub mates: f32,
}

impl Terms {
    /// Those of a race. A peaceful car is in nobody's way for the places.
    pub fn of(params: &Params, is_peaceful: bool) -> Terms {
        Terms {
            rounds: params.play_rounds as u16,
            plays: params.plays as u32,
            crash: params.crash as f32,
            close: params.play_close as f32,
            place: if is_peaceful { 0.0 } else { params.place as f32 },
            pace: if is_peaceful { 1.0 } else { params.pace as f32 },
            mates: params.mates as f32,
        }
    }
}

/// What comes of a move of ours.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Prospect {
    /// Places and moves, weighed.
    pub worth: f32,
    /// The share of the races in which the car crashes at its next turn.
    pub crash: f32,
}

/// The stand of a car that has not been looked up yet.
const UNKNOWN: Place = u32::MAX - 2;

/// A move of a car.
#[derive(Clone, Copy, Debug)]
struct Choice {
    node: Node,
    open: Option<Stops>,
    at: Cell,
    left: u16,
    /// The stand of the car after it.
    place: Place,
}

/// The cars in a race that is played on.
#[derive(Clone, Copy)]
struct Field {
    places: [Place; MOST_CARS],
    cells: [Cell; MOST_CARS],
    /// The round at whose end each car is expected home; the present one is 0.
    home: [f32; MOST_CARS],
    has_moved: u16,
}

/// Races that are played on.
pub struct Rollouts<'a, O> {
    race: &'a Race,
    outlook: &'a O,
    all_block: bool,
    terms: Terms,
    cars: usize,
    /// Team mates of our car, a bit each.
    mates: u16,
    /// By place: where the choices of a car begin and end in the list of all, the quickest first.
    stands: Vec<(u32, u32)>,
    choices: Vec<Choice>,
    places: FastMap<(Node, Stops), Place>,
}

impl<'a, O: Outlook> Rollouts<'a, O> {
    pub fn new(race: &'a Race, outlook: &'a O, all_block: bool, terms: Terms) -> Self {
        let (stands, choices, places) = (Vec::new(), Vec::new(), FastMap::default());
        let (cars, mates) = (0, 0);
        Rollouts { race, outlook, all_block, terms, cars, mates, stands, choices, places }
    }

    /// What comes of each first move of our car, which is the first of these and about to move.
    pub fn prospects(&mut self, cars: &[Car]) -> Vec<Prospect> {
        let root = self.root(cars);
        let (begin, end) = self.stands[root.places[0] as usize];
        let mut prospects = vec![Prospect::default(); (end - begin) as usize];
        let share = 1.0 / self.terms.plays as f32;
        for play in 0..self.terms.plays {
            for (prospect, first) in prospects.iter_mut().zip(begin..end) {
                let mut random = Rng::new(u64::from(play));
                let mut field = root;
                self.go(&mut field, 0, first, 0);
                let crash = self.play(&mut field, &mut random);
                prospect.worth += self.worth(&field.home) * share;
                prospect.crash += if crash == Some(1) { share } else { 0.0 };
            }
        }
        prospects
    }

    /// The cars at the beginning.
    fn root(&mut self, cars: &[Car]) -> Field {
        self.cars = cars.len().min(MOST_CARS);
        let mates = cars.iter().take(self.cars).enumerate();
        self.mates = mates.fold(0, |bits, (index, car)| bits | u16::from(car.is_mate) << index);
        let mut root = Field {
            places: [HOME; MOST_CARS],
            cells: [Cell { x: 0, y: 0 }; MOST_CARS],
            home: [0.0; MOST_CARS],
            has_moved: 0,
        };
        for (index, car) in cars.iter().take(self.cars).enumerate() {
            let begin = self.choices.len();
            for (node, open) in &car.first {
                let choice = self.choice(*node, *open);
                if index == 0 || choice.left < FAR {
                    self.choices.push(choice);
                }
            }
            if index > 0 {
                self.choices[begin..].sort_by_key(|choice| choice.left);
            }
            let left = self.choices.get(begin).map_or(FAR, |choice| choice.left);
            root.home[index] = f32::from(left) + f32::from(u8::from(car.has_moved));
            root.cells[index] = car.at;
            root.has_moved |= u16::from(car.has_moved) << index;
            root.places[index] = self.add(begin);
        }
        root
    }

    fn choice(&self, node: Node, open: Option<Stops>) -> Choice {
        let left = open.map_or(0, |open| self.outlook.left(node, open));
        let place = if open.is_some() { UNKNOWN } else { HOME };
        Choice { node, open, at: self.race.graph().motion(node).at, left, place }
    }

    /// Adds a stand whose choices are the last of all.
    fn add(&mut self, begin: usize) -> Place {
        self.stands.push((begin as u32, self.choices.len() as u32));
        self.stands.len() as Place - 1
    }

    /// The stand of a car after a choice.
    #[inline]
    fn place(&mut self, index: u32) -> Place {
        let known = self.choices[index as usize].place;
        if known == UNKNOWN {
            self.look_up(index)
        } else {
            known
        }
    }

    #[cold]
    fn look_up(&mut self, index: u32) -> Place {
        let Choice { node, open, .. } = self.choices[index as usize];
        let key = open.map(|open| (node, open));
        let place = match (key, key.and_then(|key| self.places.get(&key))) {
            (None, _) => HOME,
            (Some(_), Some(place)) => *place,
            (Some(key), None) => {
                let place = self.stand(key);
                self.places.insert(key, place);
                place
            }
        };
        self.choices[index as usize].place = place;
        place
    }

    /// A stand with all moves after which no crash is certain.
    fn stand(&mut self, (node, open): (Node, Stops)) -> Place {
        let (graph, course) = (self.race.graph(), self.race.course());
        let begin = self.choices.len();
        for next in successors(graph, node, MoveNumber(0)) {
            let choice = self.choice(next, course.after(open, graph.mark(next)));
            if choice.left < FAR {
                self.choices.push(choice);
            }
        }
        self.choices[begin..].sort_by_key(|choice| choice.left);
        self.add(begin)
    }

    /// Plays on from the present round. Returns in which one our car crashes.
    fn play(&mut self, field: &mut Field, random: &mut Rng) -> Option<u16> {
        let mut crash = None;
        for round in 0..=self.terms.rounds {
            if round > 0 {
                field.has_moved = 0;
            }
            let mut order = [0_u8; MOST_CARS];
            let order = &mut order[..self.cars];
            order.iter_mut().zip(0..).for_each(|(place, car)| *place = car);
            random.shuffle(order);
            for car in order.iter().map(|car| usize::from(*car)) {
                let is_racing = field.places[car] < UNKNOWN;
                if is_racing && field.has_moved >> car & 1 == 0 {
                    if let Some(index) = self.pick(field, car, random) {
                        self.go(field, car, index, round);
                    } else {
                        field.places[car] = CRASHED;
                        field.home[car] += self.terms.crash;
                        if car == 0 {
                            crash = Some(round);
                        }
                    }
                }
            }
            if field.places[0] >= UNKNOWN {
                break;
            }
        }
        crash
    }

    /// Makes a move.
    #[inline]
    fn go(&mut self, field: &mut Field, car: usize, index: u32, round: u16) {
        field.places[car] = self.place(index);
        let choice = &self.choices[index as usize];
        field.cells[car] = choice.at;
        field.home[car] = f32::from(round) + f32::from(choice.left.min(FAR));
        field.has_moved |= 1 << car;
    }

    /// One of the quickest moves of a car that are free.
    #[inline]
    fn pick(&self, field: &Field, car: usize, random: &mut Rng) -> Option<u32> {
        let (begin, end) = self.stands[field.places[car] as usize];
        let mut chosen = None;
        let (mut least, mut count) = (u16::MAX, 0);
        for index in begin..end {
            let choice = &self.choices[index as usize];
            if choice.left > least {
                break;
            }
            if self.is_taken(field, car, choice.at) {
                continue;
            }
            least = choice.left;
            count += 1;
            if count == 1 || random.below(count) == 0 {
                chosen = Some(index);
            }
        }
        chosen
    }

    /// Whether another car keeps a car from ending its move on a cell.
    #[inline]
    fn is_taken(&self, field: &Field, mover: usize, cell: Cell) -> bool {
        (0..self.cars).any(|car| {
            let blocks = self.all_block || field.has_moved >> car & 1 == 1;
            field.cells[car] == cell && car != mover && blocks && field.places[car] < UNKNOWN
        })
    }

    /// What it is worth that the cars come home in these rounds: the places in the ranking, and the moves.
    fn worth(&self, home: &[f32; MOST_CARS]) -> f32 {
        let own = self.worth_of(home, 0);
        if self.mates == 0 {
            return own;
        }
        let mates = (1..self.cars).filter(|car| self.mates >> car & 1 == 1);
        own + self.terms.mates * mates.map(|car| self.worth_of(home, car)).sum::<f32>()
    }

    /// What it is worth to a car of our team.
    fn worth_of(&self, home: &[f32; MOST_CARS], car: usize) -> f32 {
        let is_ahead = |rival: f32| {
            let behind = (rival - home[car]) / self.terms.close;
            1.0 / (1.0 + floats::exp(behind.into()) as f32)
        };
        let rivals = (1..self.cars).filter(|rival| self.mates >> rival & 1 == 0);
        let ahead: f32 = rivals.map(|rival| is_ahead(home[rival])).sum();
        -self.terms.place * ahead - self.terms.pace * home[car]
    }
}
