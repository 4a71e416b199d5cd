//! A contest file for a built-in contest.

use std::fmt::Write;

use super::draft::Draft;
use super::words::{BOTS_HELP, NamedBot, RUNS_HELP, bots, comment, quoted};
use crate::contest::Contest;
use crate::options::{OptionDoc, OptionKind};

/// A contest file for a built-in contest, with its bot and its house players as named bots.
pub fn built_in(contest: &dyn Contest) -> Draft {
    let about = contest.about();
    let key = about.key;
    let house = about.house.iter().map(|kind| NamedBot {
        name: kind.name.to_owned(),
        run: format!("@{}", kind.name),
        remark: Some(format!("A house player: {}", kind.help)),
        ..NamedBot::default()
    });
    let mut text = comment(&format!(
        "{}: games of the built-in contest '{key}', with named bots.",
        about.title
    ));
    let _ = writeln!(text, "\n[contest]\ngame = {}", quoted(key));
    text += "\n# Options of the games, with their defaults; `--option NAME=VALUE` overrides them.\n#\n# [options]\n";
    for option in about.options {
        let _ = writeln!(text, "# {} = {}   # {}", option.name, value(option), option.help);
    }
    text += BOTS_HELP;
    let named: Vec<NamedBot> = house.collect();
    text += &bots(&named);
    text += RUNS_HELP;
    let opponent = named.first().map_or("NAME", |bot| &bot.name);
    Draft {
        text,
        about: format!("{}, {}", about.title, contest.seats_in_words()),
        next: vec![
            (format!("referee new bot {key}"), "writes a first bot, my_bot.py"),
            (
                format!("referee duel \"python3 my_bot.py\" {opponent}"),
                "finds the better of two bots",
            ),
            (
                "referee ladder".to_owned()
                    + &named.iter().fold(String::new(), |all, bot| all + " " + &bot.name),
                "ranks bots",
            ),
        ],
    }
}

/// The default of an option as a TOML value.
fn value(option: &OptionDoc) -> String {
    match option.kind {
        OptionKind::Whole { default, .. } => default.to_string(),
        OptionKind::Truth => "false".to_owned(),
        OptionKind::Choice(words) => quoted(words.first().copied().unwrap_or_default()),
        OptionKind::Text(default) => quoted(default),
        _ => quoted(""),
    }
}
