//! The command line.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{fs, io};

use anyhow::{Context, Result, ensure};
use clap::{Args, Parser, Subcommand};
use kabotte::track::Track;
use referee::ordinary;
use serde::Serialize;

use crate::picture::svg;
use crate::race::PlayedRace;
use crate::report::Report;
use crate::solve::{self, SolveArgs};
use crate::table::table;

/// Compute the cost of each move of a finished race, its blocks, and the moves that decided it
#[derive(Parser)]
#[command(name = "kanalysator", version, about, max_term_width = 100)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    race: Option<RaceArgs>,
}

#[derive(Subcommand)]
enum Command {
    /// Find the fewest moves from the best start cell of a map to its finish
    Solve(SolveArgs),
}

#[derive(Args)]
struct RaceArgs {
    /// A game as the site delivers it (JSON with map code and moves), or a recording of the referee
    file: PathBuf,
    /// Print all results as JSON, with every move
    #[arg(long)]
    json: bool,
    /// Draw the track with the moves that decided most
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Players of one team, such as A,B; once for each team [default: in a race of the Terminator
    /// championship bots against people, otherwise each player alone]
    #[arg(long = "team", value_name = "NAMES")]
    teams: Vec<String>,
}

/// Runs the program with the arguments of the process.
pub fn run() -> ExitCode {
    let result = match Arguments::parse() {
        Arguments { command: Some(Command::Solve(arguments)), .. } => solve(&arguments),
        Arguments { race: Some(arguments), .. } => analyse(&arguments),
        Arguments { .. } => unreachable!("clap demands a file or a command"),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {}", referee::plain_words::chain(&error));
        ExitCode::FAILURE
    })
}

fn analyse(arguments: &RaceArgs) -> Result<ExitCode> {
    demand_picture(arguments.svg.as_deref())?;
    let file = arguments.file.display();
    let text =
        ordinary::read_text(&arguments.file).with_context(|| format!("cannot read {file}"))?;
    let played = PlayedRace::read(&text).with_context(|| file.to_string())?;
    let teams: Vec<Vec<String>> = arguments
        .teams
        .iter()
        .map(|names| names.split(',').map(|name| name.trim().to_owned()).collect())
        .collect();
    let report = Report::of(&played, &teams)?;
    draw(arguments.svg.as_deref(), || svg(&played, &report))?;
    print(&if arguments.json { json(&report)? } else { printable(&table(&report)) })?;
    Ok(ExitCode::SUCCESS)
}

fn solve(arguments: &SolveArgs) -> Result<ExitCode> {
    demand_picture(arguments.svg.as_deref())?;
    let file = arguments.map.display();
    let code = ordinary::read_text(&arguments.map)
        .with_context(|| format!("cannot read the map {file}"))?;
    let track = Track::parse(&code).with_context(|| file.to_string())?;
    let task = arguments.task();
    let solution = solve::solve(&track, &task)?;
    draw(arguments.svg.as_deref(), || solve::svg(&track, &solution.way))?;
    let crashes = task.settings.crashes;
    print(&if arguments.json { json(&solution)? } else { solve::text(&solution, crashes) })?;
    Ok(if solution.moves.is_some() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Demands before the computation that a picture replaces nothing but a picture, if a file is named for it.
///
/// # Errors
/// If another file is there, or it cannot be read.
fn demand_picture(file: Option<&Path>) -> Result<()> {
    let Some(file) = file.filter(|file| fs::symlink_metadata(file).is_ok()) else { return Ok(()) };
    let shown = file.display();
    let found =
        ordinary::read(file).with_context(|| format!("cannot write the picture {shown}"))?;
    ensure!(
        found.is_empty() || found.starts_with(b"<svg "),
        "{shown} exists and is not a picture of the Kanalysator; choose another file with --svg"
    );
    Ok(())
}

/// Writes a picture, if a file is named for it.
fn draw(file: Option<&Path>, picture: impl FnOnce() -> String) -> Result<()> {
    let Some(file) = file else { return Ok(()) };
    fs::write(file, picture())
        .with_context(|| format!("cannot write the picture {}", file.display()))
}

fn json(value: &impl Serialize) -> Result<String> {
    Ok(serde_json::to_string(value)? + "\n")
}

fn print(text: &str) -> Result<()> {
    match io::stdout().write_all(text.as_bytes()) {
        // The reader has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot print"),
    }
}

/// Names and titles come from others. Characters that control a terminal are shown in place of being obeyed.
fn printable(text: &str) -> String {
    text.lines().map(|line| referee::terminal::harmless(line).into_owned() + "\n").collect()
}
