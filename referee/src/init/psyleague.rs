//! A contest file from the folder of psyleague: `psyleague.cfg`, and the list of bots beside it.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result};

use super::draft::Draft;
use super::words::{BOTS_HELP, NamedBot, bots, comment, folder_key, quoted};
use crate::system::words;

/// Converts a folder.
pub(super) fn converted(table: &toml::Table, folder: &Path) -> Result<Draft> {
    let text = |name: &str| table.get(name).and_then(toml::Value::as_str);
    let number = |name: &str| table.get(name).and_then(toml::Value::as_integer);
    let bots_folder = text("dir_bots").unwrap_or("bots");
    let play =
        text("cmd_play_game").context("cmd_play_game is missing")?.replace("%DIR%", bots_folder);
    let Template { command, run } = Template::of(&play)?;
    let run = run.context("cmd_play_game names no bot: it has neither %P1% nor %ALL_PLAYERS%")?;
    let players = number("n_players").unwrap_or(2);
    let workers = number("n_workers").unwrap_or(1);
    let named = named_bots(text("file_db"), folder, bots_folder, &run);
    let key = folder_key(folder);

    let mut file = comment(
        "Converted from psyleague.cfg. psyleague's files stay as they are, and are not read again.",
    );
    let _ = writeln!(
        file,
        "\n[contest]\nkey = {}\nseats = {players}\nscores = \"ranks\"\nnegative = \"points\"   # a fault is what the script lists as an error\n\n[referee]\nengine = \"json\"",
        quoted(&key)
    );
    file += &comment(
        "{players} is replaced by the commands of all bots, {p1} by that of the first. psyleague gives its play script \
         no seed. If the script can take one, add {seed} to the command; then both sides of a pair play the same map.",
    );
    let _ = writeln!(file, "command = {}", quoted(&command));
    file += BOTS_HELP;
    if let Some(setup) = text("cmd_bot_setup") {
        let setup =
            setup.replace("%DIR%", bots_folder).replace("%SRC%", "NAME").replace("%NAME%", "NAME");
        file += &comment("A new bot, built as `psyleague bot add NAME` builds it:");
        let run = run.replace(PLACE, "NAME");
        let _ = writeln!(
            file,
            "#\n# [bots.NAME]\n# run = {}\n# build = {}",
            quoted(&run),
            quoted(&setup)
        );
    }
    file += &bots(&named);
    let _ = writeln!(
        file,
        "\n# psyleague's n_workers.\n[duel]\nparallel = {workers}\n\n[ladder]\nparallel = {workers}"
    );
    Ok(Draft {
        text: file,
        about: format!("{key}: {players} players, {} bots, refereed by `{command}`", named.len()),
        next: next(&named),
    })
}

/// The commands to give next.
pub(super) fn next(named: &[NamedBot]) -> Vec<(String, &'static str)> {
    let bot = |index: usize| named.get(index).map_or("BOT", |bot| &*bot.name);
    let ladder = match named.len() {
        0 | 1 => (
            "referee ladder BOT BOT",
            "ranks bots: command lines, or names of bots that you add to the file",
        ),
        _ => ("referee ladder '*'", "ranks all named bots"),
    };
    vec![
        (format!("referee duel {} {}", bot(0), bot(1)), "finds the better of two bots"),
        (ladder.0.to_owned(), ladder.1),
    ]
}

/// The place of a bot's name in the command that runs it.
const PLACE: &str = "\u{0}";

/// The template of the play command, and that of a bot's command.
struct Template {
    command: String,
    /// With [`PLACE`] for the name.
    run: Option<String>,
}

impl Template {
    /// Splits `play_game.py bots/%P1%.exe bots/%P2%.exe` into `play_game.py {p1} {p2}` and `bots/….exe`.
    fn of(play: &str) -> Result<Self> {
        let words = words::split(play).context("cmd_play_game cannot be split into words")?;
        let mut run = None;
        let mut command = Vec::new();
        for word in words {
            let Some((mark, field)) = marks().find(|(mark, _)| word.contains(mark.as_str())) else {
                command.push(words::quote(&word).into_owned());
                continue;
            };
            // In `--p1=bots/%P1%`, the bot begins behind the equals sign.
            let (flag, bot) = match word.split_once('=') {
                Some((flag, bot)) if flag.starts_with('-') && bot.contains(&mark) => {
                    (format!("{flag}="), bot)
                }
                _ => (String::new(), &*word),
            };
            run.get_or_insert_with(|| bot.replace(&mark, PLACE));
            command.push(format!("{flag}{field}"));
        }
        Ok(Self { command: command.join(" "), run })
    }
}

/// psyleague's words for players, and ours.
fn marks() -> impl Iterator<Item = (String, String)> {
    let all = [("%ALL_PLAYERS%".to_owned(), "{players}".to_owned())];
    all.into_iter().chain((1..=9).map(|seat| (format!("%P{seat}%"), format!("{{p{seat}}}"))))
}

/// The bots in psyleague's list, or else the programs in the folder of bots.
fn named_bots(list: Option<&str>, folder: &Path, bots_folder: &str, run: &str) -> Vec<NamedBot> {
    let command = |name: &str| run.replace(PLACE, name);
    let lists = [list.unwrap_or("psyleague.db"), "psyleague.db", "psyleague.bots"];
    let list = lists.iter().find_map(|name| crate::ordinary::read_text(&folder.join(name)).ok());
    if let Some(list) = list {
        let lines = list.lines().filter_map(|line| {
            // name : description : mu : sigma : games : errors : active : date
            let fields: Vec<&str> = line.split(" : ").map(str::trim).collect();
            let (name, description) = (fields.first()?, fields.get(1)?);
            let is_stopped = fields.len() >= 3 && fields[fields.len() - 2] == "0";
            let stopped = if is_stopped { "It was stopped in psyleague." } else { "" };
            let description = if ["None", "n/a"].contains(description) { "" } else { description };
            let remark = format!("{description} {stopped}").trim().to_owned();
            let remark = Some(remark).filter(|text| !text.is_empty());
            Some(NamedBot {
                name: (*name).to_owned(),
                run: command(name),
                remark,
                ..NamedBot::default()
            })
        });
        return lines.filter(|bot| !bot.name.is_empty()).collect();
    }
    let Some((before, after)) = run.split_once(PLACE) else { return Vec::new() };
    if after.is_empty() || !before.ends_with(&format!("{bots_folder}/")) {
        return Vec::new();
    }
    let files = folder.join(bots_folder).read_dir().into_iter().flatten().flatten();
    let names = files.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> =
        names.filter_map(|name| name.strip_suffix(after).map(str::to_owned)).collect();
    names.sort();
    names
        .iter()
        .map(|name| NamedBot { name: name.clone(), run: command(name), ..NamedBot::default() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_command_is_split_into_a_template_and_a_bot() {
        for (play, command, run) in [
            (
                "python play_game.py bots/%ALL_PLAYERS%.exe",
                "python play_game.py {players}",
                "bots/\0.exe",
            ),
            ("play bots/%P1% bots/%P2%", "play {p1} {p2}", "bots/\0"),
            (
                "play \"python bots/%P1%.py\" --p2=\"python bots/%P2%.py\" -x",
                "play {p1} --p2={p2} -x",
                "python bots/\0.py",
            ),
        ] {
            let template = Template::of(play).unwrap();
            assert_eq!(
                (&*template.command, template.run.as_deref()),
                (command, Some(run)),
                "{play}"
            );
        }
        assert_eq!(Template::of("play all").unwrap().run, None);
    }
}
