//! `referee report --html`: a report as a page for a browser, with the pages of recorded games beside it.

use std::path::{Path, PathBuf};
use std::{fs, io};

use anyhow::anyhow;
use clap::Args;
use indicatif::ProgressIterator;

use super::output_file::{demand_own, replace_whole};
use super::{Failure, usage};
use crate::contest::Contest;
use crate::pages::{Findings, GameRow, film, game_page, is_page, report_page};
use crate::plain_words::unwritable;
use crate::recording::BegunRecording;
use crate::report::Report;
use crate::report::layout::counted;
use crate::tell;
use crate::terminal::harmless;

/// Options for the page of a report.
#[derive(Args)]
pub(super) struct PageArgs {
    /// Write the report as a page for a browser, with charts, a list of the games, and the pages of kept
    /// recordings in a folder beside it
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// With --html: the maximum number of recordings that get a page; those with faults come first, then the latest
    #[arg(
        long,
        value_name = "N",
        default_value_t = 200,
        requires = "html",
        conflicts_with = "lost"
    )]
    recordings: usize,
}

impl PageArgs {
    /// Checks before the report that the page does not overwrite another file.
    pub fn demand_free(&self) -> Result<(), Failure> {
        self.html.as_deref().map_or(Ok(()), check_is_free)
    }

    /// The file of the page.
    pub fn file(&self) -> Option<&Path> {
        self.html.as_deref()
    }

    /// Writes the page and the pages of recordings, if --html is given.
    pub fn write(&self, report: &Report<'_>, contest: &dyn Contest) -> Result<(), Failure> {
        let Some(path) = &self.html else { return Ok(()) };
        check_is_free(path)?;
        let log = report.log();
        let mut findings = Findings::new(report, contest).with_games(log);
        let folder = path.with_extension("games");
        let from = log.path().parent().unwrap_or(Path::new(""));
        let mut missing = Vec::new();
        for row in self.chosen(&mut findings.games) {
            let Some(recording) = &row.recording else { continue };
            let file = from.join(recording);
            let Ok(recording) = BegunRecording::load(&file) else {
                row.view.clear();
                missing.push(file);
                continue;
            };
            findings.metrics.add(&recording, &row.bots);
            let page = page_of(row.recording.as_deref().unwrap_or_default());
            if write_game(&recording, &file, &folder.join(&page))? {
                let folder = folder.file_name().unwrap_or_default().to_string_lossy();
                row.page = Some(format!("{}/{}", in_address(&folder), in_address(&page)));
            }
        }
        // A log may have been copied without its recordings.
        if let Some(first) = missing.first() {
            let (count, first) = (missing.len() as u64, first.display().to_string());
            let recordings = counted(count, "recording");
            let verb = if count == 1 { "gets" } else { "get" };
            tell!(
                "{recordings} {verb} no page: missing or no recordings, such as {}",
                harmless(&first)
            );
        }
        replace_whole(path, report_page(&findings)).map_err(|error| unwritten(path, &error))?;
        tell!("page {}", path.display());
        Ok(())
    }

    /// The rows of the recordings that get a page, with progress on a terminal.
    fn chosen<'a>(&self, rows: &'a mut [GameRow]) -> impl Iterator<Item = &'a mut GameRow> {
        let mut kept: Vec<&mut GameRow> =
            rows.iter_mut().filter(|row| row.recording.is_some()).collect();
        kept.sort_by_key(|row| (row.faults.is_empty(), std::cmp::Reverse(row.number)));
        let left = kept.len().saturating_sub(self.recordings);
        if left > 0 {
            tell!("{left} recordings get no page; --recordings sets the maximum");
        }
        kept.truncate(self.recordings);
        let count = kept.len() as u64;
        kept.into_iter().progress_count(count)
    }
}

/// # Errors
/// If the path has a file that is not a page.
fn check_is_free(path: &Path) -> Result<(), Failure> {
    demand_own(path, "choose another file with --html", is_page).map_err(usage)
}

/// The file name of the page of a recording: that of the recording with the extension `.html`.
fn page_of(recording: &str) -> String {
    let name = Path::new(recording).file_stem().unwrap_or_default().to_string_lossy();
    format!("{name}.html")
}

/// A file name with percent-encoding, for an address.
pub(super) fn in_address(name: &str) -> String {
    let letter = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    name.bytes().map(letter).collect()
}

/// Writes the page of a recording in a file; returns false if its game cannot be set up.
fn write_game(recording: &BegunRecording, file: &Path, page: &Path) -> Result<bool, Failure> {
    let folder = page.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let Ok(film) = film(recording) else { return Ok(false) };
    check_is_free(page)?;
    replace_whole(page, game_page(&film.of_file(file))).map_err(|error| unwritten(page, &error))?;
    Ok(true)
}

fn unwritten(path: &Path, error: &io::Error) -> anyhow::Error {
    anyhow!("cannot write {}: {}; choose with --html", path.display(), unwritable(path, error))
}
