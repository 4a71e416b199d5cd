//! Races against each house player, with 2, 4 and 6 cars, on maps of the site, all seats rotated from map to
//! map; and each map alone, beside `@cruiser`.
//!
//! ```text
//! cargo run --release -p kabotte --example races -- [seats=2,4,6] [house=cruiser,blocker,sunday]
//!     [option=NAME=VALUE ...] MAPFILE ...
//! ```
//!
//! Prints the mean rank with its standard error for each number of cars and each house player; how often the
//! bot needed more moves alone on the track than `@cruiser`; its crashes, and how many of them could
//! be avoided: a move after which no way is left on the track alone although another lawful move had
//! one. The times of answers are those of the machine.

#[path = "../tests/common/link.rs"]
mod link;

use std::time::{Duration, Instant};

use gridkit::{Deadline, FastMap};
use kabotte::player::Player;
use kabotte::protocol::{Command, Turn};
use kabotte::rules::MoveNumber;
use kabotte::solve::Race;
use kabotte::tour::FAR;
use link::Link;
use referee::contest::Setup;
use referee::game::{Answer, Outcome, Seat};
use referee::games::contest;
use referee::testkit::scripts::drive;
use referee::testkit::sparring::Mind;
use serde_json::{Map, Value};

/// What was asked for.
struct Wish {
    seats: Vec<usize>,
    houses: Vec<String>,
    options: Map<String, Value>,
    maps: Vec<String>,
}

/// Our car in this process, on the clock of a race.
#[derive(Default)]
struct Ours {
    link: Option<Link>,
    player: Option<Player>,
    model: Option<Race>,
    blunders: u32,
    times: Vec<Duration>,
}

/// Half of the referee's time is left to a busy machine.
const THINK: Duration = Duration::from_secs(4);

impl Ours {
    fn answer(&mut self, sent: &[String]) -> String {
        let begin = Instant::now();
        let link = self.link.get_or_insert_with(Link::new);
        let turn = link.turn(sent).expect("the race goes on");
        let start = link.start.clone().expect("it was read");
        let mut deadline = Deadline::since(begin, THINK);
        let player = self.player.get_or_insert_with(|| Player::new(start.clone(), &mut deadline));
        let command = player.answer(&turn, &mut deadline);
        self.times.push(begin.elapsed());
        let model = self.model.get_or_insert_with(|| {
            Race::new(&start.track, start.settings, &mut Deadline::after_nodes(0))
        });
        self.blunders += u32::from(is_blunder(model, &turn, start.seat, command));
        command.to_string()
    }
}

/// Whether no way is left after the move although another lawful one had one.
fn is_blunder(race: &Race, turn: &Turn, seat: usize, command: Command) -> bool {
    let (chosen, car) = match command {
        Command::Move(motion) => (motion, turn.cars[seat]),
        _ => return false,
    };
    let open = race.open(car.collected, true);
    let is_alive = |motion| {
        let node = race.graph().node(motion, MoveNumber(car.moves.max(1)));
        node.map_or(false, |node| race.left(node, open) < FAR)
    };
    let mut lawful = turn.candidates.iter().filter(|it| it.is_lawful);
    !is_alive(chosen) && lawful.any(|it| is_alive(it.motion))
}

/// Plays one race; ours has a seat, the others are of one kind.
fn play(wish: &Wish, code: &str, seats: usize, own: Option<usize>, house: &str) -> (Outcome, Ours) {
    let karo = contest("karo").expect("the contest");
    let mut options = wish.options.clone();
    options.insert("map".to_owned(), Value::from(code));
    let setup = Setup { seed: "1".to_owned(), options: karo.with_defaults(options), seats };
    let mut game = karo.start(&setup).unwrap_or_else(|error| panic!("{error}"));
    let mut ours = Ours::default();
    let mut minds: Vec<Option<Mind<'_>>> = (0..seats)
        .map(|seat| Some(seat).filter(|seat| Some(*seat) != own))
        .map(|seat| seat.map(|seat| Mind::house(karo, house, 1, Seat(seat))))
        .collect();
    let outcome = drive(game.as_mut(), |_, request| {
        if request.expected.is_none() {
            return Answer::default();
        }
        let lines = match &mut minds[request.seat.0] {
            Some(mind) => mind.answer(&request.lines),
            None => vec![ours.answer(&request.lines)],
        };
        Answer { lines, fault: None }
    });
    (outcome, ours)
}

/// A number of the result for a seat.
fn number(outcome: &Outcome, name: &str, seat: usize) -> f64 {
    outcome.more[name][seat].as_f64().unwrap_or(0.0)
}

/// Mean and standard error.
fn mean(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
    (mean, (squares / (count * (count - 1.0).max(1.0))).sqrt())
}

/// The middle one, and the longest.
fn spread(times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let last = times.last().copied().unwrap_or_default();
    (times.get(times.len() / 2).copied().unwrap_or_default(), last)
}

fn main() {
    let wish = read();
    let (mut first, mut later) = (Vec::new(), Vec::new());
    let mut count = |ours: &Ours| {
        first.extend(ours.times.first().copied());
        later.extend(ours.times.iter().skip(1).copied());
    };
    let (mut slower, mut quicker) = (0, 0);
    for code in &wish.maps {
        let (cruiser, _) = play(&wish, code, 1, None, "cruiser");
        let (alone, ours) = play(&wish, code, 1, Some(0), "cruiser");
        count(&ours);
        let (theirs, ours) = (number(&cruiser, "moves", 0), number(&alone, "moves", 0));
        let finished = alone.more["status"][0] == "finished";
        slower += u32::from(!finished || ours > theirs);
        quicker += u32::from(finished && ours < theirs);
    }
    let maps = wish.maps.len();
    println!("alone on {maps} maps: {slower} times slower than @cruiser, {quicker} times quicker");
    let mut crashes: FastMap<bool, f64> = FastMap::default();
    let mut blunders = 0;
    for house in &wish.houses {
        for seats in &wish.seats {
            let (mut our_ranks, mut gaps) = (Vec::new(), Vec::new());
            for (place, code) in wish.maps.iter().enumerate() {
                let own = place % seats;
                let (outcome, ours) = play(&wish, code, *seats, Some(own), house);
                count(&ours);
                blunders += ours.blunders;
                let ranks: Vec<f64> = outcome.ranks.iter().map(|rank| f64::from(*rank)).collect();
                let others = (ranks.iter().sum::<f64>() - ranks[own]) / (*seats as f64 - 1.0);
                our_ranks.push(ranks[own]);
                gaps.push(others - ranks[own]);
                for seat in 0..*seats {
                    *crashes.entry(seat == own).or_default() += number(&outcome, "crashes", seat);
                }
            }
            let ((rank, error), (gap, gap_error)) = (mean(&our_ranks), mean(&gaps));
            println!(
                "{seats} cars, @{house}: mean rank {rank:.2} +- {error:.2}, \
                 theirs worse by {gap:.2} +- {gap_error:.2}, {} races",
                gaps.len()
            );
        }
    }
    let of = |own| crashes.get(&own).copied().unwrap_or(0.0);
    println!(
        "crashes: {} of ours, {blunders} of them avoidable; {} of theirs",
        of(true),
        of(false)
    );
    for (name, times) in [("first", &mut first), ("later", &mut later)] {
        let (middle, longest) = spread(times);
        println!("{name} answers: median {middle:.1?}, longest {longest:.1?}");
    }
}

fn read() -> Wish {
    let mut wish = Wish {
        seats: vec![2, 4, 6],
        houses: ["cruiser", "blocker", "sunday"].map(str::to_owned).to_vec(),
        options: Map::new(),
        maps: Vec::new(),
    };
    let number = |word: &str| word.parse().expect("a number of seats");
    for word in std::env::args().skip(1) {
        match word.split_once('=') {
            Some(("seats", list)) => wish.seats = list.split(',').map(number).collect(),
            Some(("house", list)) => wish.houses = list.split(',').map(str::to_owned).collect(),
            Some(("option", option)) => {
                let (name, value) = option.split_once('=').expect("NAME=VALUE");
                wish.options.insert(name.to_owned(), Value::from(value));
            }
            _ => wish.maps.push(std::fs::read_to_string(&word).expect("the file of a map")),
        }
    }
    wish
}
