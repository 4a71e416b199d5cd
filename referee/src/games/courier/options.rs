//! What a game is made from: options and seed, read into a board, packages, places and rules.

use std::collections::HashSet;
use std::time::Duration;

use gridkit::Rng;
use serde_json::Value;

use super::board::{Board, Cell, LONGEST_SIDE};
use super::door::{Door, Place, Starts};
use super::files::{PlacedPackage, read_map, read_packages, write_map, write_packages};
use super::game::{CourierGame, MOST_PLAYERS, Rules};
use super::generator::{Kind, SIZES, board};
use super::packages::{HEAVIEST, MOST_PACKAGES};
use super::replies::Quirks;
use super::stock::{Lands, Refill, Scatter, Stock, can_hold};
use super::world::World;
use crate::contest::{OptionDoc, Setup, SetupError, StartFile};

pub(super) const OPTIONS: &[OptionDoc] = &[
    OptionDoc::new(
        "board",
        "any",
        "kind of board drawn: open, lakes, maze, corridors, islands, any",
    ),
    OptionDoc::new("size", "any", "its size, such as 79x24; any is one of the contest's"),
    OptionDoc::new("count", "0", "packages drawn, up to 10000; 0: by the size of the board"),
    OptionDoc::new("weight", "50", "weight of the heaviest package drawn"),
    OptionDoc::new("map", "", "text of a map file, north row first, in place of a drawn board"),
    OptionDoc::new("packages", "", "text of a package file, in place of drawn packages"),
    OptionDoc::new("money", "1000", "money of each robot"),
    OptionDoc::new("capacity", "50", "capacity of each robot"),
    OptionDoc::new(
        "starts",
        "random",
        "random tiles, same (one random tile), or a list such as 1,1;3,2",
    ),
    OptionDoc::new("ids", "", "the robots' numbers, such as 87 3; by default 1, 2, 3"),
    OptionDoc::new(
        "forced",
        "delivers",
        "delivers or lies: a package that a push forces out at its destination",
    ),
    OptionDoc::new(
        "spacing",
        "plain",
        "judges: blanks as the server of the judging runs wrote them",
    ),
    OptionDoc::new(
        "first_reply",
        "plain",
        "located: the first reply tells places again, as in the judging runs",
    ),
    OptionDoc::new("refill", "0", "packages that come with each later robot and when none is left"),
    OptionDoc::new(
        "joins",
        "",
        "the turns before which the robots come, such as 0 0 17; by default all 0",
    ),
    OptionDoc::new("turns", "100000", "the game ends after so many turns, whatever money is left"),
    OptionDoc::new("move_ms", "10000", "time for a command, in milliseconds; 0: any time"),
    OptionDoc::new(
        "start_ms",
        "30000",
        "time for the first line and the first command; 0: any time",
    ),
];

/// Numbers that a seed is mixed with, so that starts and the course of a game are drawn independently of
/// the board: a game with other players has the same board.
const STARTS: u64 = 0x5EED_0001;
const COURSE: u64 = 0x5EED_0002;

/// Most robots of a game in all, of which most have left a continuous one.
const MOST_ROBOTS: usize = 100_000;

/// Sets up a game of so many players as the setup says. As many as can play at once may be there from
/// the start; those that come later may come when others have left.
pub(super) fn start(setup: &Setup) -> Result<CourierGame, SetupError> {
    setup.demand_seats(1..=MOST_ROBOTS)?;
    let late = numbers(setup, "joins")?.into_iter().take(setup.seats).filter(|turn| *turn > 0);
    let seats = (setup.seats - late.count()).max(1);
    Setup { seats, ..setup.clone() }.demand_seats(1..=MOST_PLAYERS)?;
    open(setup)
}

/// The map file and the package file of a game's start.
pub(super) fn files(setup: &Setup) -> Result<Vec<StartFile>, SetupError> {
    let mut random = Rng::new(setup.integer_seed()? as u64);
    let board = drawn_or_given_board(setup, &mut random)?;
    let scatter = scatter(setup, &board)?;
    let (packages, _) = packages(setup, &board, &scatter, &mut random)?;
    Ok(vec![
        StartFile { extension: "map", text: write_map(&board) },
        StartFile { extension: "packages", text: write_packages(&packages) },
    ])
}

/// Sets up a game that has as many players as the setup says at first, perhaps none.
pub(super) fn open(setup: &Setup) -> Result<CourierGame, SetupError> {
    let seed = setup.integer_seed()? as u64;
    let mut random = Rng::new(seed);
    let board = drawn_or_given_board(setup, &mut random)?;
    let scatter = scatter(setup, &board)?;
    let (packages, given) = packages(setup, &board, &scatter, &mut random)?;
    let refill = match setup.integer("refill", 0, 0..=MOST_PACKAGES as i64)? {
        0 => Refill::Never,
        _ if given => Refill::Again,
        count => Refill::Drawn(Scatter { count: count as usize, ..scatter }),
    };
    let mut door = Door {
        starts: starts(setup, &board, &packages)?,
        random: Rng::new(seed ^ STARTS),
        ids: numbers(setup, "ids")?,
        options: setup.options.clone(),
    };
    let joins = numbers(setup, "joins")?;
    let mut places: Vec<Place> = Vec::new();
    for seat in 0..setup.seats {
        let joins = joins.get(seat).copied().unwrap_or(0).min(u64::from(u32::MAX));
        places.push(door.place(&places, joins as u32)?);
    }
    let stock = Stock::new(packages, refill);
    let forced = choice(setup, "forced", &["delivers", "lies"])? == "delivers";
    let world = World::new(board, stock.packages(), Rng::new(seed ^ COURSE), forced);
    Ok(CourierGame::new(world, rules(setup)?, places, stock, door))
}

fn rules(setup: &Setup) -> Result<Rules, SetupError> {
    const MOST: i64 = 1_000_000_000;
    let millis = |name, default| -> Result<Option<Duration>, SetupError> {
        let millis = setup.integer(name, default, 0..=MOST)?;
        Ok((millis > 0).then(|| Duration::from_millis(millis as u64)))
    };
    let quirks = Quirks {
        spacing: choice(setup, "spacing", &["plain", "judges"])? == "judges",
        located_first_reply: choice(setup, "first_reply", &["plain", "located"])? == "located",
    };
    Ok(Rules {
        money: setup.integer("money", 1000, 1..=MOST)? as u64,
        capacity: setup.integer("capacity", 50, 1..=MOST)? as u64,
        turns: setup.integer("turns", 100_000, 1..=MOST)? as u32,
        quirks,
        move_limit: millis("move_ms", 10_000)?,
        start_limit: millis("start_ms", 30_000)?,
    })
}

fn drawn_or_given_board(setup: &Setup, random: &mut Rng) -> Result<Board, SetupError> {
    let map = text(setup, "map");
    if !map.is_empty() {
        return read_map(&map).map_err(|error| SetupError(format!("option map: {error}")));
    }
    let words: Vec<&str> =
        ["any"].into_iter().chain(Kind::ALL.into_iter().map(Kind::word)).collect();
    let word = choice(setup, "board", &words)?;
    let any = Kind::ALL[random.below(Kind::ALL.len())];
    let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word).unwrap_or(any);
    let any = SIZES[random.below(SIZES.len())];
    let (width, height) = match text(setup, "size").as_str() {
        "" | "any" => any,
        size => read_size(size)?,
    };
    Ok(board(kind, width, height, random))
}

fn read_size(size: &str) -> Result<(i32, i32), SetupError> {
    let side =
        |text: &str| text.parse().ok().filter(|side: &i32| (1..=LONGEST_SIDE).contains(side));
    let sides = size.split_once('x').and_then(|(w, h)| Some((side(w)?, side(h)?)));
    sides.ok_or_else(|| {
        let most = LONGEST_SIDE;
        SetupError(format!("option size={size}: wanted any or a size from 1x1 to {most}x{most}"))
    })
}

/// One package for 40 tiles of the board, and 10 to 400 of them, unless the option says how many.
fn scatter(setup: &Setup, board: &Board) -> Result<Scatter, SetupError> {
    let count = setup.integer("count", 0, 0..=MOST_PACKAGES as i64)? as usize;
    let count = if count == 0 { (board.area() / 40).clamp(10, 400) } else { count };
    let heaviest = setup.integer("weight", 50, 1..=HEAVIEST as i64)? as u64;
    let anywhere = text(setup, "board") == "islands";
    Ok(Scatter { count, heaviest, anywhere })
}

/// The packages of the start, and whether they were given.
fn packages(
    setup: &Setup,
    board: &Board,
    scatter: &Scatter,
    random: &mut Rng,
) -> Result<(Vec<PlacedPackage>, bool), SetupError> {
    let wrong = |problem: String| SetupError(format!("option packages: {problem}"));
    let text = text(setup, "packages");
    if text.is_empty() {
        let drawn = scatter.draw(board, random, 1);
        if drawn.is_empty() {
            let problem = "the map has no home base '@' to draw packages for: give packages";
            return Err(SetupError(problem.to_owned()));
        }
        return Ok((drawn, false));
    }
    let packages = read_packages(&text).map_err(|error| wrong(error.to_string()))?;
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
            return Err(wrong(format!("package {id} lies at {base}, which is no land")));
        }
        if !board.has(package.destination) {
            let destination = package.destination;
            return Err(wrong(format!("package {id} goes to {destination}, off the board")));
        }
        if package.weight == 0 {
            return Err(wrong(format!("package {id} weighs nothing; wanted 1 to {HEAVIEST}")));
        }
    }
    Ok((packages, true))
}

/// Where the robots start: the tiles of the option, or those to draw from.
fn starts(setup: &Setup, board: &Board, packages: &[PlacedPackage]) -> Result<Starts, SetupError> {
    let option = text(setup, "starts");
    if !matches!(option.as_str(), "" | "random" | "same") {
        return Ok(Starts::Given(read_starts(&option, board)?));
    }
    let cells = start_cells(board, packages);
    if cells.is_empty() {
        return Err(SetupError("the map has no land for a robot to start on".to_owned()));
    }
    Ok(if option == "same" { Starts::Same(cells) } else { Starts::Different(cells) })
}

/// The land that is connected with a package: a robot on a rock in the sea has nothing to do. All land if
/// there is none.
fn start_cells(board: &Board, packages: &[PlacedPackage]) -> Vec<Cell> {
    let lands = Lands::of(board);
    let bases = packages.iter().filter_map(|(base, _)| lands.number(board, *base));
    let parts: HashSet<usize> = bases.collect();
    let near = |cell: &Cell| lands.number(board, *cell).is_some_and(|part| parts.contains(&part));
    let near: Vec<Cell> = lands.all.iter().copied().filter(near).collect();
    // Bases out of reach are a trap, not a place to start at: the largest part with a base it is.
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
        let (x, y) =
            pair.ok_or_else(|| wrong(format!("'{word}' is no tile; wanted such as 1,1;3,2")))?;
        let cell = Cell::new(x, y);
        let land = board.tile(cell).is_land();
        if land { Ok(cell) } else { Err(wrong(format!("no robot can stand on {cell}"))) }
    });
    let cells: Vec<Cell> = cells.collect::<Result<_, _>>()?;
    if cells.is_empty() { Err(wrong("it names no tile".to_owned())) } else { Ok(cells) }
}

/// An option as text. What was typed as a number is one in the recording.
fn text(setup: &Setup, name: &str) -> String {
    match setup.options.get(name) {
        None => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(other) => other.to_string(),
    }
}

/// An option that is one of some words, the first of which is the default.
fn choice<'a>(setup: &Setup, name: &str, words: &[&'a str]) -> Result<&'a str, SetupError> {
    let text = text(setup, name);
    if text.is_empty() {
        return Ok(words[0]);
    }
    words
        .iter()
        .copied()
        .find(|word| *word == text)
        .ok_or_else(|| SetupError(format!("option {name}={text}: wanted {}", words.join(" or "))))
}

/// An option that is a list of numbers.
fn numbers(setup: &Setup, name: &str) -> Result<Vec<u64>, SetupError> {
    let text = text(setup, name);
    let separators = |char: char| char == ',' || char.is_ascii_whitespace();
    let words = text.split(separators).filter(|word| !word.is_empty());
    words
        .map(|word| word.parse().ok())
        .collect::<Option<_>>()
        .ok_or_else(|| SetupError(format!("option {name}={text}: wanted a list of numbers")))
}
