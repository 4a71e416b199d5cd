//! Walking through a recording move by move, with the position after each.

use std::time::Duration;

use super::{BegunRecording, Exchange};
use crate::game::{Answer, Game, Request, Step};

/// The exchanges of one move, and the game after them.
pub struct Moment<'a> {
    /// The exchanges, each with its line in the file. Seats that are asked at once are together.
    pub exchanges: &'a [(usize, Exchange)],
    /// The time limits of the answers, by seat, as the rules have them; none where the rules ask for no answer.
    pub limits: Vec<(usize, Duration)>,
    /// Whether the rules ask for no answer: the seats are only told something, such as the end of the game.
    pub is_notice: bool,
    /// The turn as the contest counts it, or the number of the move if it counts none. A notice has that of the move before.
    pub turn: u32,
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
    let mut moves = 0;
    // What the rules ask next; `None` once the rules and the recording differ.
    let mut asked = asks(game, &answers);
    while !rest.is_empty() {
        let count = asked.as_ref().map_or(1, Vec::len).clamp(1, rest.len());
        let (exchanges, later) = rest.split_at(count);
        rest = later;
        let given = asked.as_ref().and_then(|asked| in_order(asked, exchanges));
        let limits = asked.take().unwrap_or_default();
        let is_notice = given.is_some() && limits.iter().all(|it| it.limit.is_none());
        let limits = limits.into_iter().filter_map(|it| Some((it.seat, it.limit?))).collect();
        let follows = given.is_some();
        if let Some(given) = given {
            answers = given;
            asked = asks(game, &answers);
        }
        moves += u32::from(!is_notice || moves == 0);
        let game = follows.then_some(&*game);
        let turn = game.and_then(Game::turn).unwrap_or(moves);
        see(&Moment { exchanges, limits, is_notice, turn, game })?;
    }
    Ok(())
}

/// What the rules ask of a seat.
struct Asked {
    seat: usize,
    /// The limit of its answer; `None` if it is only told something.
    limit: Option<Duration>,
    /// The lines that it is sent.
    lines: Vec<String>,
}

/// Continues with some answers and returns what is asked next; `None` if the game is over.
fn asks(game: &mut dyn Game, answers: &[Answer]) -> Option<Vec<Asked>> {
    let asked = |request: Request| Asked {
        seat: request.seat.0,
        limit: request.expected.map(|it| it.limit),
        lines: request.lines,
    };
    match game.advance(answers) {
        Step::Ask(requests) => Some(requests.into_iter().map(asked).collect()),
        Step::Over(_) => None,
    }
}

/// The recorded answers in the order in which the seats were asked; `None` if other seats answered, or if one was sent other
/// lines.
fn in_order(seats: &[Asked], exchanges: &[(usize, Exchange)]) -> Option<Vec<Answer>> {
    let answer = |asked: &Asked| {
        let is_it = |it: &&Exchange| it.seat.0 == asked.seat && it.sent == asked.lines;
        exchanges.iter().map(|(_, exchange)| exchange).find(is_it).map(Exchange::answer)
    };
    (seats.len() == exchanges.len()).then(|| seats.iter().map(answer).collect())?
}
