//! A recorded game as the data of its page, frame by frame.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use serde_json::{Map, Value};

use super::images::Image;
use super::note::Story;
use super::patch::Patch;
use super::splice::Splice;
use crate::contest::Contest;
use crate::game::{Game, Seat};
use crate::happening::Happening;
use crate::recording::{BegunRecording, Exchange, RecordedPlayer, walk};
use crate::scene::{Axes, ImagePart, Mark, Scene, Stamp, TILES, Thing, UPRIGHT, Way};
use crate::terminal::{harmless, picture};
use crate::thought::Thought;
use crate::values::ReportedLine;

/// A recorded game as a sequence of frames. Each distinct line of text is stored once, in `texts`; other fields contain
/// its index. The same is true of `things` and `known`.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Film {
    /// The contest's name and year.
    pub title: String,
    /// The contest's key.
    pub game: String,
    /// The seed of the game.
    pub seed: String,
    /// The options of the game.
    pub options: Map<String, Value>,
    /// Names of the players by seat.
    pub players: Vec<String>,
    /// All lines of boards, rows of pictures and lines of players.
    pub texts: Vec<String>,
    /// All things of the pictures.
    pub things: Vec<Thing>,
    /// Pairs of a seat and a thought: what the others can know about that seat.
    pub known: Vec<(usize, Thought)>,
    /// The tiles of the pictures: each letter of their rows with its name.
    pub tiles: Vec<(String, String)>,
    /// How the contest counts the tiles.
    pub axes: Axes,
    /// Width and height of pictures of shapes at any place; absent if the pictures are of tiles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sheet: Option<[u32; 2]>,
    /// All shapes of such pictures.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stamps: Vec<Stamp>,
    /// How shapes are turned and scaled, by the four numbers of a matrix, and how opaque they are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub poses: Vec<[f32; 5]>,
    /// Images of shapes, as far as they are at hand and small.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<Image>,
    /// By stamp: how many times it is enlarged, at most.
    #[serde(skip)]
    pub scales: Vec<f32>,
    /// Images that are parts of others.
    #[serde(skip)]
    pub parts: Arc<BTreeMap<String, ImagePart>>,
    /// The frames in order; the first is the start position.
    pub frames: Vec<Frame>,
    /// Names of the measures, in the order of [`Frame::measures`].
    pub measures: Vec<&'static str>,
    /// Whether a change of the measure is an event, by measure.
    pub events: Vec<bool>,
    /// Whether the measure is 0 or 1, for something that is not or is so, by measure.
    pub flags: Vec<bool>,
    /// The result as the recording has it, if the game ended.
    pub result: Option<Map<String, Value>>,
    /// The unit in which the contest counts its time, such as `turn`.
    pub time: &'static str,
    /// The file of the recording, for commands; empty if it is not known.
    pub recording: String,
    /// The bots that the page can ask what they would have answered; empty unless a dashboard serves it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub askable: Vec<String>,
    /// What a viewer reads first.
    pub story: Story,
    /// By frame: what happened in it.
    #[serde(skip)]
    pub happenings: Vec<Vec<Happening>>,
}

/// One move, and the position after it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Frame {
    /// The turn that was played last, as the contest counts.
    pub turn: u32,
    /// The lines of the board as text, with ANSI colours, as indices into [`Film::texts`]: one line above the picture's
    /// rows, the rows, any number of lines below. Empty if the recording does not follow the rules.
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub board: Splice,
    /// The rows of the picture, from the top, as indices into [`Film::texts`]; empty without a picture.
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub rows: Splice,
    /// Column and row, on the board, of the picture's first tile; absent if both are 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub corner: Option<[i32; 2]>,
    /// The ways of the picture, each as what it adds to the way with the same index in the frame before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<Added>,
    /// The things of the picture, as indices into [`Film::things`].
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub things: Splice,
    /// The shapes of a picture of shapes, in the order of drawing, as what changes from the frame before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Patch>,
    /// The exchanges since the frame before.
    pub said: Vec<Said>,
    /// What others can know, as indices into [`Film::known`].
    #[serde(skip_serializing_if = "Splice::is_empty")]
    pub known: Splice,
    /// Values by measure and seat; empty if the recording does not follow the rules.
    pub measures: Vec<Vec<f64>>,
}

/// A way of a frame, as what it adds to the way with the same index in the frame before.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Added {
    /// The seat that the way belongs to.
    pub seat: usize,
    /// The number of points it has in common with the way before: all points of that way, or 0 for a new way.
    pub from: usize,
    /// Its further points.
    pub points: Vec<[i32; 2]>,
    /// Whether it is only a memory, which is drawn pale.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub is_past: bool,
}

/// Encodes the ways of a frame relative to `before`, the ways of the frame before, and stores them there.
fn added(before: &mut Vec<Way>, ways: Vec<Way>) -> Vec<Added> {
    let goes_on = |way: &Way, old: Option<&Way>| {
        old.filter(|old| {
            old.seat == way.seat
                && old.is_past == way.is_past
                && way.points.starts_with(&old.points)
        })
        .map_or(0, |old| old.points.len())
    };
    let added = ways.iter().enumerate().map(|(at, way)| {
        let from = goes_on(way, before.get(at));
        Added { seat: way.seat, from, points: way.points[from..].to_vec(), is_past: way.is_past }
    });
    let added = added.collect();
    *before = ways;
    added
}

/// One exchange of a seat.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Said {
    /// The seat.
    pub seat: usize,
    /// The number of the exchange among those of the seat, from 1.
    pub turn: usize,
    /// The line of the recording, from 1.
    pub line: usize,
    /// Lines that were sent to the seat, as indices into [`Film::texts`].
    pub sent: Vec<usize>,
    /// Lines of the answer, as indices into [`Film::texts`].
    pub got: Vec<usize>,
    /// Lines of standard error that are not thoughts, as indices into [`Film::texts`].
    pub stderr: Vec<usize>,
    /// Thoughts among the lines of standard error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Thought>,
    /// Milliseconds until the answer was complete; null if the recording has no time.
    pub millis: Option<f64>,
    /// The time limit in milliseconds as the rules have it; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<f64>,
    /// The fault in words, or null.
    pub fault: Option<String>,
}

impl Film {
    /// The same film, whose commands name the file of the recording.
    #[must_use]
    pub fn of_file(self, file: &Path) -> Self {
        Film { recording: harmless(&file.to_string_lossy()).into_owned(), ..self }
    }

    /// A film without frames, from the header and the result of a recording.
    fn begun(recording: &BegunRecording, title: String) -> Self {
        let header = &recording.header;
        let name = |player: &RecordedPlayer| harmless(&player.name).into_owned();
        Self {
            title,
            game: header.game.clone(),
            seed: header.seed.clone(),
            options: header.options.clone(),
            players: header.players.iter().map(name).collect(),
            result: recording.result().cloned(),
            ..Self::default()
        }
    }

    /// The name of a frame: the turn that was played last, and for each further frame of the same turn a number behind
    /// a dot: `7`, `7.1`, `7.2`.
    pub fn name_of(&self, at: usize) -> String {
        let Some(frame) = self.frames.get(at) else { return at.to_string() };
        let same = self.frames[..at].iter().rev().take_while(|before| before.turn == frame.turn);
        match same.count() {
            0 => frame.turn.to_string(),
            further => format!("{}.{further}", frame.turn),
        }
    }

    /// The frame with a name.
    pub fn frame_named(&self, name: &str) -> Option<usize> {
        (0..self.frames.len()).find(|at| self.name_of(*at) == name)
    }

    /// The contest and the players in one line. Letters tell players of the same name apart.
    pub fn heading(&self) -> String {
        let names: BTreeSet<&String> = self.players.iter().collect();
        let has_twins = names.len() < self.players.len();
        let players = self.players.iter().enumerate().map(|(seat, name)| {
            let letter =
                if has_twins { format!("{} ", Seat(seat).letter()) } else { String::new() };
            letter + &harmless(name)
        });
        let players: Vec<String> = players.collect();
        format!("{}: {}", harmless(&self.title), players.join(" – "))
    }
}

/// Distinct values with their indices. The key tells them apart.
struct Once<T, K = T> {
    all: Vec<T>,
    places: HashMap<K, usize>,
}

impl<T, K: Eq + Hash> Once<T, K> {
    fn new() -> Self {
        Self { all: Vec::new(), places: HashMap::new() }
    }

    fn place_by(&mut self, key: K, value: impl FnOnce() -> T) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.all.push(value());
            self.all.len() - 1
        })
    }
}

impl<T: Clone + Eq + Hash> Once<T> {
    fn place(&mut self, value: T) -> usize {
        self.place_by(value.clone(), || value)
    }
}

impl Once<String> {
    fn lines<'a>(&mut self, lines: impl IntoIterator<Item = &'a String>) -> Vec<usize> {
        lines.into_iter().map(|line| self.place(harmless(line).into_owned())).collect()
    }
}

/// Values that frames refer to.
struct Shared {
    texts: Once<String>,
    things: Once<Thing>,
    known: Once<(usize, Thought), String>,
    shapes: Shapes,
    before: Before,
}

/// The shapes of all frames.
struct Shapes {
    /// Width and height of the pictures.
    size: Option<[u32; 2]>,
    /// Each shape once, told apart by its text as JSON.
    stamps: Once<Stamp, String>,
    /// The shapes that frames share, by where they are in memory: to write them all as JSON again takes long.
    places: HashMap<usize, (Arc<Stamp>, usize)>,
    /// Told apart by the bits of the numbers.
    poses: Once<[f32; 5], [u32; 5]>,
    scales: Vec<f32>,
    parts: Arc<BTreeMap<String, ImagePart>>,
}

impl Shapes {
    fn new() -> Self {
        let (stamps, places, mut poses) = (Once::new(), HashMap::new(), Once::new());
        poses.place_by(UPRIGHT.map(f32::to_bits), || UPRIGHT);
        Self { size: None, stamps, places, poses, scales: Vec::new(), parts: Arc::default() }
    }

    /// A shape at its place, with the number of its thing.
    fn placed(&mut self, Mark { of, stamp, at, pose }: &Mark) -> (u32, [i32; 4]) {
        let address = Arc::as_ptr(stamp) as usize;
        let (_, place) = self.places.entry(address).or_insert_with(|| {
            let key = serde_json::to_string(&**stamp).unwrap_or_default();
            (Arc::clone(stamp), self.stamps.place_by(key, || (**stamp).clone()))
        });
        let [a, b, c, d, _] = *pose;
        let scale = a.hypot(b).max(c.hypot(d));
        if self.scales.len() <= *place {
            self.scales.resize(*place + 1, 0.0);
        }
        self.scales[*place] = self.scales[*place].max(scale);
        let pose = self.poses.place_by(pose.map(f32::to_bits), || *pose);
        let [x, y] = at.map(|side| (side * 10.0).round() as i32);
        (*of, [*place as i32, x, y, pose as i32])
    }
}

/// The lists of the frame before.
#[derive(Clone, Default)]
struct Before {
    board: Vec<usize>,
    rows: Vec<usize>,
    ways: Vec<Way>,
    things: Vec<usize>,
    marks: Vec<(u32, [i32; 4])>,
    known: Vec<usize>,
    /// The letters of the tiles of all frames so far.
    letters: BTreeSet<char>,
}

/// The tiles with these letters by their names.
fn tiles(contest: &dyn Contest, letters: &BTreeSet<char>) -> Vec<(String, String)> {
    let name = |letter: char| {
        let named = contest.tiles().iter().chain(&TILES).find(|(of, _)| *of == letter);
        named.map_or_else(|| format!("checkpoint {letter}"), |(_, name)| (*name).to_owned())
    };
    letters.iter().map(|&letter| (letter.to_string(), name(letter))).collect()
}

/// A longer limit stands for none.
const LONGEST_LIMIT: Duration = Duration::from_secs(86_400);

/// The field of an exchange in which another referee writes the scores.
const SCORES: &str = "scores";

/// One frame for each exchange. The field `board` of an exchange contains the lines of the board after it, `scores` the
/// score of each seat. An exchange without one of these fields repeats the value of the exchange before.
pub(super) fn film_without_rules(recording: &BegunRecording) -> Film {
    let header = &recording.header;
    let mut texts = Once::new();
    let mut frames = vec![Frame::default()];
    let mut before = Vec::new();
    let mut turns = vec![0; header.players.len()];
    let is_scored = recording.exchanges.iter().any(|(_, one)| one.more.contains_key(SCORES));
    for (line, exchange) in &recording.exchanges {
        let Some(turn) = turns.get_mut(exchange.seat.0) else { continue };
        *turn += 1;
        let mut board = Splice::default();
        let mut measures = frames.last().map(|frame| frame.measures.clone()).unwrap_or_default();
        let lines = exchange.more.get("board").and_then(Value::as_array);
        if let Some(lines) = lines {
            let lines = lines.iter().filter_map(Value::as_str);
            let lines = lines.map(|line| texts.place(picture(line))).collect();
            board = Splice::to(&mut before, lines);
        }
        let scores = exchange.more.get(SCORES).and_then(Value::as_array);
        if let Some(scores) = scores {
            measures = vec![scores.iter().map(|score| score.as_f64().unwrap_or(0.0)).collect()];
        }
        let said = vec![heard(&mut texts, exchange, *turn, *line)];
        let number = frames.len() as u32;
        frames.push(Frame { turn: number, board, said, measures, ..Frame::default() });
    }
    let measures: Vec<&'static str> = is_scored.then_some(SCORES).into_iter().collect();
    let title = harmless(&header.game).into_owned();
    Film {
        events: vec![true; measures.len()],
        flags: vec![false; measures.len()],
        texts: texts.all,
        frames,
        measures,
        time: "turn",
        ..Film::begun(recording, title)
    }
}

/// One frame for each step of the game, with pictures and measures from the rules. A message that asks for no answer, such
/// as that of the end, belongs to the frame before it.
///
/// # Errors
/// If the contest cannot set up the recorded game.
pub(super) fn film_by_rules(
    recording: &BegunRecording,
    contest: &dyn Contest,
) -> Result<Film, crate::contest::SetupError> {
    let header = &recording.header;
    let mut shared = Shared {
        texts: Once::new(),
        things: Once::new(),
        known: Once::new(),
        shapes: Shapes::new(),
        before: Before::default(),
    };
    let mut start = contest.retrace(&recording.game())?;
    start.advance(&[]);
    let mut frames = vec![frame(&mut shared, Some(&*start), Vec::new())];
    let all = start.measures();
    let measures = all.iter().map(|measure| measure.name).collect();
    let events = all.iter().map(|measure| measure.marks_events).collect();
    let flags = all.iter().map(|measure| measure.is_flag).collect();

    let mut happenings = vec![Vec::new()];
    let mut turns = vec![0; header.players.len()];
    let mut game = contest.retrace(&recording.game())?;
    let known = contest.known(&recording.exchanges);
    let mut heard_of = 0;
    // What the last frame was encoded against.
    let mut earlier = Before::default();
    let walked: Result<(), std::convert::Infallible> = walk(recording, game.as_mut(), |moment| {
        let (mut said, mut happened) = (Vec::new(), Vec::new());
        if moment.is_notice && frames.len() > 1 {
            said = frames.pop().map(|frame| frame.said).unwrap_or_default();
            happened = happenings.pop().unwrap_or_default();
            shared.before = earlier.clone();
        }
        earlier = shared.before.clone();
        heard_of += moment.exchanges.len();
        for (line, exchange) in moment.exchanges {
            let Some(turn) = turns.get_mut(exchange.seat.0) else { continue };
            *turn += 1;
            let limit = moment.limits.iter().find(|(seat, _)| *seat == exchange.seat.0);
            let limit = limit.map(|(_, limit)| *limit).filter(|limit| *limit < LONGEST_LIMIT);
            let limit = limit.map(|limit| limit.as_secs_f64() * 1000.0);
            said.push(Said { limit, ..heard(&mut shared.texts, exchange, *turn, *line) });
        }
        let mut frame = frame(&mut shared, moment.game, said);
        frame.turn = moment.turn;
        for one in moment.game.map(Game::happenings).unwrap_or_default() {
            if !happened.contains(&one) {
                happened.push(one);
            }
        }
        happenings.push(happened);
        let last = heard_of.checked_sub(1).and_then(|last| known.get(last));
        let last = last.into_iter().flatten();
        let Shared { known, before, .. } = &mut shared;
        let place = |(seat, thought): &(Seat, Thought)| {
            known.place_by(format!("{seat:?} {thought:?}"), || (seat.0, thought.clone()))
        };
        frame.known = Splice::to(&mut before.known, last.map(place).collect());
        frames.push(frame);
        Ok(())
    });
    let Ok(()) = walked;
    Ok(Film {
        texts: shared.texts.all,
        things: shared.things.all,
        tiles: tiles(contest, &shared.before.letters),
        axes: start.scene().unwrap_or_default().axes,
        sheet: shared.shapes.size,
        poses: if shared.shapes.size.is_some() { shared.shapes.poses.all } else { Vec::new() },
        stamps: shared.shapes.stamps.all,
        scales: shared.shapes.scales,
        parts: shared.shapes.parts,
        known: shared.known.all,
        frames,
        measures,
        events,
        flags,
        time: contest.about().time,
        happenings,
        ..Film::begun(recording, contest.about().title.to_owned())
    })
}

fn frame(shared: &mut Shared, game: Option<&dyn Game>, said: Vec<Said>) -> Frame {
    let Shared { texts, things: all, shapes, before, .. } = shared;
    let drawn = game.map(|game| picture(&game.draw())).unwrap_or_default();
    let Scene { rows, corner, ways, things, sheet, .. } =
        game.and_then(Game::scene).unwrap_or_default();
    let sheet = sheet.unwrap_or_default();
    if sheet.size != [0, 0] {
        shapes.size.get_or_insert(sheet.size);
        shapes.parts = sheet.parts;
    }
    let marks = sheet.marks.iter().map(|mark| shapes.placed(mark)).collect();
    let board = drawn.lines().map(|line| texts.place(line.to_owned())).collect();
    before.letters.extend(rows.iter().flat_map(|row| row.chars()));
    let rows = rows.into_iter().map(|row| texts.place(row)).collect();
    let things = things.into_iter().map(|thing| all.place(thing)).collect();
    let measures = game.map(Game::measures).unwrap_or_default();
    Frame {
        board: Splice::to(&mut before.board, board),
        rows: Splice::to(&mut before.rows, rows),
        turn: 0,
        corner: Some(corner).filter(|&corner| corner != [0, 0]),
        ways: added(&mut before.ways, ways),
        things: Splice::to(&mut before.things, things),
        marks: Patch::to(&mut before.marks, marks),
        said,
        known: Splice::default(),
        measures: measures.into_iter().map(|measure| measure.by_seat).collect(),
    }
}

fn heard(texts: &mut Once<String>, exchange: &Exchange, turn: usize, line: usize) -> Said {
    let fault = exchange.fault.map(|fault| match &exchange.detail {
        Some(detail) => format!("{fault}: {}", harmless(detail)),
        None => fault.to_string(),
    });
    let read = |line: &String| {
        let line = harmless(line);
        Thought::read(&line).or_else(|| {
            let reported = ReportedLine::read(&line)?;
            Some(Thought::Value(reported.name.clone(), reported.number()?))
        })
    };
    let thoughts: Vec<Thought> = exchange.stderr.iter().filter_map(read).collect();
    let plain = exchange.stderr.iter().filter(|line| read(line).is_none());
    Said {
        seat: exchange.seat.0,
        turn,
        line,
        sent: texts.lines(&exchange.sent),
        got: texts.lines(&exchange.got),
        stderr: texts.lines(plain),
        thoughts,
        millis: exchange.micros.map(|micros| micros as f64 / 1000.0),
        limit: None,
        fault,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_that_grows_is_encoded_by_its_new_points() {
        let way =
            |points: &[[i32; 2]]| vec![Way { seat: 1, points: points.to_vec(), is_past: false }];
        let mut before = Vec::new();
        let encoded = |before: &mut Vec<Way>, points: &[[i32; 2]]| {
            let added = added(before, way(points));
            (added[0].from, added[0].points.clone())
        };
        assert_eq!(encoded(&mut before, &[[0, 0]]), (0, vec![[0, 0]]));
        assert_eq!(encoded(&mut before, &[[0, 0], [1, 0]]), (1, vec![[1, 0]]));
        assert_eq!(encoded(&mut before, &[[0, 0], [1, 0]]), (2, vec![]));
        assert_eq!(encoded(&mut before, &[[5, 0], [6, 0]]), (0, vec![[5, 0], [6, 0]]));
    }

    #[test]
    fn letters_tell_players_of_one_name_apart() {
        let heading = |players: &[&str]| {
            let players = players.iter().map(|name| (*name).to_owned()).collect();
            Film { title: "Nim".into(), players, ..Film::default() }.heading()
        };
        assert_eq!(heading(&["a", "b"]), "Nim: a – b");
        assert_eq!(heading(&["a", "a", "b"]), "Nim: A a – B a – C b");
    }

    #[test]
    fn a_text_is_stored_once_and_harmless() {
        let mut texts = Once::new();
        let lines = ["a".to_owned(), "\u{1b}[2J".to_owned(), "a".to_owned()];
        assert_eq!(texts.lines(&lines), [0, 1, 0]);
        assert_eq!(texts.all, ["a", r"\u{1b}[2J"]);
    }
}
