//! A recorded game as `game.json`, in the words of CodinGame's runner.
//!
//! A frame is what the referee said at once. The answer to a frame belongs to the frame after it, as in the files of
//! the runner: its lists of outputs and errors begin with an entry for the start.

use anyhow::{Result, bail};
use serde_json::{Map, Value, json};

use super::super::notes::{FIELD, Notes};
use crate::recording::{BegunRecording, Exchange};

/// What the referee said at once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Frame {
    /// The lines of its block VIEW.
    view: Vec<String>,
    summary: Vec<String>,
}

/// All frames, and by seat what the players answered.
struct Game {
    frames: Vec<Frame>,
    tooltips: Vec<Value>,
    /// The lines of each seat in each frame.
    outputs: Vec<Vec<Value>>,
    /// By seat and frame: lines on standard error.
    errors: Vec<Vec<Value>>,
}

/// The object of a recorded game.
///
/// # Errors
/// If no referee of CodinGame's engine has made the recording.
pub(super) fn game_json(recording: &BegunRecording) -> Result<Value> {
    let players = &recording.header.players;
    let mut game = Game {
        frames: Vec::new(),
        tooltips: Vec::new(),
        outputs: vec![Vec::new(); players.len()],
        errors: vec![Vec::new(); players.len()],
    };
    for (_, exchange) in &recording.exchanges {
        game.hear(Notes::read(&exchange.more));
        game.answered(exchange);
    }
    let empty = Map::new();
    let result = recording.result().unwrap_or(&empty);
    if result.contains_key(FIELD) {
        game.hear(Notes::read(result));
    }
    if game.frames.iter().all(|frame| frame.view.is_empty()) {
        bail!(
            "the recording has no data for the official viewer: record a game with engine = \"codingame\""
        );
    }
    game.fill();
    let by_seat = |values: Vec<Vec<Value>>, referee: Value| {
        let seats =
            values.into_iter().enumerate().map(|(seat, list)| (seat.to_string(), list.into()));
        [("referee".to_owned(), referee)].into_iter().chain(seats).collect::<Map<_, _>>()
    };
    let silent: Value = vec![""; game.frames.len()].into();
    let scores = result.get("scores").and_then(Value::as_array).cloned().unwrap_or_default();
    let scores = scores.into_iter().enumerate().map(|(seat, score)| (seat.to_string(), score));
    let parameters = result.get("parameters").and_then(Value::as_array);
    let parameters: Vec<&str> =
        parameters.into_iter().flatten().filter_map(Value::as_str).collect();
    let agents = players.iter().enumerate().map(|(seat, player)| {
        json!({"index": seat, "agentId": seat, "name": player.name, "avatar": avatar(seat)})
    });
    let ids = (0..players.len()).map(|seat| (seat.to_string(), json!(seat)));
    let views: Vec<String> = game.frames.iter().map(|frame| text(&frame.view)).collect();
    let summaries: Vec<String> = game.frames.iter().map(|frame| text(&frame.summary)).collect();
    Ok(json!({
        "errors": by_seat(game.errors, silent.clone()),
        "outputs": by_seat(game.outputs, silent),
        "summaries": summaries,
        "views": views,
        "scores": scores.collect::<Map<_, _>>(),
        "uinput": if parameters.is_empty() { Vec::new() } else { vec![text(&parameters)] },
        "metadata": result.get("metadata").map_or("{}".to_owned(), Value::to_string),
        "tooltips": game.tooltips,
        "ids": ids.collect::<Map<_, _>>(),
        "agents": agents.collect::<Vec<_>>(),
        "failCause": Value::Null,
    }))
}

impl Game {
    /// The referee said something: one frame, or several if it asked players that were already out.
    fn hear(&mut self, notes: Notes) {
        let mut views: Vec<Vec<String>> = Vec::new();
        for line in notes.view {
            let begins = line.starts_with("KEY_FRAME") || line.starts_with("INTERMEDIATE_FRAME");
            match views.last_mut() {
                Some(view) if !begins => view.push(line),
                _ => views.push(vec![line]),
            }
        }
        if views.is_empty() {
            views.push(Vec::new());
        }
        let turn = self.frames.len();
        self.tooltips.extend(
            notes
                .tooltips
                .iter()
                .map(|it| json!({"text": it.text, "event": it.seat, "turn": turn})),
        );
        let mut summary = Some(notes.summary);
        for view in views {
            self.frames.push(Frame { view, summary: summary.take().unwrap_or_default() });
        }
        self.fill();
    }

    /// A player answered the last frame.
    fn answered(&mut self, exchange: &Exchange) {
        let Some(outputs) = self.outputs.get_mut(exchange.seat.0) else { return };
        if exchange.fault.is_none() {
            outputs.push(text(&exchange.got).into());
        }
        if !exchange.stderr.is_empty() {
            self.errors[exchange.seat.0].push(text(&exchange.stderr).into());
        }
    }

    /// Gives each list an entry for each frame.
    fn fill(&mut self) {
        for list in self.outputs.iter_mut().chain(&mut self.errors) {
            list.resize(self.frames.len(), Value::Null);
        }
    }
}

/// Lines as the runner keeps them, each with its end.
fn text<Line: AsRef<str>>(lines: &[Line]) -> String {
    lines.iter().fold(String::new(), |all, line| all + line.as_ref() + "\n")
}

/// A picture of a player: a coloured disc, so that no network is needed.
fn avatar(seat: usize) -> String {
    const COLOURS: [&str; 8] =
        ["e4572e", "17bebb", "ffc914", "76b041", "7b5ea7", "ef476f", "118ab2", "8d6a4f"];
    let colour = COLOURS[seat % COLOURS.len()];
    format!(
        "data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2296%22%20height=%2296%22%3E\
         %3Ccircle%20cx=%2248%22%20cy=%2248%22%20r=%2246%22%20fill=%22%23{colour}%22/%3E%3C/svg%3E"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEADER: &str =
        r#"{"format":"botyard/1","game":"g","seed":"1","players":[{"name":"a"},{"name":"b"}]}"#;

    fn parsed(lines: &[&str]) -> Result<Value> {
        let lines: Vec<&str> = [HEADER].iter().chain(lines).copied().collect();
        game_json(&BegunRecording::parse(&lines.join("\n")).unwrap())
    }

    #[test]
    fn an_answer_belongs_to_the_frame_after_it() {
        let game = parsed(&[
            r#"{"seat":0,"sent":["1"],"got":["N"],"stderr":["hm"],"referee":{"view":["KEY_FRAME 0","{}"]}}"#,
            r#"{"seat":1,"sent":["1"],"got":[],"fault":"timeout","referee":{"view":["INTERMEDIATE_FRAME 1"]}}"#,
            r#"{"result":{"scores":[2,-1],"ranks":[1,2],"turns":2,"metadata":{"m":"3"},"parameters":["seed=1","w=9"],
               "referee":{"view":["KEY_FRAME 2","{\"x\":1}"],"summary":["b is late"],"tooltips":[{"seat":1,"text":"late"}]}}}"#
            .replace("\n               ", "").as_str(),
        ])
        .unwrap();
        assert_eq!(
            game["views"],
            json!(["KEY_FRAME 0\n{}\n", "INTERMEDIATE_FRAME 1\n", "KEY_FRAME 2\n{\"x\":1}\n"])
        );
        assert_eq!(game["outputs"]["0"], json!([null, "N\n", null]));
        assert_eq!(game["outputs"]["1"], json!([null, null, null]));
        assert_eq!(game["errors"]["0"], json!([null, "hm\n", null]));
        assert_eq!(game["errors"]["referee"], json!(["", "", ""]));
        assert_eq!(game["summaries"], json!(["", "", "b is late\n"]));
        assert_eq!(game["tooltips"], json!([{"text": "late", "event": 1, "turn": 2}]));
        assert_eq!(
            (&game["scores"], &game["metadata"]),
            (&json!({"0": 2, "1": -1}), &json!("{\"m\":\"3\"}"))
        );
        assert_eq!(game["uinput"], json!(["seed=1\nw=9\n"]));
        assert_eq!((&game["agents"][1]["name"], &game["ids"]["1"]), (&json!("b"), &json!(1)));
    }

    #[test]
    fn frames_of_players_that_are_out_have_no_answer() {
        let game = parsed(&[
            r#"{"seat":0,"sent":[],"got":["N"],"referee":{"view":["KEY_FRAME 0","{}"]}}"#,
            r#"{"seat":0,"sent":[],"got":["S"],"referee":{"view":["INTERMEDIATE_FRAME 1","KEY_FRAME 2","{}"]}}"#,
        ])
        .unwrap();
        assert_eq!(game["views"].as_array().unwrap().len(), 3);
        assert_eq!(game["outputs"]["0"], json!([null, "N\n", null]));
    }

    #[test]
    fn a_recording_of_another_engine_is_refused() {
        let error = parsed(&[r#"{"seat":0,"sent":[],"got":["N"]}"#]).unwrap_err().to_string();
        assert!(error.contains("engine = \"codingame\""), "{error}");
    }
}
