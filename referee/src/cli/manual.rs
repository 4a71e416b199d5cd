//! `completions` and `man`: from the one definition of the flags.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use clap_complete::Shell;

use super::{Failure, command};
use crate::terminal::output;

/// Print what completes the referee's commands and flags in a shell.
#[derive(Args)]
#[command(
    after_help = "For bash: referee completions bash > ~/.local/share/bash-completion/completions/referee"
)]
pub struct CompletionsArgs {
    /// The shell.
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command(), "referee", &mut script);
        output().write_all(&script)?;
        Ok(())
    }
}

/// Write the man pages: one of the referee and one of each command.
#[derive(Args)]
#[command(after_help = "Then: man -M DIR/.. referee-duel, if the folder is called man1")]
pub struct ManArgs {
    /// The folder that they are written to; it is made if it is not there.
    folder: PathBuf,
}

impl ManArgs {
    pub fn run(self) -> Result<(), Failure> {
        let folder = &self.folder;
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        clap_mangen::generate_to(command(), folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(())
    }
}
