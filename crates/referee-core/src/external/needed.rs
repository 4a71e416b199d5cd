//! What a referee program needs on another machine.

use std::path::{Path, PathBuf};

use crate::contest_file::{ContestFile, ContestTable, RefereeTable};
use crate::player::process::{Launch, keep_file_from_bots};
use crate::system::words;

/// How the referee program of a contest file is started, with the files that it needs: those of its command line, the
/// contest file, the classes, jars and description of a project, and the tests of a game for one player.
pub fn launch(file: &ContestFile, table: &RefereeTable) -> Launch {
    let at = |path: &Path| file.folder().join(path);
    let folder = table.folder.as_deref().map_or_else(|| file.folder().to_owned(), at);
    let project = table.project.as_ref().map(|project| at(project.get_ref()));
    let of_project = ["target/classes", "target/dependency"];
    let built = project.iter().flat_map(|project| of_project.map(|name| project.join(name)));
    // `FOLDER/*` stands for all jars of a folder.
    let entries = table.classpath.iter().map(|entry| at(entry));
    let classes: Vec<PathBuf> = entries
        .map(|entry| if entry.ends_with("*") { entry.with_file_name("") } else { entry })
        .chain(built)
        .collect();
    let command = table.command.as_ref().and_then(|line| words::split(line.get_ref()).ok());
    let launch = match command.as_deref().and_then(<[String]>::split_first) {
        Some((program, args)) => {
            // A relative path begins at the folder in which the program runs.
            let is_path = Path::new(program).components().count() > 1;
            let program = if is_path { folder.join(program) } else { program.into() };
            Launch::new(program).args(args)
        }
        None => Launch::new(&table.java).args(classes),
    };
    let descriptions = project.iter().map(|project| project.join("pom.xml"));
    let tests = table.tests.iter().map(|tests| at(tests));
    let depends = descriptions.chain(tests).chain([file.path.clone()]).collect();
    Launch { cwd: Some(folder), depends, ..launch }
}

/// Keeps bots from changing the files of a referee program: in the folder of a bot they would be the bot's to write, and it
/// could change the rules of the games that follow.
pub fn keep_from_bots(launch: &Launch) {
    let folder = launch.cwd.as_deref().unwrap_or(Path::new("."));
    let program = Some(Path::new(&launch.program)).filter(|it| it.components().count() > 1);
    let args = launch.args.iter().map(|arg| folder.join(arg));
    let is_part = |path: &PathBuf| path.is_file() || path.is_dir() && !folder.starts_with(path);
    let all = program.map(Path::to_owned).into_iter().chain(args);
    all.chain(launch.depends.iter().cloned())
        .filter(is_part)
        .for_each(|it| keep_file_from_bots(&it));
}

/// What a contest file says about its games, but for its options and its referee's command: the same text means the same
/// games.
pub fn terms(file: &ContestFile, table: &RefereeTable) -> String {
    let ContestTable { seats, teams, scores, measure, negative, .. } = &file.contest;
    let RefereeTable { env, seeds, java_args, mode, grace_ms, .. } = table;
    let contest = (seats, teams, scores, measure, negative);
    let referee = (table.engine.get_ref(), env, seeds, java_args, mode, grace_ms);
    format!("{contest:?} {referee:?} {:?}", file.limits)
}
