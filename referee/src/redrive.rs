//! Redriving: a bot gets the recorded input of a seat, and its answers are held against the recorded
//! ones.

use crate::contest::{Contest, SetupError};
use crate::game::{Answer, Request, Seat, Step};
use crate::player::Reply;
use crate::recording::{BegunRecording, Exchange};
use crate::table::Table;

/// An answer of a bot beside the recorded one.
#[derive(Debug)]
pub struct ComparedAnswer<'a> {
    /// Which answer of the seat it is, counted from 1.
    pub number: usize,
    /// Line of the recording, counted from 1.
    pub line: usize,
    /// What the recording holds.
    pub recorded: &'a Exchange,
    /// What the bot answered.
    pub reply: &'a Reply,
}

impl ComparedAnswer<'_> {
    /// Whether both say the same, or fail in the same way.
    pub fn is_same(&self) -> bool {
        self.reply.answer == self.recorded.answer()
    }
}

/// Why a redrive was broken off.
#[derive(Debug, thiserror::Error)]
pub enum RedriveError {
    /// The game of the recording cannot be set up.
    #[error("line 1: {0}")]
    Setup(#[from] SetupError),
    /// An exchange is not with the seat that the rules ask, or the seat was sent something else.
    #[error("line {line}: the recording does not follow the rules")]
    NotTheRules {
        /// Line of the recording, counted from 1.
        line: usize,
    },
    /// The player cannot be asked, or `compare` failed.
    #[error(transparent)]
    Broken(#[from] anyhow::Error),
}

/// Asks the one player of `table` everything that `seat` was asked in the recording; `compare` gets
/// each answer in turn and says whether to go on.
///
/// The rules run along with the recorded answers, because they know what is expected and by when. A
/// game that was cut off ends where its recording does.
///
/// # Errors
/// The game cannot be set up or is not the recorded one, or what `compare` gives.
pub fn redrive(
    recording: &BegunRecording,
    contest: &dyn Contest,
    seat: Seat,
    table: &mut Table,
    mut compare: impl FnMut(&ComparedAnswer) -> anyhow::Result<bool>,
) -> Result<(), RedriveError> {
    let mut game = contest.start(&recording.header.setup())?;
    let mut rest = recording.exchanges.as_slice();
    let mut answers: Vec<Answer> = Vec::new();
    let mut number = 0;
    while let Step::Ask(requests) = game.advance(&answers) {
        let (now, later) = rest.split_at(requests.len().min(rest.len()));
        rest = later;
        if now.len() < requests.len() {
            break;
        }
        answers.clear();
        for request in requests {
            let (line, recorded) = now
                .iter()
                .find(|(_, exchange)| exchange.seat == request.seat)
                .ok_or(RedriveError::NotTheRules { line: now[0].0 })?;
            // A house player takes whatever it is sent for what the rules send.
            if recorded.sent != request.lines {
                return Err(RedriveError::NotTheRules { line: *line });
            }
            answers.push(recorded.answer());
            if request.seat != seat {
                continue;
            }
            let (lines, expected) = (recorded.sent.clone(), request.expected);
            let replies = table.ask(&[Request { seat: Seat(0), lines, expected }])?;
            number += 1;
            let compared = ComparedAnswer { number, line: *line, recorded, reply: &replies[0] };
            if !compare(&compared)? {
                return Ok(());
            }
        }
    }
    Ok(())
}
