//! Which candidates of a ply are kept.

use alamode::action::Action;
use alamode::candidates::Candidates;
use alamode::chef::Chef;
use alamode::customers::{Customers, Order};
use alamode::moves::Move;
use alamode::node::Node;
use alamode::params::Params;
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;

use crate::common::kitchen::{at, bare};

#[test]
fn the_best_are_kept_but_few_with_the_same_stock_and_one_in_any_case() {
    let customers = Customers::new(vec![Order { foods: 3, award: 650 }]).unwrap();
    let params = Params { haste: 0.0, ..Params::default() };
    let world = World::new(bare(), customers, params, 0);
    let mut evaluator = Evaluator::new(&world);
    let opening = State::opening(&world, at(0, 5), Chef::Own);
    let mut candidates = Candidates::new();
    candidates.clear();
    let scored = [(5, 1), (-3, 2), (9, 1), (9, 1), (7, 3), (6, 4)];
    for (key, (score, stock)) in (0..).zip(scored) {
        // Waiting leaves the stock as it is: its worth stays 0, and the score is the points.
        let node = Node::root(State { key, stock, points: score, ..opening });
        candidates.push(&world, &mut evaluator, (0, &node), Move::free(Action::WAIT));
    }
    let mut found = Vec::new();
    candidates.best((9, 9), None, |_, candidate| found.push((candidate.score, candidate.stock)));
    assert_eq!(found, [(9, 1), (9, 1), (7, 3), (6, 4), (5, 1), (-3, 2)]);
    let mut best = |size, must| {
        let mut kept = Vec::new();
        candidates.best(size, must, |index, _| kept.push(index));
        kept
    };
    assert_eq!(best((9, 9), None), [2, 3, 4, 5, 0, 1]);
    assert_eq!(best((3, 1), None), [2, 4, 5]);
    assert_eq!(best((3, 2), None), [2, 3, 4]);
    assert_eq!(best((3, 1), Some(0)), [2, 4, 5, 0]);
    assert_eq!(best((1, 9), Some(1)), [2, 1]);
}

/// Sorting is limited to the best three times as many as are wanted.
#[test]
fn only_the_best_three_times_the_width_are_looked_at() {
    let customers = Customers::new(vec![Order { foods: 3, award: 650 }]).unwrap();
    let params = Params { haste: 0.0, ..Params::default() };
    let world = World::new(bare(), customers, params, 0);
    let mut evaluator = Evaluator::new(&world);
    let opening = State::opening(&world, at(0, 5), Chef::Own);
    let mut candidates = Candidates::new();
    candidates.clear();
    // Six of one stock are better than the only one of another stock.
    let scored = [(1, 2), (9, 1), (8, 1), (7, 1), (6, 1), (5, 1), (4, 1)];
    for (key, (score, stock)) in (0..).zip(scored) {
        let node = Node::root(State { key, stock, points: score, ..opening });
        candidates.push(&world, &mut evaluator, (0, &node), Move::free(Action::WAIT));
    }
    let mut best = |width| {
        let mut kept = Vec::new();
        candidates.best((width, 1), None, |index, _| kept.push(index));
        kept
    };
    assert_eq!(best(2), [1]);
    assert_eq!(best(3), [1, 0]);
}
