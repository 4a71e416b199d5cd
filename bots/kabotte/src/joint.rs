//! What may happen among cars that can get in each other's way: a search through their joint situations.
//!
//! Who moves next in a round is any of those that still have to, with equal chances: that is the same as
//! a random order drawn at the beginning, and situations that differ in the order alone are one.
//! Other cars make one of their quickest moves that are free, with equal chances. Our car makes the move
//! that is best for it: each of its own moves counts, and each move that another car loses counts
//! by the *weight* of that car. Beyond the rounds that are looked at, every car drives on alone.

use gridkit::FastMap;

use crate::graph::Node;
use crate::rules::MoveNumber;
use crate::search::successors;
use crate::solve::Race;
use crate::stops::Stops;
use crate::tour::FAR;
use crate::track::Cell;

/// Cars that are looked at together, ours among them.
pub const MOST_CARS: usize = 6;

/// Our own moves may be slower than the quickest free one by this number of moves.
const DETOUR: u16 = 1;

/// Something for each car; ours is the first.
pub type Each<T> = [T; MOST_CARS];

/// What the search weighs, and how far it looks.
#[derive(Clone, Copy, Debug)]
pub struct Weighing {
    /// What a crash costs a car, in moves: it is set back, and has to gain speed again.
    pub crash: f32,
    /// Share of the rivals' choices that are the worst for us.
    pub malice: f32,
    /// Complete rounds that are looked at after the present one, at most.
    pub rounds: u8,
    /// Moves that are looked at, at most.
    pub looks: u32,
}

/// How many moves are left after a motion with these stops open.
pub trait Outlook {
    fn left(&self, node: Node, open: Stops) -> u16;
}

/// The state of a car at the root.
#[derive(Clone, Debug)]
pub struct Car {
    pub at: Cell,
    /// The moves that it can make first, with what is open after each; `None` after the finish.
    pub first: Vec<(Node, Option<Stops>)>,
    pub has_moved: bool,
    /// How much a move that it loses is worth to us: less than nothing for a team mate, nothing for our own car.
    pub weight: f32,
    /// Whether it is a team mate of ours.
    pub is_mate: bool,
}

/// The number of a car's stand; one of these two for a car that has left the track.
pub(crate) type Place = u32;
pub(crate) const HOME: Place = u32::MAX;
pub(crate) const CRASHED: Place = u32::MAX - 1;

/// A move of a car.
#[derive(Clone, Copy, Debug)]
struct Choice {
    node: Node,
    open: Option<Stops>,
    at: Cell,
    left: u16,
}

/// The state of a car, and its next moves, the quickest first.
struct Stand {
    at: Cell,
    left: u16,
    /// Where its choices begin and end in the list of all.
    choices: (u32, u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Situation {
    places: Each<Place>,
    /// A bit for each car that has moved in this round.
    moved: u8,
    /// Complete rounds that are still looked at after this one.
    rounds: u8,
}

/// A search through joint situations.
pub struct Joint<'a, O> {
    race: &'a Race,
    outlook: &'a O,
    all_block: bool,
    weighing: Weighing,
    cars: usize,
    weights: Each<f32>,
    stands: Vec<Stand>,
    choices: Vec<Choice>,
    places: FastMap<(Node, Stops), Place>,
    /// The moves that each car is expected to need from a situation on.
    known: FastMap<Situation, Each<f32>>,
    looks: u32,
}

impl<'a, O: Outlook> Joint<'a, O> {
    pub fn new(race: &'a Race, outlook: &'a O, all_block: bool, weighing: Weighing) -> Self {
        Joint {
            race,
            outlook,
            all_block,
            weighing,
            cars: 0,
            weights: [0.0; MOST_CARS],
            stands: Vec::new(),
            choices: Vec::new(),
            places: FastMap::default(),
            known: FastMap::default(),
            looks: 0,
        }
    }

    /// What each first move of our car, which is the first of these and about to move, is worth: minus the
    /// moves that it is expected to need, plus the weighted moves of the others. Rounds are added as
    /// long as there are looks left. Also returns how many rounds after this one were looked at.
    pub fn values(&mut self, cars: &[Car]) -> (Vec<f32>, u8) {
        let root = self.root(cars);
        // Not even this round: what is left alone has to do.
        let ours = self.stands[root.places[0] as usize].choices;
        let alone = |index: u32| -1.0 - f32::from(self.choices[index as usize].left);
        let mut best = ((ours.0..ours.1).map(alone).collect(), 0);
        for rounds in 0..=self.weighing.rounds {
            match self.values_from(Situation { rounds, ..root }) {
                Some(values) => best = (values, rounds),
                None => break,
            }
            if self.cars < 2 {
                break;
            }
        }
        best
    }

    /// The same after this number of complete rounds; `None` if the looks do not suffice for them.
    pub fn values_after(&mut self, cars: &[Car], rounds: u8) -> Option<Vec<f32>> {
        let root = self.root(cars);
        self.values_from(Situation { rounds, ..root })
    }

    /// The situation at the beginning.
    fn root(&mut self, cars: &[Car]) -> Situation {
        self.cars = cars.len().min(MOST_CARS);
        let mut root = Situation { places: [HOME; MOST_CARS], moved: 0, rounds: 0 };
        for (index, car) in cars.iter().take(self.cars).enumerate() {
            let begin = self.choices.len();
            for (node, open) in &car.first {
                let choice = self.choice(*node, *open);
                if index == 0 || choice.left < FAR {
                    self.choices.push(choice);
                }
            }
            let mut left = 0;
            if index > 0 {
                self.choices[begin..].sort_by_key(|choice| choice.left);
                // A crash costs a car what it would have needed.
                left = self.choices.get(begin).map_or(FAR, |choice| choice.left + 1);
            }
            root.places[index] = self.add(car.at, left, begin);
            root.moved |= u8::from(car.has_moved) << index;
            self.weights[index] = car.weight;
        }
        root
    }

    /// What the moves of our car are worth, in the order in which they were given.
    fn values_from(&mut self, root: Situation) -> Option<Vec<f32>> {
        let (begin, end) = self.stands[root.places[0] as usize].choices;
        let value = |index: u32| {
            let choice = self.choices[index as usize];
            self.after(&root, 0, choice).map(|costs| self.worth(&costs))
        };
        (begin..end).map(value).collect()
    }

    fn worth(&self, costs: &Each<f32>) -> f32 {
        let others = costs.iter().zip(&self.weights).skip(1).take(self.cars - 1);
        others.map(|(cost, weight)| cost * weight).sum::<f32>() - costs[0]
    }

    fn choice(&self, node: Node, open: Option<Stops>) -> Choice {
        let left = open.map_or(0, |open| self.outlook.left(node, open));
        Choice { node, open, at: self.race.graph().motion(node).at, left }
    }

    /// Adds a stand whose choices are the last of all.
    fn add(&mut self, at: Cell, left: u16, begin: usize) -> Place {
        let choices = (begin as u32, self.choices.len() as u32);
        self.stands.push(Stand { at, left, choices });
        self.stands.len() as Place - 1
    }

    /// The place of a car after a move.
    fn place(&mut self, choice: Choice) -> Place {
        let open = match choice.open {
            Some(open) => open,
            None => return HOME,
        };
        if let Some(place) = self.places.get(&(choice.node, open)) {
            return *place;
        }
        let (graph, course) = (self.race.graph(), self.race.course());
        let begin = self.choices.len();
        for node in successors(graph, choice.node, MoveNumber(0)) {
            let next = self.choice(node, course.after(open, graph.mark(node)));
            // A move after which a crash is certain is as good as none.
            if next.left < FAR {
                self.choices.push(next);
            }
        }
        self.choices[begin..].sort_by_key(|choice| choice.left);
        let place = self.add(choice.at, choice.left, begin);
        self.places.insert((choice.node, open), place);
        place
    }

    /// Whether another car keeps a car from ending its move on a cell.
    fn is_taken(&self, situation: &Situation, mover: usize, cell: Cell) -> bool {
        (0..self.cars).any(|car| {
            let place = situation.places[car];
            let blocks = self.all_block || situation.moved >> car & 1 == 1;
            car != mover && blocks && place < CRASHED && self.stands[place as usize].at == cell
        })
    }

    /// What is expected after a move. `None` if there are no looks left.
    fn after(&mut self, before: &Situation, mover: usize, choice: Choice) -> Option<Each<f32>> {
        let mut next = *before;
        next.places[mover] = self.place(choice);
        next.moved |= 1 << mover;
        let mut costs = self.expect(next)?;
        costs[mover] += 1.0;
        Some(costs)
    }

    /// The moves that each car is expected to need. `None` if there are no looks left.
    fn expect(&mut self, mut situation: Situation) -> Option<Each<f32>> {
        let racing: u8 = (0..self.cars)
            .filter(|car| situation.places[*car] < CRASHED)
            .fold(0, |bits, car| bits | 1 << car);
        if racing & !situation.moved == 0 {
            if situation.rounds == 0 || situation.places[0] >= CRASHED {
                let mut costs = [0.0; MOST_CARS];
                for car in (0..self.cars).filter(|car| racing >> car & 1 == 1) {
                    let left = self.stands[situation.places[car] as usize].left;
                    costs[car] = f32::from(left.min(FAR));
                }
                return Some(costs);
            }
            situation.rounds -= 1;
            situation.moved = 0;
        }
        if let Some(known) = self.known.get(&situation) {
            return Some(*known);
        }
        let waiting = racing & !situation.moved;
        let mut sum = [0.0; MOST_CARS];
        for mover in (0..self.cars).filter(|car| waiting >> car & 1 == 1) {
            let costs = self.turn(&situation, mover)?;
            sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
        let mean = sum.map(|sum| sum / waiting.count_ones() as f32);
        self.known.insert(situation, mean);
        Some(mean)
    }

    /// The turn of a car.
    fn turn(&mut self, situation: &Situation, mover: usize) -> Option<Each<f32>> {
        let (begin, end) = self.stands[situation.places[mover] as usize].choices;
        let detour = if mover == 0 { DETOUR } else { 0 };
        let mut least = None;
        let mut sum = [0.0; MOST_CARS];
        let mut count = 0.0;
        let mut best: Option<(f32, Each<f32>)> = None;
        let mut worst: Option<Each<f32>> = None;
        for index in begin..end {
            let choice = self.choices[index as usize];
            if self.is_taken(situation, mover, choice.at) {
                continue;
            }
            if choice.left > *least.get_or_insert(choice.left) + detour {
                break;
            }
            self.looks += 1;
            if self.looks > self.weighing.looks {
                return None;
            }
            let costs = self.after(situation, mover, choice)?;
            if mover == 0 {
                let worth = self.worth(&costs);
                if best.map_or(true, |(most, _)| worth > most) {
                    best = Some((worth, costs));
                }
            } else {
                if worst.map_or(true, |worst| costs[0] > worst[0]) {
                    worst = Some(costs);
                }
                sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
                count += 1.0;
            }
        }
        if least.is_none() {
            return self.crash(situation, mover);
        }
        if let Some((_, best)) = best {
            return Some(best);
        }
        let mut mean = sum.map(|sum| sum / count);
        let malice = self.weighing.malice;
        if let Some(worst) = worst.filter(|_| malice > 0.0) {
            let blend = |(mean, worst): (&mut f32, f32)| *mean += malice * (worst - *mean);
            mean.iter_mut().zip(worst).for_each(blend);
        }
        Some(mean)
    }

    /// The turn of a car that crashes: it is out of the way of the others.
    fn crash(&mut self, situation: &Situation, mover: usize) -> Option<Each<f32>> {
        let left = self.stands[situation.places[mover] as usize].left;
        let mut next = *situation;
        next.places[mover] = CRASHED;
        let mut costs = self.expect(next)?;
        costs[mover] = f32::from(left.min(FAR)) + self.weighing.crash;
        Some(costs)
    }
}
