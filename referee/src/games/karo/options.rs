//! What a game is made from: options and seed, read into a map, settings and terms.

use gridkit::Rng;
use serde_json::Value;

use super::circuit::Direction;
use super::game::{KaroGame, Terms};
use super::generator::{Kind, drawn_track};
use super::motion::Counting;
use super::protocol::Show;
use super::race::{Blocking, CrashSetting, Orders, Race, Settings};
use super::special::SpecialRule;
use super::track::{Tile, Track};
use crate::contest::{OptionDoc, Setup, SetupError};
use crate::game::Seat;

/// Most players: each has a letter in the drawing.
pub(super) const MOST_PLAYERS: usize = 26;

pub(super) const OPTIONS: &[OptionDoc] = &[
    OptionDoc::new("board", "any", "kind of track drawn: ring, street, field, alleys, any"),
    OptionDoc::new("size", "any", "its size, such as 60x24; from 24x14 to 200x200"),
    OptionDoc::new("map", "", "text of a map of the site, in place of a drawn track"),
    OptionDoc::new("cps", "on", "on or off: whether checkpoints have to be collected"),
    OptionDoc::new("events", "last", "last or all: which checkpoints count that one move passes"),
    OptionDoc::new("zzz", "2", "how many records a crash sets back by"),
    OptionDoc::new(
        "crash",
        "forbidden",
        "forbidden, allowed or free: whether crashes on purpose are agreed on",
    ),
    OptionDoc::new("direction", "classic", "classic, formula1 or free: the way around a circuit"),
    OptionDoc::new(
        "wrong_way",
        "report",
        "report or kick: what a move against the direction costs",
    ),
    OptionDoc::new(
        "blocking",
        "moved",
        "moved or all: which cars block; all is that of games before 75000",
    ),
    OptionDoc::new(
        "night",
        "false",
        "true: players see starts, finish, checkpoints and parc ferme alone",
    ),
    OptionDoc::new("title", "", "title of the game; markers in it set special rules"),
    OptionDoc::new(
        "rule",
        "",
        "special rules by name: axis, brake, double, edge, limit=7, numpad, prime, remulade, turn-at-edge",
    ),
    OptionDoc::new(
        "orders",
        "",
        "seats in the order of each round, such as 0 1;1 0; by default all drawn",
    ),
    OptionDoc::new("turns", "10000", "the game ends after so many turns of all players together"),
    OptionDoc::new("move_ms", "10000", "time for an answer, in milliseconds"),
];

/// A number that the seed is mixed with, so that the course of a game is drawn independently of the
/// track.
const COURSE: u64 = 0x5EED_0003;

/// Sets up a game.
pub(super) fn start(setup: &Setup) -> Result<KaroGame, SetupError> {
    setup.demand_seats(1..=MOST_PLAYERS)?;
    let seed = setup.integer_seed()? as u64;
    let track = drawn_or_given_track(setup, seed)?;
    let starts = track.cells_of(Tile::Start).count();
    if starts < setup.seats {
        let players = setup.seats;
        return Err(SetupError(format!(
            "the map has {starts} start cells, too few for {players} players"
        )));
    }
    let orders = Orders::new(Rng::new(seed ^ COURSE), given_orders(setup)?);
    let terms = Terms {
        show: Show {
            night: truth(setup, "night")?,
            move_millis: setup.integer("move_ms", 10_000, 1..=3_600_000)? as u64,
        },
        turns: setup.integer("turns", 10_000, 1..=1_000_000)? as u32,
        wrong_way_kicks: choice(setup, "wrong_way", &["report", "kick"])? == "kick",
    };
    let race = Race::new(track, settings(setup)?, setup.seats, orders);
    Ok(KaroGame::new(race, terms))
}

fn drawn_or_given_track(setup: &Setup, seed: u64) -> Result<Track, SetupError> {
    // These are looked at in any case, so that a wrong one is never taken.
    let kinds: Vec<&str> = ["any"].into_iter().chain(Kind::ALL.map(Kind::word)).collect();
    let word = choice(setup, "board", &kinds)?;
    let size = size(setup)?;
    let code = text(setup, "map")?;
    if code.is_empty() {
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        return Ok(drawn_track(kind, size, setup.seats, &mut Rng::new(seed)));
    }
    let track = Track::parse(&code).map_err(|error| SetupError(format!("option map: {error}")))?;
    if track.cells_of(Tile::Night).next().is_some() {
        return Err(SetupError(
            "option map: the map has hidden cells '.'; give the whole map, and night=true"
                .to_owned(),
        ));
    }
    Ok(track)
}

fn size(setup: &Setup) -> Result<Option<(i32, i32)>, SetupError> {
    let text = text(setup, "size")?;
    if matches!(text.as_str(), "" | "any") {
        return Ok(None);
    }
    let side = |text: &str, least: i32| {
        text.parse().ok().filter(|side: &i32| (least..=200).contains(side))
    };
    let sides = text.split_once('x').and_then(|(w, h)| Some((side(w, 24)?, side(h, 14)?)));
    let wrong = || SetupError(format!("option size={text}: wanted any, or 24x14 to 200x200"));
    sides.map(Some).ok_or_else(wrong)
}

fn settings(setup: &Setup) -> Result<Settings, SetupError> {
    let crashes = [CrashSetting::Forbidden, CrashSetting::Allowed, CrashSetting::Free];
    let directions = [Direction::Classic, Direction::Formula1, Direction::Free];
    let blockings = [Blocking::Moved, Blocking::All];
    let countings = [Counting::Last, Counting::All];
    Ok(Settings {
        title: title(setup)?,
        checkpoints: choice(setup, "cps", &["on", "off"])? == "on",
        counting: countings[place(setup, "events", &countings.map(Counting::word))?],
        zzz: setup.integer("zzz", 2, 0..=1_000_000)? as u32,
        crash: crashes[place(setup, "crash", &crashes.map(CrashSetting::word))?],
        direction: directions[place(setup, "direction", &directions.map(Direction::word))?],
        blocking: blockings[place(setup, "blocking", &blockings.map(Blocking::word))?],
    })
}

/// The title with the markers of the rules that are given by name, so that players read all rules from
/// the title, as on the site.
fn title(setup: &Setup) -> Result<String, SetupError> {
    let mut words = vec![text(setup, "title")?];
    if words[0].contains(char::is_control) {
        return Err(SetupError("option title: it has a control character".to_owned()));
    }
    let rules = text(setup, "rule")?;
    for name in rules.split([' ', ',']).filter(|name| !name.is_empty()) {
        words.push(SpecialRule::marker_of_name(name).ok_or_else(|| {
            let names = SpecialRule::names().join(", ");
            SetupError(format!("option rule={name}: wanted some of {names} (limit=NUMBER)"))
        })?);
    }
    Ok(words.join(" ").trim().to_owned())
}

fn given_orders(setup: &Setup) -> Result<Vec<Vec<Seat>>, SetupError> {
    let text = text(setup, "orders")?;
    let seat = |word: &str| {
        let seat = word.parse().ok().filter(|seat| *seat < setup.seats).map(Seat);
        let wrong = || SetupError(format!("option orders: '{word}' is no seat of this game"));
        seat.ok_or_else(wrong)
    };
    let rounds = text.split(';').map(|round| round.split_whitespace().map(seat).collect());
    if text.is_empty() { Ok(Vec::new()) } else { rounds.collect() }
}

/// An option as text. What was typed as a number is one in the recording.
fn text(setup: &Setup, name: &str) -> Result<String, SetupError> {
    match setup.options.get(name) {
        None => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.clone()),
        Some(plain @ (Value::Number(_) | Value::Bool(_))) => Ok(plain.to_string()),
        Some(other) => Err(SetupError(format!("option {name}={other}: wanted a text"))),
    }
}

/// The place of an option's word among some words, the first of which is the default.
fn place(setup: &Setup, name: &str, words: &[&str]) -> Result<usize, SetupError> {
    let text = text(setup, name)?;
    if text.is_empty() {
        return Ok(0);
    }
    let wrong = || SetupError(format!("option {name}={text}: wanted {}", words.join(" or ")));
    words.iter().position(|word| *word == text).ok_or_else(wrong)
}

fn choice<'a>(setup: &Setup, name: &str, words: &[&'a str]) -> Result<&'a str, SetupError> {
    Ok(words[place(setup, name, words)?])
}

fn truth(setup: &Setup, name: &str) -> Result<bool, SetupError> {
    Ok(choice(setup, name, &["false", "true"])? == "true")
}
