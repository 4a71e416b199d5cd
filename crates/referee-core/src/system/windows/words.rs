//! Command lines by the rules of Windows: words between spaces; a backslash is a part of a path.

use std::borrow::Cow;

/// A quote has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("missing closing quote")]
pub struct OpenQuote;

/// Splits a command line into words. Double quotes keep spaces, and so do single ones around a whole word.
///
/// # Errors
/// A quote has no end.
pub fn split(line: &str) -> Result<Vec<String>, OpenQuote> {
    let mut words = Vec::new();
    let mut rest = line.trim_start();
    while !rest.is_empty() {
        let (word, after) = first(rest)?;
        words.push(word);
        rest = after.trim_start();
    }
    Ok(words)
}

/// The first word, and what is after it.
fn first(line: &str) -> Result<(String, &str), OpenQuote> {
    if let Some(inside) = line.strip_prefix('\'')
        && let Some((word, after)) = inside.split_once('\'')
        && after.chars().next().is_none_or(char::is_whitespace)
    {
        return Ok((word.to_owned(), after));
    }
    let (mut word, mut is_quoted, mut backslashes) = (String::new(), false, 0);
    for (at, letter) in line.char_indices() {
        if letter == '\\' {
            backslashes += 1;
            continue;
        }
        let before = if letter == '"' { backslashes / 2 } else { backslashes };
        word.extend(std::iter::repeat_n('\\', before));
        let is_escaped = backslashes % 2 == 1;
        backslashes = 0;
        match letter {
            '"' if is_escaped => word.push('"'),
            '"' => is_quoted = !is_quoted,
            letter if letter.is_whitespace() && !is_quoted => return Ok((word, &line[at..])),
            letter => word.push(letter),
        }
    }
    word.extend(std::iter::repeat_n('\\', backslashes));
    if is_quoted { Err(OpenQuote) } else { Ok((word, "")) }
}

/// A word of a command line that a person can copy.
pub fn quote(word: &str) -> Cow<'_, str> {
    let is_plain = |letter: char| !letter.is_whitespace() && !"\"'&|<>^%".contains(letter);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.into();
    }
    let (mut quoted, mut backslashes) = ("\"".to_owned(), 0);
    for letter in word.chars() {
        if letter == '"' {
            quoted.extend(std::iter::repeat_n('\\', backslashes + 1));
        }
        backslashes = if letter == '\\' { backslashes + 1 } else { 0 };
        quoted.push(letter);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    (quoted + "\"").into()
}

/// A word of a command that a person pastes into `cmd` or PowerShell; `None` if no quotes are safe in both. `cmd` ends a
/// word at any quote and replaces `%NAME%` in quotes, PowerShell replaces `$NAME` in them and takes curved quotes, too.
#[must_use]
pub fn pasted(word: &str) -> Option<String> {
    let has_meaning =
        |letter: char| letter.is_control() || "\"%$`\u{201c}\u{201d}\u{201e}".contains(letter);
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_.=:\\/+".contains(letter);
    if word.contains(has_meaning) {
        return None;
    }
    if !word.is_empty() && word.chars().all(is_plain) {
        return Some(word.to_owned());
    }
    let backslashes = word.len() - word.trim_end_matches('\\').len();
    Some(format!("\"{word}{}\"", "\\".repeat(backslashes)))
}

/// Joins words to a command line.
pub fn join<W: AsRef<str>>(words: impl IntoIterator<Item = W>) -> String {
    words.into_iter().map(|word| quote(word.as_ref()).into_owned()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_backslash_is_a_part_of_a_path() {
        let line = r#"C:\bots\ocean.exe --cache "C:\My Files\" 'a b' O'Brien "" say\"hi\""#;
        let words = split(&line.replace(r#"Files\""#, r#"Files\\""#)).unwrap();
        let expected =
            [r"C:\bots\ocean.exe", "--cache", r"C:\My Files\", "a b", "O'Brien", "", "say\"hi\""];
        assert_eq!(words, expected);
        assert!(split("\"open").is_err());
    }

    #[test]
    fn a_word_that_is_pasted_runs_no_command() {
        for (word, expected) in [
            (r"C:\bots\a_b-1.exe", Some(r"C:\bots\a_b-1.exe")),
            ("--seed=1;calc", Some("\"--seed=1;calc\"")),
            ("@random", Some("\"@random\"")),
            (r"a b\", Some(r#""a b\\""#)),
            ("", Some("\"\"")),
            ("a\"&calc&\"", None),
            ("$(calc)", None),
            ("%PATH%", None),
            ("a\u{201d};calc", None),
        ] {
            assert_eq!(pasted(word).as_deref(), expected, "{word}");
        }
    }

    proptest! {
        #[test]
        fn joined_words_are_split_again(
            words in prop::collection::vec("[a\\\\ \"'%ä]{0,6}", 0..5),
        ) {
            prop_assert_eq!(split(&join(&words)).unwrap(), words);
        }
    }
}
