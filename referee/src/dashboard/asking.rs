//! What another bot would have answered in a recorded game, answer by answer, as server-sent events.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Result, anyhow};
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{Stream, unfold};
use serde::Serialize;
use tokio::sync::{Semaphore, mpsc};

use crate::bot::{Bot, Strangers};
use crate::contest::Contest;
use crate::game::Seat;
use crate::games::of_recording;
use crate::recording::BegunRecording;
use crate::redrive::{ComparedAnswer, redrive};
use crate::table::Table;

/// Answers that wait for the page.
const WAITING: usize = 64;

/// The bots that pages may ask: those that the user named at the start, and the house players of each contest. A request
/// can name no other program.
pub(super) struct Askable {
    bots: Vec<String>,
    strangers: Strangers,
    /// One bot plays at a time, so that none takes the time of another.
    turn: Semaphore,
}

impl Askable {
    pub fn new(bots: Vec<String>, strangers: Strangers) -> Self {
        Self { bots, strangers, turn: Semaphore::new(1) }
    }

    /// Those for a game of a contest, as the page shows and asks them.
    pub fn of(&self, contest: &dyn Contest) -> Vec<String> {
        let house = contest.about().house.iter().map(|kind| format!("@{}", kind.name));
        self.bots.iter().cloned().chain(house).collect()
    }
}

/// The question of a page.
pub(super) struct Ask {
    /// The file of the recording.
    pub path: PathBuf,
    pub seat: usize,
    pub bot: String,
}

/// An event of the stream.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum News {
    /// An answer: its number among those of the seat from 1, its lines, its fault, and whether it is the recorded one.
    Answer { number: usize, lines: Vec<String>, fault: Option<String>, is_same: bool },
    /// There are no more answers; the reason, if that is not the end of the game.
    End { why: Option<String> },
}

/// Asks a bot for all answers of a seat. It plays until its last answer, its first fault, or until nobody listens.
///
/// # Errors
/// If the recording cannot be read, has no such seat, or the bot is none of those that may be asked.
pub(super) fn answers(
    askable: Arc<Askable>,
    question: Ask,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    let recording = BegunRecording::load(&question.path)?;
    let contest = of_recording(&recording.header)?;
    let seats = recording.header.players.len();
    if question.seat >= seats {
        return Err(anyhow!(
            "there are seats 0 to {}, not {}",
            seats.saturating_sub(1),
            question.seat
        ));
    }
    if !askable.of(contest).contains(&question.bot) {
        return Err(anyhow!(
            "'{}' is not a bot that may be asked; name it at the start: referee dashboard --bot '{}'",
            question.bot,
            question.bot
        ));
    }
    let (sender, receiver) = mpsc::channel(WAITING);
    tokio::spawn(async move {
        let Ok(_turn) = askable.turn.acquire().await else { return };
        let (bots, sends) = (Arc::clone(&askable), sender.clone());
        let play = move || ask(&bots, &recording, contest, &question, &sends);
        let why = match tokio::task::spawn_blocking(play).await {
            Ok(Ok(fault)) => fault,
            Ok(Err(error)) => Some(format!("{error:#}")),
            Err(_) => Some("the referee failed: report this bug".to_owned()),
        };
        let _ = sender.send(News::End { why }).await;
    });
    let stream = unfold(receiver, |mut receiver| async move {
        let news = receiver.recv().await?;
        Some((Ok(Event::default().json_data(news).unwrap_or_default()), receiver))
    });
    Ok(Sse::new(stream).keep_alive(KeepAlive::default()))
}

/// Plays. Returns the fault with which it ended, if there is one.
fn ask(
    askable: &Askable,
    recording: &BegunRecording,
    contest: &dyn Contest,
    question: &Ask,
    sender: &mpsc::Sender<News>,
) -> Result<Option<String>> {
    let seat = Seat(question.seat);
    let bot = Bot::parse(&question.bot, contest)?;
    let ready = Bot::prepare_all(vec![bot], &askable.strangers)?;
    let mut table = Table::new(vec![ready[0].seat(seat, &recording.header.seed, 1.0, None)?]);
    let mut failed = None;
    redrive(recording, contest, seat, &mut table, |compared| {
        let ComparedAnswer { number, reply, .. } = compared;
        failed = reply.answer.fault.map(|fault| {
            let detail = reply.detail.as_deref();
            detail.map_or_else(|| fault.to_string(), |detail| format!("{fault}, {detail}"))
        });
        let news = News::Answer {
            number: *number,
            lines: reply.answer.lines.clone(),
            fault: failed.clone(),
            is_same: compared.is_same(),
        };
        Ok(sender.blocking_send(news).is_ok() && failed.is_none())
    })?;
    Ok(failed)
}
