//! Lines with ANSI colours as lines of `ratatui`.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// The colours of the codes 30 to 37.
const COLORS: [Color; 8] = [
    Color::Black,
    Color::Red,
    Color::Green,
    Color::Yellow,
    Color::Blue,
    Color::Magenta,
    Color::Cyan,
    Color::Gray,
];

/// A line with ANSI colours and weights as styled spans; without styles if `has_colors` is false.
pub fn styled(line: &str, has_colors: bool) -> Line<'static> {
    let mut style = Style::default();
    let mut spans = Vec::new();
    for (at, piece) in line.split("\u{1b}[").enumerate() {
        let text = match piece.split_once('m').filter(|_| at > 0) {
            Some((codes, text)) => {
                style = codes.split(';').fold(style, changed);
                text
            }
            None => piece,
        };
        if !text.is_empty() {
            let style = if has_colors { style } else { Style::default() };
            spans.push(Span::styled(text.to_owned(), style));
        }
    }
    Line::from(spans)
}

fn changed(style: Style, code: &str) -> Style {
    match code.parse().unwrap_or(0_usize) {
        0 => Style::default(),
        1 => style.add_modifier(Modifier::BOLD),
        2 => style.add_modifier(Modifier::DIM),
        4 => style.add_modifier(Modifier::UNDERLINED),
        7 => style.add_modifier(Modifier::REVERSED),
        code @ 30..=37 => style.fg(COLORS[code - 30]),
        39 => style.fg(Color::Reset),
        code @ 40..=47 => style.bg(COLORS[code - 40]),
        49 => style.bg(Color::Reset),
        code @ 90..=97 => style.fg(COLORS[code - 90]).add_modifier(Modifier::BOLD),
        _ => style,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_weights_are_kept_and_end() {
        let line = styled("a\u{1b}[31;1mb\u{1b}[0mc", true);
        let red = Style::default().fg(Color::Red).add_modifier(Modifier::BOLD);
        let expected = [("a", Style::default()), ("b", red), ("c", Style::default())];
        assert_eq!(line.spans, expected.map(|(text, style)| Span::styled(text, style)));
        assert!(styled("\u{1b}[31mb", false).spans.iter().all(|it| it.style == Style::default()));
    }
}
