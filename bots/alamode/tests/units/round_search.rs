//! A search for the plan of a whole round: its result is the same however it is interrupted.

use alamode::chef::Chef;
use alamode::node::Node;
use alamode::params::Params;
use alamode::protocol::{Reader, Start};
use alamode::round_search::RoundSearch;
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;
use gridkit::Deadline;

use crate::common::kitchen::{at, input};

const ORDERS: &str = "\
4
DISH-TART-ICE_CREAM 1400
DISH-CROISSANT-BLUEBERRIES 1100
DISH-BLUEBERRIES-ICE_CREAM 650
DISH-CHOPPED_STRAWBERRIES-ICE_CREAM 800
";

fn world() -> World {
    let Start { kitchen, customers } =
        Reader::new(input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen");
    World::new(kitchen, customers, Params::default(), 0)
}

fn opening(world: &World) -> State {
    State::opening(world, at(29, 23), Chef::Own)
}

/// Searches with a number of positions in each part. Gives the points, the plan's actions, and the number of parts.
fn search(world: &World, state: State, nodes: u64, part: u64) -> (i32, Vec<u8>, u32) {
    let (mut search, mut evaluator) = (RoundSearch::new(), Evaluator::new(world));
    search.begin(world, &mut evaluator, Node::root(state), nodes);
    let mut parts = 1;
    while !search.run(world, &mut evaluator, &mut Deadline::after_nodes(part)).0 {
        parts += 1;
    }
    let (points, actions) = search.best(world);
    (points, actions.iter().map(|action| action.0).collect(), parts)
}

#[test]
fn a_plan_leads_to_its_points_at_the_end_of_the_round() {
    let world = world();
    for left in [199, 120, 7] {
        let start = State { left, ..opening(&world) };
        let (points, actions, _) = search(&world, start, 40_000, u64::MAX);
        assert_eq!(actions.len(), usize::from(left) + 1);
        let mut state = start;
        for action in actions {
            assert!(!state.over);
            state.play(&world, alamode::action::Action(action));
        }
        assert!(state.over);
        assert_eq!(state.points, points);
        // The worst of its plans makes 6,917 in 121 turns.
        assert!(left < 100 || points > 59 * i32::from(left), "{points} in {left} turns");
    }
}

#[test]
fn what_it_finds_does_not_depend_on_interruptions() {
    let world = world();
    let (points, actions, parts) = search(&world, opening(&world), 40_000, u64::MAX);
    assert_eq!(parts, 1);
    let interrupted = search(&world, opening(&world), 40_000, 700);
    assert!(interrupted.2 > 20, "{} parts", interrupted.2);
    assert_eq!((points, actions), (interrupted.0, interrupted.1));
}

#[test]
fn it_finds_as_many_positions_as_it_may() {
    let world = world();
    let (mut search, mut evaluator) = (RoundSearch::new(), Evaluator::new(&world));
    search.begin(&world, &mut evaluator, Node::root(opening(&world)), 40_000);
    let mut deadline = Deadline::after_nodes(u64::MAX);
    assert!(search.run(&world, &mut evaluator, &mut deadline).0);
    assert!((40_000..40_050).contains(&deadline.nodes()), "{}", deadline.nodes());
}
