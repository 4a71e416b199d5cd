//! A game that is over, as steps like those of any other game.

use std::collections::VecDeque;
use std::time::Instant;

use serde_json::{Map, Value};

use super::super::counting::{Counting, Said, garbage};
use super::super::notes::{Expects, Notes};
use super::super::own_data::{own_data, player_data};
use super::super::told::Told;
use super::overheard_player::Script;
use super::program::CommandProgram;
use super::seats::Heard;
use super::verdict::Verdict;
use crate::contest_file::LimitsTable;
use crate::game::{Answer, Fault, Outcome, Request, Seat, ThrownOut};
use crate::player::Reply;
use crate::player::process::{BotEnd, Overheard, OverheardExchange};

/// A whole game.
pub(super) struct Course {
    /// The requests in order of time, with what the recording notes about them.
    pub(super) steps: VecDeque<(Request, Notes)>,
    /// By seat: the answers.
    pub(super) scripts: Vec<Script>,
    /// The result.
    pub(super) outcome: Outcome,
}

impl Course {
    /// The game in which this was said, and that ended so.
    ///
    /// # Errors
    /// What the referee program did, if the result cannot be used.
    pub(super) fn new(
        program: &CommandProgram,
        verdict: &Verdict,
        heard: Vec<Heard>,
    ) -> Result<Self, String> {
        if let Some(seat) = heard.iter().position(|seat| !seat.was_started) {
            return Err(format!(
                "ended without starting the bot of seat {}; check how `command` names the bots",
                Seat(seat).letter()
            ));
        }
        let overheard: Vec<Overheard> = heard.into_iter().map(|seat| seat.overheard).collect();
        let mut outcome = outcome(&program.counting, verdict, &overheard)?;
        let mut steps = Vec::new();
        let mut scripts = Vec::new();
        for (seat, mut overheard) in overheard.into_iter().enumerate() {
            let out = outcome.thrown_out.iter().find(|out| out.seat.0 == seat);
            let fault = out.and_then(|out| fault_at_the_end(out, &mut overheard));
            let mut script = Script { last_words: overheard.first_words, ..Script::default() };
            let last = overheard.exchanges.len().saturating_sub(1);
            for (index, exchange) in overheard.exchanges.into_iter().enumerate() {
                let fault = fault.clone().filter(|_| index == last);
                let began = exchange.began;
                let is_last_notice = exchange.got.is_empty() && fault.is_none();
                let step = step(&program.limits, Seat(seat), index == 0, &exchange, is_last_notice);
                if is_last_notice {
                    script.last_words.extend(exchange.stderr);
                } else {
                    script.replies.push_back(reply(exchange, fault));
                }
                steps.push((began, step));
            }
            scripts.push(script);
        }
        // The sort keeps the order of exchanges that began at the same moment.
        steps.sort_by_key(|(began, _): &(Instant, _)| *began);
        let mut steps: VecDeque<_> = steps.into_iter().map(|(_, step)| step).collect();
        outcome.turns = count_turns(&mut steps, scripts.len());
        Ok(Self { steps, scripts, outcome })
    }
}

impl Course {
    /// Games of one player each, on the same seed, as one game: the scores side by side.
    pub(super) fn together(counting: &Counting, courses: Vec<Self>) -> Self {
        let scores = courses.iter().flat_map(|course| course.outcome.scores.clone()).collect();
        let turns = courses.iter().map(|course| course.outcome.turns).max().unwrap_or(0);
        let failed: Vec<bool> =
            courses.iter().map(|course| !course.outcome.thrown_out.is_empty()).collect();
        let mut outcome = counting.ranked(scores, &failed, turns);
        let (mut steps, mut scripts) = (VecDeque::new(), Vec::new());
        let mut data = Vec::new();
        for (seat, course) in (0..).map(Seat).zip(courses) {
            let of_seat = course.steps.into_iter();
            steps.extend(of_seat.map(|(request, notes)| (Request { seat, ..request }, notes)));
            scripts.extend(course.scripts);
            let outs = course.outcome.thrown_out.into_iter();
            outcome.thrown_out.extend(outs.map(|out| ThrownOut { seat, ..out }));
            data.push(own_data(&course.outcome.more));
        }
        outcome.more.extend(player_data(data));
        // Side by side, as other engines play such games.
        steps.make_contiguous().sort_by_key(|(_, notes)| notes.turn);
        Self { steps, scripts, outcome }
    }
}

/// Notes at each step the turn: how often a player has been asked by then at most. Returns the last turn.
fn count_turns(steps: &mut VecDeque<(Request, Notes)>, seats: usize) -> u32 {
    let mut asked = vec![0; seats];
    let mut turns = 0;
    for (request, notes) in steps {
        asked[request.seat.0] += u32::from(request.expected.is_some());
        turns = turns.max(asked[request.seat.0]);
        notes.turn = Some(turns);
    }
    turns
}

/// The request of an exchange.
fn step(
    limits: &LimitsTable,
    seat: Seat,
    is_first: bool,
    exchange: &OverheardExchange,
    is_last_notice: bool,
) -> (Request, Notes) {
    // The referee program measures the time; the limits are in the contest file if they are known.
    let limit = if is_first { limits.first_ms.or(limits.turn_ms) } else { limits.turn_ms };
    let ms = limit.unwrap_or(limits.game().as_millis() as u64);
    let longest = exchange.got.iter().map(String::len).max().unwrap_or(0);
    let lines = if is_last_notice { 0 } else { exchange.got.len().max(1) };
    let expects = Expects { lines, ms, line_bytes: limits.line().max(longest) };
    let request = Request { seat, lines: exchange.sent.clone(), expected: expects.expected() };
    (request, Notes { expects: Some(expects), ..Notes::default() })
}

fn reply(exchange: OverheardExchange, fault: Option<BotEnd>) -> Reply {
    let OverheardExchange { got, micros, stderr, .. } = exchange;
    let (micros, fault, detail) = match fault {
        Some(end) => (end.micros, Some(end.fault), Some(end.detail)),
        None => (micros, None, None),
    };
    let answer = Answer { lines: got, fault };
    Reply { answer, micros, detail, stderr, ..Reply::default() }
}

/// How a disqualified bot failed to answer, if it did, as the fault of its last exchange.
fn fault_at_the_end(out: &ThrownOut, overheard: &mut Overheard) -> Option<BotEnd> {
    if out.fault == Fault::Garbage {
        return None;
    }
    let last = overheard.exchanges.last();
    let end = overheard.end.clone().or_else(|| {
        let last = last?;
        let detail = "the referee program did not wait longer for an answer".to_owned();
        Some(BotEnd { fault: out.fault, detail, at: last.began, micros: last.micros })
    })?;
    if last.is_none_or(|last| !last.got.is_empty()) {
        // It had answered everything, and ended before it was asked again.
        let (sent, got) = (Vec::new(), Vec::new());
        let stderr = std::mem::take(&mut overheard.first_words);
        let exchange = OverheardExchange { began: end.at, sent, got, micros: 0, stderr };
        overheard.exchanges.push(exchange);
    }
    Some(end)
}

/// The outcome, with the disqualified players; its turns are not counted yet.
fn outcome(
    counting: &Counting,
    verdict: &Verdict,
    overheard: &[Overheard],
) -> Result<Outcome, String> {
    let mut thrown_out = Vec::new();
    if let Some(scores) = &verdict.scores {
        counting.throw_out_negative(scores, &Told::default(), &mut thrown_out);
    }
    for (seat, error) in (0..).map(Seat).zip(&verdict.errors) {
        let Some(cause) = error.clone() else { continue };
        if let Some(out) = thrown_out.iter_mut().find(|out| out.seat == seat) {
            out.cause = cause;
        } else {
            thrown_out.push(garbage(seat, &cause));
        }
    }
    for (seat, heard) in (0..).map(Seat).zip(overheard) {
        let known = thrown_out.iter_mut().find(|out| out.seat == seat);
        let limit = heard.end.as_ref().filter(|end| end.fault != Fault::Exit);
        match (known, limit) {
            (Some(out), _) => explain(out, heard),
            // Our own limit ended it, whatever the referee program thinks of that.
            (None, Some(end)) => {
                let (fault, cause) = (end.fault, cause(end.fault, &end.detail));
                thrown_out.push(ThrownOut { seat, fault, cause, line: None });
            }
            (None, None) => {}
        }
    }
    let out: Vec<Seat> = thrown_out.iter().map(|out| out.seat).collect();
    let ranks = verdict.ranks_without(&out);
    let has_scores = verdict.scores.is_some();
    let scores = verdict.points(ranks.as_deref().unwrap_or(&[]));
    let measures = &measures(&verdict.more);
    let said = Said { scores, has_scores, measures, thrown_out };
    let mut outcome = counting.outcome(said, 0)?;
    if let Some(ranks) = ranks.filter(|_| !counting.has_measure()) {
        outcome.ranks = ranks;
    }
    outcome.more.extend(verdict.more.clone());
    Ok(outcome)
}

/// The values by which players can be compared: that of one player has its seat behind its name.
fn measures(more: &Map<String, Value>) -> Map<String, Value> {
    let mut measures = own_data(more);
    let of_seats = more.get("player_data").and_then(Value::as_array).into_iter().flatten();
    for (seat, values) in of_seats.enumerate() {
        for (name, value) in values.as_object().into_iter().flatten() {
            measures.entry(format!("{name}_{seat}")).or_insert_with(|| value.clone());
        }
    }
    measures
}

/// Finds the kind of a fault that the referee program reports.
fn explain(out: &mut ThrownOut, heard: &Overheard) {
    let said = out.cause.to_lowercase();
    let says_timeout = ["timeout", "time out", "timed out"].iter().any(|text| said.contains(text));
    let is_unanswered = heard.exchanges.last().is_some_and(|last| last.got.is_empty());
    let (fault, detail) = match &heard.end {
        Some(end) => (end.fault, &*end.detail),
        None if says_timeout || is_unanswered => (Fault::Timeout, ""),
        None => return,
    };
    out.fault = fault;
    out.cause = cause(fault, detail);
}

/// The cause of a fault. The detail says which limit of ours garbage exceeded; of other faults the exchange has it.
fn cause(fault: Fault, detail: &str) -> String {
    let cause = if fault == Fault::Garbage { detail } else { fault.cause() };
    cause.to_owned()
}
