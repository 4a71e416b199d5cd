//! Walking through a recording move by move, with the position after each.

use super::{BegunRecording, Exchange};
use crate::game::{Answer, Game, Step};

/// The exchanges of one move, and what the game looks like after them.
pub struct Moment<'a> {
    /// The exchanges, each with its line in the file. Seats that are asked at once are together.
    pub exchanges: &'a [(usize, Exchange)],
    /// The game after these answers; `None` from where the recording does not follow the rules, and
    /// where it was cut off amid a move.
    pub game: Option<&'a dyn Game>,
}

/// Shows `see` every move of a recording, in order. The game has just been set up.
///
/// A recording that does not follow the rules is walked through nonetheless, an exchange at a time and
/// without a position.
///
/// # Errors
/// What `see` gives.
pub fn walk<E>(
    recording: &BegunRecording,
    game: &mut dyn Game,
    mut see: impl FnMut(&Moment<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut rest = recording.exchanges.as_slice();
    let mut answers = Vec::new();
    // What the rules ask next; `None` once they and the recording differ.
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

/// Goes on with some answers, and gives the seats that are asked then; `None` if the game is over.
fn asks(game: &mut dyn Game, answers: &[Answer]) -> Option<Vec<usize>> {
    match game.advance(answers) {
        Step::Ask(requests) => Some(requests.iter().map(|request| request.seat.0).collect()),
        Step::Over(_) => None,
    }
}

/// The recorded answers in the order in which the seats were asked; `None` if others answered.
fn in_order(seats: &[usize], exchanges: &[(usize, Exchange)]) -> Option<Vec<Answer>> {
    let answer = |seat: &usize| {
        let found = exchanges.iter().find(|(_, exchange)| exchange.seat.0 == *seat);
        found.map(|(_, exchange)| exchange.answer())
    };
    (seats.len() == exchanges.len()).then(|| seats.iter().map(answer).collect())?
}
