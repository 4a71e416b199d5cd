//! The program: what is sent and answered in each turn, and how long the bot thinks.

use std::time::{Duration, Instant};

use gridkit::bot::{Failure, Input, Message, Timing};
use gridkit::{About, Bot, Deadline, Flags, Report, Sketch};

use crate::bench;
use crate::inbox::Inbox;
use crate::params::Params;
use crate::player::Player;
use crate::protocol::{answer, Reader, Turn};
use crate::remarks;
use crate::state::State;

/// A game that is being played.
pub struct Alamode {
    inbox: Inbox,
    player: Player,
    /// When the input of the game began: the first turn has its time from then on.
    begun: Option<Instant>,
    /// The position of the last turn.
    state: Option<State>,
}

impl Bot for Alamode {
    type Params = Params;
    type Turn = Turn;

    const ABOUT: About = About::new(
        "alamode",
        env!("CARGO_PKG_VERSION"),
        "Plays Code à la Mode (CodinGame, 2019) over stdin and stdout.",
    );

    const TIMING: Timing = Timing {
        first_limit: Duration::from_secs(1),
        // The tables of the kitchen are made in this time, too.
        first: Duration::from_millis(500),
        least: Duration::from_millis(2),
        look_every: 16,
        ..Timing::of_each_turn(
            Duration::from_millis(50),
            Duration::from_millis(25),
            Duration::from_millis(48),
        )
    };

    fn bench(flags: &Flags<Params>) -> Report {
        bench::run(flags)
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        let mut reader = Reader::new(input);
        let start = match reader.start()? {
            Some(start) => start,
            None => return Ok(None),
        };
        let begun = Some(reader.arrived());
        let inbox = Inbox::open(reader);
        let player = Player::new(start, flags.params.clone(), flags.seed);
        Ok(Some(Alamode { inbox, player, begun, state: None }))
    }

    fn listen(&mut self) -> Result<Option<Message<Turn>>, Failure> {
        let mut message = self.inbox.turn()?;
        if let Some(message) = &mut message {
            message.arrived = self.begun.take().unwrap_or(message.arrived);
        }
        Ok(message)
    }

    fn answer(&mut self, turn: &Turn, deadline: &mut Deadline) -> Result<String, Failure> {
        let state = self.player.observe(turn)?;
        self.state = Some(state);
        let action = self.player.decide(&state, deadline);
        Ok(answer(self.player.world(), action))
    }

    fn remark(&self, _: &Turn) -> String {
        self.state.as_ref().map_or_else(String::new, |state| remarks::remark(&self.player, state))
    }

    fn sketch(&self, _: &Turn, sketch: &mut Sketch) {
        if let Some(state) = &self.state {
            remarks::sketch(&self.player, state, sketch);
        }
    }

    /// Thinks while the partner does.
    fn after_answer(&mut self, deadline: Deadline) {
        let share = self.player.world().params.ponder;
        if share > 0.0 {
            self.player.ponder(&mut self.inbox.or_next(deadline.part(share)));
        }
    }

    fn stall(&self) -> Duration {
        self.player.stall()
    }
}
