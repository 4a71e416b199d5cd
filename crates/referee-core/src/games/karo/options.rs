//! Reads options and seed into a map, settings and terms.

use gridkit::Rng;

use super::circuit::Direction;
use super::game::{KaroGame, Terms};
use super::generator::{Kind, drawn_track};
use super::motion::Counting;
use super::protocol::Show;
use super::race::{Blocking, CrashSetting, Orders, Race, Settings};
use super::special::SpecialRule;
use super::track::{Tile, Track};
use crate::contest::StartFile;
use crate::game::Seat;
use crate::options::{OptionDoc, Options};
use crate::setup::{Setup, SetupError};

/// Most players: each has a letter in the drawing.
pub(super) const MOST_PLAYERS: usize = 26;

const COUNTINGS: [Counting; 2] = [Counting::Last, Counting::All];
const CRASHES: [CrashSetting; 3] =
    [CrashSetting::Forbidden, CrashSetting::Allowed, CrashSetting::Free];
const DIRECTIONS: [Direction; 3] = [Direction::Classic, Direction::Formula1, Direction::Free];
const BLOCKINGS: [Blocking; 2] = [Blocking::Moved, Blocking::All];

pub(super) const OPTIONS: &[OptionDoc] = &[
    OptionDoc::choice(
        "board",
        &["any", "ring", "street", "field", "alleys"],
        "kind of the drawn track",
    ),
    OptionDoc::size("size", [24, 14], [200, 200], "size of the drawn track"),
    OptionDoc::text("map", "", "text of a map of the site, in place of a drawn track"),
    OptionDoc::choice("cps", &["on", "off"], "whether checkpoints have to be collected"),
    OptionDoc::choice(
        "events",
        const { &[COUNTINGS[0].word(), COUNTINGS[1].word()] },
        "which of the checkpoints that one move passes are collected",
    ),
    OptionDoc::whole("zzz", 0..=1_000_000, 2, "a crash sets a car back by this many records"),
    OptionDoc::choice(
        "crash",
        const { &[CRASHES[0].word(), CRASHES[1].word(), CRASHES[2].word()] },
        "whether crashes on purpose are agreed on",
    ),
    OptionDoc::choice(
        "direction",
        const { &[DIRECTIONS[0].word(), DIRECTIONS[1].word(), DIRECTIONS[2].word()] },
        "the way around a circuit",
    ),
    OptionDoc::choice("wrong_way", &["report", "kick"], "the cost of a move against the direction"),
    OptionDoc::choice(
        "blocking",
        const { &[BLOCKINGS[0].word(), BLOCKINGS[1].word()] },
        "which cars block: those that have moved, or all as in games before 75000",
    ),
    OptionDoc::truth("night", "true: players see only starts, finish, checkpoints and parc ferme"),
    OptionDoc::text("title", "", "title of the game; markers in it set special rules"),
    OptionDoc::text(
        "rule",
        "",
        "special rules by name: axis, brake, double, edge, limit=7, numpad, prime, remulade, turn-at-edge",
    ),
    OptionDoc::text(
        "orders",
        "",
        "seats in the order of each round, such as 0 1;1 0; by default all orders are drawn",
    ),
    OptionDoc::text(
        "teams",
        "",
        "the team of each seat, such as 0 0 1 1; by default everybody drives alone",
    ),
    OptionDoc::whole(
        "turns",
        1..=1_000_000,
        10_000,
        "the game ends after this many turns of all players together",
    ),
    OptionDoc::whole("move_ms", 1..=3_600_000, 10_000, "time for an answer, in milliseconds"),
];

/// A number that the seed is mixed with, so that the events of a game are drawn independently of the track.
const COURSE: u64 = 0x5EED_0003;

/// Sets up a game.
///
/// # Errors
/// A sentence about a seed, an option or a number of seats that the game does not take.
pub fn start(setup: &Setup) -> Result<KaroGame, SetupError> {
    setup.demand_seats(1..=MOST_PLAYERS)?;
    let options = Options::read(OPTIONS, &setup.options)?;
    let seed = setup.integer_seed()? as u64;
    let track = drawn_or_given_track(&options, seed, setup.seats)?;
    let starts = track.cells_of(Tile::Start).count();
    if starts < setup.seats {
        let players = setup.seats;
        return Err(SetupError(format!(
            "the map has {starts} start cells, too few for {players} players"
        )));
    }
    let orders = Orders::new(Rng::new(seed ^ COURSE), given_orders(&options, setup.seats)?);
    let terms = Terms {
        show: Show { night: options.truth("night"), move_millis: options.whole("move_ms") as u64 },
        turns: options.whole("turns") as u32,
        wrong_way_kicks: options.word("wrong_way") == "kick",
    };
    let race = Race::new(track, settings(&options, setup.seats)?, setup.seats, orders);
    Ok(KaroGame::new(race, terms))
}

/// The map of a race in the text form of the site, as a file.
///
/// # Errors
/// As for [`start`].
pub fn files(setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
    let options = Options::read(OPTIONS, &setup.options)?;
    let seed = setup.integer_seed()? as u64;
    let track = drawn_or_given_track(&options, seed, setup.seats)?;
    Ok(vec![StartFile { extension: "txt", text: track.code() }])
}

fn drawn_or_given_track(options: &Options, seed: u64, seats: usize) -> Result<Track, SetupError> {
    let code = options.text("map");
    if code.is_empty() {
        let word = options.word("board");
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word);
        return Ok(drawn_track(kind, options.size("size"), seats, &mut Rng::new(seed)));
    }
    let track = Track::parse(code).map_err(|error| {
        SetupError(format!("option map: {error}{}", OptionDoc::file_advice("map", code)))
    })?;
    if track.cells_of(Tile::Night).next().is_some() {
        return Err(SetupError(
            "option map: the map has hidden cells '.'; give the whole map, and night=true"
                .to_owned(),
        ));
    }
    Ok(track)
}

fn settings(options: &Options, seats: usize) -> Result<Settings, SetupError> {
    Ok(Settings {
        title: title(options)?,
        checkpoints: options.word("cps") == "on",
        counting: options.chosen("events", &COUNTINGS, Counting::word),
        zzz: options.whole("zzz") as u32,
        crash: options.chosen("crash", &CRASHES, CrashSetting::word),
        direction: options.chosen("direction", &DIRECTIONS, Direction::word),
        blocking: options.chosen("blocking", &BLOCKINGS, Blocking::word),
        teams: teams(options, seats)?,
    })
}

/// The title, followed by the markers of the rules that are given by name, because players read all special
/// rules from the title, as on the site.
fn title(options: &Options) -> Result<String, SetupError> {
    let mut words = vec![options.text("title").to_owned()];
    if words[0].contains(char::is_control) {
        return Err(SetupError("option title: it has a control character".to_owned()));
    }
    for name in options.text("rule").split([' ', ',']).filter(|name| !name.is_empty()) {
        words.push(SpecialRule::marker_of_name(name).ok_or_else(|| {
            let names = SpecialRule::names().join(", ");
            SetupError(format!("option rule={name}: wanted some of {names} (limit=NUMBER)"))
        })?);
    }
    Ok(words.join(" ").trim().to_owned())
}

fn teams(options: &Options, seats: usize) -> Result<Vec<u8>, SetupError> {
    let text = options.text("teams");
    let teams: Result<Vec<u8>, _> = text.split_whitespace().map(str::parse::<u8>).collect();
    teams.ok().filter(|teams| teams.is_empty() || teams.len() == seats).ok_or_else(|| {
        SetupError(format!(
            "option teams={text}: wanted {seats} numbers from 0 to 255, one for each seat"
        ))
    })
}

fn given_orders(options: &Options, seats: usize) -> Result<Vec<Vec<Seat>>, SetupError> {
    let text = options.text("orders");
    let seat = |word: &str| {
        let seat = word.parse().ok().filter(|seat| *seat < seats).map(Seat);
        let wrong = || SetupError(format!("option orders: '{word}' is not a seat of this game"));
        seat.ok_or_else(wrong)
    };
    let rounds = text.split(';').map(|round| round.split_whitespace().map(seat).collect());
    if text.is_empty() { Ok(Vec::new()) } else { rounds.collect() }
}
