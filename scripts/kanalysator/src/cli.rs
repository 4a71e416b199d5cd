//! The command line.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{fs, io};

use anyhow::{Context, Result};
use clap::Parser;

use crate::picture::svg;
use crate::race::PlayedRace;
use crate::report::Report;
use crate::table::table;

/// Find out what each move of a finished race cost, who blocked whom, and where the race was won
#[derive(Parser)]
#[command(name = "kanalysator", version, about, max_term_width = 100)]
struct Arguments {
    /// A game as the site delivers it (JSON with map code and moves), or a recording of the referee
    file: PathBuf,
    /// Print all that was found as JSON, every move with it
    #[arg(long)]
    json: bool,
    /// Write a picture of the track with the moves that decided most
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Players of one team, such as A,B; once for each team [default: in a race of the Terminator
    /// championship bots against people, else everybody alone]
    #[arg(long = "team", value_name = "NAMES")]
    teams: Vec<String>,
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    match analyse(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn analyse(arguments: &Arguments) -> Result<()> {
    let file = arguments.file.display();
    let text =
        fs::read_to_string(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let played = PlayedRace::read(&text).with_context(|| file.to_string())?;
    let teams: Vec<Vec<String>> = arguments
        .teams
        .iter()
        .map(|names| names.split(',').map(|name| name.trim().to_owned()).collect())
        .collect();
    let report = Report::of(&played, &teams)?;
    if let Some(file) = &arguments.svg {
        fs::write(file, svg(&played, &report))
            .with_context(|| format!("cannot write the picture {}", file.display()))?;
    }
    let mut text =
        if arguments.json { serde_json::to_string(&report)? } else { printable(&table(&report)) };
    if arguments.json {
        text.push('\n');
    }
    match io::stdout().write_all(text.as_bytes()) {
        // The reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot print"),
    }
}

/// Names and titles come from others: what a terminal would obey is shown as it is written.
fn printable(text: &str) -> String {
    text.lines().map(|line| referee::terminal::harmless(line).into_owned() + "\n").collect()
}
