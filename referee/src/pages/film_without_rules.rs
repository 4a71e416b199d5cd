//! The film of a recording whose contest is not known, from what the recording itself says of each position.

use serde_json::Value;

use super::film::{Film, Frame};
use super::heard::heard;
use super::once::Once;
use super::splice::Splice;
use crate::recording::BegunRecording;
use crate::terminal::{harmless, picture};

/// The field of an exchange in which another referee writes the scores.
const SCORES: &str = "scores";

/// One frame for each exchange. The field `board` of an exchange contains the lines of the board after it, `scores` the
/// score of each seat. An exchange without one of these fields repeats the value of the exchange before.
pub fn film_without_rules(recording: &BegunRecording) -> Film {
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
