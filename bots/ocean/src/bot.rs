//! The program: what is sent and answered in each turn, and how long the bot thinks.

use std::time::Duration;

use gridkit::bot::{Failure, Input, Message, Timing};
use gridkit::{About, Bot, Deadline, Flags, Report, Sketch};

use crate::bench;
use crate::choose::Decision;
use crate::orders;
use crate::params::Params;
use crate::player::Player;
use crate::protocol::{Reader, Turn};

/// A game that is being played.
pub struct Ocean {
    reader: Reader<Input>,
    player: Player,
    decision: Decision,
}

impl Bot for Ocean {
    type Params = Params;
    type Turn = Turn;

    const ABOUT: About = About {
        name: "ocean",
        version: env!("CARGO_PKG_VERSION"),
        does: "Plays Ocean of Code (CodinGame, 2020) over stdin and stdout.",
        words: &[],
        styles: &[],
    };

    const TIMING: Timing = Timing {
        // The start cell, which takes no thinking, has 1000 ms; the first turn has no more than
        // the others.
        first_limit: Duration::from_millis(50),
        limit: Duration::from_millis(50),
        first: Duration::from_millis(20),
        most: Duration::from_millis(20),
        least: Duration::from_millis(6),
        room: Duration::from_millis(40),
        look_every: 8,
    };

    fn bench(flags: &Flags<Params>) -> Report {
        bench::run(flags)
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        let mut reader = Reader::new(input);
        Ok(reader.start()?.map(|start| {
            let player = Player::new(start, flags.params.clone(), flags.seed);
            Ocean { reader, player, decision: Decision::default() }
        }))
    }

    /// The cell where the submarine starts.
    fn opening(&self) -> Option<String> {
        Some(self.player.at().point().to_string())
    }

    fn listen(&mut self) -> Result<Option<Message<Turn>>, Failure> {
        let turn = self.reader.turn()?;
        Ok(turn.map(|turn| Message { turn, arrived: self.reader.arrived() }))
    }

    fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Result<String, Failure> {
        self.player.observe(turn);
        self.decision = self.player.decide(deadline);
        Ok(orders::line(&self.decision.orders))
    }

    fn remark(&self, _: &Turn) -> String {
        self.player.remark(&self.decision)
    }

    fn sketch(&self, _: &Turn, sketch: &mut Sketch) {
        self.player.sketch(sketch);
    }

    /// The trackers take in the orders after these are sent.
    fn after_answer(&mut self, _: Deadline) {
        self.player.execute(&self.decision.orders);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_of_the_sites_time_is_left() {
        assert!(Ocean::TIMING.leaves_half());
    }
}
