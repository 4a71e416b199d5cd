//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::site::Site;

/// Turns a bot and all that it needs into one source file that a contest site compiles, removes
/// what it does not use, and proves that it plays as the workspace's program does.
#[derive(Clone, Debug, Parser)]
// Each is a flag of the command line.
#[allow(clippy::struct_excessive_bools)]
#[command(name = "bundle", version, arg_required_else_help = true)]
pub struct Options {
    /// The bot: a package of the workspace, or a program of one
    pub bot: String,
    /// Where the bundle goes [default: target/bundles/BOT.rs]
    #[arg(short, long, value_name = "FILE", conflicts_with = "stdout")]
    pub output: Option<PathBuf>,
    /// Write the bundle to stdout, and the report to stderr
    #[arg(long)]
    pub stdout: bool,
    /// As little white space as possible
    #[arg(long)]
    pub minify: bool,
    /// Keep what is not used
    #[arg(long)]
    pub keep_unused: bool,
    /// Do not compile, compare and measure the bundle
    #[arg(long)]
    pub no_verify: bool,
    /// The site it is for: its longest source and its compiler [default: what the manifest says,
    /// else codingame]
    #[arg(long, value_enum)]
    pub site: Option<Site>,
    /// The manifest of another workspace or package
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// The program, where a package has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Features to turn on, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub features: Vec<String>,
    /// Leave the default features off
    #[arg(long)]
    pub no_default_features: bool,
    /// Games to play again: recordings (.jsonl), other files as input, or folders of them
    #[arg(long, value_name = "PATH", conflicts_with = "no_verify")]
    pub recordings: Vec<PathBuf>,
    /// Arguments that make the bot answer the same every time, in one text
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    pub arguments: Option<String>,
    /// Compare the speeds of the workspace's program, the bundle and an unoptimised build
    #[arg(long, conflicts_with = "no_verify")]
    pub speed: bool,
    /// Report as one JSON object
    #[arg(long)]
    pub json: bool,
}
