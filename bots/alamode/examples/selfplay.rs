//! Rounds of the bot with itself in one process, by the bot's own model of the rules: for tuning.
//! Use `referee duel` for results by the referee's rules and the clock.
//!
//! ```text
//! cargo run --release -p alamode --features measure --example selfplay -- count=20 nodes=50000 first=1 [name=value ...]
//! ```
//!
//! Takes the kitchens of the top league from `alamode/kitchens.txt` in the folder `BOTYARD_DATA`
//! (`../shared/data` if that is not set). With `one=1` the second chef does what the first one's plan
//! wants, which shows what is lost because two players cannot talk.

use alamode::action::Action;
use alamode::chef::{Chef, Pair};
use alamode::kitchen::{Cell, Place};
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::Reader;
use alamode::state::State;
use gridkit::{Deadline, Tunable};

/// The command line.
struct Arguments {
    first: usize,
    count: usize,
    nodes: u64,
    one: bool,
    ponder: u64,
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
        params: Params::default(),
    };
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        let number = || value.parse().expect("a whole number");
        match name {
            "first" => arguments.first = number(),
            "count" => arguments.count = number(),
            "nodes" => arguments.nodes = number() as u64,
            "ponder" => arguments.ponder = number() as u64,
            "one" => arguments.one = number() != 0,
            _ => arguments.params.set(name, value).expect("a number that can be set"),
        }
    }
    let folder = std::env::var("BOTYARD_DATA").unwrap_or_else(|_| "../shared/data".to_owned());
    let text = std::fs::read_to_string(format!("{folder}/alamode/kitchens.txt"))
        .expect("BOTYARD_DATA names a folder with alamode/kitchens.txt");
    let mut rounds: Vec<Round> = Vec::new();
    for line in
        text.lines().filter(|l| l.starts_with("4|")).skip(arguments.first - 1).take(arguments.count)
    {
        let parts: Vec<&str> = line.split('|').collect();
        let round = play(&parts, &arguments);
        println!("{} {}", parts[1], round.points);
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

fn play(parts: &[&str], arguments: &Arguments) -> Round {
    let orders: Vec<String> = parts[3].split(',').map(long).collect();
    let rows = parts[2].replace('/', "\n");
    let input = format!("{}\n{}\n{rows}\n", orders.len(), orders.join("\n"));
    let mut players = [0, 1].map(|_| {
        let start = Reader::new(input.as_bytes()).start().unwrap().expect("a kitchen");
        Player::new(start, arguments.params.clone(), 0)
    });
    let spawn = |digit: char| {
        let at = parts[2].replace('/', "").find(digit).expect("a spawn cell");
        match players[0].world().kitchen.place(Cell(at as u8)) {
            Place::Floor(floor) => Some(floor),
            Place::Table(_) => unreachable!("chefs start on the floor"),
        }
    };
    let mut state = State::opening(players[0].world(), Pair([spawn('0'), spawn('1')]), Chef::Own);
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
        let action = player.decide(&seen, &mut Deadline::after_nodes(arguments.nodes));
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

/// An order in full, from its short form: `DTI 1400`.
fn long(order: &str) -> String {
    let (dish, award) = order.split_once(' ').expect("a dish and an award");
    let food = |letter| match letter {
        'I' => "-ICE_CREAM",
        'B' => "-BLUEBERRIES",
        'S' => "-CHOPPED_STRAWBERRIES",
        'C' => "-CROISSANT",
        _ => "-TART",
    };
    let foods: String = dish.chars().skip(1).map(food).collect();
    format!("DISH{foods} {award}")
}
