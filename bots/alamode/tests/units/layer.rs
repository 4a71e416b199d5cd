//! Which positions of a turn are stored, and in which order they are expanded.

use alamode::action::Action;
use alamode::candidate::Candidate;
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::layer::{Layer, Moved};
use alamode::moves::Move;
use alamode::node::Node;
use alamode::params::Params;
use alamode::queue::Queue;
use alamode::seen::Seen;
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;

use crate::common::kitchen::{at, bare};

const WAIT: Move = Move::free(Action::WAIT);

/// What stores positions with given scores.
struct Store {
    world: World,
    evaluator: Evaluator,
    seen: Seen,
    opening: State,
}

impl Store {
    fn new() -> Store {
        let customers = Customers::new(vec![Order { foods: 3, award: 650 }]).unwrap();
        let params = Params { haste: 0.0, readiness: 0.0, ..Params::default() };
        let world = World::new(bare(), customers, params, 0);
        let evaluator = Evaluator::new(&world);
        let opening = State::opening(&world, at(0, 5), Chef::Own);
        Store { world, evaluator, seen: Seen::new(), opening }
    }

    /// Waiting leaves the stock as it is: its worth stays 0, and the score is the points.
    fn push(&mut self, layer: &mut Layer, parent: u32, state: State, last: Move) -> usize {
        let before = Node::root(state);
        layer.push(&mut self.seen, &self.world, &mut self.evaluator, (parent, &before), last)
    }

    /// A position like the opening.
    fn state(&self, key: u64, stock: u64, points: i32) -> State {
        State { key: key << 1, stock, points, ..self.opening }
    }

    /// A layer with a candidate for each score and stock.
    fn layer(&mut self, scored: &[(i32, u64)]) -> Layer {
        let mut layer = Layer::new();
        for (key, &(score, stock)) in (0..).zip(scored) {
            let state = self.state(key, stock, score);
            self.push(&mut layer, 0, state, WAIT);
        }
        layer
    }
}

/// The candidates in the order in which they are expanded.
fn order(layer: &Layer, per_stock: u32) -> Vec<usize> {
    let mut queue = Queue::new();
    queue.fill(layer);
    std::iter::from_fn(|| queue.next(layer, per_stock)).collect()
}

#[test]
fn the_best_are_expanded_first_but_few_with_the_same_stock() {
    let layer = Store::new().layer(&[(5, 1), (-3, 2), (9, 1), (9, 1), (7, 3), (6, 4)]);
    assert_eq!(order(&layer, 9), [2, 3, 4, 5, 0, 1]);
    assert_eq!(order(&layer, 2), [2, 3, 4, 5, 1]);
    assert_eq!(order(&layer, 1), [2, 4, 5, 1]);
    assert_eq!(layer.best(), Some(2));
}

#[test]
fn of_many_stocks_each_is_counted() {
    let scored: Vec<(i32, u64)> = (0..4_000).map(|i| (-i, i as u64 % 2_000)).collect();
    let layer = Store::new().layer(&scored);
    assert_eq!(order(&layer, 1), (0..2_000).collect::<Vec<_>>());
    assert_eq!(order(&layer, 2), (0..4_000).collect::<Vec<_>>());
}

#[test]
fn of_many_positions_each_is_found_again() {
    let mut store = Store::new();
    let mut layer = Layer::new();
    layer.enter(&mut store.seen, 0);
    for round in 0..2 {
        for key in 0..5_000 {
            let state = store.state((key as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15), 0, -round);
            assert_eq!(store.push(&mut layer, 0, state, WAIT), key);
        }
    }
    assert_eq!(layer.candidates().len(), 5_000);
}

#[test]
fn more_than_are_sorted_at_once_are_expanded_in_order() {
    let scored: Vec<(i32, u64)> = (0..1_500).map(|i| (i * 7919 % 1_500, i as u64)).collect();
    let layer = Store::new().layer(&scored);
    let scores: Vec<i32> = order(&layer, 1).into_iter().map(|index| scored[index].0).collect();
    assert_eq!(scores, (0..1_500).rev().collect::<Vec<_>>());
}

#[test]
fn a_position_that_is_found_twice_keeps_the_better_way() {
    let (mut store, mut layer) = (Store::new(), Layer::new());
    for (parent, points, kept) in [(3, 50, 3), (4, 40, 3), (0, 60, 0)] {
        let state = store.state(1, 1, points);
        assert_eq!(store.push(&mut layer, parent, state, WAIT), 0);
        assert_eq!(layer.candidates()[0].parent, kept, "{points} points");
    }
    let mut before = Layer::new();
    before.set_root(Node::root(store.opening));
    assert_eq!(layer.expand(&store.world, 0, &before), 0);
    let better = store.state(1, 1, 80);
    store.push(&mut layer, 0, better, WAIT);
    assert!(layer.candidates()[0].is_expanded(), "it has a node already");
    // A position in which the chef's next action must be a use is another one.
    let must_use = Move { must_use: true, ..WAIT };
    assert_eq!(store.push(&mut layer, 6, better, must_use), 1);
}

/// What follows from the new root stays: all nodes, and the best of the other candidates.
#[test]
fn a_layer_keeps_what_follows_from_the_new_root() {
    let mut store = Store::new();
    let mut before = Layer::new();
    before.set_root(Node::root(store.opening));
    let mut middle = store.layer(&[(0, 0), (1, 0), (2, 0)]);
    assert_eq!([2, 0, 1].map(|index| middle.expand(&store.world, index, &before)), [0, 1, 2]);
    let mut last = Layer::new();
    let found = [(0, 90), (2, 10), (2, 20), (1, 80), (2, 30), (2, 40), (1, 70), (2, 5)];
    for (key, &(parent, points)) in (10..).zip(&found) {
        let state = store.state(key, 0, points);
        store.push(&mut last, parent, state, WAIT);
    }
    // Its nodes 0 to 3 have the parents 2, 1, 2 and 2.
    assert_eq!([7, 6, 1, 4].map(|index| last.expand(&store.world, index, &middle)), [0, 1, 2, 3]);
    let kept = |layer: &Layer| -> Vec<(i32, u32, bool)> {
        let part = |one: &Candidate| (one.score, one.parent, one.is_expanded());
        layer.candidates().iter().map(part).collect()
    };
    let mut moved = Moved::new();
    moved.to_root(&middle, &[2]);
    last.keep(1, &mut moved);
    assert_eq!(kept(&last), [(10, 0, true), (30, 0, true), (40, 0, false), (5, 0, true)]);
    assert_eq!([0, 1, 2].map(|node| last.owner(node)), [3, 0, 1]);
    assert_eq!([3, 0, 1].map(|index| last.expand(&store.world, index, &middle)), [0, 1, 2]);
    // The layer after it follows its nodes to where they are now.
    let mut next = Layer::new();
    for parent in 0..4 {
        let state = store.state(20 + u64::from(parent), 0, parent as i32);
        store.push(&mut next, parent, state, WAIT);
    }
    next.keep(9, &mut moved);
    assert_eq!(kept(&next), [(0, 0, false), (2, 1, false), (3, 2, false)]);
}
