//! Bash. It splits words at `=`, `@` and `:`, which are parts of our words, so it hands over the whole line.

use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;

use clap::Command;
use clap_complete::engine::complete;
use clap_complete::env::EnvCompleter;

/// The adapter, with what bash has asked.
#[derive(Default)]
pub(super) struct Bash {
    words: Vec<String>,
    /// The number of bytes of the last word that bash leaves as they are.
    kept: usize,
}

impl Bash {
    /// The question about a line up to the cursor. Bash replaces only its end, `replaced`.
    pub fn asked(line: &OsStr, replaced: &OsStr) -> Self {
        let line = line.to_string_lossy();
        let words = words(&line);
        let last = words.last().map_or("", String::as_str);
        let kept = last.strip_suffix(&*replaced.to_string_lossy()).map_or(0, str::len);
        Self { words, kept }
    }

    /// The words of the line. The last one is the one to complete, and may be empty.
    pub fn words(&self) -> Vec<OsString> {
        self.words.iter().map(Into::into).collect()
    }
}

/// Splits a line as a shell does. Its last quote may be open.
fn words(line: &str) -> Vec<String> {
    let closed =
        ["", "'", "\""].iter().find_map(|end| shell_words::split(&format!("{line}{end}")).ok());
    let mut words = closed.unwrap_or_default();
    if line.ends_with(' ') && !line.ends_with("\\ ") && shell_words::split(line).is_ok() {
        words.push(String::new());
    }
    words
}

/// A word as it must be typed.
fn typed(word: &str) -> String {
    let is_special = |letter: char| " \t\\'\"`$&|;<>()*?[]!#".contains(letter);
    let letters = word
        .chars()
        .flat_map(|letter| is_special(letter).then_some('\\').into_iter().chain([letter]));
    letters.collect()
}

impl EnvCompleter for Bash {
    fn name(&self) -> &'static str {
        "bash"
    }

    fn is(&self, name: &str) -> bool {
        name == "bash"
    }

    fn write_registration(
        &self,
        variable: &str,
        _name: &str,
        program: &str,
        completer: &str,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let completer = shell_words::quote(completer);
        writeln!(
            output,
            r#"_{program}_complete() {{
    mapfile -t COMPREPLY < <({variable}=bash {completer} -- "${{COMP_LINE:0:COMP_POINT}}" "$2" 2>/dev/null)
    if [[ ${{#COMPREPLY[@]}} == 1 && ${{COMPREPLY[0]}} == */ ]]; then compopt -o nospace; fi
}}
complete -o nosort -F _{program}_complete {program}"#
        )
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        output: &mut dyn Write,
    ) -> io::Result<()> {
        let last = words.len().saturating_sub(1);
        for candidate in complete(command, words, last, folder)? {
            let word = candidate.get_value().to_string_lossy();
            writeln!(output, "{}", typed(word.get(self.kept..).unwrap_or(&word)))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_split_as_bash_does() {
        let cases: [(&str, &[&str]); 6] = [
            ("referee pl", &["referee", "pl"]),
            ("referee play ", &["referee", "play", ""]),
            ("referee play 'python3 a.py' @", &["referee", "play", "python3 a.py", "@"]),
            ("referee play 'python3 a", &["referee", "play", "python3 a"]),
            ("referee play \"a ", &["referee", "play", "a "]),
            ("referee view my\\ ", &["referee", "view", "my "]),
        ];
        for (line, expected) in cases {
            assert_eq!(words(line), expected, "{line}");
        }
    }

    #[test]
    fn the_part_before_a_break_is_kept() {
        assert_eq!(Bash::asked("referee play ocean @ra".as_ref(), "ra".as_ref()).kept, 1);
        assert_eq!(Bash::asked("referee play --option a=".as_ref(), "".as_ref()).kept, 2);
        assert_eq!(Bash::asked("referee play oc".as_ref(), "oc".as_ref()).kept, 0);
        assert_eq!(typed("my log"), "my\\ log");
    }
}
