//! The bench: fixed rounds of the bot with itself, the signature of all actions, and the speed.

use std::time::Instant;

use gridkit::bench::median;
use gridkit::{Bench, Flags, Report, Rng};

use crate::action::Action;
use crate::chef::{Chef, Pair};
use crate::kitchen::Floor;
use crate::moves::{Freedom, Moves};
use crate::node::Node;
use crate::params::Params;
use crate::player::Player;
use crate::protocol::{Reader, Start};
use crate::state::State;
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// The kitchens: one with the oven near a corner, one with all equipment close together, and one with
/// long ways.
const KITCHENS: [&str; 3] = [
    "O########D#\n#.........#\n#.##I#.##.#\n#.#..B..S.#\n#.##.#C##.#\n#.........#\n####HW#####\n",
    "#####D#O###\n#.........#\nC.####.B#.#\n#.#..#..#.#\nH.#S.###I.#\n#.........#\n#####W#####\n",
    "I####DOS###\n#.........#\n#.###B.##.#\n#.#..#..#.#\n#.##.####.#\n#.........#\n###H#W####C\n",
];

/// The orders of all kitchens, and what they pay.
const ORDERS: &str = "7\nDISH-TART-ICE_CREAM 1400\nDISH-CROISSANT-BLUEBERRIES 1100\n\
DISH-CHOPPED_STRAWBERRIES-CROISSANT-BLUEBERRIES 1500\nDISH-ICE_CREAM-BLUEBERRIES 650\n\
DISH-TART-CHOPPED_STRAWBERRIES-CROISSANT 2250\nDISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 850\n\
DISH-ICE_CREAM-CROISSANT-TART-CHOPPED_STRAWBERRIES 2450\n";

/// Turns of both chefs together played in each kitchen.
const TURNS: usize = 60;

/// Positions scored in each turn at most.
const NODES: u64 = 20_000;

/// How often the twin is measured; the median counts.
const CHUNKS: usize = 25;

/// Plays the rounds, `--nodes` replaces the budget of each turn, and measures the twin.
pub fn run(flags: &Flags<Params>) -> Report {
    let mut report = play(flags);
    report.remarks = vec![
        format!("{:.0} nodes in 50 ms", report.speed / 20.0),
        format!("{:.1} times as fast as on the heap and from nothing", ratio(flags)),
    ];
    report
}

/// Plays the rounds.
pub fn play(flags: &Flags<Params>) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(NODES));
    for kitchen in &KITCHENS {
        let mut players =
            [0, 1].map(|_| Player::new(start(kitchen), flags.params.clone(), flags.seed));
        let mut state = opening(players[0].world());
        for _ in 0..TURNS {
            let player = &mut players[state.mover as usize];
            let seen = match state.mover {
                Chef::Own => state,
                Chef::Partner => state.swapped(player.world()),
            };
            let action = bench.turn(|deadline| {
                let action = player.decide(&seen, deadline);
                (action, player.plan().states)
            });
            bench.sign(&[action.0]);
            state.play(player.world(), action);
        }
    }
    bench.report()
}

/// The beginning of a round in any of the kitchens.
fn opening(world: &World) -> State {
    State::opening(world, Pair([Some(Floor::new(20)), Some(Floor::new(28))]), Chef::Own)
}

fn start(kitchen: &str) -> Start {
    match Reader::new(format!("{ORDERS}{kitchen}").as_bytes()).start() {
        Ok(Some(start)) => start,
        other => unreachable!("the bench's kitchens are right: {other:?}"),
    }
}

/// Plays and scores the same random turns twice: as the search does, and by a plain twin, which puts
/// each position on the heap and computes its hashes and its worth from nothing. Gives the time of
/// the twin as a multiple of the search's.
///
/// # Panics
///
/// If the twin scores differently.
pub fn ratio(flags: &Flags<Params>) -> f64 {
    let Start { kitchen, customers } = start(KITCHENS[1]);
    let world = World::new(kitchen, customers, flags.params.clone(), flags.seed);
    let mut evaluator = Evaluator::new(&world);
    let (mut moves, mut rng) = (Moves::new(), Rng::new(flags.seed));
    let mut turns: Vec<(Node, Action)> = Vec::new();
    let mut node = Node::root(opening(&world));
    for _ in 0..190 {
        let worth = evaluator.worth(&world, &node.state);
        let set = useful(&world, &node.state, node.state.mover, &worth);
        moves.find(&world, &node, set, Freedom::default());
        let actions: Vec<Action> = moves.iter().map(|one| one.action).collect();
        turns.extend(actions.iter().map(|&action| (node, action)));
        node.play(&world, actions[rng.below(actions.len())]);
    }
    let mut ratios = Vec::new();
    for _ in 0..CHUNKS {
        let (mut sums, begin) = ([0_i64; 2], Instant::now());
        for (before, action) in &turns {
            let mut after = *before;
            after.play(&world, *action);
            let state = &after.state;
            sums[0] += i64::from(evaluator.worth(&world, state).points + state.points);
        }
        let (fast, begin) = (begin.elapsed(), Instant::now());
        for (before, action) in &turns {
            let mut after = Box::new(*before);
            after.play(&world, *action);
            let state = &mut after.state;
            state.rekey(&world);
            sums[1] += i64::from(evaluator.compute(&world, state).points + state.points);
        }
        assert_eq!(sums[0], sums[1], "the twin scores differently");
        ratios.push(begin.elapsed().as_secs_f64() / fast.as_secs_f64().max(1e-9));
    }
    median(ratios)
}
