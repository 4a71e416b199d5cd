//! `referee replay`: checks recordings against the rules.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::Args;

use super::failure::{Failure, usage};
use crate::arena::Log;
use crate::recording::{Recording, Replayed};
use crate::replay::replay;
use crate::terminal::{harmless, output};

/// Feed recorded answers to the rules, and check that they produce the inputs and the result of the recording
#[derive(Args)]
pub(super) struct ReplayArgs {
    /// Recordings, and folders to search for files ending in .jsonl
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
}

impl ReplayArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let mut files = Vec::new();
        for path in &self.paths {
            let before = files.len();
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
        let (mut exchanges, mut failed, mut not_computed) = (0, 0, 0);
        for file in &files {
            match check(file) {
                Ok(replayed) => {
                    exchanges += replayed.exchanges;
                    not_computed += usize::from(!replayed.is_computed);
                }
                Err(sentence) => {
                    let file = file.display().to_string();
                    writeln!(out, "{}{sentence}", harmless(&file))?;
                    failed += 1;
                }
            }
        }
        if not_computed > 0 {
            writeln!(
                out,
                "{not_computed} of them could not be computed again, because the referee program is not here or starts \
                 the bots itself: only their form was checked"
            )?;
        }
        if failed > 0 {
            writeln!(out, "{failed} of {} recordings failed", files.len())?;
            return Err(Failure::Found);
        }
        let s = if files.len() == 1 { " agrees" } else { "s agree" };
        writeln!(out, "{} recording{s}: {exchanges} exchanges and every result", files.len())?;
        Ok(())
    }
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

/// The replay of a file; or the first difference, as the rest of a sentence that begins with the name of the file.
fn check(file: &Path) -> Result<Replayed, String> {
    let recording =
        Recording::load(file).map_err(|error| format!(" {}", harmless(&error.to_string())))?;
    replay(&recording).map_err(|error| format!(": {error}"))
}
