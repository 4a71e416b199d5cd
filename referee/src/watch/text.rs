//! Lines with ANSI colours, cut and wrapped to the columns of a terminal.

use std::borrow::Cow;

use anstyle::{Reset, Style};
use console::{measure_text_width, truncate_str};

/// A text in a style.
pub fn painted(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// At most this number of columns of a line. Colours end with it.
pub fn fitted(line: &str, columns: usize) -> String {
    match truncate_str(line, columns, "") {
        Cow::Borrowed(whole) => whole.to_owned(),
        Cow::Owned(cut) => format!("{cut}{Reset}"),
    }
}

/// A text without codes as lines of at most this number of columns. They end between words where they can.
pub fn wrapped(text: &str, columns: usize) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), String::new());
    for word in text.split_inclusive(' ') {
        let columns_of = |more: &str| measure_text_width(&line) + measure_text_width(more);
        if columns_of(word.trim_end()) > columns && !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            let mut buffer = [0; 4];
            let letter = &*letter.encode_utf8(&mut buffer);
            if measure_text_width(&line) + measure_text_width(letter) > columns && letter != " " {
                lines.push(std::mem::take(&mut line));
            }
            line.push_str(letter);
        }
    }
    lines.push(line);
    lines.iter().map(|line| line.trim_end().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use anstyle::AnsiColor;
    use console::strip_ansi_codes;

    use super::*;

    #[test]
    fn a_line_is_cut_by_columns_and_its_colours_end() {
        let line = painted(AnsiColor::Red.on_default().bold(), "abc") + "def";
        assert_eq!(fitted(&line, 9), line);
        assert_eq!(strip_ansi_codes(&fitted(&line, 4)), "abcd");
        let end = Reset.to_string();
        assert!(fitted(&line, 2).ends_with(&end));
        assert_eq!(fitted("漢字", 3).replace(&end, ""), "漢");
        assert_eq!(painted(Style::new(), "a"), "a");
    }

    #[test]
    fn a_text_is_wrapped_between_words_and_long_words_within() {
        assert_eq!(wrapped("A> MOVE 3 4", 7), ["A> MOVE", "3 4"]);
        assert_eq!(wrapped("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrapped("漢字漢", 4), ["漢字", "漢"]);
        assert_eq!(wrapped("", 4), [""]);
        assert_eq!(wrapped("   said", 20), ["   said"]);
    }
}
