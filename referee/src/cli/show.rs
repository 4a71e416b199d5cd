//! `referee show`: turns of a recorded game, as text.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::replay::warn_of_difference;
use super::typed_seat::TypedSeat;
use super::{Failure, usage};
use crate::games::of_recording;
use crate::recording::{BegunRecording, Exchange, Moment, walk};
use crate::terminal::{output, page};

/// Print turns of a recorded game: input, answer, standard error, time and the board after it
///
/// Turns are counted as the contest counts them, and as `referee view` and `referee watch` do: turn 0 is what came before
/// the first turn. An incomplete recording is shown up to its end.
#[derive(Args)]
pub(super) struct ShowArgs {
    /// The recording
    file: PathBuf,
    /// The turn to print: 9, or 9.1 for its second position, as a page counts; or a range: A..B (B not included) or A..=B
    /// [default: all]
    #[arg(long, value_name = "N|A..B", value_parser = parse_turns)]
    turn: Option<Turns>,
    /// Print only this seat: its letter, or its number from 0
    #[arg(long, value_name = "SEAT")]
    seat: Option<TypedSeat>,
    /// Do not draw the board
    #[arg(long)]
    no_board: bool,
}

/// The turns to print.
#[derive(Clone, Debug, PartialEq)]
enum Turns {
    /// These turns, whole.
    Whole(RangeInclusive<usize>),
    /// One of the positions of a turn, counted from 0.
    Position(usize, usize),
}

/// `N`, `N.M`, `A..B` or `A..=B`.
fn parse_turns(text: &str) -> Result<Turns, String> {
    let wanted = || "expected a number, or a range such as 5..=8".to_owned();
    let number = |text: &str| text.parse::<usize>().map_err(|_| wanted());
    if let Some((first, last)) = text.split_once("..") {
        let first = number(first)?;
        let last = match last.strip_prefix('=') {
            Some(last) => number(last)?,
            None => number(last)?.checked_sub(1).ok_or_else(wanted)?,
        };
        return if first <= last { Ok(Turns::Whole(first..=last)) } else { Err(wanted()) };
    }
    if let Some((turn, position)) = text.split_once('.') {
        return Ok(Turns::Position(number(turn)?, number(position)?));
    }
    let turn = number(text)?;
    Ok(Turns::Whole(turn..=turn))
}

/// Where a walk through a game is, as the names of the frames of a page have it. The first is the board before any move, in
/// turn 0.
#[derive(Default)]
struct Position {
    turn: usize,
    /// The number of earlier positions of this turn.
    further: usize,
    moves: usize,
}

impl Position {
    /// Goes on by a move. A page shows a notice with the move before it.
    fn take(&mut self, moment: &Moment<'_>) {
        let turn = moment.turn as usize;
        let is_joined = moment.is_notice && self.moves > 0;
        self.moves += usize::from(!is_joined);
        if turn != self.turn {
            (self.turn, self.further) = (turn, 0);
        } else if !is_joined {
            self.further += 1;
        }
    }
}

impl ShowArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let seats = recording.header.players.len();
        let only = self.seat.map(|seat| seat.of(&self.file, seats)).transpose()?;
        let contest = of_recording(&recording.header).map_err(usage)?;
        let mut game = contest.retrace(&recording.game()).map_err(usage)?;
        let recording = warn_of_difference(recording, &self.file);
        let mut shown = 0;
        let mut turns = Vec::new();
        let mut at = Position::default();
        let time = contest.about().time;
        let mut out = output();
        let shows_start = self.wants(&at) && !self.no_board;
        if shows_start {
            let mut start = contest.retrace(&recording.game()).map_err(usage)?;
            start.advance(&[]);
            write!(out, "{}", start.draw())?;
        }
        walk(&recording, game.as_mut(), |moment| -> io::Result<()> {
            let before = shown;
            at.take(moment);
            let head = format!("{time} {}", at.turn);
            for (line, exchange) in moment.exchanges {
                let Some(player) = recording.header.players.get(exchange.seat.0) else { continue };
                if only.is_some_and(|only| only != exchange.seat) {
                    continue;
                }
                turns.push(at.turn);
                if self.wants(&at) {
                    shown += 1;
                    write!(out, "{}", page(lines(&head, *line, &player.name, exchange)))?;
                }
            }
            match moment.game {
                Some(game) if shown > before && !self.no_board => write!(out, "{}", game.draw()),
                _ => Ok(()),
            }
        })?;
        if shown == 0 && shows_start && self.turn.is_some() {
            return Ok(out.flush()?);
        }
        if shown == 0 && self.turn.is_none() {
            let seat = only.map(|seat| format!("seat {} was not", seat.letter()));
            let who = seat.as_deref().unwrap_or("nobody was");
            writeln!(out, "{who} asked anything in this game")?;
            return Ok(out.flush()?);
        }
        out.flush()?;
        if shown == 0 {
            let of = only.map(|seat| format!(" of seat {}", seat.letter()));
            return Err(usage(anyhow!(
                "{} has no such turn{}; {}the last turn is {}",
                self.file.display(),
                of.unwrap_or_default(),
                self.nearest(&turns),
                at.turn
            )));
        }
        Ok(())
    }

    /// `the nearest are 11 and 13; `, of turns in their order. Empty if the wanted one is after all of them.
    fn nearest(&self, turns: &[usize]) -> String {
        let wanted = match &self.turn {
            Some(Turns::Whole(wanted)) => *wanted.start(),
            _ => return String::new(),
        };
        let before = turns.iter().rev().find(|turn| **turn < wanted);
        let after = turns.iter().find(|turn| **turn > wanted);
        match (before, after) {
            (Some(before), Some(after)) => format!("the nearest are {before} and {after}; "),
            (None, Some(after)) => format!("the nearest is {after}; "),
            (_, None) => String::new(),
        }
    }

    fn wants(&self, at: &Position) -> bool {
        match &self.turn {
            None => true,
            Some(Turns::Whole(turns)) => turns.contains(&at.turn),
            Some(Turns::Position(turn, further)) => (*turn, *further) == (at.turn, at.further),
        }
    }
}

/// The lines of an exchange, headed by `turn 12, A (ocean), 0.8 ms, line 27`.
fn lines(head: &str, line: usize, name: &str, exchange: &Exchange) -> Vec<String> {
    let time = exchange.micros.map_or(String::new(), |micros| {
        let lost = exchange.delay_micros.map_or(String::new(), |lost| {
            format!(", {:.1} of them waiting for a core", lost as f64 / 1000.0)
        });
        format!(", {:.1} ms{lost}", micros as f64 / 1000.0)
    });
    let mut lines = vec![format!("{head}, {} ({name}){time}, line {line}", exchange.seat.letter())];
    for (what, texts) in
        [("sent", &exchange.sent), ("answer", &exchange.got), ("stderr", &exchange.stderr)]
    {
        lines.extend(texts.iter().map(|text| format!("  {what:<6}  {text}")));
    }
    if let Some(fault) = exchange.fault {
        let detail = exchange.detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
        lines.push(format!("  fault   {fault}{detail}"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_a_number_or_a_range_and_a_turn_has_positions() {
        for (text, turns) in [
            ("3", Turns::Whole(3..=3)),
            // The starts.
            ("0", Turns::Whole(0..=0)),
            ("3..=5", Turns::Whole(3..=5)),
            ("3..5", Turns::Whole(3..=4)),
            ("9.1", Turns::Position(9, 1)),
        ] {
            assert_eq!(parse_turns(text), Ok(turns), "{text}");
        }
        for bad in ["5..=3", "-1", "3..3", "0..0", "3..", "..3", "9.", "9.1..10", "", "all"] {
            assert!(parse_turns(bad).is_err(), "{bad}");
        }
    }
}
