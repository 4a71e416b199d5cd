//! The build scripts and procedural macros of the crates in a bundle. A site cannot run them, so cargo runs the scripts here and
//! builds the macros. The bundle has what the scripts make: flags for conditions, variables for `env!`, and files in `OUT_DIR`.

use std::env::consts::DLL_EXTENSION;

use anyhow::{Context, Result, bail};
use cargo_metadata::camino::Utf8PathBuf;
use cargo_metadata::{Artifact, BuildScript, Message};

use crate::plan::contents::{Krate, Plan};
use crate::prove::original;

/// Runs the build scripts of a plan's crates and builds their macros, if there are any, and gives the crates the results.
/// Cargo builds the bot for this, with a profile and features. Returns notes for the report.
///
/// # Errors
/// If the bot does not build, or a script links a library of another language.
pub fn run(
    plan: &mut Plan,
    profile: &str,
    features: &[String],
    rustc: &str,
) -> Result<Vec<String>> {
    if plan.crates.iter().all(|krate| krate.script.is_none() && krate.macros.is_none()) {
        return Ok(Vec::new());
    }
    let output = original::build(plan, profile, features).output().context("cannot run cargo")?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{} itself does not build\n{}", plan.name, said.trim_end());
    }
    let mut notes = Vec::new();
    for message in Message::parse_stream(output.stdout.as_slice()) {
        let ran = match message? {
            Message::BuildScriptExecuted(ran) => ran,
            Message::CompilerArtifact(artifact) => {
                take_macros(plan, &artifact);
                continue;
            }
            _ => continue,
        };
        let of_script =
            |krate: &&mut Krate| krate.script.as_ref().is_some_and(|one| one.id == ran.package_id);
        for krate in plan.crates.iter_mut().filter(of_script) {
            apply(krate, &ran)?;
            let note = note(krate, rustc);
            notes.extend(note.filter(|note| !notes.contains(note)));
        }
    }
    Ok(notes)
}

/// Gives a crate of macros its library.
fn take_macros(plan: &mut Plan, artifact: &Artifact) {
    let libraries = plan.crates.iter_mut().filter_map(|krate| krate.macros.as_mut());
    let is_library = |file: &&Utf8PathBuf| file.extension() == Some(DLL_EXTENSION);
    for library in libraries.filter(|one| one.id == artifact.package_id) {
        if let Some(file) = artifact.filenames.iter().find(is_library) {
            library.file = file.clone().into();
        }
    }
}

/// Gives a crate what its build script made.
fn apply(krate: &mut Krate, ran: &BuildScript) -> Result<()> {
    let Some(script) = &krate.script else { return Ok(()) };
    if let Some(library) = ran.linked_libs.first() {
        bail!(
            "{} has a build script ({}) that links `{library}`, which a site does not have: {}",
            script.needed,
            script.file.display(),
            script.advice
        );
    }
    krate.place.cfg.flags.extend(ran.cfgs.iter().cloned());
    krate.place.variables.extend(ran.env.iter().cloned());
    krate.place.variables.insert("OUT_DIR".to_owned(), ran.out_dir.to_string());
    Ok(())
}

/// Says which compiler decided the flags: a script may ask it what it knows.
fn note(krate: &Krate, rustc: &str) -> Option<String> {
    let flags: Vec<&str> = krate.place.cfg.flags.iter().map(String::as_str).collect();
    (!flags.is_empty()).then(|| {
        format!(
            "the build script of `{}` sets these flags with rustc {rustc}: {}",
            krate.place.package,
            flags.join(", ")
        )
    })
}
