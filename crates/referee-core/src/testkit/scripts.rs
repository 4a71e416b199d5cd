//! Games driven answer by answer, and tables of scripted players in virtual time.

use std::time::Duration;

use crate::contest::{Contest, House};
use crate::game::{Answer, Fault, Game, Outcome, Request, Seat, Step};
use crate::play::play;
use crate::player::Player;
use crate::player::house::HousePlayer;
use crate::player::scripted::{Act, Scripted};
use crate::table::Table;

pub use crate::player::scripted::{late, lines};

/// A complete answer of one line.
pub fn says(line: impl Into<String>) -> Answer {
    Answer { lines: vec![line.into()], fault: None }
}

/// No answer, with this fault.
pub fn fails(fault: Fault) -> Answer {
    Answer { lines: Vec::new(), fault: Some(fault) }
}

/// The fault that a script names: `timeout`, `exit`, `memory` or `garbage`.
///
/// # Errors
/// If it is another word.
pub fn fault(word: &str) -> Result<Fault, String> {
    Ok(match word {
        "timeout" => Fault::Timeout,
        "exit" => Fault::Exit,
        "memory" => Fault::OutOfMemory,
        "garbage" => Fault::Garbage,
        _ => return Err(format!("there is no fault '{word}'")),
    })
}

/// Plays a game to its end; `answer` gets the present game and each request.
pub fn drive<G: Game + ?Sized>(
    game: &mut G,
    mut answer: impl FnMut(&G, &Request) -> Answer,
) -> Outcome {
    let mut answers = Vec::new();
    loop {
        match game.advance(&answers) {
            Step::Over(outcome) => return outcome,
            Step::Ask(requests) => {
                answers = requests.iter().map(|request| answer(game, request)).collect();
            }
        }
    }
}

/// A scripted player that is called `scripted`.
pub fn scripted(acts: Vec<Act>) -> Box<dyn Player> {
    Box::new(Scripted::new("scripted", acts))
}

/// Plays a game to its end with a script for each seat. At the end of its script a player exits.
///
/// # Panics
/// If the referee itself fails.
pub fn play_scripts(game: &mut dyn Game, scripts: impl IntoIterator<Item = Vec<Act>>) -> Outcome {
    let mut table = Table::new(scripts.into_iter().map(scripted).collect());
    play(game, &mut table, &mut ()).unwrap_or_else(|error| panic!("{error}"))
}

/// The house player of a name, with or without its `@`.
///
/// # Panics
/// If the contest has no house player of that name.
pub fn house(contest: &dyn Contest, name: &str, seed: u64, seat: Seat) -> Box<dyn House> {
    let name = name.trim_start_matches('@');
    let kind = contest.about().house.iter().find(|kind| kind.name == name);
    let kind = kind.unwrap_or_else(|| panic!("{} has no house player @{name}", contest.key()));
    (kind.make)(seed, seat)
}

/// Plays a game to its end with a house player of a contest in each seat.
///
/// # Panics
/// If the contest has no house player of one of these names.
pub fn play_houses(
    game: &mut dyn Game,
    contest: &dyn Contest,
    seed: u64,
    names: &[&str],
) -> Outcome {
    let seated = names.iter().enumerate();
    let mut players: Vec<Box<dyn House>> =
        seated.map(|(seat, name)| house(contest, name, seed, Seat(seat))).collect();
    drive(game, |_, request| match request.expected {
        None => Answer::default(),
        Some(_) => Answer { lines: players[request.seat.0].answer(&request.lines), fault: None },
    })
}

/// The only request of a step; `None` if the game is over.
///
/// # Panics
/// If several seats are asked.
pub fn only_request(step: &Step) -> Option<&Request> {
    let Step::Ask(requests) = step else { return None };
    let [request] = &requests[..] else { panic!("{} are asked at once", requests.len()) };
    Some(request)
}

/// A house player, seated.
///
/// # Panics
/// If the contest has no house player of that name.
pub fn house_player(contest: &dyn Contest, name: &str, seed: u64, seat: Seat) -> Box<dyn Player> {
    Box::new(HousePlayer::new(name, house(contest, name, seed, seat)))
}

/// The time limits that a contest's rules set for the answers of the first seat, in the order in
/// which they are asked for, in a game of house players.
///
/// # Panics
/// If the contest has no house player, or refuses the seed 1.
pub fn limits(contest: &dyn Contest) -> Vec<Duration> {
    let kind =
        contest.about().house.first().unwrap_or_else(|| panic!("{}: no house", contest.key()));
    let mut players: Vec<Box<dyn House>> =
        (0..contest.about().seats).map(|seat| (kind.make)(1, Seat(seat))).collect();
    let mut limits = Vec::new();
    drive(&mut *super::start(contest, "1", serde_json::json!({})), |_, request| {
        let Some(expected) = &request.expected else { return Answer::default() };
        if request.seat == Seat(0) {
            limits.push(expected.limit);
        }
        Answer { lines: players[request.seat.0].answer(&request.lines), fault: None }
    });
    limits
}
