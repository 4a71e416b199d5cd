//! The pieces of a contest file's text.

use std::fmt::Write;
use std::path::Path;

/// A text as a TOML string.
pub(super) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A name as a TOML key.
fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}

/// A name that a bot or a contest can have, from any text: other characters become `_`.
pub(super) fn name_from(text: &str) -> String {
    let fine = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let name: String = text.trim().chars().map(fine).collect();
    let name = name.trim_start_matches(['-', '.']);
    if name.is_empty() { "unnamed".to_owned() } else { name.to_owned() }
}

/// The key of a contest, from any text.
pub(super) fn contest_key(text: &str) -> String {
    let key = name_from(text).to_lowercase();
    let is_built_in = crate::games::all().any(|contest| contest.key() == key);
    if is_built_in { format!("{key}-own") } else { key }
}

/// The key of a contest, from the name of its folder.
pub(super) fn folder_key(folder: &Path) -> String {
    let here = Path::new(".");
    let folder = if folder.as_os_str().is_empty() { here } else { folder };
    let folder = folder.canonicalize().ok();
    let name = folder.as_deref().and_then(Path::file_name).map(|name| name.to_string_lossy());
    contest_key(name.as_deref().unwrap_or("contest"))
}

/// A text as lines of a comment.
pub(super) fn comment(text: &str) -> String {
    /// Characters of the longest line.
    const WIDTH: usize = 100;
    let mut lines = String::new();
    let mut line = String::from("#");
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && line != "#" {
            let _ = writeln!(lines, "{line}");
            line = String::from("#");
        }
        line.push(' ');
        line += word;
    }
    lines + &line + "\n"
}

/// A number of players, or a range, as a TOML value.
pub(super) fn seats([least, most]: [usize; 2]) -> String {
    if least == most { least.to_string() } else { format!("[{least}, {most}]") }
}

/// A named bot.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedBot {
    pub(super) name: String,
    pub(super) run: String,
    pub(super) build: Option<String>,
    /// A remark, if there is something to say.
    pub(super) remark: Option<String>,
}

/// The tables of named bots. Two bots of one name get different ones.
pub(super) fn bots(bots: &[NamedBot]) -> String {
    let mut text = String::new();
    let mut used: Vec<String> = Vec::new();
    for NamedBot { name, run, build, remark } in bots {
        let plain = name_from(name);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let Some(unused) =
            std::iter::once(plain.clone()).chain(numbered).find(|it| !used.contains(it))
        else {
            continue;
        };
        text.push('\n');
        text += &remark.as_deref().map_or(String::new(), comment);
        if &unused != name {
            text += &comment(&format!("It was called {}.", quoted(name)));
        }
        let _ = writeln!(text, "[bots.{}]\nrun = {}", key(&unused), quoted(run));
        if let Some(build) = build {
            let _ = writeln!(text, "build = {}", quoted(build));
        }
        used.push(unused);
    }
    text
}

/// How bots get names.
pub(super) const BOTS_HELP: &str = r#"
# Bots with names: with these tables `referee duel v2 v1` and `referee ladder 'v*'` need no command lines.
#
# [bots.v1]
# run = "./v1"                     # the command line that runs it
# build = "g++ -O2 -o v1 v1.cpp"   # runs when a source has changed since the last build
# folder = "bots"                  # the folder in which it is built and runs [default: that of this file]
# depends = ["core.py", "src/"]    # its further files: a change of one makes it another bot
# env = { LEVEL = "3" }            # environment variables
# timeout-factor = 2.0             # its time limits are multiplied by this
"#;

/// The defaults of commands.
pub(super) const RUNS_HELP: &str = r#"
# Defaults of commands; the command line overrides them.
#
# [duel]
# games = 1000           # the most games
# sprt = "gain"          # the question: gain, small, no-loss, or two numbers such as "0,10"
# parallel = 2           # games at the same time
#
# [ladder]
# games = 500
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_is_broken_between_words() {
        let text = comment(&"word ".repeat(50));
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().all(|line| line.starts_with("# word") && line.len() <= 100), "{text}");
        assert_eq!(text.matches("word").count(), 50);
    }

    #[test]
    fn names_become_ones_that_a_bot_can_have() {
        for (given, name) in [
            ("v1", "v1"),
            (" my bot ", "my_bot"),
            ("-x", "x"),
            ("..", "unnamed"),
            ("a/b", "a_b"),
            ("é", "é"),
        ] {
            assert_eq!(name_from(given), name);
        }
        assert_eq!(contest_key("Ocean"), "ocean-own");
        assert_eq!(contest_key("Winter 2024"), "winter_2024");
    }

    #[test]
    fn bots_of_one_name_get_different_ones() {
        let bot = |name: &str| NamedBot {
            name: name.to_owned(),
            run: "a \"b\"".to_owned(),
            ..NamedBot::default()
        };
        let text = bots(&[bot("v 1"), bot("v_1"), bot("v.2")]);
        for line in ["[bots.v_1]", "[bots.v_1-2]", "[bots.\"v.2\"]", "# It was called \"v 1\"."] {
            assert!(text.lines().any(|it| it == line), "{line}: {text}");
        }
        let table: toml::Table = text.parse().unwrap();
        assert_eq!(table["bots"]["v_1"]["run"].as_str(), Some("a \"b\""));
    }
}
