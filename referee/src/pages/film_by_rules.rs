//! The film of a recorded game whose contest is known.

use std::collections::BTreeSet;
use std::time::Duration;

use super::added::added;
use super::film::{Film, Frame, Said};
use super::heard::heard;
use super::once::Once;
use super::patch::Patch;
use super::shapes::Shapes;
use super::splice::Splice;
use crate::contest::Contest;
use crate::game::{Game, Seat};
use crate::recording::{BegunRecording, walk};
use crate::scene::{Scene, TILES, Thing, Way};
use crate::terminal::picture;
use crate::thought::Thought;

/// A longer limit stands for none.
const LONGEST_LIMIT: Duration = Duration::from_secs(86_400);

/// Values that frames refer to.
struct Shared {
    texts: Once<String>,
    things: Once<Thing>,
    known: Once<(usize, Thought), String>,
    shapes: Shapes,
    before: Before,
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

/// One frame for each step of the game, with pictures and measures from the rules. A message that asks for no answer, such
/// as that of the end, belongs to the frame before it.
///
/// # Errors
/// If the contest cannot set up the recorded game.
pub fn film_by_rules(
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
    // A referee program may give its first measures with a later position.
    let mut measures = start.measures();
    let mut happenings = vec![start.happenings()];
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
        if measures.is_empty() {
            measures = moment.game.map(Game::measures).unwrap_or_default();
        }
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
        events: measures.iter().map(|measure| measure.marks_events).collect(),
        flags: measures.iter().map(|measure| measure.is_flag).collect(),
        measures: measures.iter().map(|measure| measure.name).collect(),
        time: contest.about().time,
        happenings,
        ..Film::begun(recording, contest.about().title.to_owned())
    })
}

/// The frame of a position; its turn and what is known are not in it yet.
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
