//! `referee seat`: the part of a bot in a game whose referee program starts the bots itself.

use std::path::PathBuf;

use clap::Args;

use super::failure::Failure;
use crate::player::process::relay;

/// Stand for a bot that a referee program starts. `referee play` and others call this themselves
#[derive(Args)]
pub(super) struct SeatArgs {
    /// The socket at which the referee waits
    socket: PathBuf,
}

impl SeatArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        // The referee that waited has ended, and with it the game: there is nobody to tell.
        let code = relay(&self.socket).unwrap_or(1);
        if code == 0 { Ok(()) } else { Err(Failure::Verdict(code)) }
    }
}
