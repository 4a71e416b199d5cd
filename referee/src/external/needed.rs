//! What a referee program needs on another machine.

use std::path::{Path, PathBuf};

use crate::contest_file::{ContestFile, RefereeTable};
use crate::player::process::Launch;
use crate::system::words;

/// How the referee program of a contest file is started, with the files that it needs: those of its command line, the
/// contest file, the classes, jars and description of a project, and the tests of a game for one player.
pub(super) fn launch(file: &ContestFile, table: &RefereeTable) -> Launch {
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::identity::Parts;

    #[test]
    fn the_files_of_a_referee_program_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let here = fs::canonicalize(folder.path()).unwrap();
        for file in [
            "official/pom.xml",
            "official/src/Referee.java",
            "official/target/classes/Referee.class",
            "official/target/dependency/engine.jar",
            "lib/more.jar",
            "rules/referee.py",
            "rules/map.txt",
            "tests/test1.json",
            "elsewhere",
        ] {
            fs::create_dir_all(here.join(file).parent().unwrap()).unwrap();
            fs::write(here.join(file), "").unwrap();
        }
        let files = |referee: &str| {
            let text = format!("[contest]\nkey = \"x\"\nseats = 2\n\n[referee]\n{referee}\n");
            let path = here.join("botyard.toml");
            fs::write(&path, &text).unwrap();
            let file = ContestFile::parse(&text, &path).unwrap();
            let launch = launch(&file, file.referee.as_ref().unwrap());
            let name = |path: PathBuf| {
                path.strip_prefix(&here).unwrap().to_str().unwrap().replace('\\', "/")
            };
            Parts::of_launch(&launch).carried().into_iter().map(name).collect::<Vec<_>>()
        };
        assert_eq!(
            files("engine = \"codingame\"\nproject = \"official\"\nclasspath = [\"lib/*\"]"),
            [
                "botyard.toml",
                "lib/more.jar",
                "official/pom.xml",
                "official/target/classes/Referee.class",
                "official/target/dependency/engine.jar"
            ]
        );
        assert_eq!(
            files("engine = \"lines\"\ncommand = \"python3 rules/referee.py\""),
            ["botyard.toml", "rules/map.txt", "rules/referee.py"]
        );
        assert_eq!(
            files(
                "engine = \"codingame\"\nmode = \"solo\"\nproject = \"official\"\ntests = \"tests\""
            )[4..],
            ["tests/test1.json"]
        );
    }
}
