//! The options for the path of a recording.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, usage};
use crate::plain_words::{has_no_room, takes_no_files, unwritable};
use crate::player::process::keep_from_bots;
use crate::recording::{Header, Recorder};

/// The options for the path of a recording.
#[derive(Args)]
pub(super) struct RecordArgs {
    /// The file of the recording; must not exist [default: a new file under games/]
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Write the recording even if --record exists
    #[arg(long, requires = "record")]
    overwrite: bool,
}

impl RecordArgs {
    /// Whether the user has named the file.
    pub(super) fn names_a_file(&self) -> bool {
        self.record.is_some()
    }

    /// Keeps the recording from bots that start from now on.
    pub(super) fn keep_from_bots(&self) {
        keep_from_bots(self.record.as_deref().unwrap_or(Path::new("games/recording")));
    }

    /// Creates the recording.
    pub(super) fn recorder(&self, header: &Header) -> Result<Recorder, Failure> {
        let (path, recorder) = match &self.record {
            Some(path) if self.overwrite => (path.clone(), Recorder::overwrite(path, header)),
            Some(path) => (path.clone(), Recorder::create(path, header)),
            None => {
                let stem = format!("{}-{}", header.game, header.seed);
                ("games".into(), Recorder::create_new(&Path::new("games").join(stem), header))
            }
        };
        let place = path.display();
        recorder.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists if self.record.as_deref().is_some_and(Path::is_file) => {
                usage(anyhow!("{place} exists; give another --record, or --overwrite as well"))
            }
            io::ErrorKind::AlreadyExists if self.record.is_none() => usage(anyhow!(
                "cannot write a recording: `{place}` is a file, but the folder of recordings has this name; rename the \
                 file, or choose with --record"
            )),
            io::ErrorKind::AlreadyExists if path.exists() => {
                usage(anyhow!("{place} is not an ordinary file; choose another with --record"))
            }
            _ => {
                let is_named = self.record.is_some();
                let why = if is_named { unwritable } else { takes_no_files }(&path, &error);
                let failure = anyhow!("cannot write a recording to {place}: {why}; choose with --record");
                if has_no_room(&error) { failure.into() } else { usage(failure) }
            }
        })
    }
}
