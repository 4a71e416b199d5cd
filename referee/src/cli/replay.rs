//! `referee replay`: checks recordings against the rules.

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::failure::{Failure, usage};
use crate::arena::Log;
use crate::recording::{BegunRecording, Recording, RecordingError, Replayed};
use crate::replay::{compare, replay};
use crate::report::layout::counted;
use crate::tell;
use crate::terminal::{harmless, output};

/// Feed recorded answers to the rules, and check that they produce the inputs and the result of the recording
///
/// In a folder, recordings without a result and files of other kinds are skipped, and a note says how many there are.
#[derive(Args)]
pub(super) struct ReplayArgs {
    /// Recordings, and folders to search for files ending in .jsonl
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
}

impl ReplayArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut files = Vec::new();
        let mut named = HashSet::new();
        for path in &self.paths {
            let before = files.len();
            named.extend(path.is_file().then(|| path.clone()));
            collect(path, &mut files)
                .with_context(|| format!("cannot read {}", path.display()))
                .map_err(usage)?;
            if files.len() == before {
                return Err(usage(anyhow!(
                    "no file ends in .jsonl under {}; `referee play` writes recordings, into games/",
                    path.display()
                )));
            }
        }
        let mut out = output();
        let (mut exchanges, mut failed, mut not_computed, mut skipped) = (0, 0, 0, 0);
        for file in &files {
            match check(file) {
                Ok(replayed) if replayed.is_computed => exchanges += replayed.exchanges,
                Ok(_) => not_computed += 1,
                Err(_) if !named.contains(file) && is_no_game(file) => skipped += 1,
                Err(sentence) => {
                    let file = file.display().to_string();
                    writeln!(out, "{}{sentence}", harmless(&file))?;
                    failed += 1;
                }
            }
        }
        if skipped > 0 {
            let files = counted(skipped as u64, "file");
            tell!(
                "skipped {files} of these folders: no recordings, or recordings without a result"
            );
        }
        if skipped == files.len() {
            return Err(usage(anyhow!(
                "these folders have no recording of a whole game; name others"
            )));
        }
        if not_computed > 0 {
            let recordings = counted(not_computed as u64, "recording");
            writeln!(
                out,
                "{recordings} could not be computed again, because the referee program is not here or starts \
                 the bots itself: only the form was checked"
            )?;
        }
        if failed > 0 {
            writeln!(out, "{failed} of {} recordings failed", files.len() - skipped)?;
            return Err(Failure::Found);
        }
        let computed = files.len() - skipped - not_computed;
        if computed > 0 || not_computed == 0 {
            let s = if computed == 1 { " agrees" } else { "s agree" };
            writeln!(out, "{computed} recording{s}: {exchanges} exchanges and every result")?;
        }
        Ok(())
    }
}

/// Whether a file of a folder is no recording, or one that ends before its result, as tests and games that failed do.
fn is_no_game(file: &Path) -> bool {
    matches!(Recording::load(file), Err(RecordingError::Other(_) | RecordingError::Cut { .. }))
}

/// Adds a file, or all recordings under a folder in the order of their names. Logs of duels in the
/// folder are skipped, and so are links, pipes and devices.
pub(super) fn collect(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !fs::metadata(path)?.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let mut entries = fs::read_dir(path)?
        .map(|entry| entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))))
        .collect::<std::io::Result<Vec<(PathBuf, fs::FileType)>>>()?;
    entries.sort_by(|a, b| a.0.cmp(&b.0));
    for (entry, kind) in entries {
        let named_so = entry.extension().is_some_and(|extension| extension == "jsonl");
        if kind.is_dir() || kind.is_file() && named_so && !Log::is_at(&entry) {
            collect(&entry, files)?;
        }
    }
    Ok(())
}

/// Warns on standard error if a whole recording does not follow the rules: its result may be of another game, and it has
/// boards only up to the difference. Returns the recording.
pub(super) fn warn_of_difference(recording: BegunRecording, file: &Path) -> BegunRecording {
    let recording = match recording.whole() {
        Ok(recording) => recording,
        Err(cut) => {
            if let Some(error) = cut.torn() {
                let what =
                    format!("warning: {} {error}; here this line is left out", file.display());
                tell!("{}", harmless(&what));
            }
            return *cut;
        }
    };
    if let Err(difference) = compare(&recording) {
        let difference = difference.to_string();
        let first = difference.lines().next().unwrap_or_default();
        let file = file.display().to_string();
        tell!(
            "warning: {} does not follow the rules: {first}; `referee replay` shows more",
            harmless(&file)
        );
    }
    recording.into()
}

/// The replay of a file; or the first difference, as the rest of a sentence that begins with the name of the file.
fn check(file: &Path) -> Result<Replayed, String> {
    let recording =
        Recording::load(file).map_err(|error| format!(" {}", harmless(&error.to_string())))?;
    replay(&recording).map_err(|error| format!(": {error}"))
}
