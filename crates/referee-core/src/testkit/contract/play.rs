//! Promises about whole games.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use super::observed::{Drawn, Observed, observe};
use crate::contest::{Contest, House};
use crate::game::{Answer, Game, Request, Seat, Step};
use crate::recording::{Exchange, Header, Recording};
use crate::testkit::{setup, start};

/// Seeds on which the contract's games are played.
pub(super) const SEEDS: [&str; 3] = ["0", "1", "4711"];

/// House players for a game, one for each seat; the kinds are rotated by `shift`.
fn houses(contest: &dyn Contest, shift: usize) -> Vec<Box<dyn House>> {
    let kinds = contest.about().house;
    assert!(!kinds.is_empty(), "{}: it has no house players", contest.key());
    let make = |seat: usize| (kinds[(seat + shift) % kinds.len()].make)(shift as u64, Seat(seat));
    (0..contest.about().seats).map(make).collect()
}

/// Plays and observes a game between house players, whose kinds are rotated by `shift`. Where
/// `instead` gives an answer, it counts instead of the house player's.
///
/// # Panics
/// A step is not lawful.
pub fn play_houses(
    contest: &dyn Contest,
    seed: &str,
    shift: usize,
    drawn: Drawn,
    mut instead: impl FnMut(&Request, usize) -> Option<Answer>,
) -> Observed {
    let mut houses = houses(contest, shift);
    let mut game = start(contest, seed, json!({}));
    observe(contest, game.as_mut(), contest.about().seats, drawn, |request, times| {
        let lines = houses[request.seat.0].answer(&request.lines);
        instead(request, times).unwrap_or(Answer { lines, fault: None })
    })
}

/// Games between house players in which each kind plays in each seat, with their seeds.
///
/// # Panics
/// A step is not lawful.
pub fn house_games(contest: &dyn Contest) -> impl Iterator<Item = (&'static str, Observed)> {
    house_games_drawn(contest, Drawn::Tenth)
}

fn house_games_drawn(
    contest: &dyn Contest,
    drawn: Drawn,
) -> impl Iterator<Item = (&'static str, Observed)> {
    let shifts = 0..contest.about().house.len().max(SEEDS.len());
    shifts.map(move |shift| {
        let seed = SEEDS[shift % SEEDS.len()];
        (seed, play_houses(contest, seed, shift, drawn, |_, _| None))
    })
}

pub(super) fn houses_play_to_the_end(contest: &dyn Contest) {
    for (seed, game) in house_games(contest) {
        let out = &game.outcome.thrown_out;
        assert!(out.is_empty(), "{}, seed {seed}: a house player fails: {out:?}", contest.key());
        let asked = (0..contest.about().seats).all(|seat| game.times_asked(Seat(seat)) > 0);
        assert!(asked, "{}, seed {seed}: a seat is never asked", contest.key());
    }
}

pub(super) fn same_answers_same_game(contest: &dyn Contest) {
    for (seed, first) in house_games(contest).take(2) {
        let asked = first.exchanges().filter(|(request, _)| request.expected.is_some());
        let mut answers: VecDeque<Answer> = asked.map(|(_, answer)| answer.clone()).collect();
        let mut game = start(contest, seed, json!({}));
        let again = observe(contest, game.as_mut(), contest.about().seats, Drawn::Tenth, |_, _| {
            answers.pop_front().unwrap_or_default()
        });
        let (key, steps) = (contest.key(), first.steps.len().min(again.steps.len()));
        let differs = (0..steps).find(|step| first.steps[*step] != again.steps[*step]);
        assert_eq!(differs, None, "{key}, seed {seed}: the step that differs the second time");
        assert!(first == again, "{key}, seed {seed}: the drawings or the outcome differ");
    }
}

pub(super) fn seeds_differ(contest: &dyn Contest) {
    // Most games differ from the first position on, and are then not played.
    let begins = SEEDS.map(|seed| start(contest, seed, json!({})).advance(&[]));
    if begins.iter().any(|begin| *begin != begins[0]) {
        return;
    }
    let games = SEEDS.map(|seed| play_houses(contest, seed, 0, Drawn::Faults, |_, _| None).steps);
    let same = games.iter().all(|steps| *steps == games[0]);
    assert!(!same, "{}: the seeds {SEEDS:?} all give the same game", contest.key());
}

pub(super) fn recordings_replay(contest: &dyn Contest) {
    for (seed, game) in house_games_drawn(contest, Drawn::Faults).take(2) {
        let recording = recorded(contest, seed, &game);
        let replayed = crate::recording::follow(
            &recording,
            start(contest, seed, Value::Object(recording.header.options.clone())).as_mut(),
            contest.unrepeatable(),
        );
        let key = contest.key();
        let replayed = replayed.unwrap_or_else(|error| panic!("{key}, seed {seed}: {error}"));
        assert_eq!(replayed.outcome, game.outcome, "{key}, seed {seed}");
    }
}

/// A game as it is read from its recording.
fn recorded(contest: &dyn Contest, seed: &str, game: &Observed) -> Recording {
    let setup = setup(contest, seed, json!({}));
    let names = vec!["house".to_owned(); contest.about().seats];
    let mut lines = vec![json!(Header::new(contest.key(), &setup, names))];
    for (request, answer) in game.exchanges() {
        let Request { seat, lines: sent, .. } = request.clone();
        let Answer { lines: got, fault } = answer.clone();
        lines.push(json!(Exchange { seat, sent, got, fault, ..Exchange::default() }));
    }
    lines.push(json!({ "result": game.outcome }));
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    Recording::parse(&lines.join("\n"))
        .unwrap_or_else(|error| panic!("{}: its own recording {error}", contest.key()))
}

/// A game that would go on with the answers of others, or with none, hides a mistake of whoever drives
/// it.
pub(super) fn wrong_number_of_answers_panics(contest: &dyn Contest) {
    let key = contest.key();
    for more in [false, true] {
        for asked_before in 0..3 {
            let (mut game, mut answers) = game_after(contest, asked_before);
            if more {
                answers.push(answers[0].clone());
            } else {
                answers.pop();
            }
            let (step, given) = (asked_before + 1, answers.len());
            let result = catch_unwind(AssertUnwindSafe(|| game.advance(&answers)));
            assert!(result.is_err(), "{key}: step {step} was given {given} answers and went on");
        }
    }
}

/// A game after some steps, and lawful answers to what it asks then.
fn game_after(contest: &dyn Contest, steps: usize) -> (Box<dyn Game>, Vec<Answer>) {
    let (mut game, mut houses) = (start(contest, SEEDS[0], json!({})), houses(contest, 0));
    let mut answers = Vec::new();
    for _ in 0..=steps {
        let Step::Ask(requests) = game.advance(&answers) else {
            panic!("{}: the game is over after {steps} steps", contest.key())
        };
        let mut answer = |request: &Request| Answer {
            lines: houses[request.seat.0].answer(&request.lines),
            fault: None,
        };
        answers = requests.iter().map(&mut answer).collect();
    }
    (game, answers)
}
