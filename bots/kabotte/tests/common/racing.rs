//! Races of the bot in this process against house players.

use std::time::{Duration, Instant};

use gridkit::Deadline;
use kabotte::params::Params;
use kabotte::player::Player;
use kabotte::protocol::{Command, Kind, Start, Turn};
use referee::contest::Setup;
use referee::game::{Answer, Outcome, Seat};
use referee::games::contest;
use referee::testkit::scripts::drive;
use referee::testkit::sparring::Mind;
use serde_json::{Map, Value};

use super::link::Link;
use super::taken::Seen;

/// The thinking time of our car on each turn.
pub type Thinking = fn() -> Deadline;

/// One of our turns, kept until our next turn.
pub struct Past {
    pub start: Start,
    pub turn: Turn,
    pub command: Command,
    /// Whether the car crashed at its next turn.
    pub then_crashed: bool,
}

/// Our car in this process.
pub struct Ours {
    thinking: Thinking,
    params: Params,
    link: Link,
    player: Option<Player>,
    pub past: Vec<Past>,
    /// The turns of all cars.
    pub seen: Vec<Seen>,
    pub times: Vec<Duration>,
}

impl Ours {
    fn answer(&mut self, sent: &[String]) -> String {
        let begin = Instant::now();
        let turn = self.link.turn(sent).expect("the race goes on");
        let start = self.link.start.clone().expect("it was read");
        let mut deadline = (self.thinking)();
        let player = self
            .player
            .get_or_insert_with(|| Player::new(start.clone(), self.params.clone(), &mut deadline));
        let command = player.answer(&turn, &mut deadline);
        self.times.push(begin.elapsed());
        let is_crash =
            |it: &kabotte::protocol::Record| it.kind == Kind::Crash && it.seat == start.seat;
        if let Some(past) = self.past.last_mut() {
            past.then_crashed = turn.records.iter().any(is_crash);
        }
        self.past.push(Past { start, turn, command, then_crashed: false });
        command.to_string()
    }
}

/// A race on a track with these options. For each seat the house player; `None` for our bot.
pub fn play(
    options: &Map<String, Value>,
    seed: u64,
    field: &[Option<&str>],
    params: &Params,
    thinking: Thinking,
) -> (Outcome, Ours) {
    let karo = contest("karo").expect("the contest");
    let options = karo.with_defaults(options.clone());
    let setup = Setup { seed: seed.to_string(), options, seats: field.len() };
    let mut game = karo.start(&setup).unwrap_or_else(|error| panic!("{error}"));
    let (link, past, seen, times) = (Link::new(), Vec::new(), Vec::new(), Vec::new());
    let mut links: Vec<Link> = field.iter().map(|_| Link::new()).collect();
    let mut ours = Ours { thinking, params: params.clone(), link, player: None, past, seen, times };
    let mind = |(seat, house)| Some(Mind::house(karo, house?, seed, Seat(seat)));
    let mut minds: Vec<Option<Mind<'_>>> = field.iter().copied().enumerate().map(mind).collect();
    let outcome = drive(game.as_mut(), |_, request| {
        if request.expected.is_none() {
            return Answer::default();
        }
        let link = &mut links[request.seat.0];
        if let Some(turn) = link.turn(&request.lines) {
            let start = link.start.clone().expect("it was read");
            ours.seen.push(Seen { start, turn });
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
pub fn number(outcome: &Outcome, name: &str, seat: usize) -> f64 {
    outcome.more[name][seat].as_f64().unwrap_or(0.0)
}
