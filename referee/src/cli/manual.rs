//! `completions` and `man`, generated from the definition of the flags.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_complete::Shell;

use super::failure::Failure;
use crate::terminal::output;

/// Print a shell script that completes commands and flags
#[derive(Args)]
#[command(
    after_help = "For bash: referee completions bash > ~/.local/share/bash-completion/completions/referee"
)]
pub struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub fn run(self, command: &mut Command) -> Result<(), Failure> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, command, "referee", &mut script);
        output().write_all(&script)?;
        Ok(())
    }
}

/// Write man pages: one for the referee and one for each command
#[derive(Args)]
#[command(
    after_help = "If the folder is called man1, read a page with: man -M DIR/.. referee-duel"
)]
pub struct ManArgs {
    /// The folder to write to; created if it does not exist
    folder: PathBuf,
}

impl ManArgs {
    pub fn run(self, command: Command) -> Result<(), Failure> {
        let folder = &self.folder;
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        clap_mangen::generate_to(command, folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(())
    }
}
