//! Files beside a bot that do not belong to it, for systems that do not say which files it opens.

use std::fs::OpenOptions;
use std::io::Read;
use std::path::Path;

use crate::ordinary;
use crate::plain_words::FileKind;

/// As many bytes show what a file is.
const BEGIN: u64 = 1024;

/// The endings of logs, of sources of compiled languages, and of what their compilers leave.
const ENDINGS: [&str; 19] = [
    "jsonl", "log", "c", "h", "cc", "cpp", "cxx", "hpp", "rs", "go", "zig", "o", "obj", "d", "pdb",
    "ilk", "exp", "lib", "rlib",
];

/// The beginnings of programs: of Windows, of Linux and of macOS.
const PROGRAMS: [&[u8]; 5] =
    [b"MZ", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xce\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];

/// The beginnings of the tables and pictures that the referee writes.
const OUTPUTS: [&[u8]; 5] =
    [b"a,b,seeds,games,", b"bot,elo,elo_low,", b"opponent,units,better,", b"<svg ", b"\x89PNG"];

/// Whether a file does not belong to a bot that does not name it: it is a program, a source of one, something that the
/// referee wrote, or empty, as is a file into which a shell will write what the referee prints.
pub(super) fn is_left_out(path: &Path) -> bool {
    let ending = path.extension().map(|it| it.to_string_lossy().to_lowercase());
    let ending = ending.unwrap_or_default();
    ENDINGS.contains(&&*ending) || begin(path).is_some_and(|begin| is_no_part(&begin, &ending))
}

/// The first bytes of a file; `None` if it cannot be read.
fn begin(path: &Path) -> Option<Vec<u8>> {
    let file = ordinary::open(path, OpenOptions::new().read(true)).ok()?;
    let mut begin = Vec::new();
    file.take(BEGIN).read_to_end(&mut begin).ok()?;
    Some(begin)
}

fn is_no_part(begin: &[u8], ending: &str) -> bool {
    let has_one = |all: &[&[u8]]| all.iter().any(|it| begin.starts_with(it));
    match FileKind::of(begin) {
        // A library has another ending, such as `dll` or `so`.
        FileKind::Binary => {
            ["", "exe", "com"].contains(&ending) && has_one(&PROGRAMS) || has_one(&OUTPUTS)
        }
        FileKind::Text => has_one(&OUTPUTS),
        FileKind::Json | FileKind::Cut => false,
        _ => true,
    }
}

/// Whether a file that begins with these bytes is left out, whatever its name is.
#[cfg(test)]
pub(crate) fn is_output(begin: &[u8]) -> bool {
    is_no_part(begin, "txt")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_sources_and_what_the_referee_writes_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let is_out = |name: &str, begin: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, begin).unwrap();
            is_left_out(&path)
        };
        let table = b"a,b,seeds,games,wins\n1";
        for (name, begin) in [
            ("a.jsonl", &b"x"[..]),
            ("a.CPP", b"int main"),
            ("v2.exe", b"MZ\x90\0\x03"),
            ("v2", b"\x7fELF\x02\x01\0"),
            ("page.html", b"<!doctype html><!-- a page of botyard -->"),
            ("tuning.json", br#"{"format":"botyard-tune/1"}"#),
            ("report.json", br#"{"format":"botyard-report/1"}"#),
            ("out.txt", b""),
            ("table.csv", table),
        ] {
            assert!(is_out(name, begin), "{name}");
        }
        for (name, begin) in [
            ("core.py", &b"import sys"[..]),
            ("lib.dll", b"MZ\x90\0\x03"),
            ("lib.so", b"\x7fELF\x02\x01\0"),
            ("weights", b"\x01\x02\0"),
            ("weights.json", br#"{"a":1}"#),
            ("book.csv", b"move,score\n"),
        ] {
            assert!(!is_out(name, begin), "{name}");
        }
        assert!(!is_left_out(&folder.path().join("none")));
    }
}
