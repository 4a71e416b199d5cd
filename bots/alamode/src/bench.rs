//! The bench: fixed rounds with itself, a signature of all that was done, and a speed.

use std::fmt;
use std::time::{Duration, Instant};

use gridkit::{Deadline, Rng};

use crate::action::Action;
use crate::chef::Chef;
use crate::kitchen::Floor;
use crate::moves::Moves;
use crate::params::Params;
use crate::partner::swapped;
use crate::player::Player;
use crate::protocol::{Reader, Start};
use crate::state::State;
use crate::useful::useful;
use crate::world::World;
use crate::worth::Evaluator;

/// The kitchens: the oven in a corner's reach, everything around one pocket, long ways.
const KITCHENS: [&str; 3] = [
    "O########D#\n#.........#\n#.##I#.##.#\n#.#..B..S.#\n#.##.#C##.#\n#.........#\n####HW#####\n",
    "#####D#O###\n#.........#\nC.####.B#.#\n#.#..#..#.#\nH.#S.###I.#\n#.........#\n#####W#####\n",
    "I####DOS###\n#.........#\n#.###B.##.#\n#.#..#..#.#\n#.##.####.#\n#.........#\n###H#W####C\n",
];

/// The orders, the same in all of them, and what they pay.
const ORDERS: &str = "7\nDISH-TART-ICE_CREAM 1400\nDISH-CROISSANT-BLUEBERRIES 1100\n\
DISH-CHOPPED_STRAWBERRIES-CROISSANT-BLUEBERRIES 1500\nDISH-ICE_CREAM-BLUEBERRIES 650\n\
DISH-TART-CHOPPED_STRAWBERRIES-CROISSANT 2250\nDISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 850\n\
DISH-ICE_CREAM-CROISSANT-TART-CHOPPED_STRAWBERRIES 2450\n";

/// Turns of both chefs together played in each kitchen.
const TURNS: usize = 60;

/// Positions scored in each turn at most.
const NODES: u64 = 20_000;

/// How often the comparison with the plain way is made; the median counts.
const CHUNKS: usize = 25;

/// What the bench found.
#[derive(Clone, Copy, Debug)]
pub struct Report {
    /// Equal for equal behaviour, on every machine.
    pub signature: u64,
    /// Positions that were generated and scored.
    pub nodes: u64,
    /// How many of them a second, in the median turn.
    pub speed: f64,
    /// How many times as long a turn and its score take on the heap, with nothing remembered.
    pub ratio: f64,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "signature {:016x}", self.signature)?;
        let speed = self.speed;
        writeln!(f, "{} nodes, {speed:.0} nodes per second", self.nodes)?;
        writeln!(f, "{:.0} nodes in 50 ms", speed / 20.0)?;
        write!(f, "{:.1} times as fast as on the heap and from nothing", self.ratio)
    }
}

/// Plays the rounds; `nodes` overrides the budget of each turn.
pub fn run(params: &Params, nodes: Option<u64>, seed: u64) -> Report {
    // FNV-1a, 64 bits, over all actions.
    let mut signature = 0xcbf2_9ce4_8422_2325_u64;
    let mut turns: Vec<(Duration, u64)> = Vec::new();
    for kitchen in &KITCHENS {
        let mut players = [0, 1].map(|_| Player::new(start(kitchen), params.clone(), seed));
        let mut state = State::opening(players[0].world(), [Floor(20), Floor(28)], Chef::OWN);
        for _ in 0..TURNS {
            let player = &mut players[state.mover.index()];
            let mut seen =
                if state.mover == Chef::OWN { state } else { swapped(player.world(), &state) };
            seen.from = [Floor::NOWHERE; 2];
            let mut deadline = Deadline::after_nodes(nodes.unwrap_or(NODES));
            let begin = Instant::now();
            let action = player.decide(&seen, &mut deadline);
            turns.push((begin.elapsed(), player.plan().states));
            signature = (signature ^ u64::from(action.0)).wrapping_mul(0x0100_0000_01b3);
            state.play(player.world(), action);
        }
    }
    // The median: a busy machine takes the processor away in the middle of some turns.
    let mut speeds: Vec<f64> =
        turns.iter().map(|(time, scored)| *scored as f64 / time.as_secs_f64().max(1e-9)).collect();
    speeds.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    let nodes = turns.iter().map(|turn| turn.1).sum();
    Report { signature, nodes, speed: speeds[speeds.len() / 2], ratio: ratio(params, seed) }
}

fn start(kitchen: &str) -> Start {
    match Reader::new(format!("{ORDERS}{kitchen}").as_bytes()).start() {
        Ok(Some(start)) => start,
        other => unreachable!("the bench's kitchens are right: {other:?}"),
    }
}

/// Plays and scores the same random turns as the search does, and as one would without care: each
/// position on the heap, its hashes and its worth reckoned from nothing. Gives the latter's time
/// as a multiple.
fn ratio(params: &Params, seed: u64) -> f64 {
    let Start { kitchen, customers } = start(KITCHENS[1]);
    let world = World::new(kitchen, customers, params.clone(), seed);
    let mut evaluator = Evaluator::new(&world);
    let (mut moves, mut rng) = (Moves::new(), Rng::new(seed));
    let mut turns: Vec<(State, Action)> = Vec::new();
    let mut state = State::opening(&world, [Floor(20), Floor(28)], Chef::OWN);
    for _ in 0..190 {
        let worth = evaluator.worth(&world, &state);
        let set = useful(&world, &state, &worth, state.hand[state.mover.index()]);
        moves.find(&world, &state, set, false);
        turns.extend(moves.iter().map(|(action, _)| (state, action)));
        let actions: Vec<Action> = moves.iter().map(|pair| pair.0).collect();
        state.play(&world, actions[rng.below(actions.len())]);
    }
    let mut ratios = Vec::new();
    for _ in 0..CHUNKS {
        let (mut sums, begin) = ([0_i64; 2], Instant::now());
        for (before, action) in &turns {
            let mut after = *before;
            after.play(&world, *action);
            sums[0] += i64::from(evaluator.worth(&world, &after).points + after.points);
        }
        let (fast, begin) = (begin.elapsed(), Instant::now());
        for (before, action) in &turns {
            let mut after = Box::new(*before);
            after.play(&world, *action);
            after.rekey(&world);
            sums[1] += i64::from(evaluator.compute(&world, &after).points + after.points);
        }
        assert_eq!(sums[0], sums[1], "the twin scores differently");
        ratios.push(begin.elapsed().as_secs_f64() / fast.as_secs_f64().max(1e-9));
    }
    ratios.sort_by(|a, b| a.partial_cmp(b).unwrap_or(std::cmp::Ordering::Equal));
    ratios[ratios.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_signature_is_the_same_every_time() {
        let params = Params::default();
        let report = run(&params, Some(300), 1);
        assert_eq!(run(&params, Some(300), 1).signature, report.signature);
        assert!(report.nodes > 0);
    }
}
