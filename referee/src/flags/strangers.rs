//! The options for bots that are not trusted.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::bot::Strangers;
use crate::player::process::{Allowed, Stranger, Walls};

/// Options of every command that runs bots.
#[derive(Args)]
pub struct StrangerArgs {
    /// Isolate the bots that are command lines from your files, your network and your environment. To
    /// isolate only one bot, write stranger:COMMAND, or NAME=stranger:COMMAND
    #[arg(long, value_enum, num_args = 0..=1, require_equals = true, default_missing_value = "all")]
    strangers: Option<HowMuch>,
    /// A variable of the environment that strangers get too; may be repeated
    #[arg(long = "env", value_name = "NAME", value_parser = parse_variable)]
    env: Vec<String>,
    /// A file or folder that strangers may read besides their own; may be repeated
    #[arg(long, value_name = "PATH", value_parser = parse_place)]
    readable: Vec<PathBuf>,
    /// Most processes and threads of each bot at one time; 512 if not given, and 256 for strangers
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    threads: Option<u32>,
    /// Groups of system calls that bots may make although they are refused otherwise, separated by commas; an unknown
    /// name lists all. Not for strangers
    #[arg(long, value_name = "NAMES", value_parser = Allowed::parse)]
    syscalls: Option<Allowed>,
    /// A file or folder that bots may write to, besides their own folders, the one in which they run, and /tmp; may be
    /// repeated
    #[arg(long, value_name = "PATH", value_parser = parse_place)]
    writable: Vec<PathBuf>,
    /// Let bots share the machine's /tmp, for example for a cache, instead of an empty one for each
    #[arg(long)]
    shared_tmp: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HowMuch {
    /// Do not start if the system cannot isolate them completely
    All,
    /// Isolate them as far as the system can
    Best,
}

/// The name of a variable.
fn parse_variable(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains('=') {
        return Err("only its name is wanted; its value is that of your environment".to_owned());
    }
    if std::env::var_os(text).is_none() {
        return Err("this variable is not set; set it, or leave the option out".to_owned());
    }
    Ok(text.to_owned())
}

/// A file or a folder that exists: the system can open only such ones to a bot.
fn parse_place(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    if path.exists() {
        return Ok(path);
    }
    Err("there is no such file or folder; make it first, or correct the path".to_owned())
}

impl StrangerArgs {
    /// How to isolate the bots.
    pub fn read(&self) -> Strangers {
        Strangers {
            all: self.strangers.is_some(),
            threads: self.threads,
            syscalls: self.syscalls.unwrap_or_default(),
            walls: Walls {
                writable: self.writable.clone(),
                shared_tmp: self.shared_tmp,
                read_only: Vec::new(),
            },
            isolation: Stranger {
                best_effort: self.strangers == Some(HowMuch::Best),
                env: self.env.clone(),
                readable: self.readable.clone(),
            },
        }
    }
}
