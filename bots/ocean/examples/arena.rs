//! Plays many games in one process, with the seats swapped on every map, and counts who wins.
//!
//! ```text
//! cargo run --release -p ocean --example arena -- GAMES ONE OTHER
//! ```
//!
//! `ONE` and `OTHER` are each `@random`, `@wanderer`, or the bot with its numbers changed, as in
//! `mine=0.5,kill=2` or `-` for the defaults. Nodes in place of the clock, so the same call gives
//! the same figures.

use std::collections::BTreeMap;

use std::sync::atomic::{AtomicU64, Ordering};

use gridkit::{Deadline, Tunable};
use ocean::captain::Captain;
use ocean::orders;
use ocean::params::Params;
use ocean::protocol::Reader;
use referee::contest::contest;
use referee::game::{Answer, Game, Seat, Step};
use referee::ocean::{League, OceanGame};
use referee::player::house::House;

static SLOWEST: AtomicU64 = AtomicU64::new(0);
static TOTAL: AtomicU64 = AtomicU64::new(0);

const NODES: u64 = 20_000;

enum Mind {
    House(Box<dyn House>),
    Bot { params: Box<Params>, captain: Option<Box<Captain>>, seed: u64 },
}

impl Mind {
    fn new(kind: &str, seed: u64, seat: usize) -> Mind {
        if let Some(name) = kind.strip_prefix('@') {
            let kinds = contest("ocean").expect("the contest is there").house();
            let kind = kinds.iter().find(|kind| kind.name == name).expect("no such house player");
            return Mind::House((kind.make)(seed, Seat(seat)));
        }
        let mut params = Params::default();
        for pair in kind.split(',').filter(|pair| pair.contains('=')) {
            let (name, value) = pair.split_once('=').expect("name=value");
            params.set(name, value).expect("a tunable number");
        }
        Mind::Bot { params: Box::new(params), captain: None, seed }
    }

    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        match self {
            Mind::House(house) => house.answer(sent),
            Mind::Bot { params, captain, seed } => {
                let text = sent.join("\n");
                let mut reader = Reader::new(text.as_bytes());
                let line = if let Some(captain) = captain {
                    let turn = reader.turn().expect("a turn").expect("a turn");
                    let mut deadline = Deadline::after_nodes(NODES);
                    let decision = captain.turn(&turn, &mut deadline);
                    let micros = deadline.elapsed().as_micros() as u64;
                    SLOWEST.fetch_max(micros, Ordering::Relaxed);
                    TOTAL.fetch_add(micros, Ordering::Relaxed);
                    if micros > 5000 && std::env::var_os("SLOW").is_some() {
                        let k = captain.knowledge();
                        println!(
                            "{micros} us: {} and {} paths, {} weighed",
                            k.them.paths().len(),
                            k.us.paths().len(),
                            decision.weighed
                        );
                    }
                    if std::env::var_os("SHOW").is_some() {
                        let k = captain.knowledge();
                        println!(
                            "{} | lives {} {} | saw {} | they {} cells {:.1} | we {} cells {:.1} | {:.2} of {} | {}",
                            sent[0], turn.lives, turn.their_lives, sent[2],
                            k.them.cells().count(), k.them.belief().spread_over(),
                            k.us.cells().count(), k.us.belief().spread_over(),
                            decision.score, decision.weighed, orders::line(&decision.orders)
                        );
                    }
                    orders::line(&decision.orders)
                } else {
                    let start = reader.start().expect("a start").expect("a start");
                    let new = Captain::new(start, Params::clone(params), *seed);
                    let at = gridkit::Board15::point(new.at()).to_string();
                    *captain = Some(Box::new(new));
                    at
                };
                vec![line]
            }
        }
    }
}

/// Executed orders of each seat, by word.
type Counts = [BTreeMap<String, u32>; 2];

fn play(seed: i64, kinds: [&str; 2], counts: &mut Counts) -> referee::game::Outcome {
    let mut game = OceanGame::new(seed, League::new(4));
    let mut minds = [0, 1].map(|seat| Mind::new(kinds[seat], seed as u64, seat));
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => return outcome,
            Step::Ask(requests) => {
                for request in requests.iter().filter(|request| request.lines.len() == 3) {
                    for piece in request.lines[2].split('|') {
                        let word = piece.split(' ').next().unwrap_or_default();
                        *counts[1 - request.seat.0].entry(word.to_owned()).or_default() += 1;
                    }
                }
                answers = requests
                    .iter()
                    .map(|request| Answer {
                        lines: minds[request.seat.0].answer(&request.lines),
                        fault: None,
                    })
                    .collect();
            }
        }
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [games, one, other] = &args[..] else {
        eprintln!("usage: arena GAMES ONE OTHER");
        std::process::exit(2);
    };
    let games: i64 = games.parse().expect("a number of games");
    let first: i64 = std::env::var("FIRST").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let (mut wins, mut draws, mut turns, mut faults) = (0, 0, 0, 0);
    let mut lives = [0; 2];
    let mut totals = Counts::default();
    for game in 0..games {
        let swapped = game % 2 == 1;
        let kinds = if swapped { [other.as_str(), one] } else { [one.as_str(), other] };
        let mut counts = Counts::default();
        let outcome = play(first + game / 2, kinds, &mut counts);
        if swapped {
            counts.reverse();
        }
        for (total, counts) in totals.iter_mut().zip(counts) {
            for (word, count) in counts {
                *total.entry(word).or_default() += count;
            }
        }
        let mut scores = outcome.scores.clone();
        if swapped {
            scores.reverse();
        }
        for fault in &outcome.thrown_out {
            if (fault.seat.0 == 1) == swapped {
                faults += 1;
                eprintln!("seed {}: {fault:?}", first + game / 2);
            }
        }
        wins += i64::from(scores[0] > scores[1]);
        draws += i64::from(scores[0] == scores[1]);
        turns += u64::from(outcome.turns);
        lives[0] += scores[0].max(0);
        lives[1] += scores[1].max(0);
    }
    let share = (wins as f64 + draws as f64 / 2.0) / games as f64;
    let error = (share * (1.0 - share) / games as f64).sqrt();
    println!(
        "{one} against {other}: {wins} won, {draws} drawn, {} lost of {games}: {:.1} % +- {:.1}; lives {:.2} : {:.2}, {} turns a game, {faults} faults",
        games - wins - draws,
        100.0 * share,
        100.0 * error,
        lives[0] as f64 / games as f64,
        lives[1] as f64 / games as f64,
        turns / games as u64
    );
    println!(
        "    slowest turn {} us, total {} ms",
        SLOWEST.load(Ordering::Relaxed),
        TOTAL.load(Ordering::Relaxed) / 1000
    );
    for (name, counts) in [one, other].iter().zip(&totals) {
        let line: Vec<String> = counts
            .iter()
            .map(|(word, &count)| format!("{word} {:.2}", f64::from(count) / games as f64))
            .collect();
        println!("    {name}: {}", line.join(", "));
    }
}
