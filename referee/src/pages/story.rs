//! What the page of a game says first: who won and how, and who was thrown out and why.

use super::events::{changes, events, parts, with_faults};
use super::film::{Film, Frame};
use super::lead::{Settled, sentence, settled};
use super::moments::moments;
use super::note::{MOST_NAMED, Note, Story};
use crate::contest::{About, Contest};
use crate::game::{Outcome, Seat, ThrownOut};
use crate::happening::Happening;
use crate::plain_words::shortly_listed;
use crate::terminal::harmless;

/// Words of `end` that several contests have; see [`Contest::ends`].
const ENDS: [(&str, &str); 3] = [
    ("thrown-out", "a player was thrown out"),
    ("turn-limit", "the last turn was played"),
    ("all-dead", "all players were thrown out"),
];

/// The story of a film. Without a contest, the words of the recording are used as they are.
pub(super) fn story(film: &Film, contest: Option<&dyn Contest>) -> Story {
    let last = film.frames.len().saturating_sub(1);
    let outcome = film.result.clone().map(serde_json::Value::Object);
    let outcome = outcome.and_then(|result| serde_json::from_value::<Outcome>(result).ok());
    let outcome = outcome.filter(|outcome| outcome.ranks.len() == film.players.len());
    let Some(outcome) = outcome else {
        let turn = film.frames.last().map_or(0, |frame| frame.turn);
        let verdict = format!("No result: the recording ends after {} {turn}", film.time);
        let (events, parts) = (events(film), parts(film));
        return Story { verdict, events, parts, decisive: last, ..Story::default() };
    };
    let first = outcome.first();
    let faults = faults(film, contest.map(Contest::about).as_ref(), &outcome);
    let from = settled(film, &first, &faults).and_then(Settled::frame);
    Story {
        verdict: verdict(film, contest, &outcome),
        lead: sentence(film, &first, &faults),
        moments: moments(film, &first, from),
        events: with_faults(film, events(film), &faults),
        faults,
        parts: parts(film),
        decisive: from.filter(|_| first.len() == 1).unwrap_or(last),
    }
}

/// A seat with its player, such as `B (@random)`.
fn named(film: &Film, seat: usize) -> String {
    format!("{} ({})", Seat(seat).letter(), film.players[seat])
}

/// `B (@random) wins 6 : 2 lives after 154 turns: a submarine sank (A: lives 2 → 0, mine of B)`.
fn verdict(film: &Film, contest: Option<&dyn Contest>, outcome: &Outcome) -> String {
    let mut order: Vec<usize> = (0..outcome.ranks.len()).collect();
    order.sort_by_key(|&seat| outcome.ranks[seat]);
    let first = outcome.first();
    let score = |seat: usize| outcome.scores.get(seat).copied().unwrap_or_default();
    let [one, more] = contest.map_or(["point", "points"], |contest| contest.about().points);
    let points = |number: i64| if number == 1 { one } else { more };
    let who = match (&order[..], &first[..]) {
        ([only], _) => {
            let made = score(*only);
            format!("{} makes {made} {}", named(film, *only), points(made))
        }
        ([_, second], [winner]) => {
            let (mine, other) = (score(*winner), score(*second));
            format!("{} wins {mine} : {other} {more}", named(film, *winner))
        }
        ([a, b], _) => format!("A draw, {} : {} {more}", score(*a), score(*b)),
        (all, [winner]) => {
            let others =
                all[1..].iter().map(|&seat| format!("{} {}", Seat(seat).letter(), score(seat)));
            let mut others: Vec<String> = others.collect();
            let more = others.split_off(others.len().min(MOST_NAMED)).len();
            others.extend((more > 0).then(|| format!("{more} more")));
            let (winner, mine) = (named(film, *winner), score(*winner));
            let (count, others) = (all.len(), others.join(", "));
            format!("{winner} is first of {count} with {mine} {}; then {others}", points(mine))
        }
        (all, shared) => {
            let shared = shortly_listed(shared.iter().map(|&seat| named(film, seat)), MOST_NAMED);
            format!("{shared} share the first place of {}", all.len())
        }
    };
    let end = outcome.more.get("end").and_then(|end| end.as_str()).map(|end| {
        let own = contest.map_or(&[][..], Contest::ends);
        let words = own.iter().chain(&ENDS).find(|(word, _)| *word == end);
        let words = words.map_or_else(|| harmless(end).replace('-', " "), |it| it.1.to_owned());
        words + &last_cause(film, outcome)
    });
    // A fault is told apart, and is the reason then.
    let reason = contest.filter(|_| outcome.thrown_out.is_empty());
    let reason = reason.and_then(|contest| contest.reason(outcome)).or(end);
    let why = reason.map_or(String::new(), |words| format!(": {words}"));
    let plural = if outcome.turns == 1 { "" } else { "s" };
    let out = gone(film, outcome);
    let comma = if order.len() > 2 { "," } else { "" };
    format!("{who}{comma} after {} {}{plural}{why}{out}", outcome.turns, film.time)
}

/// The greatest number of players of which the first sentence says when they were out of the game.
const MOST_OUT: usize = 3;

/// Who was out of the game before its last turn, such as `; B died in turn 88, C drowned in turn 120`.
fn gone(film: &Film, outcome: &Outcome) -> String {
    let mut all = Vec::new();
    for (frame, happened) in film.frames.iter().zip(&film.happenings) {
        for one in happened.iter().filter(|_| frame.turn < outcome.turns) {
            let Some(word) = one.out else { continue };
            let (letter, time) = (Seat(one.seat).letter(), film.time);
            all.push(format!("{letter} {word} in {time} {}", frame.turn));
        }
    }
    let more = all.len().saturating_sub(MOST_OUT);
    all.truncate(MOST_OUT);
    if more > 0 {
        all.push(format!("{more} more later"));
    }
    if all.is_empty() { String::new() } else { format!("; {}", all.join(", ")) }
}

/// What happened to the only one that lost something in the turn that ended the game, such as ` (B hit the trail of A)`.
fn last_cause(film: &Film, outcome: &Outcome) -> String {
    let happened = film.happenings.iter().rposition(|happened| !happened.is_empty());
    let Some(at) = happened.filter(|at| film.frames[*at].turn == outcome.turns) else {
        return String::new();
    };
    let value = |at: usize, measure: usize, seat: usize| {
        film.frames[at].measures.get(measure).and_then(|row| row.get(seat)).copied()
    };
    let is_loss = |(measure, note): &(Option<usize>, Note)| {
        let grew =
            measure.is_some_and(|it| value(at - 1, it, note.seat) < value(at, it, note.seat));
        // What was decided for a player is no loss.
        let is_decided = |one: &Happening| {
            one.is_decisive && one.seat == note.seat && note.words.ends_with(&one.words)
        };
        let is_decided = measure.is_none() && film.happenings[at].iter().any(is_decided);
        outcome.ranks.get(note.seat).is_some_and(|rank| *rank > 1) && !grew && !is_decided
    };
    let notes: Vec<_> = changes(film, at).into_iter().filter(is_loss).collect();
    if let [(_, note)] = &notes[..] { format!(" ({})", note.words) } else { String::new() }
}

/// Each player that was thrown out, with the frame of its last exchange.
fn faults(film: &Film, about: Option<&About>, outcome: &Outcome) -> Vec<Note> {
    let note = |out: &ThrownOut| {
        let seat = out.seat.0;
        let heard = |frame: &Frame| frame.said.iter().any(|said| said.seat == seat);
        let frame = film.frames.iter().rposition(heard).unwrap_or_default();
        let said = film.frames[frame].said.iter().rev().find(|said| said.seat == seat);
        let detail = said.and_then(|said| said.fault.clone());
        let reason = about.and_then(|about| about.complaint(out)).or(detail);
        let reason = reason.unwrap_or_else(|| out.cause.clone());
        let (who, fault) = (named(film, seat), &out.fault);
        let reason = reason.strip_prefix(&format!("{fault}: ")).unwrap_or(&reason);
        let words = format!("{who} was thrown out, {fault}: {reason}");
        Note { frame, seat, words: harmless(&words).into_owned() }
    };
    outcome.thrown_out.iter().filter(|out| out.seat.0 < film.players.len()).map(note).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The story of a game of 200 players with these ranks.
    fn story_of(rank: impl Fn(usize) -> usize) -> Story {
        let ranks: Vec<usize> = (0..200).map(rank).collect();
        let scores = vec![0; 200];
        let result = serde_json::json!({ "scores": scores, "ranks": ranks, "turns": 1 });
        let frame = Frame { measures: vec![vec![0.0; 200]], ..Frame::default() };
        let film = Film {
            players: vec!["a".to_owned(); 200],
            frames: vec![frame],
            result: result.as_object().cloned(),
            time: "turn",
            ..Film::default()
        };
        story(&film, None)
    }

    #[test]
    fn of_two_hundred_players_a_few_are_named() {
        let story = story_of(|_| 1);
        let words = "and 193 more share the first place of 200, after 1 turn";
        assert!(story.verdict.starts_with("A (a), B (a), ") && story.verdict.ends_with(words));
        let story = story_of(|seat| 1 + seat);
        let words = "A (a) is first of 200 with 0 points; then B 0, C 0, D 0, E 0, F 0, G 0, H 0, I 0, 191 more, after 1 turn";
        assert_eq!(story.verdict, words);
    }
}
