//! The actions that a search tries.

use alamode::action::{Action, ActionSet};
use alamode::chef::Chef;
use alamode::moves::{Freedom, Move, Moves};
use alamode::node::Node;
use alamode::params::Params;
use alamode::protocol::{Reader, Start};
use alamode::state::State;
use alamode::useful::useful;
use alamode::world::World;
use alamode::worth::Evaluator;

use crate::common::kitchen::{at, input};

#[test]
fn excluded_actions_are_left_out_unless_none_would_be_left() {
    let orders = "1\nDISH-TART-ICE_CREAM 1400\n";
    let Start { kitchen, customers } =
        Reader::new(input(orders).as_bytes()).start().unwrap().expect("a kitchen");
    let world = World::new(kitchen, customers, Params::default(), 0);
    let mut moves = Moves::new();
    let mut evaluator = Evaluator::new(&world);
    let mut found = 0;
    for cell in 0..29 {
        let node = Node::root(State::opening(&world, at(cell, 29), Chef::Own));
        let worth = evaluator.worth(&world, &node.state);
        let set = useful(&world, &node.state, Chef::Own, &worth);
        let mut find = |excluded| -> Vec<Move> {
            moves.find(&world, &node, set, Freedom { waiting: true, putting_down: false });
            moves.exclude(excluded);
            moves.iter().collect()
        };
        let all = find(ActionSet::EMPTY);
        let short = all.iter().filter(|one| one.must_use).count();
        found += usize::from(short > 1 && short < all.len());
        let mut excluded = ActionSet::EMPTY;
        for (index, one) in all.iter().enumerate() {
            let mut left = all.clone();
            left.remove(index);
            let mut only = ActionSet::EMPTY;
            only.insert(one.action);
            excluded.insert(one.action);
            if !left.is_empty() {
                assert_eq!(find(only), left);
            }
        }
        assert_eq!(find(excluded), all);
    }
    assert!(found > 3, "in {found} cells there are moves of both kinds");
    moves.set(Action::WAIT);
    assert_eq!(moves.iter().collect::<Vec<_>>(), [Move::free(Action::WAIT)]);
}
