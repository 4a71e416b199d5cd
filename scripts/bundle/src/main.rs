//! `bundle BOT`: one source file that a contest site compiles.

use clap::Parser;

fn main() {
    if let Err(error) = bundle::run(&bundle::Options::parse()) {
        eprintln!("bundle: {error:#}");
        std::process::exit(1);
    }
}
