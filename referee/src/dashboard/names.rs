//! Paths as texts, for addresses and JSON.
//!
//! A name of a file is any bytes. Each byte that is not part of UTF-8 text becomes one character of a private area of
//! Unicode; so do the bytes of such a character itself. So each path has a text of its own, and the text leads back to it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use crate::system::{bytes_of_name, name_of_bytes};

/// The character for byte 0; the others follow.
const FIRST: u32 = 0xF700;

/// The text of a path.
pub(super) fn text_of(path: &Path) -> String {
    let mut text = String::new();
    for chunk in bytes_of_name(path.as_os_str()).utf8_chunks() {
        for char in chunk.valid().chars() {
            match byte_of(char) {
                None => text.push(char),
                Some(_) => text.extend(char.encode_utf8(&mut [0; 4]).bytes().map(char_of)),
            }
        }
        text.extend(chunk.invalid().iter().copied().map(char_of));
    }
    text
}

/// The path that has a text.
pub(super) fn path_of(text: &str) -> PathBuf {
    let mut bytes = Vec::with_capacity(text.len());
    for char in text.chars() {
        match byte_of(char) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend_from_slice(char.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    PathBuf::from(name_of_bytes(bytes))
}

/// The text of a path in the folder of another path.
pub(super) fn beside(text: &str, path: &str) -> String {
    let base = path_of(text);
    text_of(&base.parent().unwrap_or(Path::new("")).join(OsStr::new(path)))
}

fn char_of(byte: u8) -> char {
    char::from_u32(FIRST + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

fn byte_of(char: char) -> Option<u8> {
    u32::from(char).checked_sub(FIRST).and_then(|byte| u8::try_from(byte).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_path_has_a_text_that_leads_back_to_it() {
        let names: [&[u8]; 6] = [
            b"a/b.log",
            b"a\nb \"'%#?&+.log",
            b"\xFFa\xC3",
            "\u{F7FF}".as_bytes(),
            "ä\u{F700}\u{1F34E}".as_bytes(),
            b"\xEF\x9F",
        ];
        for name in names {
            let path = PathBuf::from(name_of_bytes(name.to_vec()));
            assert_eq!(path_of(&text_of(&path)), path, "{name:?}");
        }
        assert_eq!(text_of(Path::new("ä\n")), "ä\n");
        assert_eq!(path_of(&beside("a/b.log", "b-1.jsonl")), Path::new("a/b-1.jsonl"));
    }
}
