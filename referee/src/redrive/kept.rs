//! One position of a recording: the answer of a seat in a turn, and a recording that ends with it, as a test of a bot.

use crate::contest::{Contest, SetupError};
use crate::game::{Answer, Seat};
use crate::recording::{BegunRecording, walk};

/// A move of a recording in which a seat answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position {
    /// Line of the recording with the answer, counted from 1.
    pub line: usize,
    /// The last line of the same move; seats that are asked at once are in one move.
    pub last: usize,
}

/// The last answer of a seat in a turn, as the contest counts its turns; `None` if it gave none in that turn.
///
/// # Errors
/// If the game cannot be set up.
pub fn position(
    recording: &BegunRecording,
    contest: &dyn Contest,
    seat: Seat,
    turn: u32,
) -> Result<Option<Position>, SetupError> {
    let mut game = contest.retrace(&recording.game())?;
    let mut found = None;
    let walked: Result<(), std::convert::Infallible> = walk(recording, game.as_mut(), |moment| {
        let answers = |(_, exchange): &&(usize, crate::recording::Exchange)| {
            exchange.seat == seat && (exchange.fault.is_some() || !exchange.got.is_empty())
        };
        let line = moment.exchanges.iter().find(answers).map(|(line, _)| *line);
        let last = moment.exchanges.last().map_or(0, |(line, _)| *line);
        if moment.turn == turn {
            found = line.map(|line| Position { line, last }).or(found);
        }
        Ok(())
    });
    let Ok(()) = walked;
    Ok(found)
}

/// A recording that ends with a position, as the text of its file. The seat's last answer is `answer`.
pub fn cut(recording: &BegunRecording, at: Position, answer: &Answer) -> String {
    let mut lines = vec![serde_json::json!(recording.header).to_string()];
    for (line, exchange) in recording.exchanges.iter().filter(|(line, _)| *line <= at.last) {
        let mut exchange = exchange.clone();
        if *line == at.line {
            (exchange.got, exchange.fault) = (answer.lines.clone(), answer.fault);
            (exchange.detail, exchange.stderr) = (None, Vec::new());
        }
        lines.push(serde_json::json!(exchange).to_string());
    }
    lines.join("\n") + "\n"
}
