//! Blocks of the protocol: a header `[[NAME] n]` and `n` lines.

use super::super::host::Host;

/// The most lines of a block.
const MOST_LINES: usize = 1_000_000;

/// The most lines in a row that are neither a header nor belong to a block.
const MOST_STRAYS: usize = 1000;

/// A block that the referee sent.
pub(super) struct Block {
    /// Its name.
    pub(super) name: String,
    /// Its lines.
    pub(super) lines: Vec<String>,
}

/// The header of a block.
pub(super) fn header(name: &str, lines: usize) -> String {
    format!("[[{name}] {lines}]")
}

impl Block {
    /// Sends lines and reads the next block.
    ///
    /// # Errors
    /// If the program fails, or sends something else.
    pub(super) fn read(host: &mut Host, lines: Vec<String>) -> Result<Self, String> {
        let mut line = host.ask(lines)?;
        // Old engines let the referee's own prints through.
        for _ in 0..MOST_STRAYS {
            if parsed(&line).is_some() {
                break;
            }
            line = host.ask(Vec::new())?;
        }
        let Some((name, count)) = parsed(&line) else {
            let shown: String = line.chars().take(80).collect();
            let what = format!("wrote {shown:?} in place of a header such as [[VIEW] 2]");
            return Err(host.complaint(&what));
        };
        if count > MOST_LINES {
            return Err(host.complaint(&format!("announced a block {name} of {count} lines")));
        }
        let name = name.to_owned();
        Ok(Self { lines: host.lines(count)?, name })
    }
}

/// Name and number of lines of a header. The blank between them may be missing.
fn parsed(line: &str) -> Option<(&str, usize)> {
    let (name, count) = line.strip_prefix("[[")?.strip_suffix(']')?.split_once(']')?;
    let count = count.strip_prefix(' ').unwrap_or(count);
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    Some((name, count.parse().ok()?)).filter(|_| is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_one_blank_or_none() {
        assert_eq!(parsed("[[VIEW] 2]"), Some(("VIEW", 2)));
        assert_eq!(parsed("[[NEXT_PLAYER_INFO]3]"), Some(("NEXT_PLAYER_INFO", 3)));
        for wrong in [
            "",
            "[[VIEW]]",
            "[[VIEW] 2",
            "[[VIEW]  2]",
            "[VIEW] 2]",
            "[[] 2]",
            "[[VIEW] -1]",
            "[[a] 1]",
        ] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }
}
