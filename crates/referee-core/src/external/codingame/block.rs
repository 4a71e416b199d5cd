//! Blocks of the protocol: a header `[[NAME] n]` and `n` lines.

use super::super::host::Host;

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
        let mut stray = None;
        // Old engines let the referee's own prints through.
        for _ in 0..MOST_STRAYS {
            if parsed(&line).is_some() {
                break;
            }
            let stray = stray.get_or_insert_with(|| in_place_of_a_header(&line));
            line = host.ask(Vec::new()).map_err(|why| format!("{why}; before, it {stray}"))?;
        }
        let Some((name, count)) = parsed(&line) else {
            return Err(host.complaint(&in_place_of_a_header(&line)));
        };
        let read = |number: usize| {
            host.ask(Vec::new()).map_err(|why| {
                format!("{why}; before, it wrote {number} of the {count} lines of {line}")
            })
        };
        Ok(Self { lines: (0..count).map(read).collect::<Result<_, _>>()?, name: name.to_owned() })
    }
}

/// What a program did that wrote a line where a header must be.
fn in_place_of_a_header(line: &str) -> String {
    let shown: String = line.chars().take(80).collect();
    format!("wrote {shown:?} in place of a header such as [[VIEW] 2]")
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
