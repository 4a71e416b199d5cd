//! The text of one bundle: reduced, laid out, and proven.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use quote::ToTokens;
use syn::File;

use crate::cli::Options;
use crate::cut::reduce::reduce;
use crate::cut::reduced::Reduced;
use crate::explain::blame::blame;
use crate::explain::newer_syntax;
use crate::join::assemble::Assembled;
use crate::plan::contents::Plan;
use crate::plan::externs::Choice;
use crate::plan::settings;
use crate::progress::Progress;
use crate::prove::proof::{Proof, Task, prove};
use crate::prove::replay::Script;
use crate::report::Report;
use crate::run::inputs;
use crate::run::short_names::short_names;
use crate::rustc::compiler::Compiler;
use crate::write::imports;
use crate::write::layout;
use crate::write::minify;
use crate::write::shorten::Methods;

/// The data that all steps of one bundle use.
pub struct Make<'a> {
    pub options: &'a Options,
    pub plan: &'a Plan,
    /// This machine's compiler first, then the site's.
    pub compilers: &'a [Compiler],
    /// Folder for the compilers' files.
    pub folder: &'a Path,
    pub progress: &'a Progress,
    /// The head of the bundle.
    pub notice: &'a str,
    /// The games to play again; `None` for a program that has none.
    pub games: Option<Vec<Script>>,
    /// The workspace's own program; empty if no proof is wanted.
    pub original: OnceCell<PathBuf>,
}

impl Make<'_> {
    /// The text and the report of a bundle that is proven. A text that is not is written to `failed`.
    pub fn finish(
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
        let mut report = Report::new(self.plan, reduced, &text, notes, self.options.edition);
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
    pub fn whole(
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
    pub fn reduce(&self, assembled: &Assembled) -> Result<Reduced> {
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
        let places = newer_syntax::places(file, sources, inputs::minor(version));
        if !places.is_empty() {
            bail!(
                "{} has Rust {version}, which is too old for this code\n  {}",
                self.plan.site.name(),
                places.join("\n  ")
            );
        }
        Ok(())
    }

    /// The final text, minified if it is too long for the site otherwise, with short names if that is not
    /// enough, and with short names of methods, too, if it still is not.
    fn text(&self, notice: &str, reduced: &Reduced, notes: &mut Vec<String>) -> Result<String> {
        let mut file = syn::parse_file(&reduced.text)?;
        imports::merge(&mut file);
        let minified = |file: &File| minify::minify(file.to_token_stream());
        let short = |methods| short_names(&file, methods, &self.compilers[0], self.folder);
        let excess = |text: &str| self.plan.site.excess(&format!("{notice}{text}"));
        let mut text = match self.options {
            Options { short_names: true, .. } => short(Methods::Short)?,
            Options { minify: true, .. } => minified(&file),
            _ => layout::lay_out(&file),
        };
        let is_laid_out = !self.options.minify && !self.options.short_names;
        if let Some(length) = excess(&text).filter(|_| is_laid_out) {
            notes.push(format!(
                "minified: laid out for reading it has {length}, which are too many"
            ));
            text = minified(&file);
        }
        if let Some(length) = excess(&text).filter(|_| !self.options.short_names) {
            notes.push(format!("short names: with its own ones it has {length} even minified"));
            text = short(Methods::Kept)?;
            if let Some(length) = excess(&text) {
                notes.push(format!("short names of methods: with their own ones it has {length}"));
                text = short(Methods::Short)?;
            }
        }
        Ok(format!("{notice}{text}"))
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
    pub fn keep_failed(&self, error: anyhow::Error, output: &Path) -> anyhow::Error {
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

/// Writes a text to a file, whose folder is made if it is missing.
pub fn write(file: &Path, text: &str) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}
