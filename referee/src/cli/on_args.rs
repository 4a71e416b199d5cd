//! Options for games that are played on other machines.

use std::io::{BufRead, IsTerminal, Write};

use anyhow::anyhow;
use clap::Args;

use super::failure::{Failure, usage};
use crate::arena::Elsewhere;
use crate::cluster::{AtInterrupt, FrontEnd, referee};
use crate::contest_file;
use crate::on::{engine, table};

/// Options of every command that plays many games.
#[derive(Args)]
pub(super) struct OnArgs {
    /// Play the games on other machines: `slurm`, `parallel` or `command`, or the name of a table `[on.NAME]` of
    /// botyard.toml; `local` plays them here. The log and its files must be in a folder that all machines share
    #[arg(long, value_name = "ENGINE")]
    on: Option<String>,
    /// Change a field of the table `[on.NAME]`, such as partition=short or batches=200; may be repeated, with each field
    /// once, except for the lists sshlogin and options
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_field, requires = "on")]
    on_option: Vec<(String, String)>,
    /// At Ctrl-C leave the batches running and do not ask; the same command attaches to them again
    #[arg(long, requires = "on")]
    detach: bool,
    /// Run the tasks in this container of Apptainer: a file or an address of an image
    #[arg(long, value_name = "IMAGE", requires = "on")]
    image: Option<String>,
    /// Scale the time limits of the bots on each machine by their speed there: a bot whose `bench` visits half as many
    /// nodes a second as on this machine has twice the time. The log holds the factors
    #[arg(long, requires = "on")]
    calibrate: bool,
}

fn parse_field(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("NAME=VALUE is wanted, such as batches=200")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl OnArgs {
    /// Whether a word for other machines was given.
    pub fn is_given(&self) -> bool {
        self.on.is_some()
    }

    /// Whether time limits are scaled by machine.
    pub fn is_calibrated(&self) -> bool {
        self.calibrate
    }

    /// Forgets the options: a task plays its games itself.
    pub fn clear(&mut self) {
        self.on = None;
    }

    /// What plays the games on other machines; `None` if they are played here.
    pub fn elsewhere(&self) -> Result<Option<Box<dyn Elsewhere + Sync>>, Failure> {
        let Some(word) = &self.on else { return Ok(None) };
        let mut table = table(word, &self.on_option).map_err(usage)?;
        table.image = self.image.clone().or(table.image);
        let Some(engine) = engine(&table).map_err(usage)? else {
            return self.demand_none_of_engines(word).map(|()| None);
        };
        let file = contest_file::current().map(|file| &file.path);
        let command = std::env::args().skip(1).collect();
        let leave: fn() -> AtInterrupt = if self.detach { || AtInterrupt::Leave } else { ask };
        let front_end = FrontEnd::new(engine, table, command, referee(file)?, leave);
        Ok(Some(Box::new(front_end)))
    }

    /// # Errors
    /// If an option was given that has no effect on games that are played here.
    fn demand_none_of_engines(&self, word: &str) -> Result<(), Failure> {
        let what = if self.calibrate {
            "--calibrate scales the time limits on other machines"
        } else if self.detach {
            "--detach leaves batches running on other machines"
        } else if self.image.is_some() {
            "--image is for tasks on other machines"
        } else if !self.on_option.is_empty() {
            "--on-option is for games on other machines"
        } else {
            return Ok(());
        };
        Err(usage(anyhow!("{what}, but '{word}' plays the games here; leave it out")))
    }
}

/// Asks once what happens to the batches that are out. Without a terminal they are cancelled.
fn ask() -> AtInterrupt {
    if !std::io::stdin().is_terminal() || !std::io::stderr().is_terminal() {
        return AtInterrupt::Cancel;
    }
    anstream::eprint!("Leave the batches running on the other machines? [y/N] ");
    let _ = std::io::stderr().flush();
    let mut answer = String::new();
    let _ = std::io::stdin().lock().read_line(&mut answer);
    if answer.trim().to_lowercase().starts_with('y') {
        AtInterrupt::Leave
    } else {
        AtInterrupt::Cancel
    }
}
