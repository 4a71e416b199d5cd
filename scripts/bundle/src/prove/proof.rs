//! The proof of a bundle: it compiles alone, and it gives the same answers as the workspace's program.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Serialize;

use crate::plan::contents::Plan;
use crate::progress::Progress;
use crate::prove::replay::{Player, Script, compare, side_by_side};
use crate::prove::speed::{bench, best_speeds};
use crate::rustc::compiler::{Compiler, Diagnostic, errors};

/// The settings of a proof.
#[derive(Clone, Debug)]
pub struct Task {
    /// The compilers that must accept it. The program of the first one plays.
    pub compilers: Vec<Compiler>,
    /// Arguments that make a bot's answers the same every time.
    pub arguments: Vec<String>,
    /// Arguments that make it print its signature; `None` if it has no signature.
    pub bench: Vec<String>,
    /// The games to play again; `None` for a program that has none.
    pub scripts: Option<Vec<Script>>,
    /// The optimisation level of the program that plays, from 0 to 3.
    pub opt_level: u8,
    /// Whether speeds are compared, too.
    pub speed: bool,
    /// Whether unused code was to stay.
    pub keep_unused: bool,
}

/// The result of a proof.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Proof {
    /// Versions of the compilers that accepted it and reported no unused code.
    pub compilers: Vec<String>,
    /// Games (one seat each) that were played again.
    pub scripts: usize,
    /// Lines of answers that were equal.
    pub answers: usize,
    /// The signature of both programs, if they have one.
    pub signature: Option<String>,
    /// Other warnings of today's compiler.
    pub warnings: Vec<String>,
    /// Speeds, if asked for.
    pub speeds: Option<Speeds>,
}

/// Nodes a second of one bench, best of several runs that took turns.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Speeds {
    /// The workspace's program, as cargo's release profile makes it.
    pub workspace: f64,
    /// The bundle at `-C opt-level=3`.
    pub bundle: f64,
    /// The bundle without optimisation.
    pub unoptimised: f64,
}

/// Proves a bundle.
///
/// # Errors
/// A sentence with the difference.
pub fn prove(
    source: &Path,
    folder: &Path,
    plan: &Plan,
    task: &Task,
    original: &Path,
    progress: &Progress,
) -> Result<Proof> {
    let versions = task.compilers.iter().map(|one| one.version.as_str());
    progress.step(&format!(
        "compiling the bundle with rustc {}",
        versions.collect::<Vec<_>>().join(", ")
    ));
    let (program, warnings) = compile(source, folder, task)?;
    let player =
        |program: &Path| Player { program: program.into(), arguments: task.arguments.clone() };
    let scripts = task.scripts.as_deref().unwrap_or_default();
    if !scripts.is_empty() {
        progress.step(&format!("playing {} recorded games with both programs", scripts.len()));
    }
    let answers = compare(&player(original), &player(&program), scripts, progress)
        .context("the bundle does not play as the workspace's program does")?;
    if task.scripts.is_some() && answers == 0 {
        bail!(
            "{} answers no line in {} recorded games, so nothing shows that the bundle plays as it \
             does: name recordings of its own contest",
            plan.name,
            scripts.len()
        );
    }
    let mut proof = Proof {
        compilers: task.compilers.iter().map(|one| one.version.clone()).collect(),
        scripts: scripts.len(),
        answers,
        warnings,
        ..Proof::default()
    };
    if !task.bench.is_empty() {
        let of = |program: &Path| bench(program, &task.bench);
        // Only the signatures of these are used, so they need no core of their own.
        let (expected, got) = side_by_side(|| of(original), || of(&program));
        let (expected, got) = (expected?, got?);
        let signature = |bench: &Option<crate::prove::speed::Bench>| {
            bench.as_ref().map(|bench| bench.signature.clone())
        };
        let (expected, got) = (signature(&expected), signature(&got));
        if expected != got {
            let show = |one: Option<String>| one.unwrap_or_else(|| "none".into());
            bail!(
                "the signature of the workspace's program is {}, that of the bundle {}",
                show(expected),
                show(got)
            );
        }
        if task.speed && expected.is_some() {
            proof.speeds = Some(speeds(source, folder, task, original, &program)?);
        }
        proof.signature = expected;
    }
    Ok(proof)
}

/// Compiles a bundle with every compiler; returns the first one's program and its warnings.
///
/// Only that program plays. The others are compiled without optimisation, which finds the same errors
/// and warnings in a fifth of the time.
fn compile(source: &Path, folder: &Path, task: &Task) -> Result<(PathBuf, Vec<String>)> {
    let mut first = None;
    for compiler in &task.compilers {
        let program = folder.join(format!("with-{}{}", compiler.version, env::consts::EXE_SUFFIX));
        let level = if first.is_none() { task.opt_level } else { 0 };
        let said = compiler.build(source, &program, level)?;
        if let Some(errors) = errors(&said) {
            bail!("the bundle does not compile with rustc {}\n{errors}", compiler.version);
        }
        let unused = said.iter().find(|one| one.tells_of_unused() && !task.keep_unused);
        if let Some(unused) = unused {
            let shown = unused.rendered.as_deref().unwrap_or(&unused.message);
            bail!("rustc {} still finds something unused\n{shown}", compiler.version);
        }
        first.get_or_insert_with(|| (program, warnings(&said)));
    }
    first.context("there is no compiler to prove anything with")
}

fn warnings(said: &[Diagnostic]) -> Vec<String> {
    let warnings = said
        .iter()
        .filter(|one| one.level == "warning" && !one.spans.is_empty() && !one.tells_of_unused());
    warnings
        .map(|one| {
            let line = one.places().next().map_or(0, |place| place.line_start);
            format!("line {line}: {}", one.message)
        })
        .collect()
}

fn speeds(
    source: &Path,
    folder: &Path,
    task: &Task,
    original: &Path,
    bundle: &Path,
) -> Result<Speeds> {
    let slow = folder.join(format!("unoptimised{}", env::consts::EXE_SUFFIX));
    task.compilers[0].build(source, &slow, 0)?;
    let best = best_speeds(&[original, bundle], &task.bench, 9)?;
    let unoptimised = best_speeds(&[&slow], &task.bench, 1)?;
    Ok(Speeds { workspace: best[0], bundle: best[1], unoptimised: unoptimised[0] })
}

#[cfg(test)]
mod tests;
