//! A board out of the data that a referee of CodinGame's engine sends to its own viewer.
//!
//! Nearly all referees draw with the engine's module for entities: rectangles, circles, lines, polygons, texts, images and
//! groups of them, whose values change from frame to frame. The blocks `VIEW` of a recording contain these changes, so a
//! page can draw the board without the official viewer. The module's data are a text of commands for each frame
//! ([`commands`]). Its form is that of the engine's source at 4.7, which games of March 2020 have, too. A list of texts,
//! each one command, is the form of the first versions of the module; it is read as far as it is the same.
//!
//! The picture is the state at the end of a frame. It leaves out courses between states, masks, modes of blending, and what
//! other modules add, such as tooltips and toggles. A recording has no images; a box stands for each.

mod commands;
mod entity;
mod world;

use serde_json::Value;

use self::world::World;
use crate::scene::Sheet;

/// The name of the module in the viewer's data.
const MODULE: &str = "entitymodule";

/// Width and height of a world, if the referee does not say them.
const DEFAULT_SIZE: [f64; 2] = [1920.0, 1080.0];

/// The entities of a game as far as its viewer's data have been read.
#[derive(Default)]
pub(super) struct Entities(State);

#[derive(Default)]
enum State {
    /// Nothing was said of entities.
    #[default]
    None,
    /// There is a picture: that of the last frame.
    Drawn(World, Sheet),
    /// The data cannot be drawn, for this reason.
    Wrong(String),
}

impl Entities {
    /// Reads the viewer's data of a step: lines of one or more frames. `players` are the names of the players.
    pub(super) fn hear(&mut self, view: &[String], players: &[String]) {
        let mut is_changed = false;
        for (at, line) in view.iter().enumerate() {
            let Some(number) = line.strip_prefix("KEY_FRAME") else { continue };
            let end = view[at + 1..].iter().position(|line| {
                line.starts_with("KEY_FRAME") || line.starts_with("INTERMEDIATE_FRAME")
            });
            let lines = &view[at + 1..end.map_or(view.len(), |end| at + 1 + end)];
            // What is not JSON is for another viewer.
            let Ok(data) = serde_json::from_str::<Value>(&lines.join("\n")) else { continue };
            match self.frame(&data, players) {
                Ok(changed) => is_changed |= changed,
                Err(what) => {
                    self.0 = State::Wrong(format!(
                        "no picture: in the viewer's data of frame {} {what}",
                        number.trim()
                    ));
                }
            }
        }
        if let (State::Drawn(world, sheet), true) = (&mut self.0, is_changed) {
            *sheet = world.sheet();
        }
    }

    /// Takes in a frame, and says whether something changed.
    fn frame(&mut self, data: &Value, players: &[String]) -> Result<bool, String> {
        let frame = data.get("frame").filter(|_| data.get("global").is_some()).unwrap_or(data);
        if let (State::None, Some(module)) = (&self.0, data["global"].get(MODULE)) {
            let [width, height] = DEFAULT_SIZE;
            let side = |name: &str, default| match module.get(name) {
                None => Ok(default),
                Some(side) => side
                    .as_f64()
                    .filter(|side| (1.0..=1e6).contains(side))
                    .ok_or_else(|| format!("{side} is not a {name} of a world")),
            };
            let size = [side("width", width)?, side("height", height)?];
            let world = World::new(size, players.to_vec());
            self.0 = State::Drawn(world, Sheet::default());
        }
        let State::Drawn(world, _) = &mut self.0 else { return Ok(false) };
        let text = match frame.get(MODULE) {
            None => return Ok(false),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Array(lines)) => {
                let lines: Vec<&str> = lines.iter().filter_map(Value::as_str).collect();
                lines.join("\n")
            }
            Some(_) => return Err("the entities are not a text".to_owned()),
        };
        world.apply(&text)?;
        Ok(true)
    }

    /// The picture of the last frame.
    pub(super) fn sheet(&self) -> Option<&Sheet> {
        match &self.0 {
            State::Drawn(_, sheet) => Some(sheet),
            _ => None,
        }
    }

    /// Why there is no picture, if the data are wrong.
    pub(super) fn complaint(&self) -> Option<&str> {
        match &self.0 {
            State::Wrong(why) => Some(why),
            _ => None,
        }
    }
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "places are rounded")]
mod tests;
