//! Redriving: sends a bot the recorded input of a seat and compares its answers with the recorded ones.

mod kept;

pub use kept::{Position, cut, position};

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
    /// Whether the lines and the fault are equal.
    pub fn is_same(&self) -> bool {
        self.reply.answer == self.recorded.answer()
    }
}

/// Why a redrive stopped.
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
    /// The referee failed, or `compare` did.
    #[error(transparent)]
    Broken(#[from] anyhow::Error),
}

/// Sends the only player of `table` everything that `seat` was sent in the recording. `compare` gets each answer and
/// returns whether to continue.
///
/// The rules follow the recorded answers, because they define the size and time limit of each answer. If the
/// recording was cut off, the redrive ends there, after the answers of the last move that it has.
///
/// # Errors
/// If the game cannot be set up or differs from the recorded one, if the recording goes on after the end of its game, or
/// if `compare` fails.
pub fn redrive(
    recording: &BegunRecording,
    contest: &dyn Contest,
    seat: Seat,
    table: &mut Table,
    mut compare: impl FnMut(&ComparedAnswer) -> anyhow::Result<bool>,
) -> Result<(), RedriveError> {
    let mut game = contest.retrace(&recording.game())?;
    let mut rest = recording.exchanges.as_slice();
    let mut answers: Vec<Answer> = Vec::new();
    let mut number = 0;
    while let Step::Ask(requests) = game.advance(&answers) {
        let (now, later) = rest.split_at(requests.len().min(rest.len()));
        rest = later;
        let is_cut = now.len() < requests.len();
        answers.clear();
        for request in requests {
            let found = now.iter().find(|(_, exchange)| exchange.seat == request.seat);
            let (line, recorded) = match (found, now.first()) {
                (Some(found), _) => found,
                (None, Some((line, _))) if !is_cut => {
                    return Err(RedriveError::NotTheRules { line: *line });
                }
                (None, _) => continue,
            };
            // A house player trusts its input, so only what the rules send may reach it.
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
        if is_cut {
            break;
        }
    }
    match rest.first() {
        Some((line, _)) => Err(RedriveError::NotTheRules { line: *line }),
        None => Ok(()),
    }
}
