//! Whether a second game in the same referee process equals one in a fresh process.

use std::sync::Arc;

use super::codingame::{CodingameGame, CodingameSetup};
use super::contest::Rules;
use crate::game::{Answer, Game, Request, Step};

/// What was said in a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    exchanges: Vec<(Request, Option<(Answer, u64)>)>,
    scores: Option<Vec<i64>>,
}

impl Transcript {
    /// The game got answers to the last request.
    pub(super) fn answered(&mut self, answers: &[Answer], micros: &[u64]) {
        if let (Some((_, place)), Some(answer)) = (self.exchanges.last_mut(), answers.first()) {
            *place = Some((answer.clone(), micros.first().copied().unwrap_or(0)));
        }
    }

    /// The game made a step.
    pub(super) fn stepped(&mut self, step: &Step) {
        match step {
            Step::Ask(requests) => {
                self.exchanges.extend(requests.iter().cloned().map(|request| (request, None)));
            }
            Step::Over(outcome) => self.scores = Some(outcome.scores.clone()),
        }
    }

    /// Whether the game has ended.
    pub(super) fn is_complete(&self) -> bool {
        self.scores.is_some()
    }
}

/// Plays games again in one process, with the same answers, and compares them.
///
/// # Errors
/// The first difference, or how the process failed.
pub(super) fn prove(
    rules: &Arc<Rules>,
    league: Option<&str>,
    games: &[(CodingameSetup, Transcript)],
) -> Result<(), String> {
    let host = rules.new_host(league, true).map_err(|error| format!("{error:#}"))?;
    let mut host = Some(host);
    for (number, (setup, transcript)) in (1..).zip(games) {
        let Some(process) = host.take() else { return Err("the process has ended".to_owned()) };
        let mut game = CodingameGame::of_proof(Arc::clone(rules), setup.clone(), process);
        follow(&mut game, transcript).map_err(|what| format!("game {number}: {what}"))?;
        host = game.take_host();
    }
    Ok(())
}

fn follow(game: &mut CodingameGame, transcript: &Transcript) -> Result<(), String> {
    let mut answers = Vec::new();
    for (number, (request, answer)) in (1..).zip(&transcript.exchanges) {
        let step = game.advance(&answers);
        if let Some(why) = game.failure() {
            return Err(format!("exchange {number}: {why}"));
        }
        match step {
            Step::Ask(now) if now.first() == Some(request) => {}
            Step::Ask(now) => {
                let got = now.first();
                return Err(format!("exchange {number}: {}", difference(request, got)));
            }
            Step::Over(_) => return Err(format!("the game ends before exchange {number}")),
        }
        let Some((answer, micros)) = answer else { return Err("an answer is missing".to_owned()) };
        game.times(&[*micros]);
        answers = vec![answer.clone()];
    }
    match game.advance(&answers) {
        Step::Over(outcome) if transcript.scores.as_ref() == Some(&outcome.scores) => Ok(()),
        Step::Over(outcome) => {
            Err(format!("scores are {:?} in place of {:?}", outcome.scores, transcript.scores))
        }
        Step::Ask(_) => Err(game
            .failure()
            .map_or_else(|| "the game goes on after its end".to_owned(), str::to_owned)),
    }
}

/// The first difference between two requests.
fn difference(fresh: &Request, again: Option<&Request>) -> String {
    let Some(again) = again else { return "nobody is asked".to_owned() };
    if (fresh.seat, fresh.expected) != (again.seat, again.expected) {
        return format!("seat {} is asked otherwise", again.seat);
    }
    let index = fresh.lines.iter().zip(&again.lines).take_while(|(a, b)| a == b).count();
    let line = |lines: &[String]| {
        lines.get(index).map_or("nothing".to_owned(), |line| format!("{line:?}"))
    };
    format!(
        "line {} sent to seat {} is {} in place of {}",
        index + 1,
        fresh.seat,
        line(&again.lines),
        line(&fresh.lines)
    )
}
