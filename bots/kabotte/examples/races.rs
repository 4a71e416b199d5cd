//! Races against each house player and against mixed fields, with 2, 4 and 6 cars, on maps of the site, all
//! seats rotated from map to map; and each map alone, beside `@cruiser`.
//!
//! ```text
//! cargo run --release -p kabotte --features measure --example races -- [seats=2,4,6] [house=cruiser,cruiser+blocker,...]
//!     [seeds=COUNT|FIRST-LAST] [alone=no] [set=NAME=VALUE ...] [option=NAME=VALUE ...] MAPFILE ...
//! ```
//!
//! Prints the mean rank with its standard error for each number of cars and each field, and how much better
//! it is than that of each house player (also if cars that come home in the same round share their places, since
//! its order is luck); how often the bot needed more moves alone on the track than
//! `@cruiser`; its crashes, and how many of them could be avoided (see [`avoidable`]). The times of
//! answers are those of the machine.

#[path = "../tests/common/avoidable.rs"]
mod avoidable;
#[path = "../tests/common/link.rs"]
mod link;
#[path = "../tests/common/racing.rs"]
mod racing;
#[path = "../tests/common/taken.rs"]
mod taken;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::time::Duration;

use gridkit::{Deadline, Tunable};
use kabotte::params::Params;
use racing::{number, play, Ours};
use referee::game::Outcome;
use serde_json::{Map, Value};

/// What was asked for.
struct Wish {
    seats: Vec<usize>,
    houses: Vec<String>,
    seeds: RangeInclusive<u64>,
    options: Map<String, Value>,
    params: Params,
    alone: bool,
    maps: Vec<Site>,
}

/// A map of the site.
struct Site {
    file: String,
    code: String,
}

impl Wish {
    fn options(&self, map: &Site) -> Map<String, Value> {
        let mut options = self.options.clone();
        options.insert("map".to_owned(), Value::from(map.code.as_str()));
        options
    }
}

/// Half of the referee's time is left to a busy machine.
fn thinking() -> Deadline {
    Deadline::after(Duration::from_secs(4))
}

/// What is counted over all races.
#[derive(Default)]
struct Count {
    races: usize,
    ours: f64,
    avoidable: usize,
    at_some_price: usize,
    theirs: f64,
    first: Vec<Duration>,
    later: Vec<Duration>,
}

impl Count {
    /// Takes in a race with this name, and prints its avoidable crashes.
    fn take_in(&mut self, race: &str, ours: &Ours) {
        self.first.extend(ours.times.first().copied());
        self.later.extend(ours.times.iter().skip(1).copied());
        for crash in avoidable::crashes(&ours.past) {
            let avoidable::Crash { round, price } = crash;
            println!(
                "a safe move at {price} moves more than the crash after round {round}: {race}"
            );
            self.at_some_price += 1;
            self.avoidable += usize::from(crash.is_avoidable());
        }
    }

    fn print(mut self) {
        println!(
            "crashes in {} races: {} of ours, {} of them avoidable at some price and {} at no more \
             than the crash; {} of theirs",
            self.races, self.ours, self.at_some_price, self.avoidable, self.theirs
        );
        for (name, times) in [("first", &mut self.first), ("later", &mut self.later)] {
            times.sort_unstable();
            let at = |share: f64| {
                let place = (times.len() as f64 * share) as usize;
                times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
            };
            println!(
                "{name} answers: median {:.1?}, 99 of 100 within {:.1?}, longest {:.1?}",
                at(0.5),
                at(0.99),
                at(1.0)
            );
        }
    }
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count * (count - 1.0).max(1.0))).sqrt())
}

/// Who drives: ours in one seat, in the others the house player, or each of them in turn.
fn field(house: &str, seats: usize, own: usize) -> Vec<Option<&str>> {
    let mut drivers = house.split('+').cycle();
    let driver = |seat| if seat == own { None } else { drivers.next() };
    (0..seats).map(driver).collect()
}

fn race_alone(wish: &Wish, count: &mut Count) {
    let (mut slower, mut quicker) = (0, 0);
    for map in &wish.maps {
        let options = wish.options(map);
        let (cruiser, _) = play(&options, 1, &[Some("cruiser")], &wish.params, thinking);
        let (alone, ours) = play(&options, 1, &[None], &wish.params, thinking);
        count.take_in(&format!("{}, alone", map.file), &ours);
        let (theirs, ours) = (number(&cruiser, "moves", 0), number(&alone, "moves", 0));
        let is_home = |outcome: &Outcome| outcome.more["status"][0] == "finished";
        // On a map on which nobody can finish nobody is slower.
        if !is_home(&cruiser) && !is_home(&alone) {
            continue;
        }
        let finished = is_home(&alone);
        if !finished || (is_home(&cruiser) && ours > theirs) {
            slower += 1;
            println!("slower alone: {}, {ours} records, @cruiser {theirs}", map.file);
        }
        quicker += u32::from(finished && ours < theirs);
    }
    let maps = wish.maps.len();
    println!("alone on {maps} maps: {slower} times slower than @cruiser, {quicker} times quicker");
}

/// Races with this number of cars.
fn race(wish: &Wish, house: &str, seats: usize, count: &mut Count) {
    let (mut our_ranks, mut lead) = (Vec::new(), Vec::new());
    let (mut moves, mut forced) = (Vec::new(), Vec::new());
    let mut gaps: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
    for (place, (map, seed)) in
        wish.maps.iter().flat_map(|map| wish.seeds.clone().map(move |seed| (map, seed))).enumerate()
    {
        let own = place % seats;
        let field = field(house, seats, own);
        let (outcome, ours) = play(&wish.options(map), seed, &field, &wish.params, thinking);
        count.take_in(&format!("{}, {house}, {seats} cars, seed {seed}", map.file), &ours);
        count.races += 1;
        let net = taken::net(&ours.seen, own);
        moves.push(f64::from(net.moves));
        forced.push(f64::from(net.crashes));
        let rank = |seat: usize| f64::from(outcome.ranks[seat]);
        // The order within the last round is luck: cars that come home in the same one share their places.
        let is_home = |seat: usize| outcome.more["status"][seat] == "finished";
        let moves_of = |seat: usize| number(&outcome, "moves", seat);
        let rounds = |seat: usize| if is_home(seat) { moves_of(seat) } else { f64::INFINITY };
        let shared = |seat: usize| {
            let others = (0..seats).filter(|it| *it != seat).map(rounds);
            others.fold(1.0, |sum, it| match it.partial_cmp(&rounds(seat)) {
                Some(std::cmp::Ordering::Less) => sum + 1.0,
                Some(std::cmp::Ordering::Equal) => sum + 0.5,
                _ => sum,
            })
        };
        let others = (0..seats).filter(|seat| *seat != own);
        let theirs: Vec<f64> = others.map(shared).collect();
        lead.push(mean(&theirs).0 - shared(own));
        our_ranks.push(rank(own));
        let mut ranks: BTreeMap<&str, Vec<f64>> = BTreeMap::new();
        for (seat, driver) in field.iter().enumerate() {
            let crashes = number(&outcome, "crashes", seat);
            match driver {
                None => count.ours += crashes,
                Some(driver) => {
                    count.theirs += crashes;
                    ranks.entry(driver).or_default().push(rank(seat));
                }
            }
        }
        for (driver, ranks) in ranks {
            gaps.entry(driver).or_default().push(mean(&ranks).0 - rank(own));
        }
    }
    let (rank, error) = mean(&our_ranks);
    let behind = |(driver, gaps): (&&str, &Vec<f64>)| {
        let (gap, error) = mean(gaps);
        format!("@{driver} worse by {gap:.2} +- {error:.2}")
    };
    let behind: Vec<String> = gaps.iter().map(behind).collect();
    let (gap, deviation) = mean(&lead);
    let behind = format!(
        "{}, all by {gap:.2} +- {deviation:.2} if the last round is shared",
        behind.join(", ")
    );
    let races = our_ranks.len();
    println!("{seats} cars, {house}: mean rank {rank:.2} +- {error:.2}, {behind}, {races} races");
    let ((moves, error), (forced, deviation)) = (mean(&moves), mean(&forced));
    println!(
        "{seats} cars, {house}: net {moves:.2} +- {error:.2} moves taken and \
         {forced:.2} +- {deviation:.2} crashes forced in a race"
    );
}

fn main() {
    let wish = read();
    let mut count = Count::default();
    if wish.alone {
        race_alone(&wish, &mut count);
    }
    for house in &wish.houses {
        for seats in &wish.seats {
            race(&wish, house, *seats, &mut count);
        }
    }
    count.print();
}

fn read() -> Wish {
    let mut wish = Wish {
        seats: vec![2, 4, 6],
        houses: ["cruiser", "blocker", "sunday", "cruiser+blocker+sunday"]
            .map(str::to_owned)
            .to_vec(),
        seeds: 1..=1,
        options: Map::new(),
        params: Params::default(),
        alone: true,
        maps: Vec::new(),
    };
    let number = |word: &str| word.parse().expect("a number of seats");
    for word in std::env::args().skip(1) {
        match word.split_once('=') {
            Some(("seats", list)) => wish.seats = list.split(',').map(number).collect(),
            Some(("house", list)) => wish.houses = list.split(',').map(str::to_owned).collect(),
            Some(("seeds", range)) => wish.seeds = seeds(range).expect("COUNT or FIRST-LAST"),
            Some(("alone", "no")) => wish.alone = false,
            Some(("set", number)) => {
                let (name, value) = number.split_once('=').expect("NAME=VALUE");
                wish.params.set(name, value).expect("a number of the bot");
            }
            Some(("option", option)) => {
                let (name, value) = option.split_once('=').expect("NAME=VALUE");
                wish.options.insert(name.to_owned(), Value::from(value));
            }
            _ => {
                let code = std::fs::read_to_string(&word).expect("the file of a map");
                wish.maps.push(Site { file: word, code });
            }
        }
    }
    wish
}

/// The first seeds up to a number, or those from one to another.
fn seeds(range: &str) -> Option<RangeInclusive<u64>> {
    let (first, last) = range.split_once('-').unwrap_or(("1", range));
    Some(first.parse().ok()?..=last.parse().ok()?)
}
