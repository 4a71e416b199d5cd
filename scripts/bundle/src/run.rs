//! The steps of a bundle: plan, assemble, remove unused code, lay out, prove, write.

mod inputs;
mod make;
mod short_names;

use std::cell::OnceCell;
use std::fs;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Error, Result};

use crate::cli::Options;
use crate::explain::lost_settings::lost;
use crate::join::assemble::{Assembled, assemble};
use crate::join::trait_objects;
use crate::plan::workspace::{Wanted, plan};
use crate::progress::Progress;
use crate::prove::extern_libraries;
use crate::prove::original::Original;
use crate::report::{Report, crates};
use crate::run::make::{Make, write};
use crate::stack::with_large_stack;
use crate::write::notice;

/// Bundles the program that the options name.
///
/// # Errors
/// A sentence with the reason and advice.
pub fn run(options: &Options) -> Result<()> {
    with_large_stack(|| bundle(options))
}

fn bundle(options: &Options) -> Result<()> {
    let progress = Progress::new();
    let mut plan = plan(Wanted {
        bot: &options.bot,
        bin: options.bin.as_deref(),
        manifest: options.manifest_path.as_deref(),
        features: &options.features,
        default_features: !options.no_default_features,
        site: options.site,
        outside: &options.outside,
        inside: &options.inside,
    })?;
    let default = || plan.target.join("bundles").join(format!("{}.rs", plan.name));
    let output = options.output.clone().unwrap_or_else(default);
    let mut notes = lost(&plan);
    let mut compilers = inputs::compilers(options, &plan, &mut notes)?;
    let games = if options.no_verify { None } else { inputs::games(options, &plan, &mut notes)? };
    let notice = notice::notice(&plan, &mut notes)?;
    let features = inputs::cargo_features(options);
    notes.extend(inputs::scripts_of(&mut plan, options, &features, &compilers[0], &progress)?);
    let folder = tempfile::tempdir().context("cannot make a folder for the compiler")?;
    let mut assembled = assemble(&mut plan, &compilers[0], folder.path())?;

    progress.step(&format!(
        "building {} as it is, and a bundle of {} files of {}",
        plan.name,
        assembled.files.len(),
        crates(&plan).join(", ")
    ));
    extern_libraries::make_folder(&plan)?;
    let build = || Original::start(&plan, &options.profile, &features);
    let original = if options.no_verify { None } else { Some(build()?) };
    let externs = extern_libraries::build(&plan, &features)?;
    compilers[0].arguments = externs;
    trait_objects::mark(&mut assembled.file, &plan, &compilers[0], folder.path())?;
    let make = Make {
        options,
        plan: &plan,
        compilers: &compilers,
        folder: folder.path(),
        progress: &progress,
        notice: &notice,
        games,
        original: OnceCell::new(),
    };
    let reduced = make.reduce(&assembled);
    // Errors of the bot itself are reported in its own files.
    if let Some(original) = original {
        progress.step(&format!("waiting until {} is built as it is", plan.name));
        let _ = make.original.set(original.finish()?);
    } else if reduced.is_err() {
        build()?.finish()?;
    }
    let failed = output.with_extension("failed.rs");
    let trimmed = match reduced {
        Ok(reduced) => make.finish(&reduced, notes.clone(), options.keep_unused, &failed),
        Err(error) => Err(make.keep_failed(error, &output)),
    };
    let (text, mut report) = match trimmed {
        Ok(made) => made,
        Err(error) if options.keep_unused || options.no_verify => return Err(error),
        Err(error) => with_all_code(&make, &assembled, notes, &failed, error)?,
    };
    report.files = assembled.files.len();
    let _ = fs::remove_file(&failed);
    if options.stdout {
        std::io::stdout().write_all(text.as_bytes()).context("cannot write to stdout")?;
    } else {
        write(&output, &text)?;
        report.file = Some(output.display().to_string());
    }
    print(options, &report)
}

/// The text and the report of a bundle that keeps all code, since the one without unused code failed with
/// `error`.
fn with_all_code(
    make: &Make<'_>,
    assembled: &Assembled,
    notes: Vec<String>,
    failed: &Path,
    error: Error,
) -> Result<(String, Report)> {
    make.progress.step("that failed; trying a bundle that keeps all code");
    let shorter = fs::read(failed);
    let Ok((text, mut report)) = make.whole(assembled, notes, failed) else {
        // The shorter file tells more.
        if let Ok(shorter) = shorter {
            let _ = fs::write(failed, shorter);
        }
        return Err(error);
    };
    report.notes.push(format!(
        "unused code was kept, so the bundle has {} {}: {}",
        report.length,
        report.unit,
        reason(&error)
    ));
    Ok((text, report))
}

/// Why the bundle without unused code failed, in one line.
fn reason(error: &Error) -> String {
    let all = format!("{:#}", error.root_cause());
    let line: String = all.lines().next().unwrap_or_default().chars().take(300).collect();
    line.trim_end_matches(':').to_string()
}

/// Prints the report.
fn print(options: &Options, report: &Report) -> Result<()> {
    let text =
        if options.json { serde_json::to_string(report)? + "\n" } else { report.to_string() };
    if options.stdout {
        let _ = std::io::stderr().write_all(text.as_bytes());
    } else {
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
    Ok(())
}
