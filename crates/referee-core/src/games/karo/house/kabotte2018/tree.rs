//! The search through the moves of up to four cars in this round and the next.

use gridkit::FastMap;

use crate::games::karo::house::chart::{FAR, Situation};
use crate::games::karo::house::layers::Layers;
use crate::games::karo::track::Cell;

pub(super) const MOST_CARS: usize = 4;
/// The most joint situations that are visited. `KaBotte` visits 500,000, but each of them once for every order that
/// leads to it.
const MOST_LOOKS: u32 = 30_000;
/// The cost of a crash, in moves.
const CRASH: f64 = 8.0;

/// How the cars choose among their quickest moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The others make the move that is worst for us.
    Paranoid,
    /// We want to be quick, and the others make any of their quickest moves.
    Own,
    /// We want the others to be slow.
    Offensive,
}

/// A move of a car and the moves that are left after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way {
    pub(super) situation: Situation,
    pub(super) left: u32,
}

/// A car with its possible moves.
pub(super) struct Racer {
    pub(super) ways: Vec<Way>,
    pub(super) moved: bool,
}

/// The moves after a move.
pub(super) fn ways_after(layers: &Layers, way: &Way) -> Vec<Way> {
    let (Some(open), Some(state)) = (way.situation.open, layers.state(way.situation.motion)) else {
        return Vec::new();
    };
    let next = layers.after_state(state).iter().map(|next| {
        let situation = layers.after(layers.motions[*next as usize], open);
        Way { situation, left: layers.left(&situation) }
    });
    next.filter(|way| way.left < FAR).collect()
}

/// The quickest moves after a move.
pub(super) fn onward(layers: &Layers, way: &Way) -> Vec<Way> {
    let mut ways = ways_after(layers, way);
    let least = ways.iter().map(|way| way.left).min();
    ways.retain(|way| Some(way.left) == least);
    ways
}

/// An index in the list of all stands.
type Place = usize;

/// The state of a car after a move.
struct Stand {
    at: Cell,
    left: u32,
    home: bool,
    /// The stands after its next moves, computed when they are first needed.
    ways: Option<Vec<Place>>,
    way: Option<Way>,
}

/// A joint situation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Joint {
    places: [Place; MOST_CARS],
    /// A bit for each car that has moved in this round.
    moved: u8,
    second_round: bool,
}

/// The moves that each car needs.
type Costs = [f64; MOST_CARS];

/// The search; our car is the first.
pub(super) struct Tree<'a> {
    layers: &'a Layers,
    strategy: Strategy,
    cars: usize,
    stands: Vec<Stand>,
    numbers: FastMap<Situation, Place>,
    known: FastMap<Joint, Costs>,
    ours: Vec<Place>,
    root: Joint,
    looks: u32,
}

impl<'a> Tree<'a> {
    pub(super) fn new(
        layers: &'a Layers,
        strategy: Strategy,
        ours: Vec<Way>,
        rivals: Vec<Racer>,
    ) -> Self {
        let root = Joint { places: [0; MOST_CARS], moved: 1, second_round: false };
        let mut tree = Self {
            layers,
            strategy,
            cars: rivals.len() + 1,
            stands: Vec::new(),
            numbers: FastMap::default(),
            known: FastMap::default(),
            ours: Vec::new(),
            root,
            looks: 0,
        };
        tree.ours = ours.into_iter().map(|way| tree.place(way)).collect();
        for (car, rival) in rivals.into_iter().enumerate() {
            let ways = rival.ways.into_iter().filter(|way| way.left < FAR);
            let ways: Vec<Place> = ways.map(|way| tree.place(way)).collect();
            let left = ways.iter().map(|way| tree.stands[*way].left + 1).min().unwrap_or(FAR);
            // The cell does not matter: a car blocks only after a move.
            let at = Cell::new(-1, -1 - car as i32);
            tree.stands.push(Stand { at, left, home: false, ways: Some(ways), way: None });
            tree.root.places[car + 1] = tree.stands.len() - 1;
            tree.root.moved |= u8::from(rival.moved) << (car + 1);
        }
        tree
    }

    /// The value of each of our moves; all values are equal if the search is too large.
    pub(super) fn values(&mut self) -> Vec<f64> {
        let values: Option<Vec<f64>> =
            self.ours.clone().into_iter().map(|place| self.try_move(place)).collect();
        values.unwrap_or_else(|| vec![0.0; self.ours.len()])
    }

    fn try_move(&mut self, place: Place) -> Option<f64> {
        let mut joint = self.root;
        joint.places[0] = place;
        let costs = self.expect(joint)?;
        Some(self.worth(&costs))
    }

    /// The value of costs for our car.
    fn worth(&self, costs: &Costs) -> f64 {
        let theirs: f64 = costs[1..self.cars].iter().sum();
        if self.strategy == Strategy::Offensive { theirs - costs[0] / 8.0 } else { -costs[0] }
    }

    fn place(&mut self, way: Way) -> Place {
        if let Some(place) = self.numbers.get(&way.situation) {
            return *place;
        }
        let home = way.situation.open.is_none();
        let at = way.situation.motion.at;
        self.stands.push(Stand { at, left: way.left, home, ways: None, way: Some(way) });
        self.numbers.insert(way.situation, self.stands.len() - 1);
        self.stands.len() - 1
    }

    fn ways(&mut self, place: Place) -> Vec<Place> {
        if self.stands[place].ways.is_none() {
            let way = self.stands[place].way.expect("only the first stands have no way");
            let ways = ways_after(self.layers, &way);
            let ways = ways.into_iter().map(|way| self.place(way)).collect();
            self.stands[place].ways = Some(ways);
        }
        self.stands[place].ways.clone().unwrap_or_default()
    }

    /// The moves that each car is expected to need over all orders; `None` if there is too much to look at.
    fn expect(&mut self, mut joint: Joint) -> Option<Costs> {
        let racing: Vec<usize> =
            (0..self.cars).filter(|car| !self.stands[joint.places[*car]].home).collect();
        if racing.iter().all(|car| joint.moved >> car & 1 == 1) {
            if joint.second_round {
                return Some(self.left(&joint));
            }
            joint = Joint { moved: 0, second_round: true, ..joint };
        }
        if let Some(known) = self.known.get(&joint) {
            return Some(*known);
        }
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return None;
        }
        let waiting: Vec<usize> =
            racing.into_iter().filter(|car| joint.moved >> car & 1 == 0).collect();
        let mut sum = [0.0; MOST_CARS];
        for car in &waiting {
            let costs = self.turn(joint, *car)?;
            sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += cost);
        }
        let mean = sum.map(|sum| sum / waiting.len().max(1) as f64);
        self.known.insert(joint, mean);
        Some(mean)
    }

    fn left(&self, joint: &Joint) -> Costs {
        let mut costs = [0.0; MOST_CARS];
        for (cost, place) in costs.iter_mut().zip(joint.places).take(self.cars) {
            *cost = f64::from(self.stands[place].left);
        }
        costs
    }

    /// The turn of a car: one of its quickest moves that are free.
    fn turn(&mut self, joint: Joint, car: usize) -> Option<Costs> {
        let taken = |tree: &Self, cell: Cell| {
            let moved = (0..tree.cars).filter(|it| *it != car && joint.moved >> it & 1 == 1);
            let mut cars = moved.map(|it| &tree.stands[joint.places[it]]);
            cars.any(|it| !it.home && it.at == cell)
        };
        let mut free = self.ways(joint.places[car]);
        free.retain(|way| !taken(self, self.stands[*way].at));
        let least = free.iter().map(|way| self.stands[*way].left).min();
        free.retain(|way| Some(self.stands[*way].left) == least);
        if free.is_empty() {
            let next = Joint { moved: joint.moved | 1 << car, ..joint };
            let mut costs = self.expect(next)?;
            costs[car] += CRASH;
            return Some(costs);
        }
        let mut all = Vec::with_capacity(free.len());
        for way in free {
            let mut next = Joint { moved: joint.moved | 1 << car, ..joint };
            next.places[car] = way;
            let mut costs = self.expect(next)?;
            costs[car] += 1.0;
            all.push(costs);
        }
        Some(self.choose(car, &all))
    }

    /// The expected cost of a car's turn, from the costs of its moves.
    fn choose(&self, car: usize, all: &[Costs]) -> Costs {
        let best = |worth: &dyn Fn(&Costs) -> f64| {
            let best = all.iter().max_by(|one, two| worth(one).total_cmp(&worth(two)));
            *best.expect("a move is free")
        };
        match (car, self.strategy) {
            (0, _) => best(&|costs| self.worth(costs)),
            (_, Strategy::Paranoid) => best(&|costs| costs[0]),
            _ => {
                let mut mean = [0.0; MOST_CARS];
                for costs in all {
                    mean.iter_mut().zip(costs).for_each(|(sum, it)| *sum += it / all.len() as f64);
                }
                mean
            }
        }
    }
}
