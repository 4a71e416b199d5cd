//! What a bundle needs from outside its crates: compilers, recorded games and build scripts.

use anyhow::{Result, bail};

use crate::cli::Options;
use crate::plan::contents::{Krate, Plan};
use crate::plan::settings;
use crate::plan::settings::Recordings;
use crate::progress::Progress;
use crate::prove::build_scripts;
use crate::prove::replay::{Script, scripts};
use crate::rustc::compiler::Compiler;

/// The compiler of this machine and, unless no proof is wanted, the site's.
pub fn compilers(options: &Options, plan: &Plan, notes: &mut Vec<String>) -> Result<Vec<Compiler>> {
    let mut compilers = vec![Compiler::current()?];
    if let Some(version) = plan.site.limits().compiler {
        if minor(version) < options.edition.since() {
            bail!(
                "{} has Rust {version}, which does not know the edition {}",
                plan.site.name(),
                options.edition.year()
            );
        }
        let is_missing = !options.no_verify && compilers[0].version != version;
        if is_missing && !plan.externs.is_empty() {
            notes.push(format!(
                "not compiled with Rust {version}: the crates outside the bundle are built for today's"
            ));
        } else if is_missing {
            match Compiler::installed(version) {
                Some(old) => compilers.push(old),
                None => notes.push(format!(
                    "not compiled with Rust {version}, which is not installed here: rustup toolchain \
                     install {version} --profile minimal"
                )),
            }
        }
    }
    for compiler in &mut compilers {
        compiler.edition = options.edition;
    }
    Ok(compilers)
}

/// The 60 of `1.60.0`.
pub fn minor(version: &str) -> u64 {
    version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or(u64::MAX)
}

/// The recorded games to play again; `None` for a program without any.
pub fn games(
    options: &Options,
    plan: &Plan,
    notes: &mut Vec<String>,
) -> Result<Option<Vec<Script>>> {
    let mut paths = options.recordings.clone();
    if paths.is_empty() {
        match settings::recordings(plan)? {
            Recordings::At(path) => paths.push(path),
            Recordings::None(reason) => {
                notes.push(format!("no recorded game was played again: {reason}"));
                return Ok(None);
            }
        }
    }
    let mut games = Vec::new();
    for path in &paths {
        games.extend(scripts(path)?);
    }
    Ok(Some(games))
}

/// Arguments for cargo about features.
pub fn cargo_features(options: &Options) -> Vec<String> {
    let mut features = Vec::new();
    if !options.features.is_empty() {
        features.extend(["--features".to_string(), options.features.join(",")]);
    }
    if options.no_default_features {
        features.push("--no-default-features".into());
    }
    features
}

/// Runs the build scripts of the crates, builds their macros, and returns notes for the report.
pub fn scripts_of(
    plan: &mut Plan,
    options: &Options,
    features: &[String],
    compiler: &Compiler,
    progress: &Progress,
) -> Result<Vec<String>> {
    let names = |is_wanted: &dyn Fn(&Krate) -> bool| {
        let wanted = plan.crates.iter().filter(|krate| is_wanted(krate));
        let mut names: Vec<&str> = wanted.map(|krate| krate.place.package.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names.join(", ")
    };
    let scripts = names(&|krate| krate.script.is_some());
    let macros = names(&|krate| krate.macros.is_some());
    for (names, what) in
        [(scripts, "runs the build scripts"), (macros, "builds the procedural macros")]
    {
        if !names.is_empty() {
            progress.step(&format!("building {}, which {what} of {names}", plan.name));
        }
    }
    build_scripts::run(plan, &options.profile, features, &compiler.version)
}
