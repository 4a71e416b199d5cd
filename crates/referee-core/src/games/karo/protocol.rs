//! The line protocol. It was made for the referee, because the site has only an HTTP interface. Players are sent the
//! data that the interface shows the player whose turn it is.
//!
//! Words are separated by single blanks; x counts from the left and y from the top, both from 0. The game sends
//! lines only to the player whose turn it is.
//!
//! # The start
//!
//! Once, before a player's first turn, in this order:
//!
//! ```text
//! karo 1                                name and version of the protocol
//! seats 3 0                             number of players, your seat (from 0)
//! title Rund um den See $ Randrennen $  the rest of the line; special rules are markers in it
//! checkpoints 1 2 4                     the numbers to collect; the bare word if there are none
//! events last                           last: one event a move counts, seen from the target; or all
//! zzz 2                                 by how many records a crash sets a car back
//! crash forbidden                       or allowed, free
//! direction classic                     or formula1, free
//! blocking moved                        cars that have moved in this round block; or all
//! night 0                               1: '.' below is hidden
//! move_ms 10000                         time limit of an answer, in milliseconds
//! teams 0 0 1                           only where teams race: the team of each seat
//! map 30 12                             width, height
//! XXXXXXXXXXXXXXXXXXXXXXXXXXXXXX        a row of map symbols (height rows)
//! ```
//!
//! # A turn
//!
//! ```text
//! turn 7                     the round; round 1 is the placement
//! records 4                  the records since your last turn, in the order of time
//! 1 move 12 4 2 -1           seat, kind, x y xv yv; kinds: start, move, crash, left, parc
//! 2 crash 9 4 0 0            the cell of the set-back; your own crash of this turn, too
//! 2 move 10 4 1 0
//! 0 move 12 5 2 0            your own last move is among them
//! players 3                  the present state of each seat, one per line:
//! racing 0 0 6 0 - 12 5 2 0  status, moved, rank, moves, crashes, collected, x y xv yv
//! racing 1 0 7 0 14 12 4 2 -1
//! racing 1 0 7 1 2 10 4 1 0
//! candidates 8               the moves that track and cars allow, in the site's order
//! 13 4 1 -1 1                x y xv yv, and 1 if the special rules allow it, too, else 0
//! ```
//!
//! * The status is `racing`, `finished`, `left`, `kicked` or `stuck`.
//! * Moved is 1 if the player has had its turn in this round; yours is 0. (The site shows 1 for the player
//!   whose turn it is.)
//! * The rank is 0 until a player finishes. Moves are counted as on the site: all records except crashes,
//!   so the placement and the parc record are among them.
//! * Collected are digits, or `-`. A car that is not placed is at `-1 -1 0 0`.
//! * In round 1 the candidates are the free start cells in reading order, `x y 0 0 1`.
//!
//! The answer is one line; blanks around its words do not matter:
//!
//! ```text
//! START 4 7                  in round 1: x y
//! MOVE 13 4 1 -1             x y xv yv of a candidate that ends in 1
//! LEAVE                      at any turn
//! ```
//!
//! At least one candidate ends in 1: if none did, the crash has already been carried out.
//!
//! # The end
//!
//! All players that were not disqualified are sent `over` with the last records and players. It is not answered:
//!
//! ```text
//! over
//! records 2 …                as above
//! players 3 …                as above
//! ```
//!
//! Then the input ends. A player that has finished, left or is stuck is sent nothing until then.

use super::race::{Candidate, Car, Race, Turn};
use crate::game::Seat;

/// Name and version of the protocol: the first line.
pub const FIRST_LINE: &str = "karo 1";

/// The settings of the protocol that do not belong to the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Show {
    /// Whether the map is masked.
    pub night: bool,
    /// The time limit of an answer, in milliseconds.
    pub move_millis: u64,
}

/// The lines of the start.
pub fn start_lines(race: &Race, seat: Seat, show: Show) -> Vec<String> {
    let settings = race.settings();
    let required =
        race.required().iter().fold(String::new(), |text, it| text + &format!(" {}", it.0));
    let counting = settings.counting.word();
    let mut lines = vec![
        FIRST_LINE.to_owned(),
        format!("seats {} {seat}", race.cars().len()),
        format!("title {}", settings.title),
        format!("checkpoints{required}"),
        format!("events {counting}"),
        format!("zzz {}", settings.zzz),
        format!("crash {}", settings.crash.word()),
        format!("direction {}", settings.direction.word()),
        format!("blocking {}", settings.blocking.word()),
        format!("night {}", u8::from(show.night)),
        format!("move_ms {}", show.move_millis),
    ];
    if !settings.teams.is_empty() {
        let teams =
            settings.teams.iter().fold(String::new(), |all, team| all + &format!(" {team}"));
        lines.push(format!("teams{teams}"));
    }
    lines.push(format!("map {} {}", race.track().width(), race.track().height()));
    if show.night {
        lines.extend(race.track().masked().rows());
    } else {
        lines.extend(race.track().rows());
    }
    lines
}

/// The lines of a turn, with the records from number `from` on.
pub(super) fn turn_lines(race: &Race, turn: &Turn, from: usize) -> Vec<String> {
    let mut lines = vec![format!("turn {}", race.round())];
    push_state(&mut lines, race, from);
    lines.push(format!("candidates {}", turn.candidates.len()));
    let line = |it: &Candidate| format!("{} {}", it.motion, u8::from(it.free));
    lines.extend(turn.candidates.iter().map(line));
    lines
}

/// The lines of the end.
pub(super) fn over_lines(race: &Race, from: usize) -> Vec<String> {
    let mut lines = vec!["over".to_owned()];
    push_state(&mut lines, race, from);
    lines
}

fn push_state(lines: &mut Vec<String>, race: &Race, from: usize) {
    let records = &race.log()[from..];
    lines.push(format!("records {}", records.len()));
    for (seat, record) in records {
        lines.push(format!("{seat} {} {}", record.kind.word(), record.motion));
    }
    lines.push(format!("players {}", race.cars().len()));
    lines.extend(race.cars().iter().map(player_line));
}

/// The line of a player.
pub fn player_line(car: &Car) -> String {
    let place = car.motion().map_or("-1 -1 0 0".to_owned(), |motion| motion.to_string());
    let (status, moved) = (car.status.word(), u8::from(car.moved));
    let (moves, crashes) = (car.moves(), car.crashes());
    format!("{status} {moved} {} {moves} {crashes} {} {place}", car.rank, car.collected)
}
