//! Compiles the crates that stay outside a bundle.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Message;

use crate::plan::contents::Plan;
use crate::prove::original;

/// The folder in which cargo builds the crates that stay outside.
fn target(plan: &Plan) -> PathBuf {
    plan.target.join("bundle-externs")
}

/// Makes the folder for the crates that stay outside, before any cargo runs.
///
/// The bot and these crates are built beside each other. Cargo makes a missing folder of targets under another
/// name and renames it. If the other call has just made the same folder, it loses what it made in there, and fails.
///
/// # Errors
/// If the folder cannot be made.
pub fn make_folder(plan: &Plan) -> Result<()> {
    if plan.externs.is_empty() {
        return Ok(());
    }
    let folder = target(plan);
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// Compiles the crates that stay outside and returns the arguments with which rustc finds them.
///
/// They are built apart from the bot's own: a profile's `lto` or `panic` would make libraries that rustc
/// alone cannot link.
///
/// # Errors
/// If the bot does not build.
pub fn build(plan: &Plan, features: &[String]) -> Result<Vec<String>> {
    if plan.externs.is_empty() {
        return Ok(Vec::new());
    }
    let output = original::build(plan, "release", features)
        .arg("--target-dir")
        .arg(target(plan))
        .env("CARGO_PROFILE_RELEASE_LTO", "false")
        .env("CARGO_PROFILE_RELEASE_PANIC", "unwind")
        .output()
        .context("cannot run cargo")?;
    if !output.status.success() {
        bail!("{} itself does not build\n{}", plan.name, String::from_utf8_lossy(&output.stderr));
    }
    let mut arguments = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()) {
        let Message::CompilerArtifact(artifact) = message? else { continue };
        if !plan.externs.iter().any(|one| one.id == artifact.package_id) {
            continue;
        }
        let library =
            |file: &&cargo_metadata::camino::Utf8PathBuf| file.extension() == Some("rlib");
        let Some(file) = artifact.filenames.iter().find(library) else { continue };
        let name = artifact.target.name.replace('-', "_");
        let file: &Path = file.as_std_path();
        // The libraries that it needs itself are in the folder of dependencies.
        let folder: PathBuf = target(plan).join("release/deps");
        arguments.push(format!("--extern={name}={}", file.display()));
        arguments.push(format!("-Ldependency={}", folder.display()));
    }
    Ok(arguments)
}
