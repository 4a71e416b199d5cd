//! Statistics of cars in recorded games: moves, crashes and who caused them, turns at rest, the finish and the fewest
//! moves to it.
//!
//! Each game is played again by the rules, so the cars around every crash are known.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::game::KaroGame;
use super::house::fewest_moves;
use super::motion::Vector;
use super::race::{Car, Race, Status};
use super::record::{Kind, Record};
use crate::figures::{Figures, GameFigures};
use crate::game::{Game, Outcome, Step};
use crate::recording::{Recording, retrace};
use crate::setup::{Setup, SetupError};

/// Sets up a game.
type Start = dyn Fn(&Setup) -> Result<KaroGame, SetupError>;

/// The statistics of the players in a set of games: an object for each name. `start` sets up the game of a recording.
pub(super) fn of(recordings: &[Recording], start: &Start) -> Result<Value, String> {
    let mut figures = Figures::default();
    let mut known = HashMap::new();
    for recording in recordings {
        let setup = recording.header.setup();
        let mut game = start(&setup).map_err(|error| error.0)?;
        let outcome = retrace(recording, &mut game, |_| {})?;
        let fewest = alone(&setup, start, &mut known)?;
        let names: Vec<&str> = recording.header.players.iter().map(|it| it.name.as_str()).collect();
        for (seat, name) in names.iter().enumerate() {
            let others = names.iter().enumerate().filter(|(other, _)| *other != seat);
            let others: Vec<&str> = others.map(|(_, name)| *name).collect();
            let mut one = GameFigures::new();
            one.insert("seed".to_owned(), json!(recording.header.seed));
            one.insert("opponents".to_owned(), json!(others));
            add(&mut one, seat, game.race(), &outcome, fewest);
            figures.add(name, one);
        }
    }
    Ok(figures.into_value())
}

/// The fewest moves of a car alone on the track of a game; `None` if they are not known. `known` has those of other
/// games, by the lines that the first player is sent.
fn alone(
    setup: &Setup,
    start: &Start,
    known: &mut HashMap<Vec<String>, Option<u32>>,
) -> Result<Option<u32>, String> {
    let mut setup = setup.clone();
    setup.options.insert("night".to_owned(), json!(false));
    let mut game = start(&setup).map_err(|error| error.0)?;
    let Step::Ask(mut requests) = game.advance(&[]) else { return Ok(None) };
    let lines = requests.swap_remove(0).lines;
    Ok(*known.entry(lines).or_insert_with_key(|lines| fewest_moves(lines)))
}

/// Adds the figures of a seat in a game that is over.
fn add(one: &mut GameFigures, seat: usize, race: &Race, outcome: &Outcome, fewest: Option<u32>) {
    let car = &race.cars()[seat];
    let moves = car.records.iter().filter(|record| record.kind == Kind::Move).count();
    let has_finished = car.status == Status::Finished;
    let suffered =
        race.crashes().iter().filter(|crash| crash.seat.0 == seat && !crash.blockers.is_empty());
    let given = race.crashes().iter().filter(|crash| crash.blockers.iter().any(|it| it.0 == seat));
    // Each round before the finish has a record of the car or was passed. The first is the placement.
    let round = 1 + moves + car.passed as usize;
    let above = fewest.map(|fewest| moves as i64 - i64::from(fewest));
    let mut put = |name: &str, value: Value| one.insert(name.to_owned(), value);
    put("status", json!(car.status.word()));
    put("points", json!(outcome.scores[seat]));
    put("rank", json!(outcome.ranks[seat]));
    put("finishes", json!(u32::from(has_finished)));
    put("finish round", json!(has_finished.then_some(round)));
    put("moves", json!(moves));
    put("fewest moves alone", json!(fewest));
    put("moves above the fewest", json!(above.filter(|_| has_finished)));
    put("crashes", json!(car.crashes()));
    put("crashes suffered", json!(suffered.count()));
    put("crashes given", json!(given.count()));
    put("turns at rest", json!(moves_from_rest(car) + car.passed as usize));
    put("rounds passed", json!(car.passed));
    put("wrong way", json!(car.breaches));
}

/// The moves of a car that begin at rest.
fn moves_from_rest(car: &Car) -> usize {
    let pairs = car.records.windows(2);
    let begins =
        |pair: &&[Record]| pair[1].kind == Kind::Move && pair[0].motion.vector == Vector::ZERO;
    pairs.filter(begins).count()
}
