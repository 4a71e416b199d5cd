//! A finished race, reconstructed as the situations of its players.

use std::collections::VecDeque;

use anyhow::{Context, Result, anyhow, bail};
use kabotte::motion::{Motion, Vector};
use kabotte::protocol::{Reader, Start};
use kabotte::rules::Rule;
use kabotte::solve::Settings;
use kabotte::track::{Cell, Track};
use referee::contest::{Contest, Setup};
use referee::game::{Answer, Game, Step};
use referee::games::karo::{self, Karo, KaroGame};
use referee::recording::Recording;

/// Most players in a race.
pub const MOST_PLAYERS: usize = 26;

/// A race with all its situations.
pub struct PlayedRace {
    /// The title.
    pub title: String,
    /// The players by seat.
    pub players: Vec<PlayedBy>,
    /// The whole map, even if it was a night map for the players.
    pub track: Track,
    /// The settings of the race.
    pub settings: Settings,
    /// Whether cars that still have to move in a round block, too.
    pub all_block: bool,
    /// The situations in the order of time.
    pub situations: Vec<Situation>,
}

/// A player, and the end of its race.
pub struct PlayedBy {
    /// Its name.
    pub name: String,
    /// 1 for the winner; 0 for one that did not finish.
    pub rank: u32,
    /// `racing`, `finished`, `left`, `kicked` or `stuck`.
    pub status: &'static str,
    /// Whether the site says that it is a bot.
    pub is_bot: bool,
}

/// A car in the way of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocker {
    /// Its seat.
    pub seat: usize,
    /// The cell that it holds.
    pub at: Cell,
    /// Its position in the order of moves of this round, if it moved to the cell in it.
    pub moved: Option<usize>,
}

/// A car on its player's turn, and the answer.
#[derive(Clone, Debug)]
pub struct Situation {
    /// The round; 1 is the placement.
    pub round: u32,
    /// The player whose turn it is.
    pub seat: usize,
    /// The car; `None` before its placement.
    pub car: Option<Motion>,
    /// The number of moves that the player has made, as the site counts them: the number of the next one.
    pub number: u16,
    /// The checkpoints that the car has, a bit for each digit.
    pub collected: u16,
    /// Whether it has crossed the finish line.
    pub crossed_line: bool,
    /// The cars whose cells are not free.
    pub blockers: Vec<Blocker>,
    /// Whether `REmulAde` obliges the player to repeat its vector.
    pub must_repeat: bool,
    /// The answer.
    pub deed: Deed,
}

/// The answer in a situation.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    /// The car was placed on a start cell.
    Placed(Cell),
    /// It moved.
    Moved {
        /// The move.
        motion: Motion,
        /// The checkpoints after it.
        collected: u16,
        /// Whether the car has then crossed the finish line.
        crossed_line: bool,
        /// Whether it finished with it.
        finished: bool,
    },
    /// It had no possible move and was set back to a cell.
    Crashed(Cell),
    /// The player left, or was taken out of the race.
    Gone,
}

impl PlayedRace {
    /// Reads a game as the site delivers it, in either form, or a recording of the referee.
    ///
    /// # Errors
    /// A sentence, if the text is neither, or differs from the rules.
    pub fn read(text: &str) -> Result<Self> {
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("");
        if first.contains("\"botyard/") { Self::of_recording(text) } else { Self::of_site(text) }
    }

    fn of_recording(text: &str) -> Result<Self> {
        let recording = Recording::parse(text).map_err(|error| anyhow!("the file {error}"))?;
        if recording.header.game != Karo.key() {
            let game = &recording.header.game;
            bail!("this is a recording of '{game}': a race of '{}' is wanted", Karo.key());
        }
        let setup = recording.header.setup();
        let mut answers = vec![VecDeque::new(); setup.seats];
        for (line, exchange) in &recording.exchanges {
            let seat = answers.get_mut(exchange.seat.0);
            let seat = seat.with_context(|| format!("line {line}: there is no such seat"))?;
            seat.push_back(exchange.answer());
        }
        let names = recording.header.players.iter().map(|player| player.name.clone());
        let players = names.map(|name| (name, false)).collect();
        follow(&setup, players, answers)
    }

    fn of_site(text: &str) -> Result<Self> {
        let import = karo::import(text)?;
        let value: serde_json::Value = serde_json::from_str(text)?;
        let listed = value["players"].as_array().map_or(&[][..], Vec::as_slice);
        let is_bot = |seat: usize| listed.get(seat).is_some_and(|player| player["bot"] == true);
        let names = import.names.into_iter().enumerate();
        let players = names.map(|(seat, name)| (name, is_bot(seat))).collect();
        let answer = |line: String| Answer { lines: vec![line], fault: None };
        let answers = import.answers.into_iter();
        let answers = answers.map(|lines| lines.into_iter().map(answer).collect()).collect();
        follow(&import.setup, players, answers)
    }
}

/// Replays a race, and records every situation.
fn follow(
    setup: &Setup,
    players: Vec<(String, bool)>,
    mut answers: Vec<VecDeque<Answer>>,
) -> Result<PlayedRace> {
    if setup.seats > MOST_PLAYERS {
        bail!("the race has {} players: more than {MOST_PLAYERS}", setup.seats);
    }
    let mut game = karo::start(setup)?;
    let mut step = game.advance(&[]);
    let start = start_of(&step)?;
    let mut situations: Vec<Situation> = Vec::new();
    let mut moved = vec![None; setup.seats];
    let mut round = 0;
    while let Step::Ask(requests) = &step {
        let given: Vec<Answer> = requests
            .iter()
            .map(|request| answers[request.seat.0].pop_front().unwrap_or_default())
            .collect();
        let turn = game.turn().cloned();
        if game.race().round() as u32 != round {
            round = game.race().round() as u32;
            moved = vec![None; setup.seats];
        }
        let before = turn.as_ref().map(|turn| asked(&game, turn, &start, &moved));
        step = game.advance(&given);
        if let (Some(turn), Some((crashes, mut last))) = (turn, before) {
            situations.extend(crashes);
            last.deed = deed(&game, turn.seat.0, last.number);
            if matches!(last.deed, Deed::Moved { .. }) {
                moved[turn.seat.0] = Some(situations.len());
            }
            situations.push(last);
        }
    }
    let track = Track::parse(&game.race().track().code())?;
    let settings = start.settings;
    let cars = game.race().cars();
    let player = |((name, is_bot), car): ((String, bool), &karo::Car)| PlayedBy {
        name,
        rank: car.rank,
        status: car.status.word(),
        is_bot,
    };
    let players = players.into_iter().zip(cars).map(player).collect();
    Ok(PlayedRace {
        title: start.title,
        players,
        track,
        settings,
        all_block: start.all_block,
        situations,
    })
}

/// The settings, as the bot reads them.
fn start_of(step: &Step) -> Result<Start> {
    let Step::Ask(requests) = step else { bail!("the race has no turn") };
    let lines = requests.first().map(|request| request.lines.join("\n") + "\n");
    let lines = lines.context("the race has no turn")?;
    let start = Reader::new(lines.as_bytes()).start().map_err(|error| anyhow!("{error}"))?;
    start.context("the race has no turn")
}

/// The situations of a player's turn: the crashes that were carried out before it could move, and its move.
fn asked(
    game: &KaroGame,
    turn: &karo::Turn,
    start: &Start,
    moved: &[Option<usize>],
) -> (Vec<Situation>, Situation) {
    let race = game.race();
    let (seat, cars) = (turn.seat.0, race.cars());
    let car = &cars[seat];
    let others = cars.iter().enumerate().filter(|(other, car)| *other != seat && car.races());
    let blockers =
        others.filter(|(_, car)| start.all_block || car.moved).filter_map(|(other, car)| {
            Some(Blocker { seat: other, at: cell(car.motion()?.at), moved: moved[other] })
        });
    let blockers: Vec<Blocker> = blockers.collect();
    let lawful: Vec<_> = turn.candidates.iter().filter(|candidate| candidate.free).collect();
    let repeat = car.motion().map(|motion| motion.next(motion.vector));
    let must_repeat = start.settings.rules.has(Rule::Remulade)
        && turn.candidates.len() > 1
        && lawful.len() == 1
        && Some(lawful[0].motion) == repeat;
    let situation = |record: Option<karo::Motion>, deed: Deed| Situation {
        round: race.round() as u32,
        seat,
        car: record.map(motion),
        number: car.moves() as u16,
        collected: digits(car),
        crossed_line: car.crossed_line,
        blockers: blockers.clone(),
        must_repeat: must_repeat && deed == Deed::Gone,
        deed,
    };
    let last = car.records.iter().rposition(|record| record.kind != karo::Kind::Crash);
    let tail = last.map_or(&[][..], |last| &car.records[last..]);
    let crashes = tail
        .windows(2)
        .map(|pair| situation(Some(pair[0].motion), Deed::Crashed(cell(pair[1].motion.at))));
    (crashes.collect(), situation(car.motion(), Deed::Gone))
}

/// The answers of a player on its turn.
fn deed(game: &KaroGame, seat: usize, moves_before: u16) -> Deed {
    let car = &game.race().cars()[seat];
    let mut made = car.records.iter().filter(|record| record.kind != karo::Kind::Crash);
    let Some(record) = made.nth(usize::from(moves_before)) else { return Deed::Gone };
    match record.kind {
        karo::Kind::Start => Deed::Placed(cell(record.motion.at)),
        karo::Kind::Move => Deed::Moved {
            motion: motion(record.motion),
            collected: digits(car),
            crossed_line: car.crossed_line,
            finished: car.status == karo::Status::Finished,
        },
        _ => Deed::Gone,
    }
}

fn digits(car: &karo::Car) -> u16 {
    car.collected.iter().fold(0, |bits, checkpoint| bits | 1 << checkpoint.0)
}

fn cell(cell: karo::Cell) -> Cell {
    Cell { x: cell.x as i16, y: cell.y as i16 }
}

fn motion(motion: karo::Motion) -> Motion {
    let vector = Vector { x: motion.vector.x as i8, y: motion.vector.y as i8 };
    Motion { at: cell(motion.at), vector }
}
