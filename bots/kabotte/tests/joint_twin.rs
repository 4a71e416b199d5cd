//! The search through joint situations compared with a plain enumeration, which lists every order of a round
//! and caches nothing.

use gridkit::Rng;
use kabotte::joint::{Car, Joint, Outlook, Weighing};
use kabotte::rules::MoveNumber;
use kabotte::search::successors;
use kabotte::solve::Race;
use kabotte::tour::FAR;
use kabotte::track::Cell;

use crate::common::crowd::{Crowd, Known, Move};

/// The cost of a crash in the search, and the most extra moves of our own car.
const CRASH: f32 = 6.0;
const MALICE: f32 = 0.25;
const DETOUR: u16 = 1;

#[derive(Clone)]
enum Stand {
    Racing { at: Cell, left: u16, next: Vec<Move> },
    Home,
    Crashed,
}

/// All cars, ours first.
#[derive(Clone)]
struct Scene {
    stands: Vec<Stand>,
    moved: Vec<bool>,
    rounds: u8,
}

struct Plain<'a> {
    race: &'a Race,
    outlook: &'a Known<'a>,
    all_block: bool,
    weights: Vec<f32>,
}

/// All orders of some cars.
fn orders(cars: &[usize]) -> Vec<Vec<usize>> {
    if cars.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for first in cars {
        let rest: Vec<usize> = cars.iter().copied().filter(|car| car != first).collect();
        for mut order in orders(&rest) {
            order.insert(0, *first);
            all.push(order);
        }
    }
    all
}

impl Plain<'_> {
    fn left(&self, step: Move) -> u16 {
        step.1.map_or(0, |open| self.outlook.left(step.0, open))
    }

    fn make(&self, scene: &Scene, car: usize, step: Move) -> Scene {
        let mut next = scene.clone();
        next.moved[car] = true;
        let (graph, course) = (self.race.graph(), self.race.course());
        next.stands[car] = match step.1 {
            None => Stand::Home,
            Some(open) => {
                let onward = successors(graph, step.0, MoveNumber(0))
                    .map(|node| (node, course.after(open, graph.mark(node))));
                Stand::Racing {
                    at: graph.motion(step.0).at,
                    left: self.left(step),
                    next: onward.filter(|step| self.left(*step) < FAR).collect(),
                }
            }
        };
        next
    }

    fn is_racing(scene: &Scene, car: usize) -> bool {
        matches!(scene.stands[car], Stand::Racing { .. })
    }

    /// The expected moves of each car from the beginning of a turn. All orders that are still possible count:
    /// the moving car knows only which cars have moved before.
    fn expect(&self, scene: &Scene, orders: &[Vec<usize>]) -> Vec<f32> {
        let cars = scene.stands.len();
        if orders[0].is_empty() {
            return self.next_round(scene);
        }
        let mut sum = vec![0.0; cars];
        for mover in 0..cars {
            let rest: Vec<Vec<usize>> = orders
                .iter()
                .filter(|order| order[0] == mover)
                .map(|order| order[1..].to_vec())
                .collect();
            if !rest.is_empty() {
                let share = rest.len() as f32 / orders.len() as f32;
                let costs = self.turn(scene, mover, &rest);
                sum.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += share * cost);
            }
        }
        sum
    }

    fn next_round(&self, scene: &Scene) -> Vec<f32> {
        let cars = scene.stands.len();
        let left = |stand: &Stand| match stand {
            Stand::Racing { left, .. } => f32::from(*left),
            _ => 0.0,
        };
        let racing: Vec<usize> = (0..cars).filter(|car| Self::is_racing(scene, *car)).collect();
        if scene.rounds == 0 || !Self::is_racing(scene, 0) {
            return scene.stands.iter().map(left).collect();
        }
        let next = Scene {
            moved: vec![false; cars],
            rounds: scene.rounds - 1,
            stands: scene.stands.clone(),
        };
        self.expect(&next, &orders(&racing))
    }

    fn turn(&self, scene: &Scene, mover: usize, rest: &[Vec<usize>]) -> Vec<f32> {
        let (own_left, next) = match &scene.stands[mover] {
            Stand::Racing { left, next, .. } => (*left, next),
            _ => unreachable!("it races"),
        };
        let blocks = |car: usize, cell: Cell| match &scene.stands[car] {
            Stand::Racing { at, .. } => {
                car != mover && (self.all_block || scene.moved[car]) && *at == cell
            }
            _ => false,
        };
        let at = |step: &Move| self.race.graph().motion(step.0).at;
        let is_free = |step: &&Move| !(0..scene.stands.len()).any(|car| blocks(car, at(step)));
        let free: Vec<Move> = next.iter().filter(is_free).copied().collect();
        let least = free.iter().map(|step| self.left(*step)).min();
        let least = if let Some(least) = least {
            least
        } else {
            let mut crashed = scene.clone();
            crashed.stands[mover] = Stand::Crashed;
            let mut costs = self.expect(&crashed, rest);
            costs[mover] = f32::from(own_left) + CRASH;
            return costs;
        };
        let most = if mover == 0 { least + DETOUR } else { least };
        let all: Vec<Vec<f32>> = free
            .into_iter()
            .filter(|step| self.left(*step) <= most)
            .map(|step| {
                let mut costs = self.expect(&self.make(scene, mover, step), rest);
                costs[mover] += 1.0;
                costs
            })
            .collect();
        if mover == 0 {
            let best = all.iter().map(|costs| self.worth(costs)).fold(f32::MIN, f32::max);
            // Moves of equal value may have different costs for others: the test compares their values.
            let equal = all.iter().find(|costs| self.worth(costs) >= best - 1e-4);
            return equal.expect("there is one").clone();
        }
        let count = all.len() as f32;
        let dearest = all.iter().map(|costs| costs[0]).fold(f32::MIN, f32::max);
        let worst = all.iter().find(|costs| costs[0] >= dearest - 1e-4).expect("there is one");
        let mean = |car: usize| all.iter().map(|it| it[car]).sum::<f32>() / count;
        let blend = |car: usize| (1.0 - MALICE) * mean(car) + MALICE * worst[car];
        (0..scene.stands.len()).map(blend).collect()
    }

    fn worth(&self, costs: &[f32]) -> f32 {
        let theirs: f32 =
            costs.iter().zip(&self.weights).skip(1).map(|(cost, weight)| cost * weight).sum();
        theirs - costs[0]
    }

    fn values(&self, cars: &[Car], rounds: u8) -> Vec<f32> {
        let stand = |(index, car): (usize, &Car)| {
            let lawful = car.first.iter().copied();
            let next: Vec<Move> =
                lawful.filter(|step| index == 0 || self.left(*step) < FAR).collect();
            let least = next.iter().map(|step| self.left(*step)).min();
            let left = if index == 0 { 0 } else { least.map_or(FAR, |least| least + 1) };
            Stand::Racing { at: car.at, left, next }
        };
        let scene = Scene {
            stands: cars.iter().enumerate().map(stand).collect(),
            moved: cars.iter().map(|car| car.has_moved).collect(),
            rounds,
        };
        let waiting: Vec<usize> = (1..cars.len()).filter(|car| !cars[*car].has_moved).collect();
        let value = |step: &Move| {
            let scene = self.make(&scene, 0, *step);
            let mut costs = self.expect(&scene, &orders(&waiting));
            costs[0] += 1.0;
            self.worth(&costs)
        };
        cars[0].first.iter().map(value).collect()
    }
}

#[test]
fn the_joint_search_is_the_plain_enumeration_of_all_orders() {
    let mut random = Rng::new(7);
    let (mut compared, mut crowded) = (0, 0);
    while compared < 150 {
        let crowd = match Crowd::draw(&mut random) {
            Some(crowd) => crowd,
            None => continue,
        };
        let Crowd { race, exact, cars } = &crowd;
        let (all_block, rounds) = (random.chance(0.5), random.below(2) as u8);
        let outlook = Known(exact);
        let weights = cars.iter().map(|car| car.weight).collect();
        let plain = Plain { race, outlook: &outlook, all_block, weights };
        let wanted = plain.values(cars, rounds);
        let weighing = Weighing { crash: CRASH, malice: MALICE, rounds: 0, looks: u32::MAX };
        let mut joint = Joint::new(race, &outlook, all_block, weighing);
        let found = joint.values_after(cars, rounds).expect("there are looks enough");
        assert_eq!(wanted.len(), found.len());
        for (wanted, found) in wanted.iter().zip(&found) {
            assert!((wanted - found).abs() < 2e-3, "{wanted} {found}, {cars:?}, {rounds} rounds");
        }
        compared += 1;
        // Some car must lose moves because of another one.
        let alone = |step: &Move| -1.0 - f32::from(plain.left(*step));
        let theirs = |car: &Car| {
            let left = car.first.iter().map(|step| plain.left(*step)).min().unwrap_or(FAR);
            car.weight * f32::from(left + 1)
        };
        let rest: f32 = cars[1..].iter().filter(|car| !car.has_moved).map(theirs).sum();
        let is_alone = |it: (&Move, &f32)| (alone(it.0) + rest - *it.1).abs() < 1e-3;
        crowded += usize::from(!cars[0].first.iter().zip(&found).all(is_alone));
    }
    assert!(crowded > 30, "{crowded}");
}
