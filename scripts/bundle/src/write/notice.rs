//! The comment above a bundle: its description, and the notices that the licences of its parts require.

use std::fmt::Write;
use std::fs;
use std::path::Path;

use anyhow::{Result, bail};

use crate::plan::contents::{Krate, Plan};

/// Names of licence files, the shortest licence first.
const FILES: [&str; 8] = [
    "LICENSE-MIT",
    "LICENSE-MIT.txt",
    "LICENSE-MIT.md",
    "LICENSE",
    "LICENSE.txt",
    "LICENSE.md",
    "COPYING",
    "LICENCE",
];

/// The comment above a bundle.
///
/// For crates of the workspace it has the name of the licence and the lines of copyright. A crate
/// from elsewhere brings the whole text of its licence; if it has none, its name, authors and source, and a note in the report.
///
/// # Errors
/// A crate from elsewhere has no licence, so that it cannot be passed on.
pub fn notice(plan: &Plan, notes: &mut Vec<String>) -> Result<String> {
    let mut text = String::new();
    let Some(program) = plan.crates.first() else { bail!("there is nothing to bundle") };
    let what = program.description.as_deref().unwrap_or("a program").replace('\n', " ");
    let _ = writeln!(text, "// {} {}: {what}", plan.name, program.version);
    let mut parts: Vec<String> = Vec::new();
    for krate in &plan.crates {
        let part = format!("{} {}", krate.place.package, krate.version);
        if !parts.contains(&part) {
            parts.push(part);
        }
    }
    let _ = writeln!(text, "// One file, bundled from: {}", parts.join(", "));
    let (own, foreign): (Vec<&Krate>, Vec<&Krate>) =
        plan.crates.iter().partition(|krate| krate.local);
    let mut lines: Vec<String> = Vec::new();
    for krate in own {
        if let Some(licence) = &krate.licence {
            lines.push(format!("// SPDX-License-Identifier: {licence}"));
        }
        if let Some(file) = licence_text(&krate.folder).or_else(|| licence_text(&plan.workspace)) {
            let copyright =
                file.lines().map(str::trim).filter(|line| line.starts_with("Copyright ("));
            lines.extend(copyright.map(|line| format!("// {line}")));
        }
    }
    let mut said: Vec<&String> = Vec::new();
    for line in &lines {
        if !said.contains(&line) {
            said.push(line);
            let _ = writeln!(text, "{line}");
        }
    }
    for krate in foreign {
        let lines = match (licence_text(&krate.folder), &krate.licence) {
            (Some(file), _) => file.lines().map(|line| line.trim().to_owned()).collect(),
            (None, Some(licence)) => {
                notes.push(format!(
                    "`{}` comes without the text of its licence, {licence}: the bundle names it",
                    krate.place.package
                ));
                origin(krate)
            }
            (None, None) => bail!(
                "`{}` has no licence in {}, so it cannot be passed on in a bundle",
                krate.place.package,
                krate.folder.display()
            ),
        };
        let licence = krate.licence.as_deref().unwrap_or("see below");
        let _ = writeln!(text, "//\n// {} {} ({licence}):", krate.place.package, krate.version);
        for line in lines {
            let _ = writeln!(text, "{}", format!("// {line}").trim_end());
        }
    }
    Ok(text)
}

/// Who wrote a crate, and where it comes from, as its manifest says.
fn origin(krate: &Krate) -> Vec<String> {
    let said = |name: &str| krate.place.variables.get(name).filter(|value| !value.is_empty());
    let authors = said("CARGO_PKG_AUTHORS").map(|names| format!("by {}", names.replace(':', ", ")));
    authors.into_iter().chain(said("CARGO_PKG_REPOSITORY").cloned()).collect()
}

fn licence_text(folder: &Path) -> Option<String> {
    FILES.iter().find_map(|name| fs::read_to_string(folder.join(name)).ok())
}
