//! Bots that the contest file names.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::{env, fs};

use anyhow::{Context, Result, anyhow, bail};
use glob::Pattern;
use gridkit::hash::Fnv1a;

use crate::contest_file::{BotTable, ContestFile, ContestFileError};
use crate::copies;
use crate::plain_words::{did_you_mean, unwritable};
use crate::player::process::{Launch, keep_from_bots};
use crate::system::{is_path, shell, words};
use crate::tell;

/// A bot of the contest file that is a program.
#[derive(Clone)]
pub(super) struct NamedProgram {
    file: &'static ContestFile,
    name: &'static str,
    table: &'static BotTable,
    words: Vec<String>,
}

/// The table of a name in a contest file.
pub(super) fn table_of<'a>(file: &'a ContestFile, name: &str) -> Option<(&'a str, &'a BotTable)> {
    file.bots.get_key_value(name).map(|(name, table)| (name.as_str(), table))
}

/// The names that match a pattern such as `v*`, in the order of the alphabet; the text itself if it is no pattern.
///
/// # Errors
/// If no named bot matches.
pub fn matching(file: Option<&ContestFile>, text: &str) -> Result<Vec<String>> {
    let Some(file) = file.filter(|_| text.contains(['*', '?', '['])) else {
        return Ok(vec![text.to_owned()]);
    };
    // A command line may have such signs, too.
    let Ok(pattern) = Pattern::new(text) else { return Ok(vec![text.to_owned()]) };
    if text.contains([' ', '/', '=']) {
        return Ok(vec![text.to_owned()]);
    }
    let names: Vec<String> =
        file.bots.keys().filter(|name| pattern.matches(name)).cloned().collect();
    if names.is_empty() {
        let known = file.bots.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        bail!("no bot of {} matches '{text}'; there are: {known}", file.path.display());
    }
    Ok(names)
}

impl NamedProgram {
    /// The program of a named bot.
    ///
    /// # Errors
    /// If its command line cannot be understood, or its program is missing and nothing builds it.
    pub(super) fn new(
        file: &'static ContestFile,
        name: &'static str,
        table: &'static BotTable,
    ) -> Result<Self, ContestFileError> {
        let run = table.run.get_ref();
        let wrong = |what: String| file.wrong(table.run.span(), what);
        let words = words::split(&copies::in_line(run)).map_err(|error| {
            wrong(format!("cannot understand the command line '{run}': {error}; close the quotes"))
        })?;
        if words.is_empty() {
            return Err(wrong(format!(
                "the bot {name} runs an empty command line; give `run` a command, such as \"python3 {name}.py\""
            )));
        }
        let program = Self { file, name, table, words };
        if table.build.is_none() && !program.exists() {
            let folder = program.folder();
            let missing = &program.words[0];
            return Err(wrong(format!(
                "the bot {name} runs '{missing}', which is not in {}; build it there, give `build`, or correct `run`",
                folder.display()
            )));
        }
        Ok(program)
    }

    /// Its folder.
    pub(super) fn folder(&self) -> PathBuf {
        let folder = self.file.folder();
        self.table.folder.as_ref().map_or_else(|| folder.to_owned(), |own| folder.join(own))
    }

    /// Its program: a path in its folder, or a name that is searched for.
    fn program(&self) -> PathBuf {
        let word = &self.words[0];
        if is_path(word.as_ref()) { self.folder().join(word) } else { PathBuf::from(word) }
    }

    fn exists(&self) -> bool {
        self.launch().program_file().is_some()
    }

    /// How it is started.
    fn launch(&self) -> Launch {
        let env = self.table.env.iter().map(|(name, value)| (name.into(), value.into())).collect();
        let launch = Launch::new(self.program()).args(&self.words[1..]);
        Launch { cwd: Some(self.folder()), env, depends: self.depends(), ..launch }
    }

    /// Whether it has the command `bench`.
    pub(super) fn has_bench(&self) -> bool {
        self.table.bench
    }

    /// The files and folders that it declares as its own.
    pub(super) fn depends(&self) -> Vec<PathBuf> {
        self.table.depends.iter().map(|path| self.folder().join(path)).collect()
    }

    /// Builds it if a source has changed, and returns how it is started.
    ///
    /// # Errors
    /// If it does not build, or has no program afterwards.
    pub(super) fn prepare(&self) -> Result<Launch> {
        if let Some(build) = &self.table.build {
            self.build_if_changed(build)?;
        }
        if !self.exists() {
            bail!(
                "the bot {} was built, but there is no {}; correct `run`",
                self.name,
                self.program().display()
            );
        }
        Ok(self.launch())
    }

    /// Runs the build command, unless it ran for the sources as they are.
    fn build_if_changed(&self, build: &str) -> Result<()> {
        let stamp = self.file.folder().join(".botyard").join("built").join(self.name);
        if let Some(folder) = stamp.parent() {
            keep_from_bots(folder);
        }
        let now = format!("{:016x}", self.sources(build)?);
        if self.exists() && fs::read_to_string(&stamp).is_ok_and(|then| then == now) {
            return Ok(());
        }
        tell!("Building {} ({build})", self.name);
        let output = shell(build)
            .current_dir(self.folder())
            .envs(&self.table.env)
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot build {}: there is no shell", self.name))?;
        if !output.status.success() {
            for text in [&output.stdout, &output.stderr] {
                for line in String::from_utf8_lossy(text).lines() {
                    tell!("  {}", crate::terminal::harmless(line));
                }
            }
            bail!(
                "{} does not build; `{build}` in {} printed the lines above",
                self.name,
                self.folder().display()
            );
        }
        // The build may have written beside the sources.
        let built = format!("{:016x}", self.sources(build)?);
        let kept = stamp
            .parent()
            .map_or(Ok(()), fs::create_dir_all)
            .and_then(|()| fs::write(&stamp, built));
        if let Err(error) = kept {
            tell!(
                "{} will be built again next time: cannot write {}: {}",
                self.name,
                stamp.display(),
                unwritable(&stamp, &error)
            );
        }
        Ok(())
    }

    /// A hash of the build command and of the sources: the declared files, or the words of the build command that are
    /// files, or else all files of the folder.
    fn sources(&self, build: &str) -> Result<u64> {
        let declared = self.depends();
        let named = words::split(build).unwrap_or_default();
        let program = self.program();
        let named = named.iter().map(|word| self.folder().join(word));
        let named: Vec<PathBuf> = named.filter(|path| path.is_file() && *path != program).collect();
        let mut paths = match (declared.is_empty(), named.is_empty()) {
            (false, _) => [declared, named].concat(),
            (true, false) => named,
            (true, true) => vec![self.folder()],
        };
        paths.sort();
        let mut hash = Fnv1a::default();
        hash.add(build.as_bytes());
        for path in &paths {
            add_to(&mut hash, path, 0).with_context(|| {
                format!("cannot read the sources of {}: {}", self.name, path.display())
            })?;
        }
        Ok(hash.value())
    }
}

/// The deepest folder of sources.
const DEEPEST: usize = 8;

/// Adds a file, or the files of a folder and below, to a hash. Hidden files and folders of builds and games are left
/// out.
fn add_to(hash: &mut Fnv1a, path: &Path, depth: usize) -> io::Result<()> {
    if path.is_file() {
        hash.add(path.as_os_str().as_encoded_bytes());
        hash.add(&fs::read(path)?);
        return Ok(());
    }
    if depth > DEEPEST {
        return Ok(());
    }
    let mut inside: Vec<PathBuf> =
        fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    inside.sort();
    for path in inside {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let is_source = has_source_extension(&path) || path.is_dir();
        let is_left_out = name.starts_with('.')
            || ["target", "build", "node_modules", "games", "__pycache__"].contains(&&*name);
        if is_source && !is_left_out {
            add_to(hash, &path, depth + 1)?;
        }
    }
    Ok(())
}

/// Whether a file looks like a source: programs that a build wrote must not count.
fn has_source_extension(path: &Path) -> bool {
    let extension = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    let is_product = ["o", "class", "pyc", "exe", "jar", "jsonl", "log"].contains(&extension);
    !extension.is_empty() && !is_product
}

/// The error for a bot that is neither known nor a program, with the bots of the contest file.
pub(super) fn unknown(word: &str, file: &ContestFile) -> anyhow::Error {
    let names: Vec<&str> = file.bots.keys().map(String::as_str).collect();
    let known = if names.is_empty() {
        format!("{} names no bots", file.path.display())
    } else {
        format!("the bots of {} are {}", file.path.display(), names.join(", "))
    };
    let here = env::current_dir().unwrap_or_default();
    let meant = did_you_mean(word, names.iter().copied());
    anyhow!(
        "there is no bot or program '{word}' in {}; {meant}{known}; or give a command line such as './my-bot' or \
         'python3 my_bot.py'",
        here.display()
    )
}
