//! `completions` and `man`, generated from the definition of the flags.

use std::io::Write;
use std::path::PathBuf;
use std::{fs, io};

use anyhow::{Context, anyhow};
use clap::{Args, Command};

use super::completion::{SHELLS, write_script};
use super::failure::Failure;
use crate::plain_words::takes_no_files;
use crate::terminal::output;

/// Print a script that lets a shell complete commands, flags, games, bots, options and files
///
/// Add it to the file that your shell reads at its start:
///
///   bash  echo 'eval "$(referee completions bash)"' >> ~/.bashrc
///   zsh   echo 'eval "$(referee completions zsh)"' >> ~/.zshrc      (after compinit)
///   fish  echo 'referee completions fish | source' >> ~/.config/fish/config.fish
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_parser = SHELLS)]
    shell: String,
}

impl CompletionsArgs {
    pub fn run(self) -> Result<(), Failure> {
        let mut script = Vec::new();
        write_script(&self.shell, &mut script)?;
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
        fs::create_dir_all(folder).map_err(|error| {
            let why = match error.kind() {
                io::ErrorKind::AlreadyExists => "it is a file; name a folder".to_owned(),
                _ => takes_no_files(folder, &error),
            };
            anyhow!("cannot make the folder {}: {why}", folder.display())
        })?;
        clap_mangen::generate_to(command, folder)
            .with_context(|| format!("cannot write to {}", folder.display()))?;
        Ok(())
    }
}
