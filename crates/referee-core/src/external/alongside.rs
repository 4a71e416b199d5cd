//! Games of one player each, side by side, so that bots that play alone can be compared on the same seed.

use super::counting::Counting;
use super::own_data::{own_data, player_data};
use crate::game::{Answer, AnswerCount, Game, Outcome, Request, Seat, Step, ThrownOut};

/// Games of one player each. Seat `i` plays game `i`.
pub(super) struct Alongside {
    games: Vec<Box<dyn Game>>,
    counting: Counting,
    /// The outcomes of the games that are over.
    outcomes: Vec<Option<Outcome>>,
    /// The seats that were asked last.
    asked: Vec<Seat>,
    thrown_out: Vec<ThrownOut>,
    /// Times of the answers that come next, in microseconds.
    micros: Vec<u64>,
    failure: Option<String>,
    count: AnswerCount,
}

impl Alongside {
    /// Games that have not begun.
    pub(super) fn new(games: Vec<Box<dyn Game>>, counting: Counting) -> Self {
        Self {
            outcomes: vec![None; games.len()],
            asked: Vec::new(),
            thrown_out: Vec::new(),
            micros: Vec::new(),
            failure: None,
            count: AnswerCount::default(),
            counting,
            games,
        }
    }

    /// The next request of a game; `None` if it is over or has failed.
    fn continued(&mut self, seat: usize, answers: &[Answer]) -> Option<Request> {
        let game = &mut self.games[seat];
        let step = game.advance(answers);
        if let Some(why) = game.failure() {
            self.failure = Some(why.to_owned());
            return None;
        }
        let outs = &game.thrown_out();
        if !outs.is_empty() && self.thrown_out.iter().all(|out| out.seat.0 != seat) {
            self.thrown_out.push(ThrownOut { seat: Seat(seat), ..outs[0].clone() });
        }
        match step {
            Step::Ask(mut requests) => {
                let request = requests.pop()?;
                Some(Request { seat: Seat(seat), ..request })
            }
            Step::Over(outcome) => {
                self.outcomes[seat] = Some(outcome);
                None
            }
        }
    }

    /// The outcome of all games together: the scores side by side, and what each game reported.
    fn outcome(&self) -> Outcome {
        let outcomes = || self.outcomes.iter().flatten();
        let scores = outcomes().map(|outcome| outcome.scores[0]).collect();
        let turns = outcomes().map(|outcome| outcome.turns).max().unwrap_or(0);
        let is_out = |seat: usize| self.thrown_out.iter().any(|out| out.seat == Seat(seat));
        let failed: Vec<bool> = (0..self.games.len()).map(is_out).collect();
        let thrown_out = self.thrown_out.clone();
        let mut outcome = self.counting.ranked(scores, &failed, turns);
        let data = outcomes().map(|outcome| own_data(&outcome.more)).collect();
        outcome.more.extend(player_data(data));
        Outcome { thrown_out, ..outcome }
    }
}

impl Game for Alongside {
    fn advance(&mut self, answers: &[Answer]) -> Step {
        self.count.demand(answers);
        let asked = std::mem::take(&mut self.asked);
        let micros = std::mem::take(&mut self.micros);
        let mut requests = Vec::new();
        for seat in 0..self.games.len() {
            if self.outcomes[seat].is_some() {
                continue;
            }
            let at = asked.iter().position(|asked| asked.0 == seat);
            let answer = at.and_then(|at| answers.get(at)).cloned();
            self.games[seat]
                .times(&at.and_then(|at| micros.get(at)).copied().into_iter().collect::<Vec<_>>());
            requests.extend(self.continued(seat, answer.as_slice()));
            if self.failure.is_some() {
                return self.count.note(Step::Ask(Vec::new()));
            }
        }
        self.asked = requests.iter().map(|request| request.seat).collect();
        let step =
            if requests.is_empty() { Step::Over(self.outcome()) } else { Step::Ask(requests) };
        self.count.note(step)
    }

    fn draw(&self) -> String {
        self.games.iter().map(|game| game.draw()).collect()
    }

    fn times(&mut self, micros: &[u64]) {
        micros.clone_into(&mut self.micros);
    }

    fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    fn thrown_out(&self) -> &[ThrownOut] {
        &self.thrown_out
    }
}
