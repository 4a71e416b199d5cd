//! Command lines by the rules of a shell.

pub use shell_words::{join, quote, split};

/// A word of a command that a person pastes into a shell; `None` if no quotes are safe, which does not happen here. POSIX
/// gives braces and exclamation marks no meaning inside of a word, but many shells expand braces to several words, and
/// replace `!` by an earlier command on a terminal.
#[must_use]
pub fn pasted(word: &str) -> Option<String> {
    let quoted = quote(word);
    let is_special = quoted == word && word.contains(['{', '}', '!']);
    Some(if is_special { format!("'{word}'") } else { quoted.into_owned() })
}
