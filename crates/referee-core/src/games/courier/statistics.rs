//! Statistics of bots in recorded games: turns by kind, bids, pushes, deaths, and trips with their loads.
//!
//! Each game is played again by the rules, so what came of every command is known.

use serde_json::{Value, json};

use super::game::CourierGame;
use super::options::start;
use super::world::{Death, Deed, Robot};
use crate::figures::{Figures, GameFigures, SEAT};
use crate::recording::{Recording, retrace};

/// What a robot has done in a game.
#[derive(Clone, Debug, Default)]
struct Watched {
    turns: u32,
    moves: u32,
    picks: u32,
    drops: u32,
    idle: u32,
    /// Turns in which it was pushed before its command.
    lost: u32,
    /// Money for its commands.
    paid: u64,
    highest_bid: Option<i64>,
    pushes: u32,
    pushed: u32,
    /// The most packages of its present trip, and the most weight; 0 without a trip.
    trip: (u64, u64),
    trips: u64,
    /// The same of all trips together.
    loads: (u64, u64),
    /// The turn of its death, and how it died.
    death: Option<(u32, &'static str)>,
}

/// How a robot died that drowned.
const PUSHED: &str = "pushed";
const WALKED: &str = "walked";

/// The statistics of the robots in a set of games: an object for each name.
pub(super) fn of(recordings: &[Recording]) -> Result<Value, String> {
    let mut figures = Figures::default();
    for recording in recordings {
        let mut game = start(&recording.header.setup()).map_err(|error| error.0)?;
        let mut robots = vec![Watched::default(); recording.header.players.len()];
        let mut played = 0;
        retrace(recording, &mut game, |game: &CourierGame| {
            if game.turns() > played {
                played = game.turns();
                for (watched, robot) in robots.iter_mut().zip(game.robots()) {
                    if let Some(robot) = robot {
                        watched.see(robot, played);
                    }
                }
            }
        })?;
        let all: u64 = game.robots().flatten().map(|robot| robot.score).sum();
        for (seat, (mut watched, robot)) in robots.into_iter().zip(game.robots()).enumerate() {
            watched.arrive();
            let mut one = GameFigures::new();
            one.insert("seed".to_owned(), json!(recording.header.seed));
            one.insert(SEAT.to_owned(), json!(seat));
            watched.add(&mut one, robot, all);
            figures.add(&recording.header.players[seat].name, one);
        }
    }
    Ok(figures.into_value())
}

impl Watched {
    /// Counts a turn that has just been played.
    fn see(&mut self, robot: &Robot, turn: u32) {
        if let (Some(bid), Some(deed)) = (robot.bid, robot.deed) {
            self.turns += 1;
            self.paid += bid.cost();
            self.highest_bid = self.highest_bid.max(Some(bid.number()));
            *match deed {
                Deed::Moved => &mut self.moves,
                Deed::Picked => &mut self.picks,
                Deed::Dropped => &mut self.drops,
                Deed::Idle => &mut self.idle,
                Deed::Lost => &mut self.lost,
            } += 1;
        }
        self.pushes += robot.pushes;
        self.pushed += robot.pushed;
        if robot.carried.is_empty() {
            self.arrive();
        } else {
            let (packages, weight) = self.trip;
            self.trip = (packages.max(robot.carried.len() as u64), weight.max(robot.load));
        }
        self.death = self.death.or(robot.death.map(|death| {
            let how = match death {
                Death::Drowned if robot.pushed > 0 => PUSHED,
                Death::Drowned => WALKED,
                other => other.cause(),
            };
            (turn, how)
        }));
    }

    /// Ends the present trip, if there is one.
    fn arrive(&mut self) {
        let (packages, weight) = std::mem::take(&mut self.trip);
        self.trips += u64::from(packages > 0);
        self.loads = (self.loads.0 + packages, self.loads.1 + weight);
    }

    /// Adds the figures of a game that is over, in which all robots made `all` points. A seat whose robot never joined
    /// has none.
    fn add(&self, one: &mut GameFigures, robot: Option<&Robot>, all: u64) {
        let points = robot.map_or(0, |robot| robot.score);
        let died = |how| self.death.filter(|death| death.1 == how);
        let (pushed, walked) = (died(PUSHED), died(WALKED));
        let drowned = pushed.or(walked);
        let of_trip = |sum: u64| (self.trips > 0).then(|| sum as f64 / self.trips as f64);
        let mut put = |name: &str, value: Value| one.insert(name.to_owned(), value);
        put("points", json!(points));
        put("share of all points", json!(points as f64 / all.max(1) as f64));
        put("deliveries", json!(robot.map_or(0, |robot| robot.delivered)));
        put("turns", json!(self.turns));
        put("moves", json!(self.moves));
        put("picks", json!(self.picks));
        put("drops", json!(self.drops));
        put("idle", json!(self.idle));
        put("lost by a push", json!(self.lost));
        put("money bid", json!(self.paid));
        put("beyond the least", json!(self.paid - u64::from(self.turns)));
        put("highest bid", json!(self.highest_bid));
        put("money left", json!(robot.map_or(0, |robot| robot.money)));
        put("pushes", json!(self.pushes));
        put("pushed", json!(self.pushed));
        put("drowned pushed", json!(u32::from(pushed.is_some())));
        put("drowned walking", json!(u32::from(walked.is_some())));
        put("turn of drowning", json!(drowned.map(|death| death.0)));
        put("other deaths", json!(u32::from(self.death.is_some() && drowned.is_none())));
        put("trips", json!(self.trips));
        put("packages of a trip", json!(of_trip(self.loads.0)));
        put("weight of a trip", json!(of_trip(self.loads.1)));
        put("death", json!(self.death.map_or("none", |death| death.1)));
    }
}
