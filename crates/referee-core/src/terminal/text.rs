//! Escaping of text that a bot, a recording or a log supplied.

use std::borrow::Cow;
use std::fmt::Write as _;

use anstyle::Style;
use serde_json::Value;

use super::unseen::is_unseen;

/// The text on one line. Control characters, line ends, characters that change the direction of writing
/// and invisible ones become escapes such as `\u{1b}` or `\n`.
///
/// ```
/// # use referee_core::terminal::harmless;
/// assert_eq!(harmless("ordinary – Größe 3"), "ordinary – Größe 3");
/// assert_eq!(harmless("a\u{1b}[2Jb\nc\u{202e}d"), r"a\u{1b}[2Jb\nc\u{202e}d");
/// ```
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for char in text.chars() {
        push_harmless(&mut escaped, char);
    }
    Cow::Owned(escaped)
}

fn push_harmless(text: &mut String, char: char) {
    if is_unseen(char) {
        text.extend(char.escape_default());
    } else {
        text.push(char);
    }
}

/// Lines, each [`harmless`] and with a line end.
pub fn page<Line: AsRef<str>>(lines: impl IntoIterator<Item = Line>) -> String {
    let mut text = String::new();
    for line in lines {
        text += &harmless(line.as_ref());
        text.push('\n');
    }
    text
}

/// Several lines, [`harmless`] except for their ends and for colours.
pub fn picture(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(is_unseen) {
        shown += &rest[..at];
        rest = &rest[at..];
        let kept = length_of_style(rest).unwrap_or(usize::from(rest.starts_with('\n')));
        shown += &rest[..kept];
        rest = &rest[kept..];
        let mut chars = rest.chars();
        if kept == 0
            && let Some(char) = chars.next()
        {
            push_harmless(&mut shown, char);
            rest = chars.as_str();
        }
    }
    shown + rest
}

/// Appends characters with their styles to a picture. Neighbours with the same style share its sequences.
///
/// ```
/// # use anstyle::{AnsiColor, Style};
/// # use referee_core::terminal::push_styled;
/// let (plain, red) = (Style::new(), AnsiColor::Red.on_default());
/// let mut text = String::new();
/// push_styled(&mut text, [('.', plain), ('A', red), ('B', red), ('.', plain)]);
/// assert_eq!(text, ".\u{1b}[31mAB\u{1b}[0m.");
/// ```
pub fn push_styled(text: &mut String, signs: impl IntoIterator<Item = (char, Style)>) {
    let mut last = Style::new();
    for (sign, style) in signs {
        if style != last {
            let _ = write!(text, "{last:#}{style}");
            last = style;
        }
        text.push(sign);
    }
    let _ = write!(text, "{last:#}");
}

/// Length of the sequence at the start of a text, if it only sets colours and weights: `ESC [`, numbers,
/// `m` (ECMA-48, SGR).
fn length_of_style(text: &str) -> Option<usize> {
    let numbers = text.strip_prefix("\x1b[")?;
    let end = numbers.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    numbers[end..].starts_with('m').then_some(end + 3)
}

/// An object on one line. Every character that [`harmless`] escapes becomes a JSON escape.
pub fn json_line(object: &Value) -> String {
    let mut line = String::new();
    // Outside of strings, JSON has none of these characters.
    for char in object.to_string().chars() {
        if is_unseen(char) {
            for unit in char.encode_utf16(&mut [0; 2]) {
                let _ = write!(line, "\\u{unit:04x}");
            }
        } else {
            line.push(char);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_directions_and_unseen_characters_are_escaped() {
        for char in [
            '\0',
            '\x07',
            '\x08',
            '\t',
            '\n',
            '\r',
            '\x1b',
            '\x7f',
            '\u{80}',
            '\u{85}',
            '\u{9b}',
            '\u{9d}',
            '\u{ad}',
            '\u{61c}',
            '\u{200b}',
            '\u{200d}',
            '\u{200e}',
            '\u{200f}',
            '\u{2028}',
            '\u{2029}',
            '\u{202a}',
            '\u{202e}',
            '\u{2060}',
            '\u{2066}',
            '\u{2069}',
            '\u{feff}',
            '\u{fff9}',
            '\u{e0001}',
            '\u{e007f}',
            '\u{3164}',
            '\u{fe0f}',
        ] {
            let text = format!("a{char}b");
            assert!(!harmless(&text).contains(char), "{char:?}");
            let line = json_line(&Value::from(text.clone()));
            assert!(!line.contains(char), "{char:?}");
            assert_eq!(serde_json::from_str::<String>(&line).unwrap(), text);
        }
    }

    #[test]
    fn what_std_thinks_unprintable_on_a_line_is_escaped_or_stands_for_nothing() {
        // Characters without a meaning, for private use, and blanks of other widths do no harm.
        let blanks = ['\u{a0}', '\u{1680}', '\u{202f}', '\u{205f}', '\u{3000}'];
        for char in ('\0'..='\u{10ffff}').filter(|char| is_unseen(*char)) {
            let escape = format!("a{char}").escape_debug().to_string();
            let filler = matches!(char, '\u{115f}' | '\u{1160}' | '\u{3164}' | '\u{ffa0}');
            let mark = matches!(char, '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}')
                || matches!(char, '\u{34f}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}');
            assert!(escape.contains('\\') || filler || mark, "{char:?} can be seen");
            assert!(!blanks.contains(&char));
        }
    }

    #[test]
    fn letters_of_all_scripts_stay() {
        let text = "Größe – 東京, שלום, किताब, ½ e\u{301} 🦀";
        assert_eq!(harmless(text), text);
        assert_eq!(json_line(&Value::from(text)), format!("\"{text}\""));
    }

    #[test]
    fn a_picture_keeps_colours_and_line_ends_and_nothing_else() {
        assert_eq!(picture("\x1b[1;31mA\x1b[0m.\n..\x1b[m"), "\x1b[1;31mA\x1b[0m.\n..\x1b[m");
        assert_eq!(picture("a\x1b[2Jb\x1b]0;x\x07"), r"a\u{1b}[2Jb\u{1b}]0;x\u{7}");
        assert_eq!(picture("\x1b[1"), r"\u{1b}[1");
        assert_eq!(picture("\u{9b}31m\r\n"), "\\u{9b}31m\\r\n");
    }

    #[test]
    fn a_page_has_as_many_lines_as_it_is_given() {
        assert_eq!(page(["a", "b\nc"]), "a\nb\\nc\n");
    }
}
