//! What a file is that is not of the expected kind.

use std::fmt;

use serde::Deserialize;

/// What a file is, as far as its first bytes tell. As text it is the rest of a sentence that begins with the file's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// Games of a duel, a ladder or a try.
    Log,
    /// One game.
    Recording,
    /// The state of a tuning.
    Checkpoint,
    /// The log of a client of a race's site.
    ClientLog,
    /// What a command printed with `--json`.
    Printed,
    /// A page for a browser.
    Page,
    /// The first bytes of a file of this program, and nothing more.
    Cut,
    /// Something else of JSON.
    Json,
    /// Some other text.
    Text,
    /// No text.
    Binary,
    /// Nothing at all.
    Empty,
}

/// How files of this program begin that commands read.
const BEGINS: [&[u8]; 4] = [
    br#"{"format":"botyard/"#,
    br#"{"format":"botyard-log/"#,
    br#"{"format":"botyard-tune/"#,
    br#"{"format":"botyard-karo/"#,
];

impl FileKind {
    /// What a file is, and what reads it, or else what writes the files that were expected.
    pub fn with_advice(self, otherwise: &str) -> String {
        match self {
            Self::Cut | Self::Json | Self::Text | Self::Binary | Self::Empty => {
                format!("{self}; {otherwise}")
            }
            _ => self.to_string(),
        }
    }

    /// The kind of a file that begins with these bytes.
    pub fn of(begin: &[u8]) -> Self {
        let begin = begin.strip_prefix(b"\xef\xbb\xbf").unwrap_or(begin).trim_ascii_start();
        let format = begin.strip_prefix(br#"{"format":"botyard"#).unwrap_or_default();
        let is = |kind: &[u8]| format.starts_with(kind);
        match begin {
            [] => Self::Empty,
            _ if BEGINS.iter().any(|it| it.len() > begin.len() && it.starts_with(begin)) => {
                Self::Cut
            }
            _ if is(b"/") => Self::Recording,
            _ if is(b"-log/") => Self::Log,
            _ if is(b"-tune/") => Self::Checkpoint,
            _ if is(b"-karo/") => Self::ClientLog,
            _ if is(b"-") => Self::Printed,
            [b'<', b'!' | b'h', ..] => Self::Page,
            [b'{' | b'[', ..] => Self::Json,
            // A character may have been cut off at the end.
            _ if std::str::from_utf8(begin).is_err_and(|error| error.error_len().is_some()) => {
                Self::Binary
            }
            _ if begin.contains(&0) => Self::Binary,
            _ => Self::Text,
        }
    }
}

/// The format that a text of JSON names. Another version may have other fields, so this needs none of them.
pub fn format_of(json: &[u8]) -> Option<String> {
    #[derive(Deserialize)]
    struct Named {
        format: String,
    }
    serde_json::from_slice(json).ok().map(|Named { format }| format)
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Log => {
                "it is a log of many games: `referee report` reads it, and the folder beside it has recordings that \
                 were kept"
            }
            Self::Recording => "it is the recording of one game: `referee view` and `referee show` read it",
            Self::Checkpoint => "it is a checkpoint: `referee tune` with --checkpoint goes on with it",
            Self::ClientLog => "it is the log of a client: `referee join karo` with --replay reads it",
            Self::Printed => "it is what a command printed with --json, which no command reads",
            Self::Page => "it is a page: open it in a browser",
            Self::Cut => "it ends within its first words, because it was cut off",
            Self::Json => "it is JSON of something else",
            Self::Text => "it is some other text",
            Self::Binary => "it is not text",
            Self::Empty => "it is empty",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_apart() {
        for (begin, expected) in [
            (&br#"{"format":"botyard/1","game":"#[..], FileKind::Recording),
            (br#"{"format":"botyard-log/1","#, FileKind::Log),
            (br#"{"format":"botyard-tune/2","#, FileKind::Checkpoint),
            (b"{", FileKind::Cut),
            (br#"{"format":"boty"#, FileKind::Cut),
            (br#"{"format":"botyard-t"#, FileKind::Cut),
            (br#"{"format":"botyard-tune"#, FileKind::Cut),
            (br#"{"format":"botyard-duel-report/1","#, FileKind::Printed),
            (b"<!doctype html>", FileKind::Page),
            (b"{\"format\":\"other\"}", FileKind::Json),
            (b"import sys\n", FileKind::Text),
            ("grün ü".as_bytes().split_last().unwrap().1, FileKind::Text),
            (b"\x7fELF\x02\x01\x00", FileKind::Binary),
            (b"\xff\xfe", FileKind::Binary),
            (b" \n", FileKind::Empty),
        ] {
            assert_eq!(FileKind::of(begin), expected, "{}", String::from_utf8_lossy(begin));
        }
    }
}
