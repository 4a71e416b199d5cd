//! Compares the state under the rules with the records of the site.

use std::fmt::Debug;

use super::site::{SiteGame, SitePlayer};
use super::turns::{SiteTurn, records_of};
use crate::game::Seat;
use crate::games::karo::motion::Motion;
use crate::games::karo::race::{Blocking, Candidate, Car, Race, Status, Turn};
use crate::games::karo::record::{Kind, Record};

/// Compares a turn before its answer: the player whose turn it is, its records so far, which begin `records`, and
/// whether the answer is a candidate.
pub(super) fn compare_turn(
    race: &Race,
    asked: &Turn,
    turn: &SiteTurn,
    records: &[Record],
) -> Result<(), String> {
    same("whose turn it is", &turn.seat, &asked.seat)?;
    same("the round", &turn.round, &race.round())?;
    let own = &race.cars()[turn.seat.0].records[..];
    same("the records before the move", &&records[..turn.before], &own)?;
    let Some(motion) = turn.motion else { return Ok(()) };
    match asked.candidates.iter().find(|it| it.motion == motion) {
        Some(candidate) if candidate.free => Ok(()),
        Some(_) => Err(format!("the move {motion} breaks a special rule of the title")),
        None => Err(format!("the move {motion} is not a candidate: {}", list(&asked.candidates))),
    }
}

/// Compares the state at the end with that of the site for each player.
pub(super) fn compare_end(race: &Race, site: &SiteGame) -> Result<(), String> {
    let crashes: usize = race.cars().iter().map(Car::crashes).sum();
    for (seat, player) in site.players.iter().enumerate() {
        let car = &race.cars()[seat];
        let of = |what: &str| format!("{what} of player {}", player.name);
        // A crash that the site has carried out for the player whose turn it is belongs to a turn that
        // is not part of the recording.
        let records = records_of(player);
        let done = records.iter().rposition(|it| it.kind != Kind::Crash).map_or(0, |last| last + 1);
        same(&of("the records"), &&records[..done], &&car.records[..])?;
        same(&of("the rank"), &player.rank, &u64::from(car.rank))?;
        let status = match car.status {
            Status::Racing | Status::Finished => "ok",
            status => status.word(),
        };
        same(&of("the status"), &player.status.as_str(), &status)?;
        if let Some(missing) = player.missing.filter(|_| player.status == "ok") {
            let open: Vec<_> = race.required().iter().filter(|it| !car.has(*it)).collect();
            same(&of("the missing checkpoints"), &missing.iter().collect(), &open)?;
        }
        same(&of("the number of moves"), &player.move_count, &(car.moves() as u64))?;
        if done == records.len() {
            let crashes = if site.is_older { car.crashes() } else { crashes };
            same(&of("the number of crashes"), &player.crash_count, &(crashes as u64))?;
        }
        compare_moved(race, site, player, seat)?;
    }
    Ok(())
}

/// Compares the players that have moved in the round, and the possible moves, in a game that is not over.
fn compare_moved(
    race: &Race,
    site: &SiteGame,
    player: &SitePlayer,
    seat: usize,
) -> Result<(), String> {
    let Some(next) = site.next else { return Ok(()) };
    let of = |what: &str| format!("{what} of player {}", player.name);
    // The site sets this for the player whose turn it is, too.
    let is_next = player.id == next;
    let car = &race.cars()[seat];
    let waits = race.is_round_over() || !car.moved;
    if car.races() {
        same(&of("the mark `moved`"), &player.moved, &(!waits || is_next))?;
    }
    // The older form has the possible moves of every player, the newer one only those of the next.
    let is_listed = race.settings().blocking == Blocking::All || is_next;
    if !player.possibles.is_empty() && is_listed {
        let candidates = race.candidates(Seat(seat));
        let moves: Vec<Motion> = candidates.iter().map(|it| it.motion).collect();
        same(&of("the list of possible moves"), &player.possibles, &moves)?;
    }
    Ok(())
}

fn same<T: PartialEq + Debug>(what: &str, expected: &T, got: &T) -> Result<(), String> {
    if expected == got {
        return Ok(());
    }
    let [expected, got] = [format!("{expected:?}"), format!("{got:?}")].map(|it| cut(&it));
    Err(format!("{what} differs: the site has {expected}, the rules say {got}"))
}

/// The end of a long list, where the difference is in most cases.
fn cut(list: &str) -> String {
    const SHOWN: usize = 400;
    match list.char_indices().rev().nth(SHOWN) {
        Some((at, _)) => format!("…{}", &list[at..]),
        None => list.to_owned(),
    }
}

fn list(candidates: &[Candidate]) -> String {
    candidates.iter().map(|it| it.motion.to_string()).collect::<Vec<_>>().join(", ")
}
