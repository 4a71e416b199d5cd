//! Building a project by Maven.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::system::program_at;

/// The goals and flags with which a project is built.
const ARGUMENTS: [&str; 6] =
    ["-B", "-ntp", "-Dstyle.color=never", "package", "dependency:copy-dependencies", "-DskipTests"];

/// The lines of Maven's output that are shown where it fails.
const SHOWN_LINES: usize = 40;

/// Whether the classes and the jars of a project are there.
pub fn is_built(project: &Path) -> bool {
    project.join("target/classes").is_dir() && project.join("target/dependency").is_dir()
}

/// Builds a project, which takes a minute and may need a network. `show` is called with the command before it runs,
/// and with the last lines of its output if it fails.
///
/// # Errors
/// If Maven or a JDK is missing, or Maven fails.
pub fn build(project: &Path, mut show: impl FnMut(&str)) -> Result<()> {
    let shown = project.display();
    let Some(maven) = maven(project) else {
        bail!(
            "the referee in {shown} has not been built, and Maven is not here: install it (the program `mvn`), or build \
             the project elsewhere by `mvn {}` and copy its folder `target`",
            ARGUMENTS[3..].join(" ")
        );
    };
    if !has_jdk() {
        bail!(
            "the referee in {shown} has not been built, and no JDK is here: install one (the program `javac`; a JRE is \
             not enough), version 17 or later"
        );
    }
    show(&format!("building {shown}: {} {}", maven.display(), ARGUMENTS.join(" ")));
    let output = Command::new(&maven)
        .args(ARGUMENTS)
        .current_dir(project)
        .stdin(Stdio::null())
        .output()
        .with_context(|| format!("cannot run {}", maven.display()))?;
    if output.status.success() && is_built(project) {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].map(|bytes| plain(&String::from_utf8_lossy(&bytes)));
    let lines: Vec<&str> =
        text.iter().flat_map(|text| text.lines()).filter(|line| !line.trim().is_empty()).collect();
    let old = lines.len().saturating_sub(SHOWN_LINES);
    lines[old..].iter().for_each(|line| show(line));
    let status = if output.status.success() {
        "has made no target/classes and target/dependency".to_owned()
    } else {
        format!("has failed ({})", output.status)
    };
    bail!(
        "Maven {status} in {shown}; its last lines are above. If it could not fetch jars, it needs a network or a mirror \
         (~/.m2/settings.xml). Give `referee init` again when `mvn package` works in that folder"
    )
}

/// A text without the codes with which Maven colours it.
fn plain(text: &str) -> String {
    console::strip_ansi_codes(text).into_owned()
}

/// The program `mvn`, or the wrapper of the project.
fn maven(project: &Path) -> Option<PathBuf> {
    // On Windows the wrapper is `mvnw.cmd`.
    on_path("mvn").or_else(|| program_at(&std::path::absolute(project.join("mvnw")).ok()?))
}

fn has_jdk() -> bool {
    let of_home = env::var_os("JAVA_HOME").map(|home| Path::new(&home).join("bin/javac"));
    of_home.is_some_and(|javac| program_at(&javac).is_some()) || on_path("javac").is_some()
}

/// A program in one of the folders of `PATH`.
fn on_path(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).find_map(|folder| program_at(&folder.join(program)))
}
