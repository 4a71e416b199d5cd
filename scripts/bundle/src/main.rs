//! `bundle BOT` writes a bot as one source file for a contest site.

use clap::Parser;

fn main() {
    if let Err(error) = bundle::run(&bundle::Options::parse()) {
        eprintln!("bundle: {}", bundle::sentence(&error));
        std::process::exit(1);
    }
}
