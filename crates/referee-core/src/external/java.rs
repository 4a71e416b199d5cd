//! The command that runs a referee of CodinGame's engine.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::again;
use crate::contest_file::{ContestFile, ContestFileError, Mode, RefereeTable};
use crate::copies;
use crate::player::process::{Launch, Limits};
use crate::system::PATH_SEPARATOR;

/// The program of the engine.
const MAIN: &str = "com.codingame.gameengine.core.RefereeMain";

/// How a referee is started.
#[derive(Clone, Debug)]
pub(super) struct JavaReferee {
    table: RefereeTable,
    folder: PathBuf,
    classpath: OsString,
}

impl JavaReferee {
    /// The referee of a contest file.
    ///
    /// # Errors
    /// If its classes are missing.
    pub(super) fn new(file: &ContestFile, table: &RefereeTable) -> Result<Self, ContestFileError> {
        let at = |path: &Path| match path.parent().filter(|_| path.ends_with("*")) {
            Some(folder) => copies::of(&file.folder().join(folder)).join("*"),
            None => copies::of(&file.folder().join(path)),
        };
        let project = table.project.as_ref().map(|project| at(project.get_ref()));
        let mut entries: Vec<PathBuf> = table.classpath.iter().map(|entry| at(entry)).collect();
        if let (Some(project), Some(named)) = (&project, &table.project) {
            entries.extend(classes_of(project).map_err(|what| file.wrong(named.span(), what))?);
        }
        let mut classpath = OsString::new();
        for (index, entry) in entries.iter().enumerate() {
            if index > 0 {
                classpath.push(PATH_SEPARATOR.to_string());
            }
            classpath.push(entry);
        }
        let folder = table.folder.as_ref().map(|folder| file.folder().join(folder));
        let folder = folder.or(project).unwrap_or_else(|| file.folder().to_owned());
        Ok(Self { table: table.clone(), folder, classpath })
    }

    /// The program for one game, or for many. `league` is `None` where the contest has no leagues.
    ///
    /// # Errors
    /// If the helper program for many games cannot be written.
    pub(super) fn launch(&self, league: Option<&str>, many: bool) -> std::io::Result<Launch> {
        let RefereeTable { java, java_args, memory_mb, mode, env, .. } = &self.table;
        let mut args: Vec<OsString> = vec![
            format!("-Xmx{}m", memory_mb * 3 / 4).into(),
            "-XX:+UseSerialGC".into(),
            // Its file in /tmp is named after the process id. Processes in namespaces have equal ids, and a JVM that meets
            // the file of another writes a warning to standard output.
            "-XX:-UsePerfData".into(),
            "-Dfile.encoding=UTF-8".into(),
            // An old Guice needs it under Java 17, and ends without a word if it is missing.
            "--add-opens=java.base/java.lang=ALL-UNNAMED".into(),
            "-Dorg.apache.commons.logging.Log=org.apache.commons.logging.impl.NoOpLog".into(),
        ];
        if !many {
            // A JVM for one game ends before the second compiler has paid.
            args.push("-XX:TieredStopAtLevel=1".into());
        }
        let mode = match mode {
            Mode::Multi => "multi",
            Mode::Solo => "solo",
        };
        args.push(format!("-Dgame.mode={mode}").into());
        args.extend(league.map(|league| OsString::from(format!("-Dleague.level={league}"))));
        args.extend(java_args.iter().map(OsString::from));
        args.push("-cp".into());
        args.push(self.classpath.clone());
        args.push(if many { again::source()?.into() } else { MAIN.into() });
        let env = env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let limits = Limits { memory_bytes: Some(memory_mb << 20), ..Limits::default() };
        let cwd = Some(self.folder.clone());
        Ok(Launch { cwd, env, limits, walls: None, ..Launch::new(java).args(args) })
    }

    /// The words that identify the referee: another class path is another referee, and so is one that was built again.
    pub(super) fn words(&self) -> String {
        let RefereeTable { java, java_args, mode, .. } = &self.table;
        let mut built = Vec::new();
        for entry in std::env::split_paths(&self.classpath) {
            let is_folder_of_jars = entry.ends_with("*");
            let path = entry.parent().filter(|_| is_folder_of_jars).unwrap_or(&entry);
            add_files(path, &mut built);
        }
        built.sort();
        format!("{java} {java_args:?} {mode:?} {} {built:?}", self.classpath.display())
    }

    /// The folder in which it runs.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }
}

/// The classes and jars of a project that was built by Maven. The last entry stands for all jars of a folder, `FOLDER/*`.
///
/// # Errors
/// If it is no project, or has not been built.
pub(super) fn classes_of(project: &Path) -> Result<Vec<PathBuf>, String> {
    let shown = project.display();
    if !project.join("pom.xml").is_file() {
        return Err(format!(
            "{shown} has no pom.xml: give the folder of a project of CodinGame's engine"
        ));
    }
    let (classes, jars) = (project.join("target/classes"), project.join("target/dependency"));
    if !classes.is_dir() || !jars.is_dir() {
        return Err(format!(
            "the referee in {shown} has not been built; run `mvn package dependency:copy-dependencies -DskipTests` \
             in that folder, or `referee init --codingame {shown}`, which does it"
        ));
    }
    Ok(vec![classes, jars.join("*")])
}

/// Adds a file, or the files of a folder: the path, the size in bytes, and the time of the last change. Links to further
/// folders are passed over, because they may make a circle.
fn add_files(path: &Path, files: &mut Vec<(PathBuf, u64, Option<SystemTime>)>) {
    let Ok(found) = path.metadata() else { return };
    if found.is_file() {
        files.push((path.to_owned(), found.len(), found.modified().ok()));
        return;
    }
    for entry in path.read_dir().into_iter().flatten().flatten() {
        let path = entry.path();
        if !(path.is_symlink() && path.is_dir()) {
            add_files(&path, files);
        }
    }
}

/// Whether a file is a jar, by its name.
pub(super) fn is_jar(file: &Path) -> bool {
    file.extension().is_some_and(|end| end.eq_ignore_ascii_case("jar"))
}
