//! The folder that CodinGame's own viewer reads, for a recorded game.
//!
//! ```text
//! jars of the user's project (the runner, and each module) ─┐
//! folder `view` of the user's project ──────────────────────┼──► FOLDER ──► a browser, at the root of a server
//! recording ──► game.json                                   ─┘
//! ```
//!
//! The viewer itself is part of the user's jars; nothing of it is in this program. Its pages load modules from the root
//! of a server, so that a browser cannot show the folder as files.

mod assets;
mod game_json;
mod merge;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use self::game_json::game_json;
use self::merge::Merge;
use super::java::{classes_of, is_jar};
use crate::contest_file::{ContestFile, Engine};
use crate::plain_words::system_error;
use crate::recording::BegunRecording;

/// The page of the viewer.
pub const PAGE: &str = "test.html";

/// The mark of a folder that may be written again.
const MARK: &str = ".botyard-viewer";

/// The official viewer of a contest.
#[derive(Clone, Debug)]
pub struct OfficialViewer {
    /// Key of the contest.
    game: String,
    /// The jars, in the order in which they are merged.
    jars: Vec<PathBuf>,
    /// Folders `view` of the project; a later one replaces files of an earlier one.
    views: Vec<PathBuf>,
}

impl OfficialViewer {
    /// The viewer of the contest of a contest file.
    ///
    /// # Errors
    /// If the contest does not have CodinGame's engine, or its classes are missing.
    pub fn of_file(file: &ContestFile) -> Result<Self> {
        let table = file.referee.as_ref().filter(|it| *it.engine.get_ref() == Engine::Codingame);
        let Some(table) = table else {
            bail!(
                "{} has no referee with engine = \"codingame\", which the official viewer needs",
                file.path.display()
            );
        };
        let mut entries: Vec<PathBuf> =
            table.classpath.iter().map(|it| file.folder().join(it)).collect();
        let mut views = Vec::new();
        if let Some(project) = &table.project {
            let folder = file.folder().join(project.get_ref());
            entries.extend(classes_of(&folder).map_err(|what| file.wrong(project.span(), what))?);
            views.push(folder.join("src/main/resources/view"));
        }
        let mut jars = Vec::new();
        for entry in entries {
            if entry.is_dir() {
                views.insert(0, entry.join("view"));
            } else if entry.ends_with("*") {
                let found = entry
                    .parent()
                    .and_then(|folder| folder.read_dir().ok())
                    .into_iter()
                    .flatten()
                    .flatten();
                jars.extend(found.map(|it| it.path()).filter(|path| is_jar(path)));
            } else {
                jars.push(entry);
            }
        }
        jars.sort();
        Ok(Self { game: file.key().to_owned(), jars, views })
    }

    /// Whether it can show games of this contest.
    pub fn is_for(&self, game: &str) -> bool {
        self.game == game
    }

    /// Writes the folder for a recorded game. The folder is new, empty, or was written by this function.
    ///
    /// # Errors
    /// If the recording is of another contest or engine, the viewer is not in the jars, the folder contains other
    /// files, or it cannot be written.
    pub fn write(&self, recording: &BegunRecording, folder: &Path) -> Result<()> {
        if !self.is_for(&recording.header.game) {
            bail!(
                "the recording is of the contest '{}', but the contest file has '{}'; name another file with --contest",
                recording.header.game,
                self.game
            );
        }
        let game = game_json(recording)?;
        demand_writable(folder)?;
        fs::create_dir_all(folder)?;
        fs::write(folder.join(MARK), "written by referee view --official\n")?;
        let mut merge = Merge::into(folder);
        for jar in &self.jars {
            merge.jar(jar).with_context(|| format!("cannot read {}", jar.display()))?;
        }
        if !folder.join(PAGE).is_file() {
            bail!(
                "the official viewer was not found in the {} jars: the jar `runner` of CodinGame's engine contains it; add \
                 com.codingame.gameengine:runner to the project's pom.xml and run `mvn package \
                 dependency:copy-dependencies`",
                self.jars.len()
            );
        }
        for view in self.views.iter().filter(|view| view.is_dir()) {
            merge.folder(view).with_context(|| format!("cannot copy {}", view.display()))?;
        }
        fs::write(folder.join("assets.js"), assets::module(folder)?)?;
        let demo = folder.join("demo.js");
        if !demo.is_file() {
            fs::write(demo, "export const demo = null;\n")?;
        }
        fs::write(folder.join("game.json"), game.to_string())?;
        Ok(())
    }
}

/// Refuses a folder with files that this module did not write.
fn demand_writable(folder: &Path) -> Result<()> {
    let mut entries = match folder.read_dir() {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(()),
        Err(error) => bail!("cannot read {}: {}", folder.display(), system_error(&error)),
    };
    if folder.join(MARK).is_file() || entries.next().is_none() {
        return Ok(());
    }
    bail!("{} contains other files; name an empty or a new folder with --output", folder.display())
}
