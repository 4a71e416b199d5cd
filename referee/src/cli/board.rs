//! `referee board`: the start position as a bot gets it.

use std::io::Write;

use clap::Args;

use super::{Failure, SetupArgs};
use crate::game::{Seat, Step};

/// Print the start position: the first input of seat 0, exactly as it is sent
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
        let mut out = anstream::stdout().lock();
        for line in requests.iter().filter(|it| it.seat == Seat(0)).flat_map(|it| &it.lines) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }
}
