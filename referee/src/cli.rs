//! The command line.
//!
//! Exit codes: 0 success; 1 the command failed, or found a difference (a recording that does not
//! replay, an answer that differs); 2 wrong usage, nothing was done. Help texts list any others.

mod batch;
mod board;
mod browser;
mod clock_args;
#[cfg(feature = "manual")]
mod completion;
mod contest_args;
#[cfg(feature = "dashboard")]
mod dashboard;
mod duel;
mod examples;
mod failure;
#[cfg(feature = "pictures")]
mod gallery;
mod games;
mod import;
mod imported;
mod init;
mod join;
mod ladder;
mod log_key;
#[cfg(feature = "manual")]
mod manual;
mod many;
mod merge;
#[cfg(not(all(feature = "dashboard", feature = "manual")))]
mod missing;
mod new;
mod on_args;
mod output_file;
mod per_game;
mod play;
mod print_report;
mod progress;
mod record;
mod redrive;
mod repair;
mod repeated;
mod replay;
mod report;
mod report_page;
mod risks;
mod screen;
mod seat;
mod seeds;
mod serve;
mod setup_args;
mod show;
mod stats;
mod table_file;
mod trial;
mod tune;
mod typed_seat;
mod view;
mod watch;
mod wrong_usage;

use std::borrow::Cow;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{self, ExitCode};

use anyhow::anyhow;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use self::failure::{Failure, usage};
use self::setup_args::SetupArgs;
use crate::arena::RunSettings;
use crate::bot::Strangers;
use crate::contest_file::{self, ContestFileError};
use crate::external;
use crate::plain_words::chain;
use crate::tell;
use crate::terminal::{harmless, output};

#[derive(Parser)]
#[command(name = "referee", version, about, max_term_width = 100)]
struct Cli {
    /// The contest file to use in place of the nearest botyard.toml
    #[arg(long, value_name = "FILE", global = true)]
    contest: Option<PathBuf>,
    #[command(subcommand)]
    command: CliCommand,
}

#[derive(Subcommand)]
enum CliCommand {
    Play(play::PlayArgs),
    Duel(duel::DuelArgs),
    Ladder(ladder::LadderArgs),
    Try(Box<trial::TrialArgs>),
    Tune(Box<tune::TuneArgs>),
    Batch(batch::BatchArgs),
    Report(report::ReportArgs),
    Merge(merge::MergeArgs),
    Repair(repair::RepairArgs),
    Replay(replay::ReplayArgs),
    Show(show::ShowArgs),
    Stats(stats::StatsArgs),
    View(view::ViewArgs),
    Watch(watch::WatchArgs),
    #[cfg(feature = "dashboard")]
    Dashboard(dashboard::DashboardArgs),
    #[cfg(not(feature = "dashboard"))]
    #[command(hide = true)]
    Dashboard(missing::MissingCommand<missing::Dashboard>),
    Init(init::InitArgs),
    New(new::NewArgs),
    Import(import::ImportArgs),
    Redrive(redrive::RedriveArgs),
    Board(board::BoardArgs),
    Serve(Box<serve::ServeCommand>),
    Join(Box<join::JoinCommand>),
    Games(games::GamesArgs),
    #[command(hide = true)]
    Seat(seat::SeatArgs),
    #[cfg(feature = "manual")]
    Completions(manual::CompletionsArgs),
    #[cfg(feature = "manual")]
    Man(manual::ManArgs),
    #[cfg(not(feature = "manual"))]
    #[command(hide = true)]
    Completions(missing::MissingCommand<missing::Manual>),
    #[cfg(not(feature = "manual"))]
    #[command(hide = true)]
    Man(missing::MissingCommand<missing::Manual>),
}

/// Runs the command of the process's arguments.
pub fn run() -> ExitCode {
    crate::system::prepare_this_process();
    #[cfg(feature = "manual")]
    if completion::answered(command) {
        return ExitCode::SUCCESS;
    }
    let cli = match parse() {
        Ok(cli) => cli,
        Err(error) => {
            tell!("{}", complaint(&error.into()));
            return ExitCode::from(2);
        }
    };
    let result = match cli.command {
        CliCommand::Play(command) => command.run(),
        CliCommand::Duel(command) => command.run(),
        CliCommand::Ladder(command) => command.run(),
        CliCommand::Try(command) => command.run(),
        CliCommand::Tune(command) => command.run(),
        CliCommand::Batch(command) => command.run(conditions),
        CliCommand::Report(command) => command.run(),
        CliCommand::Merge(command) => command.run(),
        CliCommand::Repair(command) => command.run(),
        CliCommand::Replay(command) => command.run(),
        CliCommand::Show(command) => command.run(),
        CliCommand::Stats(command) => command.run(),
        CliCommand::View(command) => command.run(),
        CliCommand::Watch(command) => command.run(),
        CliCommand::Dashboard(command) => command.run(),
        CliCommand::Init(command) => command.run(),
        CliCommand::New(command) => command.run(),
        CliCommand::Import(command) => command.run(),
        CliCommand::Redrive(command) => command.run(),
        CliCommand::Board(command) => command.run(),
        CliCommand::Serve(command) => command.run(),
        CliCommand::Join(command) => command.run(),
        CliCommand::Games(command) => command.run(),
        CliCommand::Seat(command) => command.run(),
        #[cfg(feature = "manual")]
        CliCommand::Completions(arguments) => arguments.run(),
        #[cfg(feature = "manual")]
        CliCommand::Man(arguments) => arguments.run(command()),
        #[cfg(not(feature = "manual"))]
        CliCommand::Completions(command) | CliCommand::Man(command) => command.run(),
    };
    external::remove_source();
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::Found) => ExitCode::from(1),
        Err(Failure::Verdict(code)) => ExitCode::from(code),
        // The reader of the output closed it, such as `head`.
        Err(Failure::Failed(error)) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(Failure::Failed(error)) => {
            tell!("{}", complaint(&error));
            ExitCode::from(1)
        }
        Err(Failure::Usage(error)) => {
            tell!("{}", complaint(&error));
            ExitCode::from(2)
        }
    }
}

/// Reads the contest file and the command line. Commands that look at nothing but their own files do without it.
fn parse() -> Result<Cli, ContestFileError> {
    let (file, arguments) = contest_args::named_file(std::env::args_os().collect());
    let command = command();
    let is_init = arguments.get(1).is_some_and(|word| word == "init");
    if !is_init {
        contest_file::open(file.as_deref())?;
    }
    let arguments = contest_args::completed(per_game::game_first(arguments), &command);
    let matches = command.clone().try_get_matches_from(&arguments).unwrap_or_else(|error| {
        let Some(sentence) = wrong_usage::sentence(&error, &command, &arguments) else {
            print_and_exit(&error)
        };
        tell!("{}", complaint(&anyhow!(sentence)));
        process::exit(2)
    });
    if let Some(sentence) = repeated::sentence(&matches) {
        tell!("{}", complaint(&anyhow!(sentence)));
        process::exit(2)
    }
    Ok(Cli::from_arg_matches(&matches).unwrap_or_else(|error| print_and_exit(&error)))
}

/// Prints a help text, the version, or what is wrong with the command line, and ends the process.
fn print_and_exit(error: &clap::Error) -> ! {
    if error.use_stderr() {
        error.exit()
    }
    let mut out = output();
    let printed = write!(out, "{}", error.render().ansi()).and_then(|()| out.flush());
    match printed {
        Ok(()) => process::exit(0),
        Err(error) => {
            tell!("{}", complaint(&error.into()));
            process::exit(1)
        }
    }
}

/// The settings of the command of a plan, which a task plays a part of, and how its bots are isolated.
fn conditions(words: &[String]) -> anyhow::Result<(RunSettings, Strangers)> {
    let words = std::iter::once("referee".into()).chain(words.iter().map(Into::into));
    let (_, words) = contest_args::named_file(words.collect());
    let cli = command();
    let words = contest_args::completed(per_game::game_first(words), &cli);
    let cannot = |error| anyhow!("the command of the plan cannot be read here: {error}");
    let matches = cli.try_get_matches_from(words).map_err(cannot)?;
    let made = match Cli::from_arg_matches(&matches).map_err(cannot)?.command {
        CliCommand::Duel(command) => command.of_batch(),
        CliCommand::Ladder(command) => command.of_batch(),
        CliCommand::Try(command) => command.of_batch(),
        CliCommand::Tune(command) => command.of_batch(),
        _ => return Err(anyhow!("the command of the plan plays no batches")),
    };
    made.map_err(|failure| match failure {
        Failure::Usage(error) | Failure::Failed(error) => error,
        Failure::Found | Failure::Verdict(_) => anyhow!("the command of the plan fails"),
    })
}

/// The definition of the command line. A negative number after an option is its value, so that the option
/// reports which values it accepts; otherwise clap would report an unknown option.
fn command() -> clap::Command {
    examples::with_examples(with_negative_numbers(Cli::command()))
}

/// Allows negative numbers as values of the options of a command and of its subcommands.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    command.mut_subcommands(with_negative_numbers).mut_args(|argument| {
        let is_value = argument.get_action().takes_values() && !argument.is_positional();
        if is_value { argument.allow_negative_numbers(true) } else { argument }
    })
}

fn complaint(error: &anyhow::Error) -> String {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let sentence = chain(error);
    format!("{style}error:{style:#} {}", harmless(&shortened(&sentence)))
}

/// A sentence, without its middle if somebody else's word made it too long to be read.
fn shortened(sentence: &str) -> Cow<'_, str> {
    const BEGIN: usize = 5000;
    const END: usize = 1000;
    if sentence.len() <= BEGIN + END {
        return sentence.into();
    }
    // A character has at most four bytes.
    let after = |at: usize| (at..at + 4).find(|at| sentence.is_char_boundary(*at)).unwrap_or(0);
    let (begin, end) = (after(BEGIN), after(sentence.len() - END));
    format!("{} … {}", &sentence[..begin], &sentence[end..]).into()
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
