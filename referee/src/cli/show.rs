//! `referee show`: turns of a recorded game, as text.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::anyhow;
use clap::Args;

use super::{Failure, usage};
use crate::game::Seat;
use crate::games::of_recording;
use crate::recording::{BegunRecording, Exchange, walk};
use crate::terminal::{output, page};

/// Print turns of a recorded game: input, answer, standard error, time and the board after it
///
/// Turns are counted as the contest counts them, and as `referee view` and `referee watch` do: turn 0 is what came before
/// the first. An incomplete recording is shown up to its end.
#[derive(Args)]
pub(super) struct ShowArgs {
    /// The recording
    file: PathBuf,
    /// The turn to print, or a range of turns such as 5..=8 [default: all]
    #[arg(long, value_name = "N|A..=B", value_parser = parse_turns)]
    turn: Option<(usize, usize)>,
    /// Print only this seat, counted from 0
    #[arg(long, value_name = "N")]
    seat: Option<usize>,
    /// Do not draw the board
    #[arg(long)]
    no_board: bool,
}

/// `N` or `A..=B`.
fn parse_turns(text: &str) -> Result<(usize, usize), String> {
    let (first, last) = text.split_once("..=").unwrap_or((text, text));
    match (first.parse(), last.parse()) {
        (Ok(first), Ok(last)) if first <= last => Ok((first, last)),
        _ => Err("expected a number, or a range such as 5..=8".to_owned()),
    }
}

impl ShowArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let recording = BegunRecording::load(&self.file)
            .map_err(|error| usage(anyhow!("{} {error}", self.file.display())))?;
        let seats = recording.header.players.len();
        if let Some(seat) = self.seat.filter(|seat| *seat >= seats) {
            let last = seats.saturating_sub(1);
            return Err(usage(anyhow!(
                "{} has seats 0 to {last}, not {seat}",
                self.file.display()
            )));
        }
        let contest = of_recording(&recording.header).map_err(usage)?;
        let mut game = contest.retrace(&recording.game()).map_err(usage)?;
        let (mut last, mut shown) = (0, 0);
        let time = contest.about().time;
        let mut out = output();
        walk(&recording, game.as_mut(), |moment| -> io::Result<()> {
            let before = shown;
            last = moment.turn as usize;
            let head = format!("{time} {last}");
            for (line, exchange) in moment.exchanges {
                let Some(player) = recording.header.players.get(exchange.seat.0) else { continue };
                if self.wants(exchange.seat, last) {
                    shown += 1;
                    write!(out, "{}", page(lines(&head, *line, &player.name, exchange)))?;
                }
            }
            match moment.game {
                Some(game) if shown > before && !self.no_board => write!(out, "{}", game.draw()),
                _ => Ok(()),
            }
        })?;
        out.flush()?;
        if shown == 0 {
            return Err(usage(anyhow!(
                "{} has no such turn; the last turn is {last}",
                self.file.display()
            )));
        }
        Ok(())
    }

    fn wants(&self, seat: Seat, turn: usize) -> bool {
        self.seat.is_none_or(|only| only == seat.0)
            && self.turn.is_none_or(|(first, last)| (first..=last).contains(&turn))
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
    fn turns_are_a_number_or_a_range() {
        assert_eq!(parse_turns("3"), Ok((3, 3)));
        assert_eq!(parse_turns("0"), Ok((0, 0)), "the starts");
        assert_eq!(parse_turns("3..=5"), Ok((3, 5)));
        for bad in ["5..=3", "-1", "3..5", "", "all"] {
            assert!(parse_turns(bad).is_err(), "{bad}");
        }
    }
}
