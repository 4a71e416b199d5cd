//! Games of a crowd in one process, by the referee's rules: how we do among the house players.
//!
//! ```text
//! cargo run --release -p icfp-courier --features measure --example crowd -- seeds=30 seats=4 [name=value ...]
//! ```
//!
//! Our robot plays with `@final`, `@lightning`, `@pusher`, `@bully` and `@outbidder`, all seats rotated from
//! seed to seed, on each kind of board. `crowd=final,pusher` plays with these alone; `board=lakes` or
//! `board=open,maze` leaves the other boards out; `seats=2,4,8` plays with each of these numbers; `keep=FOLDER`
//! records the games in which we drown, and with `keep_all=1` all games, for `referee stats courier` and
//! `referee view`. A share of the points has its standard error; what follows `times @final` is the ratio of the mean shares with its
//! standard error, by leaving out one game after the other (jackknife).

#[path = "common/player.rs"]
mod player;

use std::fmt::Write;
use std::path::PathBuf;

use gridkit::Tunable;
use icfp_courier::params::Params;
use player::{Faults, Ours};
use referee::contest::Setup;
use referee::game::{Outcome, Seat};
use referee::games::contest;
use referee::recording::{Header, Recorder};
use referee::testkit::sparring::Mind;
use serde_json::{Map, Value};

struct Wish {
    seeds: u64,
    first: u64,
    seats: Vec<usize>,
    boards: Vec<String>,
    nodes: u64,
    verbose: bool,
    options: Map<String, Value>,
    params: Params,
    crowd: Vec<String>,
    keep: Option<PathBuf>,
    keep_all: bool,
}

impl Default for Wish {
    fn default() -> Self {
        let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            seeds: 12,
            first: 0,
            seats: vec![4],
            boards: owned(&["open", "lakes", "maze", "corridors", "islands"]),
            nodes: 10,
            verbose: false,
            options: Map::new(),
            params: Params::default(),
            crowd: owned(&["final", "lightning", "pusher", "bully", "outbidder"]),
            keep: None,
            keep_all: false,
        }
    }
}

/// One game: the kind of robot in each seat, its share of the points, its points, whether it drowned.
type Played = Vec<(usize, f64, i64, bool)>;

fn main() {
    let mut wish = Wish::default();
    for arg in std::env::args().skip(1) {
        let (name, value) = arg.split_once('=').expect("name=value");
        let number = || value.parse::<u64>().expect("a whole number");
        let list = || value.split(',').map(str::to_owned);
        match name {
            "seeds" => wish.seeds = number(),
            "first" => wish.first = number(),
            "seats" => wish.seats = list().map(|seats| seats.parse().expect("a number")).collect(),
            "board" => wish.boards = list().collect(),
            "nodes" => wish.nodes = number(),
            "verbose" => wish.verbose = number() != 0,
            "crowd" => wish.crowd = list().collect(),
            "keep" => wish.keep = Some(PathBuf::from(value)),
            "keep_all" => wish.keep_all = number() != 0,
            "size" | "count" | "weight" | "money" | "capacity" | "starts" => {
                wish.options.insert(name.to_owned(), referee::options::option_value(value));
            }
            _ => wish.params.set(name, value).expect("a number that can be set"),
        }
    }
    let mut faults = Faults::default();
    for &seats in &wish.seats {
        let mut all = Vec::new();
        for board in &wish.boards {
            let mut games = Vec::new();
            for seed in wish.first..wish.first + wish.seeds {
                games.push(game(&wish, board, seats, seed, &mut faults));
            }
            report(&wish, &format!("{board}, {seats} robots"), &games);
            all.append(&mut games);
        }
        report(&wish, &format!("all boards, {seats} robots"), &all);
    }
    println!("{faults}");
}

/// Plays a game.
fn game(wish: &Wish, board: &str, seats: usize, seed: u64, faults: &mut Faults) -> Played {
    let kinds = seating(wish, seats, seed);
    let outcome = play(wish, board, seed, &kinds, faults);
    let total: i64 = outcome.scores.iter().sum::<i64>().max(1);
    let one = |(seat, &kind): (usize, &usize)| {
        let points = outcome.scores[seat];
        (kind, points as f64 / total as f64, points, drowned(&outcome, seat))
    };
    let played: Played = kinds.iter().enumerate().map(one).collect();
    if wish.verbose {
        let mut line = format!("{board} {seed}:");
        for &(kind, _, points, died) in &played {
            let mark = if died { "~" } else { "" };
            write!(line, " {} {points}{mark}", name(wish, kind)).expect("a text takes it");
        }
        println!("{line} in {}", outcome.turns);
    }
    played
}

fn name(wish: &Wish, kind: usize) -> &str {
    if kind == 0 {
        "US"
    } else {
        &wish.crowd[kind - 1]
    }
}

/// Prints what each kind made in some games.
fn report(wish: &Wish, title: &str, games: &[Played]) {
    println!("{title}, {} games", games.len());
    for kind in 0..=wish.crowd.len() {
        let seats: Vec<_> = games.iter().flatten().filter(|seat| seat.0 == kind).collect();
        let count = seats.len().max(1) as f64;
        let shares: Vec<f64> = seats.iter().map(|seat| seat.1).collect();
        let points: i64 = seats.iter().map(|seat| seat.2).sum();
        let drowned = seats.iter().filter(|seat| seat.3).count();
        println!(
            "  {:10} share {:.3} ± {:.3}, points {:.1}, drowned {drowned} of {}",
            name(wish, kind),
            mean(&shares),
            error_of_mean(&shares),
            points as f64 / count,
            seats.len()
        );
    }
    if let Some(place) = wish.crowd.iter().position(|name| name == "final") {
        let (ratio, error) = ratio(games, place + 1);
        println!("  {ratio:.2} ± {error:.2} times @final");
    }
}

fn mean(numbers: &[f64]) -> f64 {
    numbers.iter().sum::<f64>() / numbers.len().max(1) as f64
}

/// The standard error of the mean.
fn error_of_mean(numbers: &[f64]) -> f64 {
    let mean = mean(numbers);
    let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
    let count = numbers.len() as f64;
    (squares / (count * (count - 1.0)).max(1.0)).sqrt()
}

/// Our mean share as a multiple of that of another kind, and its standard error.
fn ratio(games: &[Played], kind: usize) -> (f64, f64) {
    // Sums of shares and seats: ours, theirs.
    let sums = |game: &Played| {
        let mut sums = [0.0; 4];
        for seat in game.iter().filter(|seat| seat.0 == 0 || seat.0 == kind) {
            let place = if seat.0 == 0 { 0 } else { 2 };
            sums[place] += seat.1;
            sums[place + 1] += 1.0;
        }
        sums
    };
    let of = |[ours, our_seats, theirs, their_seats]: [f64; 4]| {
        (ours / our_seats) / (theirs / their_seats)
    };
    let each: Vec<[f64; 4]> = games.iter().map(sums).collect();
    let add = |one: [f64; 4], other: &[f64; 4]| {
        [one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]]
    };
    let all = each.iter().fold([0.0; 4], add);
    let without = |game: &[f64; 4]| {
        of([all[0] - game[0], all[1] - game[1], all[2] - game[2], all[3] - game[3]])
    };
    let left: Vec<f64> = each.iter().map(without).collect();
    (of(all), error_of_mean(&left) * (left.len() as f64 - 1.0))
}

/// Who sits where: 0 is ours, once; the others in turn.
fn seating(wish: &Wish, seats: usize, seed: u64) -> Vec<usize> {
    let mut kinds: Vec<usize> = (0..seats - 1)
        .map(|other| 1 + (other + seed as usize / seats) % wish.crowd.len())
        .collect();
    kinds.insert(seed as usize % seats, 0);
    kinds
}

fn drowned(outcome: &Outcome, seat: usize) -> bool {
    let deaths = outcome.more.get("deaths").and_then(Value::as_array);
    deaths.map_or(false, |deaths| deaths[seat]["cause"] == "drowned")
}

fn play(wish: &Wish, board: &str, seed: u64, kinds: &[usize], faults: &mut Faults) -> Outcome {
    let courier = contest("courier").expect("the contest");
    let mut options = wish.options.clone();
    options.insert("board".to_owned(), board.into());
    let setup = Setup { seed: seed.to_string(), options, seats: kinds.len() };
    let mut game = courier.start(&setup).expect("a game");
    let mut ours = Ours::new(&wish.params, wish.nodes, seed, wish.verbose);
    let place = kinds.iter().position(|&kind| kind == 0).expect("a seat of ours");
    let house = |seat: usize| Mind::house(courier, &wish.crowd[kinds[seat] - 1], seed, Seat(seat));
    let mut minds: Vec<Mind<'_>> = (0..place).map(house).collect();
    minds.push(Mind::new(|sent| ours.answer(sent)));
    minds.extend((place + 1..kinds.len()).map(house));
    let (outcome, exchanges) = player::play(game.as_mut(), &mut minds);
    drop(minds);
    if let Some(folder) = wish.keep.as_ref().filter(|_| wish.keep_all || drowned(&outcome, place)) {
        let names = kinds.iter().map(|&kind| name(wish, kind).to_owned());
        let header = Header::new("courier", &setup, names);
        let path = folder.join(format!("{board}-{}-{seed}", kinds.len()));
        let mut recorder = Recorder::create_new(&path, &header).expect("a new recording");
        for exchange in &exchanges {
            recorder.exchange(exchange).expect("it can be written");
        }
        recorder.result(&outcome).expect("it can be written");
    }
    faults.add(&ours.faults);
    faults.count(&outcome, Seat(place));
    outcome
}
