//! What a referee program says beside the lines for the seats, as fields of exchanges and results.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::game::{Expected, Seat};

/// The field of an exchange and of a result.
pub(super) const FIELD: &str = "referee";

/// What the program said before an exchange, or before the result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Notes {
    /// The answer that it expects.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) expects: Option<Expects>,
    /// What happened, for people.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) summary: Vec<String>,
    /// Short remarks about single players.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) tooltips: Vec<Tooltip>,
    /// Lines for its own viewer.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) view: Vec<String>,
    /// The position, drawn by the program.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) board: Vec<String>,
    /// The position as a picture; see `drawing.rs`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) scene: Option<Value>,
    /// The number of turns so far, where it does not follow from the view.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub(super) turn: Option<u32>,
    /// Of a step in which several players are asked at once, in the first of their exchanges: the answers that are
    /// expected, in the order of the exchanges.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub(super) together: Vec<Expects>,
}

/// The size and the time limit of an answer, as the program gave them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Expects {
    /// Number of lines.
    pub(super) lines: usize,
    /// Time limit in milliseconds.
    pub(super) ms: u64,
    /// Most bytes of a line.
    pub(super) line_bytes: usize,
}

/// A short remark about a player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Tooltip {
    /// The seat.
    pub(super) seat: usize,
    /// The remark.
    pub(super) text: String,
}

impl Notes {
    /// Adds remarks as CodinGame's engine has them, a text and a player in turn, in a game of `seats` players. A text about
    /// nobody in the game becomes a part of the summary.
    pub(super) fn remark(&mut self, lines: &[String], seats: usize) {
        for pair in lines.chunks(2) {
            let text = pair[0].clone();
            let seat = pair.get(1).and_then(|seat| seat.trim().parse().ok());
            match seat.filter(|seat| *seat < seats) {
                Some(seat) => self.tooltips.push(Tooltip { seat, text }),
                None => self.summary.push(text),
            }
        }
    }

    /// As fields of an exchange or a result.
    pub(super) fn fields(&self) -> Map<String, Value> {
        let value = serde_json::to_value(self).unwrap_or_default();
        let is_empty = value.as_object().is_none_or(Map::is_empty);
        if is_empty { Map::new() } else { Map::from_iter([(FIELD.to_owned(), value)]) }
    }

    /// From the fields of an exchange or a result.
    pub(super) fn read(fields: &Map<String, Value>) -> Self {
        let value = fields.get(FIELD).cloned().unwrap_or_default();
        serde_json::from_value(value).unwrap_or_default()
    }

    /// The lines of summaries and remarks, for people.
    pub(super) fn lines(&self) -> Vec<String> {
        let plain = |line: &String| without_colours(line);
        let remark = |tooltip: &Tooltip| {
            format!("{}: {}", Seat(tooltip.seat).letter(), without_colours(&tooltip.text))
        };
        let summary = self.summary.iter().map(plain);
        summary.chain(self.tooltips.iter().map(remark)).collect()
    }
}

impl Expects {
    /// In the form in which players are asked; `None` if no line is expected.
    pub(super) fn expected(self) -> Option<Expected> {
        let limit = std::time::Duration::from_millis(self.ms);
        (self.lines > 0).then_some(Expected {
            lines: self.lines,
            limit,
            line_bytes: self.line_bytes,
        })
    }
}

/// A line without the marks `¤GREEN¤` and `§GREEN§`, with which CodinGame's engine colours words.
pub(super) fn without_colours(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line;
    while let Some((at, mark)) = rest.char_indices().find(|(_, char)| "¤§".contains(*char)) {
        plain.push_str(&rest[..at]);
        let after = &rest[at + mark.len_utf8()..];
        let end =
            after.find(mark).filter(|end| after[..*end].chars().all(|c| c.is_ascii_uppercase()));
        rest = if let Some(end) = end {
            &after[end + mark.len_utf8()..]
        } else {
            plain.push(mark);
            after
        };
    }
    plain + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_of_colours_are_removed_and_other_signs_are_not() {
        assert_eq!(without_colours("¤RED¤A hits§RED§ B for 5 ¤"), "A hits B for 5 ¤");
        assert_eq!(without_colours("§ 3 costs 5¤ and §"), "§ 3 costs 5¤ and §");
    }

    #[test]
    fn a_remark_about_nobody_in_the_game_is_a_part_of_the_summary() {
        let mut notes = Notes::default();
        let lines = ["late", "1", "boo", "-1", "far", "2", "huh", "all", "odd"];
        notes.remark(&lines.map(str::to_owned), 2);
        assert_eq!(notes.tooltips, [Tooltip { seat: 1, text: "late".to_owned() }]);
        assert_eq!(notes.summary, ["boo", "far", "huh", "odd"]);
    }

    #[test]
    fn empty_notes_have_no_field_and_others_are_read_again() {
        assert!(Notes::default().fields().is_empty());
        let expects = Some(Expects { lines: 1, ms: 50, line_bytes: 80 });
        let tooltips = vec![Tooltip { seat: 1, text: "late".to_owned() }];
        let notes = Notes { expects, summary: vec!["a".to_owned()], tooltips, ..Notes::default() };
        assert_eq!(Notes::read(&notes.fields()), notes);
        assert_eq!(notes.lines(), ["a", "B: late"]);
    }
}
