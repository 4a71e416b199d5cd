//! Playing a recorded game again, to look at the positions of its contest.

use super::{Exchange, Recording};
use crate::game::{Answer, Game, Outcome, Step};

/// Gives the recorded answers to a game that has just been set up, and calls `see` with the game after each step: first
/// before any answer, at last when it is over. The lines that were sent and the result are not compared; that is what
/// [`follow`](super::follow) does.
///
/// # Errors
/// A sentence with the line of the recording at which the rules ask other players, or go on or end differently.
pub fn retrace<G: Game>(
    recording: &Recording,
    game: &mut G,
    mut see: impl FnMut(&G),
) -> Result<Outcome, String> {
    let mut rest = recording.exchanges.as_slice();
    let mut answers: Vec<Answer> = Vec::new();
    loop {
        let step = game.advance(&answers);
        see(game);
        let line = rest.first().map_or(recording.result.0, |(line, _)| *line);
        let differs = || format!("line {line} of the recording does not follow the rules");
        let requests = match step {
            Step::Over(outcome) if rest.is_empty() => return Ok(outcome),
            Step::Over(_) => return Err(differs()),
            Step::Ask(requests) => requests,
        };
        let (now, later) = rest.split_at_checked(requests.len()).ok_or_else(differs)?;
        rest = later;
        let of_seat = |seat| now.iter().map(|it| &it.1).find(|it: &&Exchange| it.seat == seat);
        let given = requests.iter().map(|it| of_seat(it.seat).map(Exchange::answer));
        answers = given.collect::<Option<_>>().ok_or_else(differs)?;
    }
}
