//! Statistics of robots in recorded games: categories, fruit, turns by kind, draws and their reasons.
//!
//! Each game is played again by the rules, so the position before every turn is known.

use serde_json::{Value, json};

use super::board::{Halves, Move};
use super::game::FruitGame;
use super::position::Position;
use crate::figures::{Figures, GameFigures};
use crate::game::Outcome;
use crate::recording::{Recording, retrace};
use crate::setup::{Setup, SetupError};

/// Sets up a game.
type Start = dyn Fn(&Setup) -> Result<FruitGame, SetupError>;

/// The contest's fruit, by category.
const FRUIT: [&str; 5] = ["apples", "bananas", "cherries", "melons", "oranges"];

/// The turns of one robot in a game.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    moves: u32,
    takes: u32,
    passes: u32,
    /// Takes on a cell without fruit.
    takes_of_nothing: u32,
    /// Pieces that both robots took at once.
    shared: u32,
}

/// The reasons for a draw, with the name of each; a game that is no draw has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reason {
    /// The game ended before all was decided: by repetition or the turn limit.
    Stalled,
    /// Each robot won as many categories, and at least one was split.
    Split,
    /// Each robot won as many categories, and none was split.
    Equal,
    /// Both robots were thrown out.
    ThrownOut,
}

impl Reason {
    const ALL: [(Self, &str, &str); 4] = [
        (Self::Split, "draws by a split", "a category is split"),
        (Self::Equal, "draws without a split", "equal categories"),
        (Self::Stalled, "draws unfinished", "repetition or turn limit"),
        (Self::ThrownOut, "draws by faults", "both were thrown out"),
    ];

    fn of(outcome: &Outcome, split: usize) -> Option<Self> {
        if outcome.ranks[0] != outcome.ranks[1] {
            return None;
        }
        Some(match outcome.more["end"].as_str() {
            Some("thrown-out") => Self::ThrownOut,
            Some("repetition" | "turn-limit") => Self::Stalled,
            _ if split > 0 => Self::Split,
            _ => Self::Equal,
        })
    }
}

/// The statistics of the robots in a set of games: an object for each name. `start` sets up the game of a recording.
pub(super) fn of(recordings: &[Recording], start: &Start) -> Result<Value, String> {
    let mut figures = Figures::default();
    for recording in recordings {
        let mut game = start(&recording.header.setup()).map_err(|error| error.0)?;
        let mut turns = [Turns::default(); 2];
        let mut before = game.position().clone();
        let mut played = 0;
        let outcome = retrace(recording, &mut game, |game| {
            if let Some(moves) = game.last_moves().filter(|_| game.turns() > played) {
                count(&before, moves, &mut turns);
                (before, played) = (game.position().clone(), game.turns());
            }
        })?;
        let names = recording.header.players.iter().map(|player| player.name.as_str());
        let names: Vec<&str> = names.collect();
        for seat in [0, 1] {
            let mut one = GameFigures::new();
            one.insert("seed".to_owned(), json!(recording.header.seed));
            one.insert("opponent".to_owned(), json!(names[1 - seat]));
            add(&mut one, seat, &game, &outcome, turns[seat]);
            figures.add(names[seat], one);
        }
    }
    Ok(figures.into_value())
}

/// Counts a turn.
fn count(before: &Position, moves: [Move; 2], turns: &mut [Turns; 2]) {
    let [first, second] = before.robots();
    let finds = [first, second].map(|robot| before.board().fruit(robot).is_some());
    let shared = first == second && moves == [Move::Take; 2] && finds[0];
    for (seat, turns) in turns.iter_mut().enumerate() {
        match moves[seat] {
            Move::Take => turns.takes += 1,
            Move::Pass => turns.passes += 1,
            Move::North | Move::East | Move::South | Move::West => turns.moves += 1,
        }
        turns.takes_of_nothing += u32::from(moves[seat] == Move::Take && !finds[seat]);
        turns.shared += u32::from(shared);
    }
}

/// Adds the figures of a seat in a game that is over.
fn add(one: &mut GameFigures, seat: usize, game: &FruitGame, outcome: &Outcome, turns: Turns) {
    let position = game.position();
    let [won, lost] = [seat, 1 - seat].map(|seat| position.categories_led()[seat]);
    let pairs = position.counts(0).iter().zip(position.counts(1));
    let left = position.board().pieces();
    let split = pairs.zip(&left).filter(|((a, b), left)| a == b && **left == 0).count();
    let reason = Reason::of(outcome, split);
    let points = match outcome.ranks[seat].cmp(&outcome.ranks[1 - seat]) {
        std::cmp::Ordering::Less => 1.0,
        std::cmp::Ordering::Equal => 0.5,
        std::cmp::Ordering::Greater => 0.0,
    };
    let end = &outcome.more["end"];
    let is_decided = end == "decided" || end == "all-taken";
    let mut put = |name: &str, value: Value| one.insert(name.to_owned(), value);
    put("end", end.clone());
    put("points", json!(points));
    put("categories won", json!(won));
    put("categories split", json!(split));
    put("categories lost", json!(lost));
    for (category, name) in FRUIT.into_iter().enumerate() {
        let amount = position.counts(seat).get(category);
        put(name, json!(amount.map(|amount| Halves::pieces(*amount))));
    }
    put("pieces shared", json!(turns.shared));
    put("turns", json!(game.turns()));
    put("moves", json!(turns.moves));
    put("takes", json!(turns.takes));
    put("passes", json!(turns.passes));
    put("takes of nothing", json!(turns.takes_of_nothing));
    put("turns to decision", json!(is_decided.then(|| game.turns())));
    put("draws", json!(u32::from(reason.is_some())));
    for (kind, name, _) in Reason::ALL {
        put(name, json!(u32::from(reason == Some(kind))));
    }
    if let Some((.., words)) = Reason::ALL.iter().find(|it| reason == Some(it.0)) {
        put("draw", json!(words));
    }
}
