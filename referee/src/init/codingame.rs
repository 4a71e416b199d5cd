//! A contest file for an official project of CodinGame's engine, as it is on disk.

mod config;
mod leagues;
mod maven;
mod pom;

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use self::config::{Config, Kind};
use self::leagues::Leagues;
pub use self::maven::{build, is_built};
use self::pom::{Pom, Version};
use super::draft::Draft;
use super::words::{BOTS_HELP, NamedBot, RUNS_HELP, bots, comment, contest_key, quoted, seats};

/// A project of CodinGame's engine.
#[derive(Debug)]
pub struct Project {
    folder: PathBuf,
    pom: Pom,
    config: Config,
    leagues: Leagues,
}

impl Project {
    /// Reads the project in a folder.
    ///
    /// # Errors
    /// If it is not such a project, or its files cannot be read.
    pub fn read(folder: &Path) -> Result<Self> {
        if !folder.join("pom.xml").is_file() {
            bail!(
                "{} has no pom.xml: give the folder of an official project, which has pom.xml, src and config",
                folder.display()
            );
        }
        let pom = Pom::read(&folder.join("pom.xml"))?;
        let config = Config::read(&folder.join("config"))?;
        let leagues = Leagues::read(&folder.join("config"));
        Ok(Self { folder: folder.to_owned(), pom, config, leagues })
    }

    /// Its name.
    fn name(&self) -> &str {
        &self.pom.name
    }

    /// The version of its engine: that of the jar, or else the one that `pom.xml` names.
    fn engine(&self) -> Option<Version> {
        let jars = self.folder.join("target/dependency");
        pom::version_of_jar(&jars).or_else(|| self.pom.engine.clone())
    }
}

/// Further tables and values that another tool has for a contest.
#[derive(Default)]
pub(super) struct Extra {
    /// Its named bots.
    pub(super) bots: Vec<NamedBot>,
    /// Tables at the end of the file.
    pub(super) tables: String,
}

/// The contest file of a project. `shown` is its folder as the file names it.
pub fn official(project: &Project, shown: &Path) -> Draft {
    with(project, shown, &Extra::default())
}

/// The contest file of a project, with what another tool has for it.
pub(super) fn with(project: &Project, shown: &Path, extra: &Extra) -> Draft {
    let key = contest_key(project.name());
    let title = project.config.title.as_deref().unwrap_or(project.name());
    let folder = shown.display().to_string();
    let engine = project.engine();
    let mut text = comment(&format!("{title}: the official referee in {folder}, unchanged."));
    text += &comment("All paths begin at the folder of this file.");
    let _ = writeln!(text, "\n[contest]\nkey = {}\ntitle = {}", quoted(&key), quoted(title));
    text += &contest_lines(&project.config);
    let _ = writeln!(text, "\n[referee]\nengine = \"codingame\"\nproject = {}", quoted(&folder));
    if project.config.kind != Kind::Multi {
        text += "mode = \"solo\"\n";
    }
    text += &grace_lines(engine.as_ref());
    text += "# reuse = true        # one Java process for many games, once Botyard has proven that it changes nothing\n";
    text += "# java = \"/usr/lib/jvm/java-17/bin/java\"\n";
    text += "# memory-mb = 2048    # the most memory of the referee\n";
    text += &options_lines(&project.leagues);
    text += BOTS_HELP;
    text += &bots(&extra.bots);
    text += if extra.tables.is_empty() { RUNS_HELP } else { &extra.tables };
    let seats = project.config.seats;
    Draft { text, about: about(project, title, engine.as_ref()), next: next(project, seats) }
}

/// The lines of `[contest]` after the title.
fn contest_lines(config: &Config) -> String {
    let mut text = format!("seats = {}\n", seats(config.seats));
    if config.kind == Kind::Optimisation {
        match &config.criteria {
            Some(criteria) => {
                text +=
                    &comment("What counts in an optimisation game is a measure of the referee.");
                let _ = writeln!(text, "measure = {}", quoted(criteria));
            }
            None => text += &comment("config.ini has no `criteria`, so the score counts: 0 or 1."),
        }
        if config.fewer_is_better {
            text += "scores = \"low\"\n";
        }
    }
    text += "# negative = \"points\" # if a score below zero does not mean a disqualification\n";
    text
}

/// The line about grace, which no message of the engine tells.
fn grace_lines(engine: Option<&Version>) -> String {
    let Some(engine) = engine else {
        return comment(
            "The version of the engine is unknown. Versions from 4.7 on add 50 ms of grace to each time limit: \
             grace-ms = 50",
        );
    };
    if engine.adds_grace() {
        let what = format!(
            "Engine {engine} adds 50 ms to each time limit; an answer within them is noted."
        );
        return comment(&what) + "grace-ms = 50\n";
    }
    comment(&format!(
        "Engine {engine} adds no grace to time limits (versions from 4.7 on add 50 ms)."
    )) + "# grace-ms = 0\n"
}

/// The table of options.
fn options_lines(leagues: &Leagues) -> String {
    let mut text = String::from("\n[options]\n");
    if let Some(number) = leagues.number() {
        text += &comment(&leagues.reason());
        let _ = writeln!(
            text,
            "league = {{ default = {number}, range = [1, {number}], help = \"rules of the league\" }}"
        );
    } else {
        text += &comment("The project has no leagues. If its rules have, declare the option here:");
        text += "# league = { default = 2, range = [1, 2], help = \"rules of the league\" }\n";
    }
    text += &comment(
        "The project does not list its other parameters; look for `getGameParameters` in its source. Each further \
         option is sent to the referee as a parameter NAME=VALUE, and only if it is declared here:",
    );
    text += "# width = { default = 16, range = [8, 24], help = \"width of the map\" }\n# fog = \"on\"\n";
    text
}

fn about(project: &Project, title: &str, engine: Option<&Version>) -> String {
    let [least, most] = project.config.seats;
    let players = match (least, most) {
        (1, 1) => "1 player".to_owned(),
        (least, most) if least == most => format!("{least} players"),
        _ => format!("{least} to {most} players"),
    };
    let engine = engine.map_or("engine of unknown version".to_owned(), |it| format!("engine {it}"));
    let leagues =
        project.leagues.number().map_or("no leagues".to_owned(), |it| format!("leagues 1 to {it}"));
    format!("{title}: {players}, {engine}, {leagues}")
}

fn next(project: &Project, seats: [usize; 2]) -> Vec<(String, &'static str)> {
    let two = "\"python3 a.py\" \"python3 b.py\"";
    if project.config.kind != Kind::Multi {
        let tests = project.config.tests.max(1);
        return vec![(
            format!("referee duel {two} --seeds 1..={tests}"),
            "compares two bots on the tests in the project's config folder",
        )];
    }
    let mut bots = vec!["\"python3 a.py\"", "\"python3 b.py\""];
    bots.extend(vec!["\"python3 b.py\""; seats[0].saturating_sub(2)]);
    vec![
        (format!("referee duel {two}"), "finds the better of two bots"),
        (
            format!("referee play {} --record a.jsonl", bots.join(" ")),
            "plays a game and records it",
        ),
        (
            "referee view --official a.jsonl -o page".to_owned(),
            "writes the page of the official viewer",
        ),
    ]
}
