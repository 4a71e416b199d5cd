//! What stays of a search when the next one begins a turn later.

use alamode::action::{Action, ActionSet};
use alamode::beam::Beam;
use alamode::chef::Chef;
use alamode::kitchen::{Floor, Table};
use alamode::node::Node;
use alamode::params::Params;
use alamode::partner::Model;
use alamode::protocol::{Reader, Start};
use alamode::question::{Plan, Question};
use alamode::serial::{Choice, Habit, Serial};
use alamode::state::State;
use alamode::tree::MOST_PLIES;
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
    World::new(kitchen, customers, Params { haste: 0.0, readiness: 0.0, ..Params::default() }, 0)
}

fn opening(world: &World) -> State {
    State::opening(world, at(29, 23), Chef::Own)
}

fn search(world: &World, beam: &mut Beam, state: State, nodes: u64) -> Plan {
    let root = Node::root(state);
    let question = Question::new(&root, Model::Joint, 30);
    let mut evaluator = Evaluator::new(world);
    beam.search(world, &mut evaluator, &question, &mut Deadline::after_nodes(nodes))
}

/// The number of positions in the beam's tree. Each must be what its actions make of the root.
fn positions(world: &World, beam: &Beam) -> usize {
    let (tree, mut evaluator) = (beam.tree(), Evaluator::new(world));
    let (mut count, mut nodes, mut equal) = (0, 0, 0);
    for ply in 1..=MOST_PLIES {
        let layer = tree.layer(ply);
        for (index, candidate) in layer.candidates().iter().enumerate() {
            let mut state = tree.root().state;
            for action in tree.actions_to(index, ply) {
                state.play(world, action);
            }
            assert_eq!(state.key | 1, candidate.key | 1, "ply {ply}, candidate {index}");
            assert_eq!(state.stock, candidate.stock, "ply {ply}, candidate {index}");
            count += 1;
        }
        for number in 0..layer.nodes() as u32 {
            let (node, owner) = (layer.node(number), layer.candidates()[layer.owner(number)]);
            assert_eq!(node.state.key | 1, owner.key | 1, "ply {ply}, node {number}");
            assert_eq!(node.worth, evaluator.worth(world, &node.state).points);
            assert_eq!(node.must_use[node.state.mover.other()], owner.last.must_use);
            // A better way may have been found since.
            assert!(node.score(world) <= owner.score, "ply {ply}, node {number}");
            nodes += 1;
            equal += usize::from(node.score(world) == owner.score);
        }
    }
    assert!(equal * 10 >= nodes * 9, "{equal} of {nodes} nodes have the score of their way");
    count
}

#[test]
fn what_was_found_from_the_next_position_stays() {
    let world = world();
    let mut evaluator = Evaluator::new(&world);
    for turns in [1, 2] {
        let mut beam = Beam::new();
        let mut state = opening(&world);
        let mut sum = 0;
        for round in 0..12 {
            let plan = search(&world, &mut beam, state, 5_000);
            positions(&world, &beam);
            for action in &plan.actions[..turns] {
                state.play(&world, *action);
                sum += state.points + evaluator.worth(&world, &state).points;
            }
            search(&world, &mut beam, state, 1);
            let kept = positions(&world, &beam);
            assert!(kept > 1_000, "{turns} turns, round {round}: {kept} positions");
            let root = beam.tree().root();
            assert_eq!((root.state, root.sum), (state, sum));
            assert_eq!(root.worth, evaluator.worth(&world, &state).points);
        }
    }
}

/// So do plans around a partner, as long as it does what was predicted.
#[test]
fn a_plan_around_a_partner_goes_on_until_the_partner_surprises() {
    let world = world();
    let habit = Habit { choice: Choice::Best, heeds_other: true, dish_first: false };
    let chef = Serial { habit, order: None };
    let other = Serial { habit: Habit { dish_first: true, ..habit }, order: None };
    for model in [Model::Frozen, Model::Serial(chef)] {
        for (surprises, next_model) in
            [(false, model), (true, model), (false, Model::Joint), (false, Model::Serial(other))]
        {
            let mut state = opening(&world);
            let (mut beam, mut evaluator) = (Beam::new(), Evaluator::new(&world));
            let root = Node::root(state);
            let question = Question { putting_down: 30, ..Question::new(&root, model, 30) };
            let deadline = &mut Deadline::after_nodes(5_000);
            let plan = beam.search(&world, &mut evaluator, &question, deadline);
            state.play(&world, plan.actions[0]);
            let another = match model {
                Model::Frozen => Action::walk_to(Floor::new(22)),
                _ => Action::WAIT,
            };
            assert_ne!(plan.actions[1], another);
            state.play(&world, if surprises { another } else { plan.actions[1] });
            let next = Node::root(state);
            let question = Question { putting_down: 30, ..Question::new(&next, next_model, 30) };
            beam.search(&world, &mut evaluator, &question, &mut Deadline::after_nodes(1));
            let kept = positions(&world, &beam);
            let goes_on = !surprises && next_model == model;
            assert_eq!(kept > 500, goes_on, "{model:?}, {next_model:?}: {kept} positions");
        }
    }
}

/// Only plans of both chefs in which nothing is special go on.
#[test]
fn an_answer_to_another_question_is_not_gone_on_with() {
    let world = world();
    let state = opening(&world);
    let root = Node::root(state);
    let usual = Question::new(&root, Model::Joint, 30);
    let mut excluded = ActionSet::EMPTY;
    excluded.insert(Action::use_table(Table(0)));
    let others = [
        Question { partner: Model::Frozen, ..usual },
        Question { excluded, ..usual },
        Question { putting_down: 30, ..usual },
    ];
    for (number, other) in others.into_iter().enumerate() {
        let mut evaluator = Evaluator::new(&world);
        for (first, second) in [(other, usual), (usual, other), (usual, usual)] {
            let mut beam = Beam::new();
            let mut search = |question: &Question<'_>, nodes| {
                beam.search(&world, &mut evaluator, question, &mut Deadline::after_nodes(nodes))
            };
            let plan = search(&first, 5_000);
            let mut next = state;
            next.play(&world, plan.actions[0]);
            let next = Node::root(next);
            search(&Question { root: &next, ..second }, 1);
            let goes_on = first.partner == second.partner
                && first.excluded == second.excluded
                && first.putting_down == second.putting_down;
            let kept = positions(&world, &beam);
            assert_eq!(kept > 1_000, goes_on, "question {number}: {kept} positions");
        }
    }
}

#[test]
fn a_position_that_was_not_found_begins_a_new_tree() {
    let world = world();
    let mut beam = Beam::new();
    let state = opening(&world);
    search(&world, &mut beam, state, 5_000);
    let elsewhere = State::opening(&world, at(3, 9), Chef::Own);
    search(&world, &mut beam, elsewhere, 1);
    assert!(positions(&world, &beam) < 100);
    assert_eq!(beam.tree().root().state.key, elsewhere.key);
}

/// The awards are not in the key: a tree with other awards is worth nothing.
#[test]
fn a_position_with_another_award_begins_a_new_tree() {
    let world = world();
    let mut beam = Beam::new();
    let mut state = opening(&world);
    let plan = search(&world, &mut beam, state, 5_000);
    state.play(&world, plan.actions[0]);
    state.award[1] += 1;
    search(&world, &mut beam, state, 1);
    assert!(positions(&world, &beam) < 100);
}

#[test]
fn a_search_that_goes_on_finds_better_plans_than_one_that_begins() {
    let world = world();
    let mut state = opening(&world);
    let mut beam = Beam::new();
    let (mut on, mut anew) = (0, 0);
    let mut evaluator = Evaluator::new(&world);
    for _ in 0..40 {
        let plan = search(&world, &mut beam, state, 600);
        let mut end = state;
        plan.actions.iter().for_each(|action| {
            end.play(&world, *action);
        });
        assert_eq!(plan.score, end.points + evaluator.worth(&world, &end).points);
        on += plan.score;
        anew += search(&world, &mut Beam::new(), state, 600).score;
        state.play(&world, plan.actions[0]);
        state.points = 0;
    }
    assert!(on > anew, "{on} {anew}");
}

#[test]
fn a_search_that_ends_early_leaves_a_whole_tree() {
    let world = world();
    let mut beam = Beam::new();
    let mut state = opening(&world);
    let plan = search(&world, &mut beam, state, 5_000);
    state.play(&world, plan.actions[0]);
    let mut over = Deadline::after_nodes(1);
    while !over.expired() {}
    let root = Node::root(state);
    let question = Question::new(&root, Model::Joint, 30);
    beam.search(&world, &mut Evaluator::new(&world), &question, &mut over);
    assert!(positions(&world, &beam) > 1_000);
}
