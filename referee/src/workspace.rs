//! The bots of this project: finds their sources or their installed programs, and builds them. Also finds other programs.

mod build;
mod find;

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result, anyhow, bail};
use serde_json::Value;

use self::find::{Found, Places};
use crate::system::{is_path, program_at};
use crate::tell;

/// The program of one of this project's bots. It is built, in release mode, if its sources are here: in the workspace that
/// contains the current folder, or in the one from which this program was built. Otherwise it is the installed program: beside
/// this one, or on the path.
///
/// # Errors
/// If there is neither, cargo cannot be run, or the bot does not compile.
pub fn bot(package: &str) -> Result<PathBuf> {
    let known = built().remove(package);
    let program = known.map_or_else(|| found_or_built(package), Ok)?;
    use_built([(package.to_owned(), program.clone())]);
    Ok(program)
}

/// The programs that [`bot`] has returned, or [`use_built`] was given.
static BUILT: Mutex<BTreeMap<String, PathBuf>> = Mutex::new(BTreeMap::new());

/// The bots whose programs are known to this process.
pub fn built() -> BTreeMap<String, PathBuf> {
    BUILT.lock().unwrap_or_else(PoisonError::into_inner).clone()
}

/// From now on these programs are used and nothing is built for them.
pub fn use_built(programs: impl IntoIterator<Item = (String, PathBuf)>) {
    BUILT.lock().unwrap_or_else(PoisonError::into_inner).extend(programs);
}

fn found_or_built(package: &str) -> Result<PathBuf> {
    match Places::of_process().find(package) {
        Some(Found::Installed(program)) => Ok(program),
        Some(Found::Sources { workspace, target }) => build(package, &workspace, target.as_deref()),
        None => bail!(
            "the bot {package} is not installed, and the sources from which this referee was built are not here; in a clone of \
             Botyard, run `cargo install --path bots/{package}`"
        ),
    }
}

/// Builds a bot and returns the path of its program.
fn build(package: &str, workspace: &Path, target: Option<&Path>) -> Result<PathBuf> {
    tell!("Building {package} (cargo build --release -p {package})");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = target.map(|target| [OsStr::new("--target-dir"), target.as_os_str()]);
    let mut child = Command::new(cargo)
        .args(["build", "--release", "--package", package])
        .args(target.into_iter().flatten())
        .args(["--message-format", "json-render-diagnostics"])
        .args(["--color", if console::colors_enabled_stderr() { "always" } else { "never" }])
        .current_dir(workspace)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("cannot run cargo: install Rust, or give the bot as a command line")?;
    let stderr = child.stderr.take().context("cargo has no standard error stream")?;
    // Its few lines of standard output fit into the pipe, so they can be read afterwards.
    let said = build::follow(stderr, package);
    let output = child.wait_with_output().context("cannot wait for cargo")?;
    let warns = |line: &String| console::strip_ansi_codes(line).starts_with("warning");
    if !output.status.success() || said.iter().any(warns) {
        for line in &said {
            tell!("{line}");
        }
    }
    if !output.status.success() {
        bail!("{package} does not build; see the compiler's messages above");
    }
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|message| message["target"]["name"] == package)
        .find_map(|message| message["executable"].as_str().map(PathBuf::from))
        .ok_or_else(|| anyhow!("{package} has been built, but cargo names no program of it"))
}

/// The program that the first word of a command names: a file if the word has a slash, otherwise a
/// program in a folder of `PATH`.
pub fn program(word: &str) -> Option<PathBuf> {
    if is_path(word.as_ref()) {
        return program_at(Path::new(word));
    }
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).find_map(|folder| program_at(&folder.join(word)))
}
