//! Whether a second game in the same referee process equals one in a fresh process.

use std::sync::Arc;

use super::codingame::{CodingameGame, CodingameProgram, Sample, Transcript};
use super::host::Host;
use crate::game::{Game, Request, Step};
use crate::plain_words::{chain, unwritable};
use crate::tell;
use crate::terminal::harmless;

/// A game is over: its process waits for the next one, or the game is used for the proof.
pub(super) fn finished(game: &mut CodingameGame) {
    let program = Arc::clone(game.program());
    let pool = program.pool();
    if pool.is_proven() {
        // A game that began before the proof has a process of its own, which ends with it.
        if let Some(host) = game.take_host().filter(Host::plays_many) {
            pool.give(game.league(), host);
        }
        return;
    }
    let Some(samples) = game.sample().and_then(|sample| pool.collect(sample)) else { return };
    let league = samples[0].0.league().map(str::to_owned);
    let of_league = |sample: &Sample| sample.0.league() == league.as_deref();
    let samples: Vec<Sample> = samples.into_iter().filter(of_league).collect();
    let differs = prove(&program, league.as_deref(), &samples).err();
    let games = samples.len();
    match &differs {
        None => tell!(
            "{games} games in one process equal those in fresh ones: from now on processes are used again"
        ),
        Some(what) => tell!(
            "the referee program cannot play a second game in the same process, so each game has its own: {}",
            harmless(what)
        ),
    }
    if let Err(error) = pool.decide(games, differs) {
        let file = pool.file();
        tell!("cannot keep this result in {}: {}", file.display(), unwritable(file, &error));
    }
}

/// Plays games again in one process, with the same answers, and compares them.
///
/// # Errors
/// The first difference, or how the process failed.
fn prove(
    program: &Arc<CodingameProgram>,
    league: Option<&str>,
    games: &[Sample],
) -> Result<(), String> {
    let host = program.new_host(league, true).map_err(|error| chain(&error))?;
    let mut host = Some(host);
    for (number, (setup, transcript)) in (1..).zip(games) {
        let Some(process) = host.take() else { return Err("the process has ended".to_owned()) };
        let mut game = CodingameGame::of_proof(Arc::clone(program), setup.clone(), process);
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
