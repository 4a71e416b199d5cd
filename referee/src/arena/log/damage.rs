//! Damaged lines of a log.

use crate::system::words;
use std::fmt::Write as _;
use std::path::Path;

/// A line of a log that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedLine {
    /// Line of the file, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
    /// Whether it ends with a whole line, which counts.
    pub is_partly_used: bool,
}

/// What is wrong with a line behind the first line of another log, as in two logs that were joined by `cat`.
pub(super) const FOREIGN: &str = "belongs to another log";

/// Most ranges of lines that are named; the rest is counted.
const NAMED: usize = 12;

/// A warning that names the damaged lines of a log, if there are any. `more` is the number of further ones.
pub(super) fn warning(path: &Path, damage: &[DamagedLine], more: usize) -> Option<String> {
    let first = damage.first()?;
    let word = path.to_string_lossy();
    let (path, word, reason) = (path.display(), words::quote(&word), &first.reason);
    let what = if damage.len() == 1 {
        format!("line {} is damaged and skipped: it {reason}", first.line)
    } else {
        let lines = line_ranges(damage, more);
        format!("lines {lines} are damaged and skipped (line {} {reason})", first.line)
    };
    let is_foreign = damage.iter().any(|it| it.reason == FOREIGN);
    let advice = if is_foreign { "; `referee merge` joins logs of one duel or ladder" } else { "" };
    Some(format!("warning: {path}: {what}; `referee repair {word}` writes a sound log{advice}"))
}

/// A warning of a last line without its end.
pub(super) fn warning_of_torn_end(path: &Path) -> String {
    let word = path.to_string_lossy();
    let (path, word) = (path.display(), words::quote(&word));
    format!(
        "warning: {path}: the last line was cut off and is skipped; the same run plays its game again, or `referee repair \
         {word}` removes it"
    )
}

/// `line 7 was changed after it was written`, `lines 7, 9-11 are not as they were written (line 7 …)`.
pub(super) fn summary(damage: &[DamagedLine], more: usize) -> Option<String> {
    let first = damage.first()?;
    if damage.len() == 1 {
        return Some(format!("line {} {}", first.line, first.reason));
    }
    let (lines, line, reason) = (line_ranges(damage, more), first.line, &first.reason);
    Some(format!("lines {lines} are not as they were written (line {line} {reason})"))
}

/// The lines as ranges, such as `3, 7-9`; of many, the first are named and the rest is counted. `more` is the
/// number of further lines.
pub fn line_ranges(damage: &[DamagedLine], more: usize) -> String {
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for DamagedLine { line, .. } in damage {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == *line => *last = *line,
            _ => ranges.push((*line, *line)),
        }
    }
    let named = ranges.iter().take(NAMED);
    let named =
        named.map(
            |&(first, last)| {
                if first == last { first.to_string() } else { format!("{first}-{last}") }
            },
        );
    let mut text = named.collect::<Vec<_>>().join(", ");
    let rest: usize = ranges.iter().skip(NAMED).map(|(first, last)| last - first + 1).sum();
    if rest + more > 0 {
        let _ = write!(text, " and {} more", rest + more);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn damage(lines: impl IntoIterator<Item = usize>) -> Vec<DamagedLine> {
        let damaged = |line| DamagedLine { line, reason: "is odd".into(), is_partly_used: false };
        lines.into_iter().map(damaged).collect()
    }

    #[test]
    fn lines_are_named_as_ranges_and_many_are_counted() {
        assert_eq!(warning(Path::new("x"), &[], 0), None);
        assert_eq!(line_ranges(&damage([3, 7, 8, 9, 11]), 0), "3, 7-9, 11");
        let many = line_ranges(&damage((0..40).map(|it| 2 * it + 1)), 0);
        assert!(many.ends_with("21, 23 and 28 more"), "{many}");
        assert_eq!(line_ranges(&damage([3, 4]), 2), "3-4 and 2 more");
        let one = warning(Path::new("x"), &damage([3]), 0).unwrap();
        assert!(one.starts_with("warning: x: line 3 is damaged and skipped: it is odd; `"));
    }
}
