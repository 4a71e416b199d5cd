//! The position of a game from outside, as far as its referee program told it.

use std::collections::BTreeMap;

use super::drawing::Drawing;
use super::notes::{Notes, Tooltip, without_colours};
use crate::game::{Seat, ThrownOut};
use crate::happening::Happening;
use crate::terminal::harmless;

/// What the program told about the present step.
#[derive(Default)]
pub(super) struct Told {
    /// The turn in which players are asked now, counted from 1; 0 if the program does not tell turns.
    pub(super) turns: u32,
    /// The turn that was played last; 0 before the first.
    played: u32,
    /// What happened in the last step.
    pub(super) lines: Vec<String>,
    /// The position, if the program has drawn it.
    board: Vec<String>,
    /// The position as a picture, if the program has given one.
    pub(super) drawing: Option<Drawing>,
    /// The remarks about players in the last step.
    fresh: Vec<Tooltip>,
    /// The seat that is asked.
    pub(super) asked: Option<Seat>,
    /// The disqualified players.
    pub(super) thrown_out: Vec<ThrownOut>,
    /// The last remark about each player.
    remarks: BTreeMap<Seat, String>,
}

impl Told {
    /// The players that were asked have answered.
    pub(super) fn answered(&mut self) {
        self.played = self.turns;
    }

    /// The turn that was played last, as the program counts, if it does: see [`Game::turn`](crate::game::Game::turn).
    pub(super) fn turn(&self) -> Option<u32> {
        (self.turns > 0).then_some(self.played)
    }

    /// The program said something.
    pub(super) fn hear(&mut self, notes: &Notes, seats: usize) {
        self.fresh.clone_from(&notes.tooltips);
        if let Some(Ok(mut drawing)) = notes.scene.as_ref().map(|it| Drawing::read(it, seats)) {
            // A game has the same measures at each position.
            if let Some(before) = self.drawing.take().filter(|it| !it.measures.is_empty()) {
                let mut measures = before.measures;
                for new in drawing.measures {
                    if let Some(old) = measures.iter_mut().find(|old| old.name == new.name) {
                        *old = new;
                    }
                }
                drawing.measures = measures;
            }
            self.drawing = Some(drawing);
        }
        let lines = notes.lines();
        // A summary holds for a turn, of which a viewer may draw several frames. A referee without a viewer draws one position a
        // turn.
        let begins_turn = match notes.view.first() {
            Some(frame) => frame.starts_with("KEY_FRAME"),
            None => notes.scene.is_some() || !notes.board.is_empty(),
        };
        if begins_turn || !lines.is_empty() {
            self.lines = lines;
        }
        if !notes.board.is_empty() {
            self.board.clone_from(&notes.board);
        }
        self.turns = notes.turn.unwrap_or(self.turns);
    }

    /// The program made remarks about players.
    pub(super) fn remark(&mut self, tooltips: &[Tooltip]) {
        self.remarks.extend(tooltips.iter().map(|it| (Seat(it.seat), without_colours(&it.text))));
    }

    /// The last remark about a player.
    pub(super) fn last_remark(&self, seat: Seat) -> Option<&str> {
        self.remarks.get(&seat).map(String::as_str)
    }

    /// Whether a player has been disqualified.
    pub(super) fn is_out(&self, seat: Seat) -> bool {
        self.thrown_out.iter().any(|out| out.seat == seat)
    }

    /// The remarks of the last step, as events of their players.
    pub(super) fn happenings(&self) -> Vec<Happening> {
        let event = |it: &Tooltip| Happening::event(it.seat, without_colours(&it.text));
        self.fresh.iter().map(event).collect()
    }

    /// The position for a terminal: the turn and who is asked, the board, then what happened.
    pub(super) fn draw(&self) -> String {
        let turn = self.turn().map(|turn| format!("turn {turn}"));
        let asked = self.asked.map(|seat| format!("{} is asked", seat.letter()));
        let mut text = turn.into_iter().chain(asked).collect::<Vec<_>>().join(", ");
        if !text.is_empty() {
            text.push('\n');
        }
        if let Some(Drawing { scene, .. }) = self.drawing.as_ref().filter(|_| self.board.is_empty())
        {
            text.push_str(&scene.text());
        }
        for line in self.board.iter().chain(&self.lines) {
            text.push_str(&harmless(line));
            text.push('\n');
        }
        text
    }
}
