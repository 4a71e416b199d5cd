//! Reads games in the form of the site, replays them under the rules, and compares them record by record.

pub mod client_log;
mod compare;
pub mod site;
pub mod turns;

use serde_json::{Map, Value, json};

use super::game::KaroGame;
use super::options;
use super::race::Blocking;
use crate::contest::{Import, Setup, SetupError};
use crate::game::{Answer, Game, Seat, Step};
use crate::options::with_defaults;
use compare::{compare_end, compare_turn};
use site::SiteGame;
use turns::{SiteTurn, records_of, turns_of};

/// Games from this number on have the newer rule of blocking.
const FIRST_NEWER: u64 = 75_000;

/// Which cars block in the game with a number.
pub fn blocking_of(game: u64) -> Blocking {
    if game < FIRST_NEWER { Blocking::All } else { Blocking::Moved }
}

/// Reads a game in the form of the site's interface, of either generation, with its map code and all moves, and
/// replays it. Every answer must be a candidate, and everything in the game must be reproduced: each crash with the
/// cell of its set-back, the parc records, ranks, statuses, collected checkpoints, counts, and the lists of possible
/// moves at the end.
///
/// A game that is not over ends by the turn limit after its last turn.
///
/// # Errors
/// A part is missing or cannot be read, or the first difference.
pub fn import(text: &str) -> Result<Import, SetupError> {
    let site = SiteGame::read(text)?;
    let turns = turns_of(&site);
    let setup = setup(&site, &turns);
    let mut game = options::start(&setup)?;
    let mut answers = vec![Vec::new(); site.players.len()];
    replay(&mut game, &site, &turns, |seat, line| answers[seat.0].push(line))?;
    compare_end(game.race(), &site).map_err(SetupError)?;
    let names = site.players.iter().map(|player| player.name.clone()).collect();
    Ok(Import { setup, names, answers })
}

/// The setup of the game.
fn setup(site: &SiteGame, turns: &[SiteTurn]) -> Setup {
    let blocking = blocking_of(site.id);
    let teams: Vec<String> = site.teams().iter().map(u8::to_string).collect();
    let mut options: Map<String, Value> = Map::new();
    for (name, value) in [
        ("map", json!(site.map.code())),
        ("title", json!(site.title)),
        ("cps", json!(if site.checkpoints { "on" } else { "off" })),
        ("zzz", json!(site.zzz)),
        ("crash", json!(site.crash)),
        ("direction", json!(site.direction)),
        ("blocking", json!(blocking.word())),
        ("teams", json!(teams.join(" "))),
        ("orders", json!(orders(site, turns))),
        ("turns", json!(turns.len())),
    ] {
        options.insert(name.to_owned(), value);
    }
    Setup {
        seed: site.id.to_string(),
        options: with_defaults(options::OPTIONS, options),
        seats: site.players.len(),
    }
}

/// The seats in the order in which they moved in each round. In the last round the player whose turn it is comes
/// next.
fn orders(site: &SiteGame, turns: &[SiteTurn]) -> String {
    let mut rounds: Vec<Vec<String>> = Vec::new();
    for turn in turns {
        rounds.resize(rounds.len().max(turn.round), Vec::new());
        rounds[turn.round - 1].push(turn.seat.to_string());
    }
    let next = site.players.iter().position(|player| Some(player.id) == site.next);
    if let (Some(next), Some(last)) = (next, rounds.last_mut()) {
        let next = next.to_string();
        if !last.contains(&next) {
            last.push(next);
        }
    }
    rounds.iter().map(|round| round.join(" ")).collect::<Vec<_>>().join(";")
}

/// Feeds the recorded answers to the game, and compares its state before each of them.
fn replay(
    game: &mut KaroGame,
    site: &SiteGame,
    turns: &[SiteTurn],
    mut said: impl FnMut(Seat, String),
) -> Result<(), SetupError> {
    let records: Vec<_> = site.players.iter().map(records_of).collect();
    let mut answers: Vec<Answer> = Vec::new();
    for turn in turns {
        let place = format!("round {}, player {}", turn.round, site.players[turn.seat.0].name);
        let wrong = |problem: String| SetupError(format!("{place}: {problem}"));
        game.advance(&answers);
        let Some(asked) = game.turn() else { return Err(wrong("the game is over".to_owned())) };
        compare_turn(game.race(), asked, turn, &records[turn.seat.0]).map_err(wrong)?;
        said(turn.seat, turn.answer.clone());
        answers = vec![Answer { lines: vec![turn.answer.clone()], fault: None }];
    }
    let mut step = game.advance(&answers);
    while let Step::Ask(requests) = step {
        if let Some(asked) = requests.iter().find(|request| request.expected.is_some()) {
            let name = &site.players[asked.seat.0].name;
            return Err(SetupError(format!("after the last move player {name} is asked again")));
        }
        step = game.advance(&vec![Answer::default(); requests.len()]);
    }
    Ok(())
}
