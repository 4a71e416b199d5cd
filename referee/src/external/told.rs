//! The position of a game from outside, as far as its referee program told it.

use std::collections::BTreeMap;

use super::notes::{Notes, Tooltip, without_colours};
use crate::game::{Seat, ThrownOut};
use crate::terminal::harmless;

/// What the program told about the present step.
#[derive(Default)]
pub(super) struct Told {
    /// Number of turns so far.
    pub(super) turns: u32,
    /// What happened in the last step.
    pub(super) lines: Vec<String>,
    /// The position, if the program has drawn it.
    board: Vec<String>,
    /// The seat that is asked.
    pub(super) asked: Option<Seat>,
    /// The disqualified players.
    pub(super) thrown_out: Vec<ThrownOut>,
    /// The last remark about each player.
    remarks: BTreeMap<Seat, String>,
}

impl Told {
    /// The program said something.
    pub(super) fn hear(&mut self, notes: &Notes) {
        let lines = notes.lines();
        // A summary holds for a turn, of which a viewer may draw several frames.
        let begins_turn = notes.view.first().is_some_and(|it| it.starts_with("KEY_FRAME"));
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

    /// The position for a terminal: a line for the turn, the board, then what happened.
    pub(super) fn draw(&self) -> String {
        let asked =
            self.asked.map_or(String::new(), |seat| format!(", {} is asked", seat.letter()));
        let mut text = format!("turn {}{asked}\n", self.turns);
        for line in self.board.iter().chain(&self.lines) {
            text.push_str(&harmless(line));
            text.push('\n');
        }
        text
    }
}
