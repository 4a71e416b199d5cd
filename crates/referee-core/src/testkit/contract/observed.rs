//! A game that is watched at every step.

use std::collections::BTreeSet;

use crate::contest::Contest;
use crate::game::{Answer, Game, Outcome, Request, Seat, Step};

/// Steps after which a game counts as one that does not end.
const MOST_STEPS: usize = 20_000;

/// All that happened in a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// What was asked and answered in each step, in order.
    pub steps: Vec<Vec<(Request, Answer)>>,
    /// Drawings of the first positions, of the last, of those after a fault, and of others that were chosen,
    /// without escapes.
    pub drawings: Vec<String>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Observed {
    /// All requests with their answers, in order.
    pub fn exchanges(&self) -> impl Iterator<Item = &(Request, Answer)> {
        self.steps.iter().flatten()
    }

    /// How often a seat was asked for an answer.
    pub fn times_asked(&self, seat: Seat) -> usize {
        let asked =
            |(request, _): &&(Request, Answer)| request.seat == seat && request.expected.is_some();
        self.exchanges().filter(asked).count()
    }
}

/// Positions that are drawn in any case.
const FIRST: usize = 10;

/// Which of the later positions are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// Every tenth.
    Tenth,
    /// Only the first after each fault.
    Faults,
}

/// Plays a game to its end and watches that every step is lawful; `answer` is given each request and
/// how often its seat has been asked before.
///
/// # Panics
/// A step is not lawful, or the game does not end.
pub fn observe(
    contest: &dyn Contest,
    game: &mut dyn Game,
    seats: usize,
    drawn: Drawn,
    mut answer: impl FnMut(&Request, usize) -> Answer,
) -> Observed {
    let key = contest.key();
    let (mut steps, mut drawings): (Vec<Vec<(Request, Answer)>>, Vec<String>) = Default::default();
    let mut times = vec![0; seats];
    let (mut failed, mut failed_before) = (BTreeSet::new(), 0);
    let mut answers: Vec<Answer> = Vec::new();
    while steps.len() < MOST_STEPS {
        let step = game.advance(&answers);
        let is_chosen = match drawn {
            Drawn::Tenth => steps.len().is_multiple_of(10),
            Drawn::Faults => failed.len() > failed_before,
        };
        failed_before = failed.len();
        if steps.len() < FIRST || is_chosen || matches!(step, Step::Over(_)) {
            drawings.push(plain_drawing(key, game));
        }
        let gone: BTreeSet<Seat> = game.thrown_out().iter().map(|out| out.seat).collect();
        match step {
            Step::Over(outcome) => {
                demand_lawful_outcome(key, game, seats, &outcome);
                let named = |seat: &Seat| outcome.thrown_out.iter().any(|out| out.seat == *seat);
                assert!(failed.iter().all(named), "{key}: {failed:?} failed, but {outcome:?}");
                return Observed { steps, drawings, outcome };
            }
            Step::Ask(requests) => {
                demand_lawful_requests(key, &requests, seats);
                answers.clear();
                for request in &requests {
                    let seat = request.seat;
                    assert!(!gone.contains(&seat), "{key}: seat {seat} is out but is sent lines");
                    if request.expected.is_none() {
                        answers.push(Answer::default());
                        continue;
                    }
                    assert!(!failed.contains(&seat), "{key}: seat {seat} failed but is asked");
                    let answer = answer(request, times[seat.0]);
                    times[seat.0] += 1;
                    failed.extend(answer.fault.map(|_| seat));
                    answers.push(answer);
                }
                steps.push(requests.into_iter().zip(answers.iter().cloned()).collect());
            }
        }
    }
    panic!("{key}: the game is not over after {MOST_STEPS} steps")
}

/// The drawing without its escapes, which must be text and must not be empty.
fn plain_drawing(key: &str, game: &dyn Game) -> String {
    let drawing = game.draw();
    let control = |char: char| char.is_control() && char != '\n' && char != '\x1b';
    assert!(!drawing.contains(control), "{key}: control characters in {drawing:?}");
    let plain = anstream::adapter::strip_str(&drawing).to_string();
    assert!(!plain.trim().is_empty(), "{key}: the drawing is empty");
    assert!(!plain.contains('\x1b'), "{key}: escapes that are not styles in {drawing:?}");
    plain
}

fn demand_lawful_requests(key: &str, requests: &[Request], seats: usize) {
    assert!(!requests.is_empty(), "{key}: nobody is asked, and the game is not over");
    let asked: BTreeSet<Seat> = requests.iter().map(|request| request.seat).collect();
    assert_eq!(asked.len(), requests.len(), "{key}: a seat is asked twice at once");
    for Request { seat, lines, expected } in requests {
        assert!(seat.0 < seats, "{key}: there is no seat {seat}");
        let whole = |line: &String| !line.contains(['\n', '\r']);
        assert!(lines.iter().all(whole), "{key}: a line with a line's end in it: {lines:?}");
        if let Some(expected) = expected {
            let some = expected.lines > 0 && expected.line_bytes > 0 && !expected.limit.is_zero();
            assert!(some, "{key}: no answer can be as {expected:?} wants it");
        }
    }
}

fn demand_lawful_outcome(key: &str, game: &dyn Game, seats: usize, outcome: &Outcome) {
    let Outcome { scores, ranks, thrown_out, .. } = outcome;
    assert_eq!((scores.len(), ranks.len()), (seats, seats), "{key}: {outcome:?}");
    for rank in ranks {
        let better = ranks.iter().filter(|other| *other < rank).count() as u32;
        assert_eq!(*rank, 1 + better, "{key}: the ranks {ranks:?} leave a place empty");
    }
    let out: BTreeSet<Seat> = thrown_out.iter().map(|out| out.seat).collect();
    assert_eq!(out.len(), thrown_out.len(), "{key}: a seat is thrown out twice: {outcome:?}");
    assert!(out.iter().all(|seat| seat.0 < seats), "{key}: {outcome:?}");
    let causes = thrown_out.iter().all(|out| !out.cause.is_empty());
    assert!(causes, "{key}: a fault without a cause: {outcome:?}");
    let told = game.thrown_out();
    let begin = thrown_out.get(..told.len());
    assert_eq!(begin, Some(told), "{key}: during the game others were said to be thrown out");
}
