//! The referee with contests that exist for tests only, so that its command line can be tested with
//! games whose strongest players are known.

#[path = "games/nim/mod.rs"]
mod nim;
mod pairs;

use std::process::ExitCode;

use referee::contest::Registered;
use referee::testkit::nearest::Nearest;

inventory::submit!(Registered(&Nearest));
inventory::submit!(Registered(&pairs::Pairs));

fn main() -> ExitCode {
    referee::cli::run()
}
