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
pub const MOST_CARS: usize = 4;

/// What a crash costs a car, in moves: it is set back, and has to gain speed again.
const CRASH: f32 = 6.0;

/// Our own moves may be slower than the quickest one that is free by so many.
const DETOUR: u16 = 1;

/// Something for each car; ours is the first.
pub type Each<T> = [T; MOST_CARS];

/// How many moves are left after a motion with these stops open.
pub trait Outlook {
    fn left(&self, node: Node, open: Stops) -> u16;
}

/// A car as it stands at the root.
#[derive(Clone, Debug)]
pub struct Car {
    pub at: Cell,
    /// The moves that it can make first, with what is open after each; `None` after the finish.
    pub first: Vec<(Node, Option<Stops>)>,
    pub has_moved: bool,
    /// How much a move that it loses is worth to us; nothing for our own car.
    pub weight: f32,
}

/// A car in a situation: a place in the list of all, or one of these two.
type Place = u32;
const HOME: Place = u32::MAX;
const CRASHED: Place = u32::MAX - 1;

/// A move of a car.
#[derive(Clone, Copy, Debug)]
struct Choice {
    node: Node,
    open: Option<Stops>,
    at: Cell,
    left: u16,
}

/// A car that stands somewhere, and what it can do next, the quickest first.
struct Stand {
    at: Cell,
    left: u16,
    choices: Vec<Choice>,
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
    cars: usize,
    weights: Each<f32>,
    stands: Vec<Stand>,
    places: FastMap<(Node, Stops), Place>,
    /// The moves that each car is expected to need from a situation on.
    known: FastMap<Situation, Each<f32>>,
    looks: u32,
    most: u32,
}

impl<'a, O: Outlook> Joint<'a, O> {
    /// A search that looks at so many moves at most.
    pub fn new(race: &'a Race, outlook: &'a O, all_block: bool, most: u32) -> Self {
        Joint {
            race,
            outlook,
            all_block,
            cars: 0,
            weights: [0.0; MOST_CARS],
            stands: Vec::new(),
            places: FastMap::default(),
            known: FastMap::default(),
            looks: 0,
            most,
        }
    }

    /// What each first move of our car, which is the first of these and about to move, is worth: minus the
    /// moves that it is expected to need, plus the weighted moves of the others. Rounds are added as
    /// long as there are looks left. Also returns how many rounds after this one were looked at.
    pub fn values(&mut self, cars: &[Car]) -> (Vec<f32>, u8) {
        const MOST_ROUNDS: u8 = 6;
        self.cars = cars.len().min(MOST_CARS);
        let mut root = Situation { places: [HOME; MOST_CARS], moved: 0, rounds: 0 };
        for (index, car) in cars.iter().take(self.cars).enumerate() {
            let choices = car.first.iter().map(|(node, open)| self.choice(*node, *open)).collect();
            root.places[index] = self.add(car.at, 0, choices);
            root.moved |= u8::from(car.has_moved) << index;
            self.weights[index] = car.weight;
        }
        let ours: Vec<Choice> = cars.first().map_or_else(Vec::new, |car| {
            car.first.iter().map(|(node, open)| self.choice(*node, *open)).collect()
        });
        let mut best = (Vec::new(), 0);
        for rounds in 0..=MOST_ROUNDS {
            root.rounds = rounds;
            let values: Option<Vec<f32>> = ours
                .iter()
                .map(|choice| self.after(&root, 0, *choice).map(|costs| self.worth(&costs)))
                .collect();
            match values {
                Some(values) => best = (values, rounds),
                None if best.0.is_empty() => {
                    // Not even this round: what is left alone has to do.
                    let alone = |choice: &Choice| -1.0 - f32::from(choice.left);
                    best.0 = ours.iter().map(alone).collect();
                    break;
                }
                None => break,
            }
            if self.cars < 2 {
                break;
            }
        }
        best
    }

    fn worth(&self, costs: &Each<f32>) -> f32 {
        let others = costs.iter().zip(&self.weights).skip(1).take(self.cars - 1);
        others.map(|(cost, weight)| cost * weight).sum::<f32>() - costs[0]
    }

    fn choice(&self, node: Node, open: Option<Stops>) -> Choice {
        let left = open.map_or(0, |open| self.outlook.left(node, open));
        Choice { node, open, at: self.race.graph().motion(node).at, left }
    }

    fn add(&mut self, at: Cell, left: u16, mut choices: Vec<Choice>) -> Place {
        choices.sort_by_key(|choice| choice.left);
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
        let next = successors(graph, choice.node, MoveNumber(0))
            .map(|node| self.choice(node, course.after(open, graph.mark(node))));
        // A move after which a crash is certain is as good as none.
        let choices: Vec<Choice> = next.filter(|choice| choice.left < FAR).collect();
        let place = self.add(choice.at, choice.left, choices);
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
        let racing = (0..self.cars).filter(|car| situation.places[*car] < CRASHED);
        let waiting = |moved: u8| racing.clone().filter(move |car| moved >> car & 1 == 0);
        if waiting(situation.moved).next().is_none() {
            if situation.rounds == 0 || situation.places[0] >= CRASHED {
                let mut costs = [0.0; MOST_CARS];
                for car in racing {
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
        let movers: Vec<usize> = waiting(situation.moved).collect();
        let mut sum = [0.0; MOST_CARS];
        for mover in &movers {
            let costs = self.turn(&situation, *mover)?;
            sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
        let mean = sum.map(|sum| sum / movers.len() as f32);
        self.known.insert(situation, mean);
        Some(mean)
    }

    /// The turn of a car.
    fn turn(&mut self, situation: &Situation, mover: usize) -> Option<Each<f32>> {
        let stand = &self.stands[situation.places[mover] as usize];
        let is_free = |choice: &&Choice| !self.is_taken(situation, mover, choice.at);
        let least = match stand.choices.iter().find(is_free) {
            Some(choice) => choice.left,
            None => return self.crash(situation, mover),
        };
        let most = if mover == 0 { least + DETOUR } else { least };
        let free: Vec<Choice> = stand.choices.iter().filter(is_free).copied().collect();
        let free = free.into_iter().take_while(|choice| choice.left <= most);
        let mut sum = [0.0; MOST_CARS];
        let mut count = 0.0;
        let mut best: Option<(f32, Each<f32>)> = None;
        for choice in free {
            self.looks += 1;
            if self.looks > self.most {
                return None;
            }
            let costs = self.after(situation, mover, choice)?;
            if mover == 0 {
                let worth = self.worth(&costs);
                if best.map_or(true, |(most, _)| worth > most) {
                    best = Some((worth, costs));
                }
            } else {
                sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
                count += 1.0;
            }
        }
        Some(best.map_or(sum.map(|sum| sum / count), |best| best.1))
    }

    /// The turn of a car that crashes: it is out of the way of the others.
    fn crash(&mut self, situation: &Situation, mover: usize) -> Option<Each<f32>> {
        let left = self.stands[situation.places[mover] as usize].left;
        let mut next = *situation;
        next.places[mover] = CRASHED;
        let mut costs = self.expect(next)?;
        costs[mover] = f32::from(left.min(FAR)) + CRASH;
        Some(costs)
    }
}
