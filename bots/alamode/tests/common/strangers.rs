//! Matches of the bot with every pair of house players in every seat order.

use alamode::kitchen::PLAN;
use alamode::params::Params;
use referee::game::Seat;
use referee::testkit::sparring::{play, Mind};
use referee::testkit::{registered, start};
use serde_json::json;

use super::sparring::bot;

/// A round that the bot played.
#[derive(Debug)]
#[allow(dead_code)] // the tests need not all
pub struct Round {
    pub partner: &'static str,
    pub points: f64,
    /// Own turns that changed neither the bot's cell nor what it holds.
    pub idle: u32,
    /// The most of them in a row in which there was something to do: the partner did not shut the bot in, and
    /// there was time to serve an order.
    pub idle_run: u32,
    /// The most own turns in a row in which a dish that a customer waits for lay on a table.
    pub lying_run: u32,
}

/// A match of the bot with two house players.
#[derive(Debug)]
#[allow(dead_code)] // the tests need only the rounds
pub struct Trio {
    pub rounds: Vec<Round>,
    /// Whether no other player has a higher score.
    pub is_best: bool,
}

impl Trio {
    /// Points of a round of the bot.
    #[allow(dead_code)] // only the example needs it
    pub fn points(&self) -> f64 {
        self.rounds.iter().map(|round| round.points).sum::<f64>() / self.rounds.len() as f64
    }
}

/// The names of all house players.
pub fn kinds() -> Vec<&'static str> {
    registered("alamode").about().house.iter().map(|kind| kind.name).collect()
}

/// The lost turns of the bot in one round.
#[derive(Clone, Copy, Default)]
struct Lost {
    idle: u32,
    idle_run: Run,
    lying_run: Run,
}

/// Turns in a row that have something in common.
#[derive(Clone, Copy, Default)]
struct Run {
    now: u32,
    longest: u32,
}

impl Run {
    fn add(&mut self, has_it: bool) {
        self.now = if has_it { self.now + 1 } else { 0 };
        self.longest = self.longest.max(self.now);
    }
}

/// Plays the match of a number: its seed, its pair of house players and the seats follow from it.
pub fn trio(number: u64, params: &Params, nodes: u64) -> Trio {
    let contest = registered("alamode");
    let kinds = kinds();
    let pairs: Vec<(usize, usize)> = (0..kinds.len())
        .flat_map(|a| (0..kinds.len()).filter(move |&b| b != a).map(move |b| (a, b)))
        .collect();
    let (a, b) = pairs[number as usize * 11 % pairs.len()];
    let own = number as usize / pairs.len() % 3;
    let mut others = [kinds[a], kinds[b]].into_iter();
    let names: Vec<Option<&str>> =
        (0..3).map(|seat| if seat == own { None } else { others.next() }).collect();
    let lost = std::cell::RefCell::new(Vec::<Lost>::new());
    let mut minds: Vec<Mind<'_>> = (0..3)
        .map(|seat| match names[seat] {
            Some(name) => Mind::house(contest, name, number, Seat(seat)),
            None => watched(bot(params, nodes), &lost),
        })
        .collect();
    let outcome = play(start(contest, &number.to_string(), json!({})).as_mut(), &mut minds);
    drop(minds);
    assert!(outcome.thrown_out.is_empty(), "match {number}: {:?}", outcome.thrown_out);
    let pairs = [[0, 1], [2, 0], [1, 2]];
    let own_rounds = pairs.iter().zip(&outcome.rounds).filter(|(pair, _)| pair.contains(&own));
    let lost = lost.into_inner();
    let rounds = own_rounds.zip(lost).map(|((pair, points), lost)| Round {
        partner: names[if pair[0] == own { pair[1] } else { pair[0] }].expect("a house player"),
        points: *points as f64,
        idle: lost.idle,
        idle_run: lost.idle_run.longest,
        lying_run: lost.lying_run.longest,
    });
    Trio {
        rounds: rounds.collect(),
        is_best: outcome.scores.iter().all(|score| *score <= outcome.scores[own]),
    }
}

/// With fewer turns left no order can be begun and served: the plainest takes fourteen turns of a chef.
const LATE: u32 = 30;

/// Whether the partner stands so that the first chef cannot leave a dead end. Both are lines of the input.
fn is_shut_in(own: &str, partner: &str) -> bool {
    let cell = |line: &str| {
        let mut words = line.split(' ').map(|word| word.parse::<i32>().ok());
        Some((words.next()??, words.next()??))
    };
    let is_floor = |(x, y): (i32, i32)| PLAN[y as usize][x as usize] == b'.';
    let mut found: Vec<(i32, i32)> = cell(own).into_iter().collect();
    let mut next = 0;
    while let Some(&(x, y)) = found.get(next) {
        next += 1;
        for step in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
            if is_floor(step) && cell(partner) != Some(step) && !found.contains(&step) {
                found.push(step);
            }
        }
    }
    found.len() <= 4
}

/// Whether a dish that a customer waits for lies on a table. `turn` are the lines of a turn.
fn ready_dish_lies(turn: &[String]) -> bool {
    let foods = |dish: &str| {
        let mut foods: Vec<String> = dish.split('-').map(str::to_owned).collect();
        foods.sort();
        foods
    };
    let tables: usize = turn[3].parse().expect("a number of tables");
    let first_word = |line: &String| foods(line.split(' ').next().unwrap_or(""));
    let orders: Vec<_> = turn[4 + tables + 2..].iter().map(first_word).collect();
    let lying = turn[4..][..tables].iter().map(|line| foods(line.rsplit(' ').next().unwrap_or("")));
    lying.into_iter().any(|item| orders.contains(&item))
}

/// A player whose lost turns are counted by round. Its last turn of a round is not counted.
fn watched<'a>(mut mind: Mind<'a>, lost: &'a std::cell::RefCell<Vec<Lost>>) -> Mind<'a> {
    let mut last: Option<(u32, String)> = None;
    Mind::new(move |sent| {
        let turn = &sent[if sent.len() > 28 { 28 } else { 0 }..];
        let left: u32 = turn[0].parse().expect("turns left");
        let own = turn[1].clone();
        let mut lost = lost.borrow_mut();
        match &last {
            Some((before, chef)) if *before > left => {
                let round = lost.last_mut().expect("a round has begun");
                let is_idle = *chef == own;
                round.idle += u32::from(is_idle);
                let can_work = left >= LATE && !is_shut_in(&own, &turn[2]);
                round.idle_run.add(is_idle && can_work);
                round.lying_run.add(ready_dish_lies(turn));
            }
            _ => lost.push(Lost::default()),
        }
        last = Some((left, own));
        mind.answer(sent).remove(0)
    })
}
