//! The program: what is sent and answered in each turn, and how long the bot thinks.

use std::time::Duration;

use gridkit::bot::{Failure, Input, Message, Timing};
use gridkit::{About, Bot, Deadline, Flags, Report, Sketch};

use crate::bench;
use crate::params::Params;
use crate::protocol::Reader;
use crate::robot::{Decision, Robot, Style};
use crate::state::State;

/// A game that is being played.
pub struct Fruitbot {
    reader: Reader<Input>,
    /// The position of the first turn, which is read together with the board.
    first: Option<State>,
    robot: Robot,
    decision: Option<Decision>,
}

impl Bot for Fruitbot {
    type Params = Params;
    type Turn = State;

    const ABOUT: About = About {
        styles: Style::NAMES,
        ..About::new(
            "fruitbot",
            env!("CARGO_PKG_VERSION"),
            "Plays the robot fruit hunt (Scribd, 2012) over stdin and stdout.",
        )
    };

    const TIMING: Timing = Timing {
        first_limit: Duration::from_secs(20),
        look_every: 8,
        ..Timing::of_each_turn(
            Duration::from_secs(10),
            // The bot could think a hundred times as long, but then a game takes half an hour.
            Duration::from_millis(100),
            Duration::from_secs(9),
        )
    };

    fn bench(flags: &Flags<Params>) -> Report {
        bench::run(flags)
    }

    fn start(input: Input, flags: &Flags<Params>) -> Result<Option<Self>, Failure> {
        let mut reader = Reader::new(input);
        let (board, state) = match reader.start()? {
            Some(start) => start,
            None => return Ok(None),
        };
        let robot = Robot::new(board, Style::ALL[flags.style], flags.params.clone(), flags.seed);
        Ok(Some(Fruitbot { reader, first: Some(state), robot, decision: None }))
    }

    fn listen(&mut self) -> Result<Option<Message<State>>, Failure> {
        let state = match self.first.take() {
            Some(state) => Some(state),
            None => self.reader.turn(self.robot.board())?,
        };
        Ok(state.map(|turn| Message { turn, arrived: self.reader.arrived() }))
    }

    fn answer(&mut self, state: &State, deadline: &mut Deadline) -> Result<String, Failure> {
        let decision = self.robot.decide(state, deadline);
        let word = decision.step.word().to_owned();
        self.decision = Some(decision);
        Ok(word)
    }

    fn remark(&self, _: &State) -> String {
        self.decision.as_ref().map_or_else(String::new, |decision| self.robot.remark(decision))
    }

    fn sketch(&self, state: &State, sketch: &mut Sketch) {
        if let Some(decision) = &self.decision {
            self.robot.sketch(state, decision, sketch);
        }
    }
}
