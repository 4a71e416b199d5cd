//! Walks through the recording of a game from outside, without its referee program.

use std::collections::VecDeque;

use serde_json::{Map, Value};

use super::entities::Entities;
use super::notes::{Expects, FIELD, Notes};
use super::told::Told;
use crate::contest::SetupError;
use crate::game::{Answer, AnswerCount, Game, Outcome, Request, Seat, Step, ThrownOut};
use crate::happening::Happening;
use crate::plain_words::json_error;
use crate::recording::{Exchange, RecordedGame};
use crate::scene::{Measure, Scene};
use crate::terminal::harmless;

/// A recorded game, which asks what was asked and ends as it ended.
pub(super) struct Retraced {
    rest: VecDeque<Exchange>,
    outcome: Outcome,
    /// The seats that were asked last.
    asked: Vec<Seat>,
    told: Told,
    entities: Entities,
    /// Names of the players by seat.
    players: Vec<String>,
    count: AnswerCount,
}

impl Retraced {
    /// The game of a recording.
    ///
    /// # Errors
    /// If its result is not one.
    pub(super) fn new(recorded: &RecordedGame<'_>) -> Result<Self, SetupError> {
        let players: Vec<String> =
            recorded.header.players.iter().map(|player| player.name.clone()).collect();
        let rest = recorded.exchanges.iter().map(|(_, exchange)| exchange.clone()).collect();
        let outcome = match recorded.result {
            // A recording that was cut off ends with an outcome that nobody reads.
            None => Outcome::by_score(vec![0; players.len()], 0),
            Some(result) => {
                serde_json::from_value(Value::Object(result.clone())).map_err(|error| {
                    SetupError(format!(
                        "the result of the recording is wrong: {}",
                        json_error(&error)
                    ))
                })?
            }
        };
        let (asked, told, count) = (Vec::new(), Told::default(), AnswerCount::default());
        Ok(Self { rest, outcome, asked, told, entities: Entities::default(), players, count })
    }
}

impl Retraced {
    /// The program said something.
    fn hear(&mut self, notes: &Notes) {
        self.told.hear(notes, self.players.len());
        self.entities.hear(&notes.view, &self.players);
    }

    /// The step that asks for the answer of an exchange, and for those of the others that were asked with it.
    fn told(&mut self, exchange: &Exchange) -> Step {
        let notes = Notes::read(&exchange.more);
        self.hear(&notes);
        self.told.turns +=
            u32::from(notes.view.first().is_some_and(|it| it.starts_with("KEY_FRAME")));
        let request = |exchange: &Exchange, expects: Option<Expects>| {
            // A recording by another program has no notes: an answer is as long as it was.
            let was = Expects { lines: exchange.got.len(), ms: 1000, line_bytes: 1 << 20 };
            let expected = expects.unwrap_or(was).expected();
            Request { seat: exchange.seat, lines: exchange.sent.clone(), expected }
        };
        let mut together = notes.together.iter().copied();
        let mut requests = vec![request(exchange, together.next().or(notes.expects))];
        for expects in together {
            let Some(other) = self.rest.pop_front() else { break };
            requests.push(request(&other, Some(expects)));
        }
        self.asked = requests.iter().map(|request| request.seat).collect();
        self.told.asked = Some(exchange.seat).filter(|_| requests.len() == 1);
        Step::Ask(requests)
    }

    fn over(&mut self) -> Step {
        self.told.asked = None;
        self.told.thrown_out.clone_from(&self.outcome.thrown_out);
        let fields = self.outcome.more.get(FIELD).cloned();
        let fields = Map::from_iter(fields.map(|value| (FIELD.to_owned(), value)));
        self.hear(&Notes::read(&fields));
        Step::Over(self.outcome.clone())
    }
}

impl Game for Retraced {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        self.told.answered();
        for (&seat, answer) in self.asked.iter().zip(answers) {
            if let Some(fault) = answer.fault.filter(|_| !self.told.is_out(seat)) {
                let cause = fault.cause().to_owned();
                self.told.thrown_out.push(ThrownOut { seat, fault, cause, line: None });
            }
        }
        let step = if let Some(exchange) = self.rest.pop_front() {
            self.told(&exchange)
        } else {
            self.over()
        };
        self.count.note(step)
    }

    fn draw(&self) -> String {
        let complaint = self.entities.complaint().map(|why| format!("{}\n", harmless(why)));
        self.told.draw() + &complaint.unwrap_or_default()
    }

    fn turn(&self) -> Option<u32> {
        self.told.turn()
    }

    fn scene(&self) -> Option<Scene> {
        let drawn = self.told.drawing.as_ref().map(|it| it.scene.clone());
        drawn.filter(|it| !it.rows.is_empty()).or_else(|| {
            let sheet = self.entities.sheet()?.clone();
            Some(Scene { sheet: Some(sheet), ..Scene::default() })
        })
    }

    fn measures(&self) -> Vec<Measure> {
        self.told.drawing.as_ref().map_or(Vec::new(), |it| it.measures.clone())
    }

    fn happenings(&self) -> Vec<Happening> {
        self.told.happenings()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.told.thrown_out
    }
}
