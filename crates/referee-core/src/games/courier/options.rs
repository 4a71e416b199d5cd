//! Reads options and seed into a board, packages, places and rules.

use std::collections::HashSet;
use std::time::Duration;

use super::board::{Board, Cell, LONGEST_SIDE};
use super::door::{Door, Place, Starts};
use super::files::{PlacedPackage, read_map, read_packages, write_map, write_packages};
use super::game::{CourierGame, MOST_PLAYERS, Rules};
use super::generator::{Kind, SIZES, board};
use super::packages::{HEAVIEST, MOST_PACKAGES};
use super::replies::Quirks;
use super::stock::{Lands, Refill, Scatter, Stock, can_hold};
use super::world::World;
use crate::contest::StartFile;
use crate::options::{OptionDoc, Options};
use crate::setup::{Setup, SetupError};
use gridkit::Rng;

/// The largest number of an option without a bound of its own.
const MOST: i64 = 1_000_000_000;

pub(super) const OPTIONS: &[OptionDoc] = &[
    OptionDoc::choice("board", KINDS, "kind of the drawn board"),
    OptionDoc::size(
        "size",
        [1; 2],
        [LONGEST_SIDE; 2],
        "size of the drawn board; any: one of the contest's sizes",
    ),
    OptionDoc::whole(
        "count",
        0..=MOST_PACKAGES as i64,
        0,
        "drawn packages; 0: by the size of the board",
    ),
    OptionDoc::whole("weight", 1..=HEAVIEST as i64, 50, "weight of the heaviest drawn package"),
    OptionDoc::text("map", "", "text of a map file, north row first, in place of a drawn board"),
    OptionDoc::text("packages", "", "text of a package file, in place of drawn packages"),
    OptionDoc::whole("money", 1..=MOST, 1000, "money of each robot"),
    OptionDoc::whole("capacity", 1..=MOST, 50, "capacity of each robot"),
    OptionDoc::text(
        "starts",
        "random",
        "random: different tiles, same: one random tile, or a list such as 1,1;3,2, whose last tile all further robots get",
    ),
    OptionDoc::numbers("ids", "the robots' numbers, such as 87 3; by default 1, 2, 3"),
    OptionDoc::choice(
        "forced",
        &["delivers", "lies"],
        "a package that a push forces out at its destination is delivered, or stays there",
    ),
    OptionDoc::choice(
        "spacing",
        &["plain", "judges"],
        "judges: blanks as the server of the judging runs wrote them",
    ),
    OptionDoc::choice(
        "first_reply",
        &["plain", "located"],
        "located: the first reply repeats the robots' tiles, as in the judging runs",
    ),
    OptionDoc::whole(
        "refill",
        0..=MOST_PACKAGES as i64,
        0,
        "new packages for each later robot, and whenever none is left",
    ),
    OptionDoc::numbers(
        "joins",
        "the turn before which each robot comes, such as 0 0 17; by default 0",
    ),
    OptionDoc::whole(
        "turns",
        1..=MOST,
        100_000,
        "the game ends after this many turns, whatever money is left",
    ),
    OptionDoc::whole(
        "move_ms",
        0..=MOST,
        10_000,
        "time for a command, in milliseconds; 0: no limit",
    ),
    OptionDoc::whole(
        "start_ms",
        0..=MOST,
        30_000,
        "time for the first line and the first command, in milliseconds; 0: no limit",
    ),
];

/// Numbers that a seed is mixed with, so that starts and events are drawn independently of the board: a game
/// with other players has the same board.
const STARTS: u64 = 0x5EED_0001;
const COURSE: u64 = 0x5EED_0002;

/// The greatest uid of a game to which packages are added: these have the numbers after it.
const GREATEST_UID_WITH_REFILL: u64 = i64::MAX as u64;

/// The most robots of a game in total; in a continuous one most of them have left.
const MOST_ROBOTS: usize = 100_000;

/// The kinds of boards by name.
const KINDS: &[&str] = &["any", "open", "lakes", "maze", "corridors", "islands"];

/// Sets up a game in which every robot plays, now or later. At most [`MOST_PLAYERS`] start at once.
/// The game can be [joined](crate::game::OpenGame) later.
///
/// # Errors
/// A sentence about a seed, an option or a number of seats that the game does not take.
pub fn start(setup: &Setup) -> Result<CourierGame, SetupError> {
    let options = Options::read(OPTIONS, &setup.options)?;
    let most = if options.numbers("joins").is_empty() { MOST_PLAYERS } else { MOST_ROBOTS };
    setup.demand_seats(1..=most)?;
    let late = options.numbers("joins").iter().take(setup.seats).filter(|turn| **turn > 0);
    let seats = (setup.seats - late.count()).max(1);
    Setup { seats, ..setup.clone() }.demand_seats(1..=MOST_PLAYERS)?;
    open(setup)
}

/// The map file and the package file of a game's start.
pub(super) fn files(setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
    let options = Options::read(OPTIONS, &setup.options)?;
    let mut random = Rng::new(setup.integer_seed()? as u64);
    let board = drawn_or_given_board(&options, &mut random)?;
    let scatter = scatter(&options, &board);
    let (packages, _) = packages(&options, &board, &scatter, &mut random)?;
    Ok(vec![
        StartFile { extension: "map", text: write_map(&board) },
        StartFile { extension: "packages", text: write_packages(&packages) },
    ])
}

/// Sets up a game that robots can join. It may start with none.
pub(super) fn open(setup: &Setup) -> Result<CourierGame, SetupError> {
    let options = Options::read(OPTIONS, &setup.options)?;
    let seed = setup.integer_seed()? as u64;
    let mut random = Rng::new(seed);
    let board = drawn_or_given_board(&options, &mut random)?;
    let scatter = scatter(&options, &board);
    let (packages, given) = packages(&options, &board, &scatter, &mut random)?;
    let refill = match options.whole("refill") {
        0 => Refill::Never,
        _ if given => Refill::Again,
        count => Refill::Drawn(Scatter { count: count as usize, ..scatter }),
    };
    let mut door = Door {
        starts: starts(&options, &board, &packages)?,
        random: Rng::new(seed ^ STARTS),
        ids: options.numbers("ids").to_vec(),
        options: setup.options.clone(),
    };
    let mut places: Vec<Place> = Vec::new();
    for seat in 0..setup.seats {
        let joins = options.numbers("joins").get(seat).copied().unwrap_or(0);
        places.push(door.place(&places, joins.min(u64::from(u32::MAX)) as u32)?);
    }
    let stock = Stock::new(packages, refill);
    let forced = options.word("forced") == "delivers";
    let world = World::new(board, stock.packages(), Rng::new(seed ^ COURSE), forced);
    Ok(CourierGame::new(world, rules(&options), places, stock, door))
}

fn rules(options: &Options) -> Rules {
    let millis = |name| {
        let millis = options.whole(name);
        (millis > 0).then(|| Duration::from_millis(millis as u64))
    };
    Rules {
        money: options.whole("money") as u64,
        capacity: options.whole("capacity") as u64,
        turns: options.whole("turns") as u32,
        quirks: Quirks {
            spacing: options.word("spacing") == "judges",
            located_first_reply: options.word("first_reply") == "located",
        },
        move_limit: millis("move_ms"),
        start_limit: millis("start_ms"),
    }
}

fn drawn_or_given_board(options: &Options, random: &mut Rng) -> Result<Board, SetupError> {
    let map = options.text("map");
    if !map.is_empty() {
        return read_map(map).map_err(|error| {
            SetupError(format!("option map: {error}{}", OptionDoc::file_advice("map", map)))
        });
    }
    let word = options.word("board");
    let any = Kind::ALL[random.below(Kind::ALL.len())];
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(any);
    let any = SIZES[random.below(SIZES.len())];
    let (width, height) = options.size("size").unwrap_or(any);
    Ok(board(kind, width, height, random))
}

/// How packages are drawn. By default there is one for 40 tiles of the board, but 10 to 400 in all.
fn scatter(options: &Options, board: &Board) -> Scatter {
    let count = match options.whole("count") {
        0 => (board.area() / 40).clamp(10, 400),
        count => count as usize,
    };
    let heaviest = options.whole("weight") as u64;
    Scatter { count, heaviest, anywhere: options.word("board") == "islands" }
}

/// The packages of the start, and whether they were given.
fn packages(
    options: &Options,
    board: &Board,
    scatter: &Scatter,
    random: &mut Rng,
) -> Result<(Vec<PlacedPackage>, bool), SetupError> {
    let wrong = |problem: String| SetupError(format!("option packages: {problem}"));
    let text = options.text("packages");
    if text.is_empty() {
        let drawn = scatter.draw(board, random, 1);
        if drawn.is_empty() {
            let problem = "the map has no home base '@' to draw packages for: give packages";
            return Err(SetupError(problem.to_owned()));
        }
        return Ok((drawn, false));
    }
    let packages = read_packages(text).map_err(|error| wrong(error.to_string()))?;
    if !(1..=MOST_PACKAGES).contains(&packages.len()) {
        let count = packages.len();
        return Err(wrong(format!("there are {count}; wanted 1 to {MOST_PACKAGES}")));
    }
    let mut ids = HashSet::new();
    for (base, package) in &packages {
        let id = package.id;
        if !ids.insert(id) {
            return Err(wrong(format!("{id} is the uid of two packages")));
        }
        if !can_hold(board, *base) {
            return Err(wrong(format!("package {id} is at {base}, which is not land")));
        }
        if !board.has(package.destination) {
            let destination = package.destination;
            return Err(wrong(format!("package {id} goes to {destination}, off the board")));
        }
        if options.whole("refill") > 0 && id.0 > GREATEST_UID_WITH_REFILL {
            return Err(wrong(format!(
                "{id} leaves no numbers for further packages; with refill the greatest uid is \
                 {GREATEST_UID_WITH_REFILL}"
            )));
        }
        if package.weight == 0 {
            return Err(wrong(format!("package {id} weighs nothing; wanted 1 to {HEAVIEST}")));
        }
    }
    Ok((packages, true))
}

/// The start tiles that the option names, or those from which to draw.
fn starts(
    options: &Options,
    board: &Board,
    packages: &[PlacedPackage],
) -> Result<Starts, SetupError> {
    let option = options.text("starts");
    if !matches!(option, "" | "random" | "same") {
        return Ok(Starts::Given(read_starts(option, board)?));
    }
    let cells = start_cells(board, packages);
    if cells.is_empty() {
        return Err(SetupError("the map has no land for a robot to start on".to_owned()));
    }
    Ok(if option == "same" { Starts::Same(cells) } else { Starts::Different(cells) })
}

/// The land that is connected with a package, because a robot on a rock in the sea has nothing to do. All land
/// if no package is on land.
fn start_cells(board: &Board, packages: &[PlacedPackage]) -> Vec<Cell> {
    let lands = Lands::of(board);
    let bases = packages.iter().filter_map(|(base, _)| lands.number(board, *base));
    let parts: HashSet<usize> = bases.collect();
    let near = |cell: &Cell| lands.number(board, *cell).is_some_and(|part| parts.contains(&part));
    let near: Vec<Cell> = lands.all.iter().copied().filter(near).collect();
    // A small part of the land with a base is a trap for robots: they start on the largest such part.
    let largest = parts.iter().map(|part| &lands.parts[*part]).max_by_key(|part| part.len());
    match largest {
        Some(largest) if near.len() > largest.len() => largest.clone(),
        Some(_) => near,
        None => lands.all,
    }
}

fn read_starts(text: &str, board: &Board) -> Result<Vec<Cell>, SetupError> {
    let wrong = |problem: String| SetupError(format!("option starts={text}: {problem}"));
    let separators = |char: char| char == ';' || char.is_ascii_whitespace();
    let words = text.split(separators).filter(|word| !word.is_empty());
    let cells = words.map(|word| {
        let pair = word.split_once(',').and_then(|(x, y)| Some((x.parse().ok()?, y.parse().ok()?)));
        let (x, y) = pair.ok_or_else(|| {
            wrong(format!("'{word}' is not a tile; wanted a list such as 1,1;3,2"))
        })?;
        let cell = Cell::new(x, y);
        let land = board.tile(cell).is_land();
        if land { Ok(cell) } else { Err(wrong(format!("no robot can stand on {cell}"))) }
    });
    let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
    if cells.is_empty() { Err(wrong("it names no tile".to_owned())) } else { Ok(cells) }
}
