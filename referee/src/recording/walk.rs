//! Walking through a recording move by move, with the position after each.

use super::{BegunRecording, Exchange};
use crate::game::{Answer, Game, Step};

/// The exchanges of one move, and the game after them.
pub struct Moment<'a> {
    /// The exchanges, each with its line in the file. Seats that are asked at once are together.
    pub exchanges: &'a [(usize, Exchange)],
    /// The game after these answers; `None` once the recording does not follow the rules, and for a move that was cut
    /// off.
    pub game: Option<&'a dyn Game>,
}

/// Calls `see` for every move of a recording in order. The game has just been set up.
///
/// Once a recording does not follow the rules, each exchange is a move without a position.
///
/// # Errors
/// The error of `see`.
pub fn walk<E>(
    recording: &BegunRecording,
    game: &mut dyn Game,
    mut see: impl FnMut(&Moment<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut rest = recording.exchanges.as_slice();
    let mut answers = Vec::new();
    // The seats that the rules ask next; `None` once the rules and the recording differ.
    let mut asked = asks(game, &answers);
    while !rest.is_empty() {
        let count = asked.as_ref().map_or(1, Vec::len).clamp(1, rest.len());
        let (exchanges, later) = rest.split_at(count);
        rest = later;
        let given = asked.take().and_then(|seats| in_order(&seats, exchanges));
        let follows = given.is_some();
        if let Some(given) = given {
            answers = given;
            asked = asks(game, &answers);
        }
        see(&Moment { exchanges, game: follows.then_some(&*game) })?;
    }
    Ok(())
}

/// Continues with some answers and returns the seats that are asked next; `None` if the game is over.
fn asks(game: &mut dyn Game, answers: &[Answer]) -> Option<Vec<usize>> {
    match game.advance(answers) {
        Step::Ask(requests) => Some(requests.iter().map(|request| request.seat.0).collect()),
        Step::Over(_) => None,
    }
}

/// The recorded answers in the order in which the seats were asked; `None` if other seats answered.
fn in_order(seats: &[usize], exchanges: &[(usize, Exchange)]) -> Option<Vec<Answer>> {
    let answer = |seat: &usize| {
        let found = exchanges.iter().find(|(_, exchange)| exchange.seat.0 == *seat);
        found.map(|(_, exchange)| exchange.answer())
    };
    (seats.len() == exchanges.len()).then(|| seats.iter().map(answer).collect())?
}
