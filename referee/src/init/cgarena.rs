//! A contest file from an arena of cgarena: `cgarena_config.toml`, and the database `cgarena.db` beside it.
//!
//! Up to version 1.3 the file contains everything; since then the database has the game, the workers and the referee.
//! The database has the list of bots in all versions.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Context, Result, anyhow, bail};
use itertools::Itertools;
use serde::Deserialize;

use super::codingame::{Extra, Project, with};
use super::draft::Draft;
use super::psyleague::next;
use super::sqlite;
use super::words::{BOTS_HELP, NamedBot, bots, comment, folder_key, quoted, seats};

/// The parts of a configuration that have a counterpart here.
#[derive(Deserialize)]
struct Arena {
    game: Game,
    workers: Vec<Worker>,
}

#[derive(Deserialize)]
struct Game {
    min_players: usize,
    max_players: usize,
}

#[derive(Deserialize)]
struct Worker {
    threads: u16,
    referee: Option<Referee>,
    cmd_play_match: Option<String>,
    cmd_build: String,
    cmd_run: String,
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Referee {
    ManagedCodingame {},
    CodingameJar { path: String },
    Command { play_match: String },
}

/// The folder in which cgarena keeps the project of a managed referee.
const CHECKOUT: &str = "referee";

/// The database.
const DATABASE: &str = "cgarena.db";

/// Converts an arena.
pub(super) fn converted(table: &toml::Table, folder: &Path) -> Result<Draft> {
    let arena: Arena = if table.contains_key("game") {
        table.clone().try_into().map_err(|error: toml::de::Error| anyhow!("{}", error.message()))?
    } else {
        of_database(&folder.join(DATABASE))?
    };
    let worker = arena.workers.first().context("it has no worker")?;
    let named = named_bots(worker, &folder.join(DATABASE))?;
    let range = [arena.game.min_players, arena.game.max_players];
    let parallel = worker.threads.max(1);
    let runs = format!(
        "\n# cgarena's threads.\n[duel]\nparallel = {parallel}\n\n[ladder]\nparallel = {parallel}\n"
    );
    let command = match (&worker.referee, &worker.cmd_play_match) {
        (Some(Referee::ManagedCodingame {}), _) => {
            let project = Project::read(&folder.join(CHECKOUT)).context(
                "the arena manages an official referee, but its project is not in the folder `referee`; let cgarena \
                 install it, or use `referee init --codingame DIR`",
            )?;
            let next = next(&named);
            let draft = with(&project, Path::new(CHECKOUT), &Extra { bots: named, tables: runs });
            return Ok(Draft { next, ..draft });
        }
        (Some(Referee::CodingameJar { path }), _) => {
            return Ok(draft(folder, "command", &of_jar(path, range[1]), range, &named, &runs));
        }
        (Some(Referee::Command { play_match: play }), _) | (None, Some(play)) => template(play),
        (None, None) => bail!("its worker has no referee: neither `referee` nor `cmd_play_match`"),
    };
    Ok(draft(folder, "json", &command, range, &named, &runs))
}

fn draft(
    folder: &Path,
    engine: &str,
    command: &str,
    range: [usize; 2],
    named: &[NamedBot],
    runs: &str,
) -> Draft {
    let key = folder_key(folder);
    let mut text = comment(
        "Converted from an arena of cgarena, whose files stay as they are and are not read again.",
    );
    let _ = writeln!(text, "\n[contest]\nkey = {}\nseats = {}", quoted(&key), seats(range));
    if engine == "json" {
        text += "scores = \"ranks\"\nnegative = \"points\"   # a fault is what the script lists as an error\n";
    }
    let _ =
        writeln!(text, "\n[referee]\nengine = {}\ncommand = {}", quoted(engine), quoted(command));
    text += BOTS_HELP;
    text += &bots(named);
    text += runs;
    let [least, most] = range;
    let players = if least == most { least.to_string() } else { format!("{least} to {most}") };
    let about = format!("{key}: {players} players, {} bots, refereed by `{command}`", named.len());
    Draft { text, about, next: next(named) }
}

/// The command of a referee's jar, as cgarena gives it, in the highest league.
fn of_jar(path: &str, players: usize) -> String {
    let players = (1..=players).map(|seat| format!("-p{seat} {{p{seat}}}")).join(" ");
    format!(
        "java --add-opens java.base/java.lang=ALL-UNNAMED -jar {path} {players} -seed {{seed}} -league 19 -l {{log}}"
    )
}

/// cgarena's template with our words.
fn template(play: &str) -> String {
    let play = play
        .replace("{SEED}", "{seed}")
        .replace("{PLAYERS}", "{players}")
        .replace("{REPLAY_PATH}", "{log}");
    (1..=8).fold(play, |play, seat| play.replace(&format!("{{P{seat}}}"), &format!("{{p{seat}}}")))
}

/// The configuration in a database.
fn of_database(database: &Path) -> Result<Arena> {
    if !database.is_file() {
        bail!(
            "the file has no table [game], and {} is missing, where newer versions of cgarena keep their configuration; \
             give the file in the arena's own folder",
            database.display()
        );
    }
    let rows = sqlite::rows(database, "select config_json from arena_configuration")?;
    let text = rows.first().and_then(|row| row.get("config_json")?.as_str());
    let text = text.with_context(|| {
        format!(
            "{} has no configuration yet; finish the set-up in cgarena's pages first",
            database.display()
        )
    })?;
    Ok(serde_json::from_str(text)?)
}

/// The bots of the database, as its worker builds and runs them. Empty without a database.
fn named_bots(worker: &Worker, database: &Path) -> Result<Vec<NamedBot>> {
    if !database.is_file() {
        return Ok(Vec::new());
    }
    let rows = sqlite::rows(database, "select * from bots order by id")?;
    let bots = rows.iter().filter_map(|row| {
        let id = row.get("id")?.as_i64()?;
        let language = row.get("language").and_then(|it| it.as_str()).unwrap_or_default();
        let filled = |command: &str| {
            command.replace("{DIR}", &format!("bots/{id}")).replace("{LANG}", language)
        };
        let role = row.get("role").and_then(|it| it.as_str());
        Some(NamedBot {
            name: row.get("name")?.as_str()?.to_owned(),
            run: filled(&worker.cmd_run),
            build: Some(filled(&worker.cmd_build)),
            remark: role.map(|role| format!("cgarena: {}", role.replace('_', " "))),
        })
    });
    Ok(bots.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_template_gets_our_words() {
        assert_eq!(template("play {SEED} {P1} {P2} {REPLAY_PATH}"), "play {seed} {p1} {p2} {log}");
        assert_eq!(template("play {SEED} {PLAYERS}"), "play {seed} {players}");
        assert!(of_jar("r.jar", 3).contains(" -p1 {p1} -p2 {p2} -p3 {p3} -seed {seed}"));
    }
}
