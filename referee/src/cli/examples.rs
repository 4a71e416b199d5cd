//! Two examples for each command, with which its long help begins.

use clap::Command;

use crate::games::contest;

/// Each command by its words, with its examples.
const EXAMPLES: &[(&str, [&str; 2])] = &[
    (
        "play",
        [
            "referee play ocean @wanderer @random",
            "referee play ocean 'python3 my_bot.py' @random --seed 42",
        ],
    ),
    (
        "duel",
        [
            "referee duel ocean new=./my_bot old=./my_bot_v1",
            "referee duel ocean ./my_bot @hunter --games 200",
        ],
    ),
    (
        "ladder",
        ["referee ladder ocean ./v1 ./v2 @hunter --games 100", "referee ladder alamode @cook"],
    ),
    (
        "try",
        [
            "referee try ocean ./v3 --champion ./v2 --pool @ghost @hunter",
            "referee try ocean v3 --promote",
        ],
    ),
    (
        "tune",
        [
            "referee tune ocean ocean --pool @hunter",
            "referee tune ocean ocean --only silence --checkpoint run.json",
        ],
    ),
    (
        "batch",
        [
            "referee batch run/log.jsonl.on/plan.json --task 7",
            "referee batch run/log.jsonl.on/plan.json --first 1 --index-from TASK",
        ],
    ),
    (
        "report",
        [
            "referee report games/duel.jsonl --html duel.html",
            "referee report games/ladder.jsonl v1 v2",
        ],
    ),
    (
        "merge",
        [
            "referee merge a.jsonl b.jsonl --output all.jsonl",
            "referee merge games/duel-*.jsonl -o all.jsonl --as-same ocean",
        ],
    ),
    (
        "repair",
        ["referee repair games/duel.jsonl", "referee repair games/duel.jsonl --log-key key.txt"],
    ),
    ("replay", ["referee replay games/ocean-42.jsonl", "referee replay fixtures/ocean"]),
    (
        "show",
        [
            "referee show games/ocean-42.jsonl",
            "referee show games/ocean-42.jsonl --turn 10..=20 --seat 0",
        ],
    ),
    ("stats", ["referee stats ocean games", "referee stats alamode games/duel.jsonl --json"]),
    (
        "view",
        [
            "referee view games/ocean-42.jsonl --open",
            "referee view games/ocean-42.jsonl -o game.html",
        ],
    ),
    ("watch", ["referee watch games/ocean-42.jsonl", "referee watch fixtures/tron/four.jsonl"]),
    ("dashboard", ["referee dashboard --open", "referee dashboard games --port 0"]),
    (
        "init",
        [
            "referee init --game ocean",
            "referee init --engine lines --command 'python3 rules.py' --key nim",
        ],
    ),
    ("new", ["referee new bot ocean", "referee new bot alamode --language java"]),
    (
        "new bot",
        [
            "referee new bot ocean --language python",
            "referee new bot tron --language go -o tron.go",
        ],
    ),
    ("import", ["referee import karo 167.json", "referee import karo 167.json --record 167.jsonl"]),
    (
        "redrive",
        [
            "referee redrive games/ocean-42.jsonl ocean --seat 0",
            "referee redrive games/ocean-42.jsonl ./my_bot --seat 1 --all",
        ],
    ),
    (
        "board",
        ["referee board ocean --seed 42", "referee board courier --seed 1 --files courier-1"],
    ),
    (
        "serve",
        [
            "referee serve courier --players 2 --again",
            "referee serve ocean --players 2 --again --games 10",
        ],
    ),
    (
        "serve GAME",
        [
            "referee serve GAME --players SEATS",
            "referee serve GAME --players SEATS --again --games 10",
        ],
    ),
    (
        "serve karo",
        [
            "referee serve karo --user anna --house @cruiser",
            "referee serve karo --user anna --port 0 --races 3",
        ],
    ),
    (
        "join",
        [
            "referee join courier localhost 20005 icfp-courier",
            "referee join karo --server https://www.karopapier.de --user anna",
        ],
    ),
    (
        "join GAME",
        [
            "referee join GAME localhost 20005 ./my_bot",
            "referee join GAME localhost 20005 'python3 my_bot.py'",
        ],
    ),
    (
        "join karo",
        [
            "referee join karo --server http://localhost:20012 --user anna",
            "referee join karo --server http://localhost:20012 --user anna 'python3 my_bot.py'",
        ],
    ),
    ("games", ["referee games", "referee games --contest ../nim/botyard.toml"]),
    ("completions", ["referee completions bash", "referee completions fish"]),
    ("man", ["referee man man1", "referee man ~/.local/share/man/man1"]),
];

/// The examples of a command. `path` has its words after `referee`; a game of `serve` and `join` may have lines of its
/// own.
pub(super) fn examples(path: &[&str]) -> Option<[String; 2]> {
    let words = path.join(" ");
    let of =
        |words: &str| EXAMPLES.iter().find(|(name, _)| name == &words).map(|(_, lines)| *lines);
    if let Some(lines) = of(&words) {
        return Some(lines.map(str::to_owned));
    }
    let (command, game) = words.split_once(' ')?;
    let seats = contest(game).map_or(2, |it| it.about().seats).to_string();
    let filled = |line: &str| line.replace("GAME", game).replace("SEATS", &seats);
    of(&format!("{command} GAME")).map(|lines| lines.map(filled))
}

/// The command line with examples at the start of each long help.
pub(super) fn with_examples(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let name = command.get_name().to_owned();
        added(command, &[&name])
    })
}

fn added(command: Command, path: &[&str]) -> Command {
    let command = command.mut_subcommands(|child| {
        let name = child.get_name().to_owned();
        added(child, &[path, &[&name]].concat())
    });
    match examples(path) {
        Some([one, other]) => command.before_long_help(format!("Examples:\n  {one}\n  {other}")),
        None => command,
    }
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    /// All commands that a user sees, with their words.
    fn all(command: &Command, path: &str) -> Vec<(String, Command)> {
        let children = command.get_subcommands().filter(|child| !child.is_hide_set());
        let lists = children.map(|child| {
            let path = format!("{path} {}", child.get_name());
            [vec![(path.trim().to_owned(), child.clone())], all(child, &path)].concat()
        });
        lists.flatten().collect()
    }

    /// Each example of a command is understood by that command.
    #[test]
    fn the_help_of_each_command_begins_with_two_examples() {
        for (path, mut child) in all(&command(), "") {
            let help = child.render_long_help().to_string();
            let lines: Vec<&str> = help.lines().take(4).collect();
            assert!(
                lines.len() == 4 && lines[0] == "Examples:" && lines[3].is_empty(),
                "{path}: {help}"
            );
            for line in &lines[1..3] {
                let words = shell_words::split(line).unwrap();
                assert!(words.join(" ").starts_with(&format!("referee {path}")), "{path}: {line}");
                let (_, words) =
                    super::super::contest_args::named_file(words.iter().map(Into::into).collect());
                let parsed = command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{line}: {}", parsed.unwrap_err());
            }
        }
    }

    #[test]
    fn each_line_belongs_to_a_command() {
        let paths: Vec<String> = all(&command(), "").into_iter().map(|(path, _)| path).collect();
        for (path, _) in EXAMPLES.iter().filter(|(path, _)| !path.ends_with("GAME")) {
            let is_of_feature = ["watch", "dashboard", "completions", "man"].contains(path)
                || path.ends_with(" karo");
            assert!(is_of_feature || paths.iter().any(|it| it == path), "{path}");
        }
    }
}
