//! The colours of seats on a terminal.

use anstyle::{AnsiColor, Style};

/// By seat, in the order of the hues that pages use. Only the sixteen colours that every terminal has; no plain blue, which is
/// hard to read on black.
const COLOURS: [AnsiColor; 8] = [
    AnsiColor::Red,
    AnsiColor::BrightBlue,
    AnsiColor::Green,
    AnsiColor::Yellow,
    AnsiColor::Magenta,
    AnsiColor::Cyan,
    AnsiColor::BrightGreen,
    AnsiColor::BrightMagenta,
];

/// The style of a seat: on boards, in their legends and in the viewer. Further seats begin again with the first colour.
pub fn seat_style(seat: usize) -> Style {
    COLOURS[seat % COLOURS.len()].on_default()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn eight_seats_have_eight_colours() {
        let all: HashSet<String> = (0..8).map(|seat| seat_style(seat).to_string()).collect();
        assert_eq!(all.len(), 8);
        assert_eq!(seat_style(8), seat_style(0));
    }
}
