//! The plan of a whole round: both chefs have the same, and it only gets better.

use alamode::action::Action;
use alamode::chef::Chef;
use alamode::moves::{Freedom, Moves};
use alamode::node::Node;
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::{Reader, Start};
use alamode::round_plan::{self, RoundPlan};
use alamode::state::State;
use alamode::useful::useful;
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

const FIRST: i32 = 30_000;
const SECOND: i32 = 20_000;
const CHANGE: i32 = 10_000;
const AGAIN: i32 = 20_000;

fn start() -> Start {
    Reader::new(input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen")
}

fn params() -> Params {
    Params {
        round_first: FIRST,
        round_second: SECOND,
        round_change: CHANGE,
        round_again: AGAIN,
        ..Params::default()
    }
}

fn opening(world: &World) -> State {
    State::opening(world, at(29, 23), Chef::Own)
}

/// What is planned from a position, and a plan that had this number of positions.
fn improved(world: &World, state: &State, nodes: u64) -> RoundPlan {
    let (mut plan, mut evaluator) = (RoundPlan::new(), Evaluator::new(world));
    plan.begin_round(round_plan::opening(world, state));
    let mut deadline = Deadline::after_nodes(nodes);
    plan.search_first(world, &mut evaluator, &mut deadline);
    plan.improve(world, &mut evaluator, state, &mut deadline);
    plan
}

#[test]
fn the_other_chef_has_the_same_plan() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let first = opening(&world);
    let plan = improved(&world, &first, 70_000);
    let actions = plan.rest(&world, &first).expect("a plan").to_vec();
    let mut second = first;
    second.play(&world, actions[0]);
    let second = second.swapped(&world);
    assert_eq!(second.mover, Chef::Own);
    let others = improved(&world, &second, 70_000);
    assert_eq!(others.rest(&world, &second).expect("a plan"), &actions[1..]);
}

#[test]
fn a_partner_that_does_something_else_ends_the_plan() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let mut state = opening(&world);
    let plan = improved(&world, &state, 40_000);
    let planned = plan.rest(&world, &state).expect("a plan")[0];
    assert_ne!(planned, Action::WAIT);
    state.play(&world, Action::WAIT);
    assert_eq!(plan.rest(&world, &state), None);
}

#[test]
fn more_time_makes_the_plan_better_and_leaves_its_first_turns() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let state = opening(&world);
    let (short, long) = (improved(&world, &state, 31_000), improved(&world, &state, 400_000));
    assert!(long.points(&world) > short.points(&world));
    let rest = |plan: &RoundPlan| plan.rest(&world, &state).expect("a plan")[..20].to_vec();
    assert_eq!(rest(&short), rest(&long));
}

/// A change must be ready before the turn from which on it counts. The partner may have made it.
#[test]
fn a_change_that_would_be_late_is_not_searched_for() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let mut state = opening(&world);
    let mut plan = improved(&world, &state, 31_000);
    let actions = plan.rest(&world, &state).expect("a plan").to_vec();
    let mut evaluator = Evaluator::new(&world);
    let mut searches = Vec::new();
    for (turn, &action) in actions.iter().enumerate() {
        if let 189..=190 = turn {
            let mut deadline = Deadline::after_nodes(1_000_000);
            plan.begin_round(Some(opening(&world)));
            plan.improve(&world, &mut evaluator, &state, &mut deadline);
            searches.push(deadline.nodes() > 0);
        }
        state.play(&world, action);
    }
    assert_eq!(searches, [true, false], "the last change begins at turn 190");
}

#[test]
fn turns_that_are_over_are_not_planned_again() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let mut state = opening(&world);
    let mut plan = improved(&world, &state, 31_000);
    let before = plan.rest(&world, &state).expect("a plan").to_vec();
    for &action in &before[..100] {
        state.play(&world, action);
    }
    let mut evaluator = Evaluator::new(&world);
    plan.improve(&world, &mut evaluator, &state, &mut Deadline::after_nodes(200_000));
    let rest = plan.rest(&world, &state).expect("the plan so far").to_vec();
    assert_eq!(rest[..10], before[100..110]);
    assert!(plan.points(&world) > Node::root(state).state.points);
}

/// With a fixed number of positions two players follow one plan to the end, whatever time each of them has
/// beyond it.
#[test]
fn two_players_follow_one_plan() {
    let mut players = [0, 1].map(|_| Player::new(start(), params(), 0));
    let opening = Reader::new(input(ORDERS).as_bytes()).start().unwrap().unwrap().kitchen.spawns;
    let mut state = State::opening(players[0].world(), alamode::chef::Pair(opening), Chef::Own);
    let (mut turn, mut planned) = (0, None);
    while !state.over {
        let second = state.mover == Chef::Partner;
        let player = &mut players[usize::from(second)];
        let mut seen = if second { state.swapped(player.world()) } else { state };
        seen.points = 0;
        let nodes = if turn < 2 { 60_000 } else { 3_000 + 2_000 * u64::from(second) };
        let action = player.decide(&seen, &mut Deadline::after_nodes(nodes));
        assert!(planned.map_or(true, |planned| planned == action), "turn {turn}");
        assert!(player.follows_round(), "turn {turn}");
        player.ponder(&mut Deadline::after_nodes(if turn < 8 { 20_000 } else { 1_000 }));
        planned = player.plan().actions.first().copied();
        state.play(player.world(), action);
        turn += 1;
    }
    assert!(state.points > 4_000, "{}", state.points);
}

/// One of the players is sent the map with the letters of both chefs exchanged.
#[test]
fn the_letters_of_the_map_do_not_tell_who_begins() {
    let orders_of = |map: &str| Reader::new(map.as_bytes()).start().unwrap().expect("a kitchen");
    let map = input(ORDERS);
    let exchanged = map.replace("..1.....0", "..0.....1");
    assert_ne!(map, exchanged);
    for map in [map, exchanged] {
        let Start { kitchen, customers } = orders_of(&map);
        let world = World::new(kitchen, customers, params(), 0);
        let first = opening(&world);
        assert_eq!(round_plan::opening(&world, &first), Some(first));
        let mut second = first;
        second.play(&world, Action::walk_to(alamode::kitchen::Floor::new(27)));
        assert_eq!(round_plan::opening(&world, &second.swapped(&world)), Some(first));
    }
}

/// The searches of all rounds of a game are the same. One that came too late is made again.
#[test]
fn the_next_round_goes_on_with_what_was_searched_for_in_time() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let (state, mut evaluator) = (opening(&world), Evaluator::new(&world));
    let complete = improved(&world, &state, 1_000_000);
    let mut plan = improved(&world, &state, 100_000);
    let mut late = state;
    for &action in &plan.rest(&world, &state).expect("a plan").to_vec()[..150] {
        late.play(&world, action);
    }
    plan.improve(&world, &mut evaluator, &late, &mut Deadline::after_nodes(1_000_000));
    plan.begin_round(Some(state));
    plan.improve(&world, &mut evaluator, &state, &mut Deadline::after_nodes(1_000_000));
    assert_eq!(plan.rest(&world, &state), complete.rest(&world, &state));
}

/// On a slow machine the second search of the first turn is not over. The later ones change what the first one found.
#[test]
fn a_plan_of_the_first_search_is_changed_too() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let (first, mut evaluator) = (opening(&world), Evaluator::new(&world));
    let mut plan = improved(&world, &first, 35_000);
    let (before, mut state) = (plan.points(&world), first);
    for &action in &plan.rest(&world, &first).expect("a plan").to_vec()[..10] {
        state.play(&world, action);
    }
    plan.improve(&world, &mut evaluator, &state, &mut Deadline::after_nodes(100_000));
    assert!(plan.points(&world) > before);
}

/// The first turns of the later rounds are too short for the first searches, so their time goes to a shorter plan.
#[test]
fn the_first_searches_are_made_in_the_first_round_only() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, params(), 0);
    let (first, mut evaluator) = (opening(&world), Evaluator::new(&world));
    for nodes in [20_000, 35_000] {
        let mut plan = improved(&world, &first, nodes);
        plan.begin_round(Some(first));
        let mut deadline = Deadline::after_nodes(100_000);
        plan.search_first(&world, &mut evaluator, &mut deadline);
        assert_eq!(deadline.nodes(), 0, "after {nodes} positions in the first round");
    }
}

/// A search that ends too late counts if both chefs have done so far what it has found, for the partner may have made
/// it in time.
#[test]
fn a_late_search_counts_if_both_chefs_have_done_what_it_found() {
    let Start { kitchen, customers } = start();
    let params = Params { round_first: 6_000, round_second: 0, round_change: 20_000, ..params() };
    let world = World::new(kitchen, customers, params, 0);
    let first = opening(&world);
    let actions = |plan: &RoundPlan| plan.rest(&world, &first).expect("a plan").to_vec();
    let begun = || improved(&world, &first, 11_000);
    let (before, in_time) = (actions(&begun()), actions(&improved(&world, &first, 27_000)));
    let same = before.iter().zip(&in_time).take_while(|(one, other)| one == other).count();
    assert!((31..39).contains(&same), "the plans differ from turn {same} on");
    for turn in 30..45 {
        let mut state = first;
        for &action in &before[..turn] {
            state.play(&world, action);
        }
        let (mut plan, mut evaluator) = (begun(), Evaluator::new(&world));
        plan.improve(&world, &mut evaluator, &state, &mut Deadline::after_nodes(20_000));
        let expected = if turn <= same { &in_time } else { &before };
        assert_eq!(&actions(&plan), expected, "turn {turn}");
    }
}

/// The larger searches would give one chef another plan than its partner, if only one had time for them.
#[test]
fn larger_searches_are_made_early_in_the_first_round_only() {
    let positions = |round_again: i32, turn: usize, rounds: usize| {
        let Start { kitchen, customers } = start();
        let world = World::new(kitchen, customers, Params { round_again, ..params() }, 0);
        let (first, mut evaluator) = (opening(&world), Evaluator::new(&world));
        let mut plan = improved(&world, &first, 61_000);
        let mut state = first;
        for &action in &plan.rest(&world, &first).expect("a plan").to_vec()[..turn] {
            state.play(&world, action);
        }
        for _ in 1..rounds {
            plan.begin_round(Some(first));
        }
        let mut deadline = Deadline::after_nodes(10_000_000);
        plan.improve(&world, &mut evaluator, &state, &mut deadline);
        deadline.nodes()
    };
    let are_made = |turn, rounds| positions(AGAIN, turn, rounds) > positions(0, turn, rounds);
    assert!(are_made(44, 1));
    assert!(!are_made(45, 1), "too late in the round");
    assert!(!are_made(8, 2), "not in the first round");
}

/// Most partners do something else than the plan in their first turn. The search of a shorter plan has begun before.
#[test]
fn a_shorter_search_goes_on_when_the_partner_does_something_else() {
    let mut tried = 0;
    for number in 0.. {
        let mut player = Player::new(start(), params(), 0);
        let mut state = opening(player.world());
        let action = player.decide(&state, &mut Deadline::after_nodes(60_000));
        assert!(player.follows_round());
        state.play(player.world(), action);
        let mut others = moves(player.world(), &state);
        others.retain(|other| *other != player.plan().actions[0]);
        let other = match others.get(number) {
            Some(other) => *other,
            None => break,
        };
        state.play(player.world(), other);
        let in_sight = |player: &mut Player| {
            player.decide(&state, &mut Deadline::after_nodes(100));
            assert!(!player.follows_round());
            player.plan().score
        };
        let anew = in_sight(&mut Player::new(start(), params(), 0));
        let after = in_sight(&mut player);
        assert!(after > anew, "{other:?}: {after} and {anew} points in sight");
        tried += 1;
    }
    assert!(tried >= 2, "{tried}");
}

/// What the search tries in a position.
fn moves(world: &World, state: &State) -> Vec<Action> {
    let worth = Evaluator::new(world).worth(world, state);
    let (mut moves, node) = (Moves::new(), Node::root(*state));
    moves.find(world, &node, useful(world, state, state.mover, &worth), Freedom::default());
    moves.iter().map(|one| one.action).collect()
}
