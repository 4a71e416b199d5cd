//! Source code after its macros ran.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

use crate::rustc::compiler::{Compiler, Diagnostic};

/// Code whose macros a compiler is to run.
#[derive(Clone, Copy, Debug)]
pub struct Expand<'a> {
    /// The file.
    pub source: &'a Path,
    /// The type of its crate, such as `lib`.
    pub crate_type: &'a str,
    /// Its edition.
    pub edition: &'a str,
    /// Its features.
    pub features: &'a [&'a str],
    /// The libraries of procedural macros, by their names.
    pub libraries: &'a [(&'a str, &'a Path)],
    /// The variables that cargo sets for the macros.
    pub variables: &'a BTreeMap<String, String>,
}

impl Compiler {
    /// The text of a source file after its macros ran, and the compiler's messages.
    ///
    /// # Errors
    /// The compiler cannot be run.
    pub fn expand(&self, task: &Expand) -> Result<(String, Vec<Diagnostic>)> {
        let libraries = task.libraries.iter();
        let output = Command::new(&self.program)
            .args(["-Zunpretty=expanded", "--edition", task.edition])
            .args(["--crate-type", task.crate_type])
            .args(task.features.iter().map(|name| format!("--cfg=feature={name:?}")))
            .args(["--error-format", "json"])
            .args(libraries.map(|(name, file)| format!("--extern={name}={}", file.display())))
            .arg(task.source)
            .envs(task.variables)
            // A stable compiler has the option only so.
            .env("RUSTC_BOOTSTRAP", "1")
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("cannot run {}", self.program.display()))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let said = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        Ok((String::from_utf8_lossy(&output.stdout).into_owned(), said))
    }
}
