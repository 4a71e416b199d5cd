//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::plan::site::Site;
use crate::rustc::compiler::Edition;

/// Writes a bot as one source file for a contest site. The file has every library that the bot
/// needs, without the parts that it does not use. It is written only if it compiles alone and
/// answers recorded games as the workspace's program does.
#[derive(Clone, Debug, Parser)]
// Each is a flag on the command line.
#[allow(clippy::struct_excessive_bools)]
#[command(name = "bundle", version, arg_required_else_help = true)]
pub struct Options {
    /// The bot: a package of the workspace, or the program of a package
    pub bot: String,
    /// The file to write [default: target/bundles/BOT.rs]
    #[arg(short, long, value_name = "FILE", conflicts_with = "stdout")]
    pub output: Option<PathBuf>,
    /// Write the bundle to stdout, and the report to stderr
    #[arg(long)]
    pub stdout: bool,
    /// Write as little white space as possible
    #[arg(long)]
    pub minify: bool,
    /// Minify, and give short names to what the bot and its libraries define
    #[arg(long)]
    pub short_names: bool,
    /// Keep code that is not used
    #[arg(long)]
    pub keep_unused: bool,
    /// Write the bundle without compiling it or comparing its answers
    #[arg(long)]
    pub no_verify: bool,
    /// The site that the bundle is for: it sets the greatest size and the compiler [default: what
    /// the manifest says, otherwise codingame]
    #[arg(long, value_enum)]
    pub site: Option<Site>,
    /// The manifest of another workspace or package
    #[arg(long, value_name = "FILE")]
    pub manifest_path: Option<PathBuf>,
    /// The program to bundle, if the package has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Cargo features to turn on, separated by commas
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    pub features: Vec<String>,
    /// A crate that the site has, so that it stays outside the bundle; may be repeated [default at
    /// codingame: chrono 0.4, itertools 0.10, libc 0.2, rand 0.8, regex 1, time 0.2]
    #[arg(long = "extern", value_name = "CRATE")]
    pub outside: Vec<String>,
    /// A crate that goes into the bundle although the site has it; may be repeated
    #[arg(long = "inline", value_name = "CRATE", conflicts_with = "outside")]
    pub inside: Vec<String>,
    /// The edition that the site compiles with
    #[arg(long, value_name = "YEAR", default_value = "2021")]
    pub edition: Edition,
    /// Turn the default features off
    #[arg(long)]
    pub no_default_features: bool,
    /// Recorded games to compare answers on: .jsonl files, other files as plain input, or folders
    /// of both [default: those that the bot's manifest names]
    #[arg(long, value_name = "PATH", conflicts_with = "no_verify")]
    pub recordings: Vec<PathBuf>,
    /// Arguments with which the bot answers the same every time, in one text [default: those of the
    /// manifest]
    #[arg(long, value_name = "WORDS", allow_hyphen_values = true)]
    pub arguments: Option<String>,
    /// The cargo profile of the workspace's program that the bundle is compared with
    #[arg(long, value_name = "NAME", default_value = "release", conflicts_with = "no_verify")]
    pub profile: String,
    /// How far the bundle is optimised for the comparison: 0 compiles quickest, 3 plays quickest
    #[arg(
        long,
        value_name = "LEVEL",
        default_value_t = 3,
        value_parser = clap::value_parser!(u8).range(..=3),
        conflicts_with = "no_verify"
    )]
    pub opt_level: u8,
    /// Also compare the speeds of the workspace's program, the bundle, and the bundle without
    /// optimisation
    #[arg(long, conflicts_with_all = ["no_verify", "profile", "opt_level"])]
    pub speed: bool,
    /// Print the report as one JSON object
    #[arg(long)]
    pub json: bool,
}
