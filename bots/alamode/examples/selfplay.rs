//! Rounds of the bot with itself in one process, by the bot's own model of the rules: for tuning.
//! Use `referee duel` for results by the referee's rules and the clock.
//!
//! ```text
//! cargo run --release -p alamode --features measure --example selfplay -- count=20 nodes=50000 first=1 [name=value ...]
//! ```
//!
//! The kitchens are those of the seeds from `first` on. With `opening=N` the first turn of each player has `N`
//! positions: enough for the plan of the whole round if nine tenths of `N` are `round_first` and `round_second`
//! together. With `one=1` the second chef does what the first one's plan wants, which shows what is lost because two
//! players cannot talk. With `ponder=N` a player scores `N` positions in its partner's turn, too.

#[path = "common/first_input.rs"]
mod first_input;

use alamode::action::Action;
use alamode::chef::Chef;
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::Reader;
use gridkit::{Deadline, Tunable};

/// The command line.
struct Arguments {
    first: u64,
    count: u64,
    nodes: u64,
    one: bool,
    ponder: u64,
    opening: u64,
    params: Params,
}

/// The result of a round.
struct Round {
    points: i32,
    turns: u32,
    /// Turns in which a player did what the other player had planned for it.
    agreed: u32,
    waits: u32,
}

fn main() {
    let mut arguments = Arguments {
        first: 1,
        count: 20,
        nodes: 50_000,
        one: false,
        ponder: 0,
        opening: 0,
        params: Params::default(),
    };
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        let number = || value.parse::<u64>().expect("a whole number");
        match name {
            "first" => arguments.first = number(),
            "count" => arguments.count = number(),
            "nodes" => arguments.nodes = number(),
            "ponder" => arguments.ponder = number(),
            "opening" => arguments.opening = number(),
            "one" => arguments.one = number() != 0,
            _ => arguments.params.set(name, value).expect("a number that can be set"),
        }
    }
    let mut rounds: Vec<Round> = Vec::new();
    for seed in arguments.first..arguments.first + arguments.count {
        let round = play(seed, &arguments);
        println!("{seed} {}", round.points);
        rounds.push(round);
    }
    let n = rounds.len() as f64;
    let mean = rounds.iter().map(|round| f64::from(round.points)).sum::<f64>() / n;
    let squares = rounds.iter().map(|round| (f64::from(round.points) - mean).powi(2)).sum::<f64>();
    let sum = |part: fn(&Round) -> u32| f64::from(rounds.iter().map(part).sum::<u32>());
    let turns = sum(|round| round.turns);
    println!(
        "mean {mean:.0} +- {:.0} points in {n} rounds, agreed {:.3}, waited {:.3}",
        (squares / (n - 1.0).max(1.0) / n).sqrt(),
        sum(|round| round.agreed) / turns,
        sum(|round| round.waits) / turns
    );
}

fn play(seed: u64, arguments: &Arguments) -> Round {
    let input = first_input::of(seed);
    let mut reader = Reader::new(input.as_bytes());
    let start = reader.start().unwrap().expect("a kitchen");
    let first = reader.turn().unwrap().expect("a turn");
    let mut players = [0, 1].map(|_| Player::new(start.clone(), arguments.params.clone(), 0));
    let mut state = players[0].observe(&first).expect("a position");
    let mut planned = None;
    let mut round = Round { points: 0, turns: 0, agreed: 0, waits: 0 };
    while !state.over {
        if arguments.one && state.mover == Chef::Partner {
            state.play(players[0].world(), planned.unwrap_or(Action::WAIT));
            continue;
        }
        let second = state.mover == Chef::Partner;
        let player = &mut players[usize::from(second)];
        let mut seen = if second { state.swapped(player.world()) } else { state };
        seen.points = 0;
        let nodes =
            if round.turns < 2 { arguments.opening.max(arguments.nodes) } else { arguments.nodes };
        let action = player.decide(&seen, &mut Deadline::after_nodes(nodes));
        round.agreed += u32::from(planned == Some(action));
        if arguments.ponder > 0 {
            player.ponder(&mut Deadline::after_nodes(arguments.ponder));
        }
        planned = player.plan().actions.first().copied();
        round.waits += u32::from(action.0 == 0);
        round.turns += 1;
        state.play(player.world(), action);
    }
    round.points = state.points;
    round
}
