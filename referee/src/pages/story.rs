//! What the page of a game says first: who won and how, who was thrown out and why, and the moments that decided it.

use super::film::{Film, Frame};
use super::note::{Note, Story};
use crate::contest::{About, Contest};
use crate::game::{Outcome, Seat, ThrownOut};
use crate::terminal::harmless;

/// Words of `end` that several contests have; see [`Contest::ends`].
const ENDS: [(&str, &str); 3] = [
    ("thrown-out", "a player was thrown out"),
    ("turn-limit", "the last turn was played"),
    ("all-dead", "all players were thrown out"),
];

/// The greatest number of moments.
const MOMENTS: usize = 3;

/// The story of a film. Without a contest, the words of the recording are used as they are.
pub(super) fn story(film: &Film, contest: Option<&dyn Contest>) -> Story {
    let last = film.frames.len().saturating_sub(1);
    let outcome = film.result.clone().map(serde_json::Value::Object);
    let outcome = outcome.and_then(|result| serde_json::from_value::<Outcome>(result).ok());
    let outcome = outcome.filter(|outcome| outcome.ranks.len() == film.players.len());
    let Some(outcome) = outcome else {
        let verdict = format!("No result: the recording ends after frame {last}");
        return Story { verdict, events: events(film), opens: last, ..Story::default() };
    };
    let decisive = decisive(film, &outcome);
    let faults = faults(film, contest.map(Contest::about).as_ref(), &outcome);
    Story {
        verdict: verdict(film, contest, &outcome),
        moments: moments(film, &outcome, decisive),
        events: with_faults(film, events(film), &faults),
        faults,
        opens: decisive.unwrap_or(last),
    }
}

/// A seat with its player, such as `B (@random)`.
fn named(film: &Film, seat: usize) -> String {
    format!("{} ({})", Seat(seat).letter(), film.players[seat])
}

/// `B (@random) wins 6 : 2: a submarine sank, after 154 turns`.
fn verdict(film: &Film, contest: Option<&dyn Contest>, outcome: &Outcome) -> String {
    let mut order: Vec<usize> = (0..outcome.ranks.len()).collect();
    order.sort_by_key(|&seat| outcome.ranks[seat]);
    let first: Vec<usize> =
        order.iter().copied().filter(|&seat| outcome.ranks[seat] == 1).collect();
    let score = |seat: usize| outcome.scores.get(seat).copied().unwrap_or_default();
    let who = match (&order[..], &first[..]) {
        ([only], _) => format!("{} makes {}", named(film, *only), score(*only)),
        ([_, second], [winner]) => {
            format!("{} wins {} : {}", named(film, *winner), score(*winner), score(*second))
        }
        ([a, b], _) => format!("A draw, {} : {}", score(*a), score(*b)),
        (all, [winner]) => {
            let others =
                all[1..].iter().map(|&seat| format!("{} {}", Seat(seat).letter(), score(seat)));
            let others: Vec<String> = others.collect();
            format!(
                "{} is first of {} with {}; then {}",
                named(film, *winner),
                all.len(),
                score(*winner),
                others.join(", ")
            )
        }
        (all, shared) => {
            let shared: Vec<String> = shared.iter().map(|&seat| named(film, seat)).collect();
            format!("{} share the first place of {}", shared.join(" and "), all.len())
        }
    };
    let end = outcome.more.get("end").and_then(|end| end.as_str()).map(|end| {
        let own = contest.map_or(&[][..], Contest::ends);
        let words = own.iter().chain(&ENDS).find(|(word, _)| *word == end);
        words.map_or_else(|| harmless(end).replace('-', " "), |(_, words)| (*words).to_owned())
    });
    let turns = if outcome.turns == 1 { "turn" } else { "turns" };
    let end = end.map_or(String::new(), |end| format!(": {end},"));
    let frames = film.frames.len() - 1;
    let frames = if frames == outcome.turns as usize {
        String::new()
    } else {
        format!(" ({frames} frames)")
    };
    format!("{who}{end} after {} {turns}{frames}", outcome.turns)
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

/// How far a seat is ahead of all others in the first measure, in a frame that has it.
fn lead(frame: &Frame, seat: usize) -> Option<f64> {
    let values = frame.measures.first()?;
    let others = values.iter().enumerate().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, value)| *value).reduce(f64::max)?;
    Some(values.get(seat)? - best)
}

/// The only winner.
fn winner(outcome: &Outcome) -> Option<usize> {
    let mut first = (0..outcome.ranks.len()).filter(|&seat| outcome.ranks[seat] == 1);
    first.next().filter(|_| first.next().is_none())
}

/// The frame from which the winner is ahead in the first measure until the end.
fn decisive(film: &Film, outcome: &Outcome) -> Option<usize> {
    let winner = winner(outcome)?;
    let is_ahead = |frame: &Frame| lead(frame, winner).is_some_and(|lead| lead > 0.0);
    let behind = film.frames.iter().rposition(|frame| !is_ahead(frame));
    let from = behind.map_or(0, |behind| behind + 1);
    (0 < from && from < film.frames.len()).then_some(from)
}

/// The decisive moment and the frames that changed the winner's lead most.
fn moments(film: &Film, outcome: &Outcome, decisive: Option<usize>) -> Vec<Note> {
    let Some(winner) = winner(outcome) else { return Vec::new() };
    let swing = |at: usize| {
        let [before, after] = [at - 1, at].map(|at| lead(&film.frames[at], winner));
        Some((after? - before?).abs()).filter(|swing| *swing > 0.0)
    };
    let mut swings: Vec<(usize, f64)> = (1..film.frames.len())
        .filter(|&at| Some(at) != decisive)
        .filter_map(|at| Some((at, swing(at)?)))
        .collect();
    swings.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let more = MOMENTS - usize::from(decisive.is_some());
    let mut frames: Vec<usize> = swings.into_iter().take(more).map(|(at, _)| at).collect();
    frames.extend(decisive);
    frames.sort_unstable();
    let note = |at: usize| {
        let mut all = changes(film, at).into_iter().filter(|note| note.0 == 0);
        let first = all.next();
        let seat = first.as_ref().map_or(winner, |first| first.1.seat);
        let mut words: Vec<String> =
            first.into_iter().chain(all).map(|(_, note)| note.words).collect();
        if Some(at) == decisive {
            words.push(format!("{} is ahead from here on", Seat(winner).letter()));
        }
        Note { frame: at, seat, words: words.join("; ") }
    };
    frames.into_iter().map(note).collect()
}

/// What changed in a frame: the index of a measure with a note.
fn changes(film: &Film, at: usize) -> Vec<(usize, Note)> {
    let mut all = Vec::new();
    let [before, after] = [at - 1, at].map(|at| &film.frames[at].measures);
    for (measure, (old, new)) in before.iter().zip(after).enumerate() {
        for (seat, (old, new)) in old.iter().zip(new).enumerate() {
            if old.total_cmp(new).is_ne() {
                let (letter, name) = (Seat(seat).letter(), film.measures[measure]);
                let words = match (film.flags[measure], *new > 0.0) {
                    (false, _) => format!("{letter}: {name} {old} → {new}"),
                    (true, true) => format!("{letter}: {name}"),
                    (true, false) => format!("{letter}: not {name} any more"),
                };
                all.push((measure, Note { frame: at, seat, words }));
            }
        }
    }
    all
}

/// The events, with the players that the rules threw out for what they answered: no exchange has a fault for them.
fn with_faults(film: &Film, mut events: Vec<Note>, faults: &[Note]) -> Vec<Note> {
    for fault in faults {
        let said = &film.frames[fault.frame].said;
        if !said.iter().any(|said| said.seat == fault.seat && said.fault.is_some()) {
            let at = events.partition_point(|event| event.frame <= fault.frame);
            events.insert(at, fault.clone());
        }
    }
    events
}

/// Changes of measures that mark events, and faults.
fn events(film: &Film) -> Vec<Note> {
    let mut all = Vec::new();
    for at in 1..film.frames.len() {
        let marked = changes(film, at).into_iter().filter(|(measure, _)| film.events[*measure]);
        all.extend(marked.map(|(_, note)| note));
        let faults = film.frames[at].said.iter().filter_map(|said| {
            let fault = said.fault.as_ref()?;
            let words = format!("{}: {fault}", Seat(said.seat).letter());
            Some(Note { frame: at, seat: said.seat, words })
        });
        all.extend(faults);
    }
    all
}
