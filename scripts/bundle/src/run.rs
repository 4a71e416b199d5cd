//! The steps of a bundle: plan, assemble, remove unused code, lay out, prove, write.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use cargo_metadata::Edition;
use quote::ToTokens;
use syn::File;

use crate::cli::Options;
use crate::cut::reduce::reduce;
use crate::cut::reduced::Reduced;
use crate::explain::blame::blame;
use crate::explain::lost_settings::lost;
use crate::explain::newer_syntax;
use crate::join::assemble::{Assembled, assemble};
use crate::plan::contents::{Krate, Plan};
use crate::plan::externs::Choice;
use crate::plan::settings;
use crate::plan::settings::Recordings;
use crate::plan::site::Unit;
use crate::plan::workspace::{Wanted, plan};
use crate::progress::Progress;
use crate::prove::build_scripts;
use crate::prove::extern_libraries;
use crate::prove::original::Original;
use crate::prove::proof::{Proof, Task, prove};
use crate::prove::replay::{Script, scripts};
use crate::report::Report;
use crate::rustc::compiler::{self, Compiler};
use crate::stack::with_large_stack;
use crate::write::imports;
use crate::write::layout;
use crate::write::minify;
use crate::write::notice;
use crate::write::shorten;

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
    let mut compilers = compilers(options, &plan, &mut notes)?;
    let games = if options.no_verify { None } else { games(options, &plan, &mut notes)? };
    let notice = notice::notice(&plan, &mut notes)?;
    let features = cargo_features(options);
    notes.extend(scripts_of(&mut plan, options, &features, &compilers[0], &progress)?);
    let assembled = assemble(&mut plan)?;

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
    let folder = tempfile::tempdir().context("cannot make a folder for the compiler")?;
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
        Err(error) => {
            progress.step("that failed; trying a bundle that keeps all code");
            let kept = fs::read(&failed);
            let Ok((text, mut report)) = make.whole(&assembled, notes, &failed) else {
                // The shorter file tells more.
                if let Ok(kept) = kept {
                    let _ = fs::write(&failed, kept);
                }
                return Err(error);
            };
            report.notes.push(format!(
                "unused code was kept, so the bundle has {} {}: {}",
                report.length,
                report.unit,
                reason(&error)
            ));
            (text, report)
        }
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

/// Runs the build scripts of the crates, and returns notes for the report.
fn scripts_of(
    plan: &mut Plan,
    options: &Options,
    features: &[String],
    compiler: &Compiler,
    progress: &Progress,
) -> Result<Vec<String>> {
    let mut names: Vec<&str> = Vec::new();
    for krate in plan.crates.iter().filter(|krate| krate.script.is_some()) {
        if !names.contains(&krate.place.package.as_str()) {
            names.push(&krate.place.package);
        }
    }
    if !names.is_empty() {
        let names = names.join(", ");
        progress.step(&format!("building {}, which runs the build scripts of {names}", plan.name));
    }
    build_scripts::run(plan, &options.profile, features, &compiler.version)
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

/// The compiler of this machine and, unless no proof is wanted, the site's.
fn compilers(options: &Options, plan: &Plan, notes: &mut Vec<String>) -> Result<Vec<Compiler>> {
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
fn minor(version: &str) -> u64 {
    version.split('.').nth(1).and_then(|minor| minor.parse().ok()).unwrap_or(u64::MAX)
}

/// The recorded games to play again; `None` for a program without any.
fn games(options: &Options, plan: &Plan, notes: &mut Vec<String>) -> Result<Option<Vec<Script>>> {
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
fn cargo_features(options: &Options) -> Vec<String> {
    let mut features = Vec::new();
    if !options.features.is_empty() {
        features.extend(["--features".to_string(), options.features.join(",")]);
    }
    if options.no_default_features {
        features.push("--no-default-features".into());
    }
    features
}

/// The data that all steps of one bundle use.
struct Make<'a> {
    options: &'a Options,
    plan: &'a Plan,
    /// This machine's compiler first, then the site's.
    compilers: &'a [Compiler],
    /// Folder for the compilers' files.
    folder: &'a Path,
    progress: &'a Progress,
    /// The head of the bundle.
    notice: &'a str,
    /// The games to play again; `None` for a program that has none.
    games: Option<Vec<Script>>,
    /// The workspace's own program; empty if no proof is wanted.
    original: OnceCell<PathBuf>,
}

impl Make<'_> {
    /// The text and the report of a bundle that is proven. A text that is not is written to `failed`.
    fn finish(
        &self,
        reduced: &Reduced,
        mut notes: Vec<String>,
        keep_unused: bool,
        failed: &Path,
    ) -> Result<(String, Report)> {
        if reduced.stopped {
            notes.push(
                "the search for code that nothing calls was stopped, so some may be left".into(),
            );
        }
        let text = self.text(self.notice, reduced, &mut notes)?;
        let mut report = report(self.plan, reduced, &text, notes, self.options.edition);
        match self.check(&text, &report, keep_unused || reduced.stopped) {
            Ok(proof) => report.proof = proof,
            Err(error) => {
                write(failed, &text)?;
                return Err(
                    error.context(format!("no bundle: what came out is in {}", failed.display()))
                );
            }
        }
        Ok((text, report))
    }

    /// The same for a bundle with all code.
    fn whole(
        &self,
        assembled: &Assembled,
        notes: Vec<String>,
        failed: &Path,
    ) -> Result<(String, Report)> {
        self.check_syntax(&assembled.file, &assembled.files)?;
        let text = prettyplease::unparse(&assembled.file);
        self.finish(&Reduced { text, ..Reduced::default() }, notes, true, failed)
    }

    /// The bundle without unused code.
    fn reduce(&self, assembled: &Assembled) -> Result<Reduced> {
        let text = prettyplease::unparse(&assembled.file);
        let accept = |file: &File| self.check_syntax(file, &assembled.files);
        if self.options.keep_unused {
            accept(&assembled.file)?;
            return Ok(Reduced { text, ..Reduced::default() });
        }
        reduce(&text, self.compilers, self.folder, self.progress, &accept)
    }

    /// Refuses a bundle with syntax that the site's compiler does not know.
    fn check_syntax(&self, file: &File, sources: &[PathBuf]) -> Result<()> {
        let Some(version) = self.plan.site.limits().compiler else { return Ok(()) };
        let places = newer_syntax::places(file, sources, minor(version));
        if !places.is_empty() {
            bail!(
                "{} has Rust {version}, which is too old for this code\n  {}",
                self.plan.site.name(),
                places.join("\n  ")
            );
        }
        Ok(())
    }

    /// The final text, minified if it is too long for the site otherwise, and with short names if that is not
    /// enough.
    fn text(&self, notice: &str, reduced: &Reduced, notes: &mut Vec<String>) -> Result<String> {
        let mut text = format!("{notice}{}", finished(&reduced.text, self.options.minify)?);
        if let Some(length) = self.plan.site.excess(&text).filter(|_| !self.options.minify) {
            notes.push(format!(
                "minified: laid out for reading it has {length}, which are too many"
            ));
            text = format!("{notice}{}", finished(&reduced.text, true)?);
        }
        if let Some(length) = self.plan.site.excess(&text) {
            notes.push(format!("short names: with its own ones it has {length} even minified"));
            let mut file = syn::parse_file(&reduced.text)?;
            imports::merge(&mut file);
            text = format!("{notice}{}", minify::minify(shorten::shorten(&file)));
        }
        Ok(text)
    }

    /// Checks the size of the finished text, and proves it.
    fn check(&self, text: &str, report: &Report, keep_unused: bool) -> Result<Option<Proof>> {
        if let Some(longest) = report.longest
            && report.length > longest
        {
            bail!(
                "the minified bundle has {} {}, and {} takes {longest} ({}): leave something out of \
                 the bot",
                report.length,
                report.unit,
                report.site,
                self.plan.site.limits().source
            );
        }
        let Some(original) = self.original.get() else { return Ok(None) };
        let source = self.folder.join("finished.rs");
        write(&source, text)?;
        let options = self.options;
        let arguments = match &options.arguments {
            Some(words) => words.split_whitespace().map(str::to_string).collect(),
            None => settings::list(self.plan, "arguments"),
        };
        let task = Task {
            compilers: self.compilers.to_vec(),
            arguments,
            bench: settings::list(self.plan, "bench"),
            opt_level: options.opt_level,
            scripts: self.games.clone(),
            speed: options.speed,
            keep_unused,
        };
        prove(&source, self.folder, self.plan, &task, original, self.progress).map(Some)
    }

    /// Writes a bundle that does not compile to a file, so that its errors can be looked up, and names the
    /// crate that they come from if that is not the user's own.
    fn keep_failed(&self, error: anyhow::Error, output: &Path) -> anyhow::Error {
        let (source, failed) = (self.folder.join("bundle.rs"), output.with_extension("failed.rs"));
        let options = self.options;
        let choice =
            Choice { site: self.plan.site, outside: &options.outside, inside: &options.inside };
        let blamed = blame(&source, self.folder, self.plan, self.compilers, choice);
        let error = match blamed {
            Ok(Some(sentence)) => error.context(sentence),
            _ => error,
        };
        let kept = output.parent().map(fs::create_dir_all);
        match (kept, fs::copy(source, &failed)) {
            (_, Ok(_)) => {
                error.context(format!("no bundle: what came out is in {}", failed.display()))
            }
            _ => error,
        }
    }
}

/// Why the bundle without unused code failed, in one line.
fn reason(error: &anyhow::Error) -> String {
    let all = format!("{:#}", error.root_cause());
    let line: String = all.lines().next().unwrap_or_default().chars().take(300).collect();
    line.trim_end_matches(':').to_string()
}

/// The text as it is written.
fn finished(text: &str, minified: bool) -> Result<String> {
    let mut file = syn::parse_file(text)?;
    imports::merge(&mut file);
    Ok(if minified { minify::minify(file.into_token_stream()) } else { layout::lay_out(&file) })
}

fn crates(plan: &Plan) -> Vec<String> {
    let mut crates: Vec<String> =
        plan.crates.iter().map(|krate| krate.place.name.clone()).collect();
    crates.dedup();
    crates
}

fn report(
    plan: &Plan,
    reduced: &Reduced,
    text: &str,
    mut notes: Vec<String>,
    edition: compiler::Edition,
) -> Report {
    let limits = plan.site.limits();
    let unit = limits.longest.map_or(Unit::Characters, |(_, unit)| unit);
    notes.extend(editions(plan, edition));
    notes.dedup();
    Report {
        bot: plan.name.clone(),
        file: None,
        site: plan.site.name().into(),
        length: unit.measure(text),
        unit: unit.name().into(),
        longest: limits.longest.map(|(longest, _)| longest),
        files: 0,
        crates: crates(plan),
        outside: plan.externs.iter().map(ToString::to_string).collect(),
        features_off: plan.features_off.clone(),
        removed: reduced
            .removed
            .iter()
            .map(|(kind, count)| ((*kind).to_string(), *count))
            .collect::<BTreeMap<_, _>>(),
        kept_unused: reduced.kept,
        notes,
        proof: None,
    }
}

/// Remarks on crates that are compiled with another edition than their own.
fn editions(plan: &Plan, edition: compiler::Edition) -> Vec<String> {
    let crates = plan.crates.iter();
    let remark = |krate: &Krate| {
        let (written, what) = match (krate.edition, edition) {
            (Edition::E2024, compiler::Edition::E2021) => ("2024", "longer"),
            (Edition::E2018 | Edition::E2021, compiler::Edition::E2024) => ("2021", "shorter"),
            _ => return None,
        };
        Some(format!(
            "`{}` is written for the edition {written} and compiled as {}, where temporaries of a \
             block's last line live {what}",
            krate.place.package,
            edition.year()
        ))
    };
    crates.filter_map(remark).collect()
}

fn write(file: &Path, text: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
