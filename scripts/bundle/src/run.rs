//! Makes a bundle: plan, assemble, remove what is unused, lay out, prove, write.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Edition;
use quote::ToTokens;

use crate::assemble::assemble;
use crate::cli::Options;
use crate::compiler::Compiler;
use crate::drive::scripts;
use crate::lean::{Lean, lean};
use crate::proof::{Task, prove};
use crate::report::Report;
use crate::settings::Recordings;
use crate::site::Site;
use crate::workspace::{Plan, Wanted, plan};
use crate::{imports, layout, minify, notice, settings};

/// Bundles what the options ask for.
///
/// # Errors
/// A sentence that says why there is no bundle, and what to do.
pub fn run(options: &Options) -> Result<()> {
    let mut plan = plan(Wanted {
        bot: &options.bot,
        bin: options.bin.as_deref(),
        manifest: options.manifest_path.as_deref(),
        features: &options.features,
        default_features: !options.no_default_features,
    })?;
    let output = options
        .output
        .clone()
        .unwrap_or_else(|| plan.target.join("bundles").join(format!("{}.rs", plan.name)));
    let mut notes = Vec::new();
    let site = options.site.map_or_else(|| settings::site(&plan), Ok)?;
    let compilers = compilers(site, options.no_verify, &mut notes)?;
    let task =
        if options.no_verify { None } else { Some(task(options, &plan, &compilers, &mut notes)?) };
    let notice = notice::notice(&plan)?;
    let assembled = assemble(&mut plan)?;
    let folder = tempfile::tempdir().context("cannot make a folder for the compiler")?;
    let text = layout::plain(&assembled.file);
    let lean = if options.keep_unused {
        Lean { text, ..Lean::default() }
    } else {
        lean(&text, &compilers, folder.path())
            .map_err(|error| keep_failed(error, folder.path(), &output))?
    };
    let mut text = format!("{notice}{}", finished(&lean.text, options.minify)?);
    if let (false, Some(length)) = (options.minify, excess(site, &text)) {
        notes.push(format!("minified: laid out for reading it has {length}, which are too many"));
        text = format!("{notice}{}", finished(&lean.text, true)?);
    }

    let mut report = report(site, &plan, &lean, &text, notes);
    report.files = assembled.files;
    let failed = output.with_extension("failed.rs");
    let proven = check(&text, site, &report, task.as_ref(), &plan, folder.path());
    match proven {
        Ok(proof) => report.proof = proof,
        Err(error) => {
            write(&failed, &text)?;
            return Err(
                error.context(format!("no bundle: what came out is in {}", failed.display()))
            );
        }
    }
    if options.stdout {
        std::io::stdout().write_all(text.as_bytes()).context("cannot write to stdout")?;
    } else {
        write(&output, &text)?;
        let _ = fs::remove_file(&failed);
        report.file = Some(output.display().to_string());
    }
    let told =
        if options.json { serde_json::to_string(&report)? + "\n" } else { report.to_string() };
    if options.stdout {
        let _ = std::io::stderr().write_all(told.as_bytes());
    } else {
        let _ = std::io::stdout().write_all(told.as_bytes());
    }
    Ok(())
}

/// The compiler of this machine and, unless nothing is to be proven, the site's.
fn compilers(site: Site, no_verify: bool, notes: &mut Vec<String>) -> Result<Vec<Compiler>> {
    let mut compilers = vec![Compiler::current()?];
    if let (Some(version), false) = (site.limits().compiler, no_verify) {
        match Compiler::installed(version) {
            Some(old) if old.version != compilers[0].version => compilers.push(old),
            Some(_) => {}
            None => notes.push(format!(
                "not compiled with Rust {version}, which is not installed here: rustup toolchain \
                 install {version} --profile minimal"
            )),
        }
    }
    Ok(compilers)
}

/// What is to be proven.
fn task(
    options: &Options,
    plan: &Plan,
    compilers: &[Compiler],
    notes: &mut Vec<String>,
) -> Result<Task> {
    let mut paths = options.recordings.clone();
    let mut games = None;
    if paths.is_empty() {
        match settings::recordings(plan)? {
            Recordings::At(path) => paths.push(path),
            Recordings::None(reason) => {
                notes.push(format!("no recorded game was played again: {reason}"));
            }
        }
    }
    for path in &paths {
        games.get_or_insert_with(Vec::new).extend(scripts(path)?);
    }
    let arguments = match &options.arguments {
        Some(words) => words.split_whitespace().map(str::to_string).collect(),
        None => settings::list(plan, "arguments"),
    };
    let mut features = Vec::new();
    if !options.features.is_empty() {
        features.extend(["--features".to_string(), options.features.join(",")]);
    }
    if options.no_default_features {
        features.push("--no-default-features".into());
    }
    Ok(Task {
        compilers: compilers.to_vec(),
        arguments,
        bench: settings::list(plan, "bench"),
        scripts: games,
        speed: options.speed,
        keep_unused: options.keep_unused,
        features,
    })
}

/// The length of a text that is too long for the site.
fn excess(site: Site, text: &str) -> Option<String> {
    let (longest, unit) = site.limits().longest?;
    let length = unit.measure(text);
    (length > longest).then(|| format!("{length} {}", unit.name()))
}

/// The text as it is written.
fn finished(text: &str, minified: bool) -> Result<String> {
    let mut file = syn::parse_file(text)?;
    imports::merge(&mut file);
    Ok(if minified { minify::minify(file.into_token_stream()) } else { layout::lay_out(&file) })
}

fn report(site: Site, plan: &Plan, lean: &Lean, text: &str, notes: Vec<String>) -> Report {
    let limits = site.limits();
    let unit = limits.longest.map_or(crate::site::Unit::Characters, |(_, unit)| unit);
    let mut notes = notes;
    for krate in plan.crates.iter().filter(|krate| krate.edition == Edition::E2024) {
        notes.push(format!(
            "`{}` is written for the edition 2024 and compiled as 2021, where temporaries of a \
             block's last line live longer",
            krate.place.package
        ));
    }
    notes.dedup();
    let crates = plan.crates.iter().map(|krate| krate.place.name.clone());
    let mut crates: Vec<String> = crates.collect();
    crates.dedup();
    Report {
        bot: plan.name.clone(),
        file: None,
        site: site.name().into(),
        length: unit.measure(text),
        unit: unit.name().into(),
        longest: limits.longest.map(|(longest, _)| longest),
        files: 0,
        crates,
        features_off: plan.features_off.clone(),
        removed: lean
            .removed
            .iter()
            .map(|(kind, count)| ((*kind).to_string(), *count))
            .collect::<BTreeMap<_, _>>(),
        kept_unused: lean.kept,
        notes,
        proof: None,
    }
}

/// Checks the size of the finished text, and proves it.
fn check(
    text: &str,
    site: Site,
    report: &Report,
    task: Option<&Task>,
    plan: &Plan,
    folder: &Path,
) -> Result<Option<crate::proof::Proof>> {
    if let Some(longest) = report.longest
        && report.length > longest
    {
        bail!(
            "the minified bundle has {} {}, and {} takes {longest} ({}): leave something out of \
             the bot",
            report.length,
            report.unit,
            report.site,
            site.limits().source
        );
    }
    let Some(task) = task else { return Ok(None) };
    let source = folder.join("finished.rs");
    write(&source, text)?;
    prove(&source, folder, plan, task).map(Some)
}

fn write(file: &Path, text: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// Writes a bundle that does not compile to a file, so that its errors can be looked up.
fn keep_failed(error: anyhow::Error, folder: &Path, output: &Path) -> anyhow::Error {
    let failed: PathBuf = output.with_extension("failed.rs");
    let kept = output.parent().map(fs::create_dir_all);
    match (kept, fs::copy(folder.join("bundle.rs"), &failed)) {
        (_, Ok(_)) => error.context(format!("no bundle: what came out is in {}", failed.display())),
        _ => error,
    }
}
