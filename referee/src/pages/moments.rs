//! The moments that decided a game.

use super::events::changes;
use super::film::{Film, Frame};
use super::note::Note;
use crate::game::Outcome;

/// The greatest number of moments beside the last change of the lead and the decision.
const SWINGS: usize = 2;

/// A cause of more bytes is in the list of events only.
const LONGEST_CAUSE: usize = 40;

/// The frames of a game with one winner that matter most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Turning {
    /// From here on the winner is ahead of all others in the first measure until the end.
    pub(super) lead: Option<usize>,
    /// From here on nothing that the others gained, and nothing that the winner lost, could have taken the lead away.
    pub(super) decided: Option<usize>,
}

/// By seat: the values of the first measure in each frame; `None` if a frame lacks them.
fn courses(film: &Film) -> Option<Vec<Vec<f64>>> {
    let seats = film.players.len();
    let row = |frame: &Frame, seat: usize| frame.measures.first()?.get(seat).copied();
    (0..seats).map(|seat| film.frames.iter().map(|frame| row(frame, seat)).collect()).collect()
}

/// By frame: a value with all later changes of one direction.
fn with_later(course: &[f64], counts: impl Fn(f64) -> bool) -> Vec<f64> {
    let mut all = course.to_vec();
    let mut later = 0.0;
    for at in (0..course.len().saturating_sub(1)).rev() {
        let change = course[at + 1] - course[at];
        later += if counts(change) { change } else { 0.0 };
        all[at] += later;
    }
    all
}

/// The frames that matter of a game that `winner` won alone.
pub(super) fn turning(film: &Film, winner: usize) -> Turning {
    let Some(courses) = courses(film) else { return Turning::default() };
    let others = || courses.iter().enumerate().filter(|(seat, _)| *seat != winner);
    if others().next().is_none() {
        return Turning::default();
    }
    let mine = &courses[winner];
    let first = |is_so: &dyn Fn(usize) -> bool| {
        let behind = (0..mine.len()).rev().find(|at| !is_so(*at));
        behind.map(|behind| behind + 1).filter(|from| *from < mine.len())
    };
    let lead = first(&|at| others().all(|(_, other)| other[at] < mine[at]));
    let floor = with_later(mine, |change| change < 0.0);
    let tops: Vec<Vec<f64>> =
        others().map(|(_, it)| with_later(it, |change| change > 0.0)).collect();
    let decided = first(&|at| tops.iter().all(|top| top[at] < floor[at]));
    Turning { lead, decided }
}

/// How far a seat is ahead of all others in the first measure, in a frame that has it.
fn ahead(frame: &Frame, seat: usize) -> Option<f64> {
    let values = frame.measures.first()?;
    let others = values.iter().enumerate().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, value)| *value).reduce(f64::max)?;
    Some(values.get(seat)? - best)
}

/// The only winner.
pub(super) fn winner(outcome: &Outcome) -> Option<usize> {
    let mut first = (0..outcome.ranks.len()).filter(|&seat| outcome.ranks[seat] == 1);
    first.next().filter(|_| first.next().is_none())
}

/// The last change of the lead, the decision, and the frames that changed the winner's lead most.
pub(super) fn moments(film: &Film, winner: usize, turning: Turning) -> Vec<Note> {
    let swing = |at: usize| {
        let [before, after] = [at - 1, at].map(|at| ahead(&film.frames[at], winner));
        Some((after? - before?).abs()).filter(|swing| *swing > 0.0)
    };
    let mut swings: Vec<(usize, f64)> = (1..film.frames.len())
        .filter(|at| ![turning.lead, turning.decided].contains(&Some(*at)))
        .filter_map(|at| Some((at, swing(at)?)))
        .collect();
    swings.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut frames: Vec<usize> = swings.into_iter().take(SWINGS).map(|(at, _)| at).collect();
    frames.extend([turning.lead, turning.decided].into_iter().flatten());
    frames.sort_unstable();
    frames.dedup();
    frames.into_iter().map(|at| note(film, winner, turning, at)).collect()
}

fn note(film: &Film, winner: usize, turning: Turning, at: usize) -> Note {
    let all = changes(film, at);
    let first: Vec<&Note> =
        all.iter().filter(|(measure, _)| *measure == Some(0)).map(|(_, note)| note).collect();
    let seat = first.first().map_or(winner, |first| first.seat);
    let short = |words: &str| match words.split_once(", ") {
        Some((change, cause)) if cause.len() > LONGEST_CAUSE => change.to_owned(),
        _ => words.to_owned(),
    };
    let mut words: Vec<String> = first.iter().map(|note| short(&note.words)).collect();
    if turning.decided == Some(at) {
        words.push("decided".to_owned());
    } else if turning.lead == Some(at) {
        words.push("last change of the lead".to_owned());
    }
    Note { frame: at, seat, words: words.join("; ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A film of two seats with these values of its only measure.
    fn film(values: &[[f64; 2]]) -> Film {
        let frame = |pair: &[f64; 2]| Frame { measures: vec![pair.to_vec()], ..Frame::default() };
        let players = vec!["a".to_owned(), "b".to_owned()];
        Film {
            players,
            measures: vec!["points"],
            events: vec![true],
            flags: vec![false],
            frames: values.iter().map(frame).collect(),
            ..Film::default()
        }
    }

    #[test]
    fn a_lead_that_the_other_made_up_for_did_not_decide() {
        let points = [[0.0, 0.0], [5.0, 0.0], [5.0, 4.0], [9.0, 4.0], [9.0, 8.0]];
        let found = turning(&film(&points), 0);
        assert_eq!(found, Turning { lead: Some(1), decided: Some(3) });
        let words: Vec<String> =
            moments(&film(&points), 0, found).into_iter().map(|note| note.words).collect();
        assert_eq!(words[0], "A: points 0 → 5; last change of the lead");
        assert!(words.contains(&"A: points 5 → 9; decided".to_owned()), "{words:?}");
    }

    #[test]
    fn lives_that_the_winner_loses_later_count_against_it() {
        let lives = [[6.0, 6.0], [6.0, 4.0], [4.0, 4.0], [3.0, 4.0], [3.0, 2.0], [3.0, 0.0]];
        assert_eq!(turning(&film(&lives), 0), Turning { lead: Some(4), decided: Some(4) });
    }

    #[test]
    fn who_was_behind_at_the_end_decided_nothing() {
        let found = turning(&film(&[[0.0, 0.0], [0.0, 3.0]]), 0);
        assert_eq!(found, Turning::default(), "the other was thrown out with more points");
    }
}
