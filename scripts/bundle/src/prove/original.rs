//! The workspace's own program, which a bundle is compared with. Cargo builds it while the bundle is made.

use std::env;
use std::fs::File;
use std::io::{BufReader, Seek};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, anyhow, bail};
use cargo_metadata::Message;

use crate::plan::contents::Plan;

/// A call of cargo that builds a plan's program with a profile, and prints the results as JSON.
pub fn build(plan: &Plan, profile: &str, features: &[String]) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command
        .args([
            "build",
            "--profile",
            profile,
            "--quiet",
            "--message-format",
            "json-render-diagnostics",
        ])
        .args(["--package", &plan.package, "--bin", &plan.name])
        .args(features)
        .arg("--manifest-path")
        .arg(&plan.manifest)
        .current_dir(&plan.workspace)
        .stdin(Stdio::null());
    command
}

/// A running build. It ends when this is dropped.
pub struct Original {
    name: String,
    child: Child,
    said: File,
    errors: File,
}

impl Original {
    /// Begins to build a plan's program with a profile.
    ///
    /// # Errors
    /// Cargo cannot be run.
    pub fn start(plan: &Plan, profile: &str, features: &[String]) -> Result<Self> {
        let file = || tempfile::tempfile().context("cannot make a file for what cargo says");
        let (said, errors) = (file()?, file()?);
        let child = build(plan, profile, features)
            .stdout(said.try_clone()?)
            .stderr(errors.try_clone()?)
            .spawn()
            .context("cannot run cargo")?;
        Ok(Self { name: plan.name.clone(), child, said, errors })
    }

    /// Waits for the program.
    ///
    /// # Errors
    /// It does not build; the compiler's messages name its own files.
    pub fn finish(mut self) -> Result<PathBuf> {
        let status = self.child.wait().context("cannot wait for cargo")?;
        if !status.success() {
            self.errors.rewind()?;
            let said = std::io::read_to_string(&self.errors)?;
            bail!("{} itself does not build\n{}", self.name, said.trim_end());
        }
        self.said.rewind()?;
        for message in Message::parse_stream(BufReader::new(&self.said)) {
            if let Message::CompilerArtifact(artifact) = message?
                && artifact.target.name == self.name
                && let Some(program) = artifact.executable
            {
                return Ok(program.into());
            }
        }
        Err(anyhow!("{} has been built, but cargo names no program of it", self.name))
    }
}

impl Drop for Original {
    fn drop(&mut self) {
        if let Ok(None) = self.child.try_wait() {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}
