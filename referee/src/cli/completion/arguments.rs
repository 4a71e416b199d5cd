//! Which argument takes what.

use clap::{Arg, Command};
use clap_complete::engine::ArgValueCompleter;

use super::{candidates, files};

/// What an argument takes.
#[derive(Clone, Copy)]
enum Takes {
    Game,
    Bot,
    BotOfLog,
    Option,
    Log,
    Recording,
    LogOrRecording,
}

/// By the command and the name of its argument. Subcommands take what their command takes. Paths of other kinds and
/// words of a fixed list need no line, because clap completes them.
const ARGUMENTS: &[(&str, &[(&str, Takes)])] = &[
    ("play", &[("game", Takes::Game), ("bots", Takes::Bot), ("options", Takes::Option)]),
    (
        "duel",
        &[
            ("game", Takes::Game),
            ("a", Takes::Bot),
            ("b", Takes::Bot),
            ("others", Takes::Bot),
            ("options", Takes::Option),
            ("log", Takes::Log),
        ],
    ),
    (
        "ladder",
        &[
            ("game", Takes::Game),
            ("bots", Takes::Bot),
            ("hero", Takes::Bot),
            ("options", Takes::Option),
            ("log", Takes::Log),
        ],
    ),
    (
        "try",
        &[
            ("game", Takes::Game),
            ("candidate", Takes::Bot),
            ("champion", Takes::Bot),
            ("pool", Takes::Bot),
            ("options", Takes::Option),
            ("log", Takes::Log),
        ],
    ),
    (
        "tune",
        &[
            ("game", Takes::Game),
            ("bot", Takes::Bot),
            ("pool", Takes::Bot),
            ("others", Takes::Bot),
            ("options", Takes::Option),
            ("log", Takes::Log),
        ],
    ),
    (
        "report",
        &[
            ("log", Takes::Log),
            ("bots", Takes::BotOfLog),
            ("others", Takes::BotOfLog),
            ("lost", Takes::BotOfLog),
        ],
    ),
    ("merge", &[("logs", Takes::Log), ("output", Takes::Log)]),
    ("repair", &[("log", Takes::Log)]),
    ("replay", &[("paths", Takes::Recording)]),
    ("show", &[("file", Takes::Recording)]),
    ("stats", &[("game", Takes::Game), ("paths", Takes::LogOrRecording)]),
    ("view", &[("file", Takes::Recording)]),
    ("watch", &[("file", Takes::Recording)]),
    ("dashboard", &[("bots", Takes::Bot)]),
    ("init", &[("game", Takes::Game)]),
    ("new", &[("game", Takes::Game)]),
    ("import", &[("game", Takes::Game)]),
    ("redrive", &[("file", Takes::Recording), ("bot", Takes::Bot)]),
    ("board", &[("game", Takes::Game), ("options", Takes::Option)]),
    ("serve", &[("options", Takes::Option), ("house", Takes::Bot)]),
    ("join", &[("bot", Takes::Bot)]),
];

fn completer(takes: Takes) -> ArgValueCompleter {
    match takes {
        Takes::Game => ArgValueCompleter::new(candidates::games),
        Takes::Bot => ArgValueCompleter::new(candidates::bots),
        Takes::BotOfLog => ArgValueCompleter::new(candidates::bots_of_log),
        Takes::Option => ArgValueCompleter::new(candidates::options),
        Takes::Log => ArgValueCompleter::new(files::logs()),
        Takes::Recording => ArgValueCompleter::new(files::recordings()),
        Takes::LogOrRecording => ArgValueCompleter::new(files::either()),
    }
}

/// The command line with a completer for each argument of [`ARGUMENTS`].
pub(super) fn with_completers(command: Command) -> Command {
    command.mut_subcommands(|command| {
        let row = ARGUMENTS.iter().find(|(name, _)| *name == command.get_name());
        match row {
            Some((_, arguments)) => completed(command, arguments),
            None => command,
        }
    })
}

fn completed(command: Command, arguments: &'static [(&str, Takes)]) -> Command {
    let with = |argument: Arg| match arguments.iter().find(|(name, _)| argument.get_id() == *name) {
        Some((_, takes)) => argument.add(completer(*takes)),
        None => argument,
    };
    command.mut_args(with).mut_subcommands(|command| completed(command, arguments))
}

#[cfg(test)]
mod tests {
    use std::any::TypeId;

    use super::super::super::command;
    use super::*;

    /// Words that only the user knows.
    const FREE: &[&str] = &[
        "as_same",
        "by_turn",
        "command",
        "condition",
        "env",
        "except",
        "key",
        "number",
        "image",
        "index_from",
        "on",
        "only",
        "seed",
        "seeds",
        "turn",
    ];

    fn is_known(argument: &Arg) -> bool {
        !argument.get_action().takes_values()
            || argument.get_value_parser().type_id() != TypeId::of::<String>()
            || argument.get::<ArgValueCompleter>().is_some()
            || !argument.get_possible_values().is_empty()
            || FREE.iter().any(|name| argument.get_id() == *name)
    }

    #[test]
    fn each_word_is_completed_or_free() {
        let mut command = with_completers(command());
        command.build();
        // The commands of sites have addresses and names of users.
        let commands = command
            .get_subcommands()
            .filter(|it| !["serve", "join", "help"].contains(&it.get_name()));
        let unknown = commands.flat_map(|command| {
            let arguments = command.get_arguments().filter(|argument| !is_known(argument));
            arguments.map(|argument| format!("{} {}", command.get_name(), argument.get_id()))
        });
        assert_eq!(unknown.collect::<Vec<_>>(), Vec::<String>::new());
    }

    #[test]
    fn each_line_names_an_argument() {
        let command = command();
        for (name, arguments) in ARGUMENTS {
            let Some(command) = command.find_subcommand(name) else {
                assert_eq!(*name, "watch", "of a feature");
                continue;
            };
            let has =
                |command: &Command, name| command.get_arguments().any(|it| it.get_id() == name);
            for (argument, _) in *arguments {
                let is_of_child = || command.get_subcommands().any(|child| has(child, *argument));
                assert!(has(command, argument) || is_of_child(), "{name} {argument}");
            }
        }
    }
}
