//! `referee board`: the start position as a bot gets it.

use std::io::Write;

use clap::Args;

use super::{Failure, SetupArgs};
use crate::game::Step;
use crate::terminal::output;

/// Print the start position: the first input of the first seat that is asked, exactly as it is sent
#[derive(Args)]
pub(super) struct BoardArgs {
    #[command(flatten)]
    setup: SetupArgs,
}

impl BoardArgs {
    pub(super) fn run(self) -> Result<(), Failure> {
        let seats = self.setup.contest()?.about().seats;
        let (_, mut game) = self.setup.start(seats)?;
        let Step::Ask(requests) = game.advance(&[]) else { return Ok(()) };
        let mut out = output();
        let first = requests.iter().min_by_key(|request| request.seat);
        for line in first.into_iter().flat_map(|request| &request.lines) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
