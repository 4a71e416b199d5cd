//! The turn from which those who won kept the lead, in words.

use super::film::{Film, Frame};
use super::note::{MOST_NAMED, Note};
use crate::game::Seat;
use crate::plain_words::shortly_listed;

/// When the first measure agreed with the result for good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Settled {
    /// In every frame.
    Always,
    /// From this frame on, but not in the frame before.
    From(usize),
    /// Not even in the last frame.
    Never,
}

impl Settled {
    /// The frame from which on a lead lasts that was not there before.
    pub(super) fn frame(self) -> Option<usize> {
        if let Self::From(at) = self { Some(at) } else { None }
    }
}

/// The values of the first measure in a frame.
fn values(frame: &Frame) -> Option<&[f64]> {
    frame.measures.first().map(Vec::as_slice).filter(|values| !values.is_empty())
}

/// The seats with the greatest value of the first measure in a frame, among those that are not thrown out.
fn leaders(film: &Film, at: usize, out: &[&Note]) -> Vec<usize> {
    let values = film.frames.get(at).and_then(values).unwrap_or_default();
    let is_in = |seat: &usize| !out.iter().any(|fault| fault.seat == *seat && fault.frame <= at);
    let most = (0..values.len()).filter(is_in).map(|seat| values[seat]);
    let most = most.fold(f64::NEG_INFINITY, f64::max);
    (0..values.len()).filter(is_in).filter(|&seat| values[seat] >= most).collect()
}

/// The faults of players that are not among the first.
fn others<'a>(first: &[usize], faults: &'a [Note]) -> Vec<&'a Note> {
    faults.iter().filter(|fault| !first.contains(&fault.seat)).collect()
}

/// Since when exactly the `first` seats have had the greatest value of the first measure; `faults` are the players that were
/// thrown out. `None` if a frame has no values, or there is only one seat.
pub(super) fn settled(film: &Film, first: &[usize], faults: &[Note]) -> Option<Settled> {
    let is_known = film.players.len() > 1 && film.frames.iter().all(|it| values(it).is_some());
    let last = film.frames.len().checked_sub(1).filter(|_| is_known)?;
    let (out, count) = (others(first, faults), film.players.len());
    let differs = |at: &usize| leaders(film, *at, &out) != first;
    // An end that makes all equal, such as the crash of the last two, takes nothing from those who were ahead.
    let is_undone = first.len() < count && leaders(film, last, &out).len() == count;
    let until = if is_undone && last > 0 { last - 1 } else { last };
    let other = (0..=until).rev().find(differs);
    Some(match other {
        None => Settled::Always,
        // Level to the end, or behind: something that is not measured decided.
        Some(at) if at == until => Settled::Never,
        Some(at) => Settled::From(at + 1),
    })
}

/// Letters of seats, such as `A, B and C`.
fn letters(seats: &[usize]) -> String {
    shortly_listed(seats.iter().map(|&seat| Seat(seat).letter()), MOST_NAMED)
}

/// Who led just before a frame.
fn before(film: &Film, at: usize, out: &[&Note]) -> String {
    match &leaders(film, at.saturating_sub(1), out)[..] {
        [leader] => format!("just before, {} led", Seat(*leader).letter()),
        _ => "just before, nobody led".to_owned(),
    }
}

/// The sentence about the turn that decided, with its frame. `faults` are the players that were thrown out.
pub(super) fn sentence(film: &Film, first: &[usize], faults: &[Note]) -> Option<Note> {
    let (settled, out) = (settled(film, first, faults), others(first, faults));
    let last = film.frames.len().checked_sub(1)?;
    let time = |at: usize| format!("{} {}", film.time, film.name_of(at));
    let (is_all, who) = (first.len() == film.players.len(), letters(first));
    let seat = *first.first().filter(|_| !is_all || faults.is_empty())?;
    let thrown_out = |at: usize| {
        let seats: Vec<usize> =
            out.iter().filter(|fault| fault.frame == at).map(|fault| fault.seat).collect();
        let verb = if seats.len() == 1 { "was" } else { "were" };
        (!seats.is_empty()).then(|| format!(", when {} {verb} thrown out", letters(&seats)))
    };
    let end = out.iter().map(|fault| fault.frame).max();
    // Without the others nothing is left to decide.
    let is_alone = !is_all && first.len() + out.len() == film.players.len();
    if let Some(at) = end.filter(|_| is_alone) {
        let course = match settled {
            Some(Settled::Always) => format!("; {who} led from the start"),
            Some(Settled::From(from)) if from < at => format!("; {who} led from {}", time(from)),
            Some(_) => format!("; {}", before(film, at, &out)),
            None => String::new(),
        };
        let words =
            format!("Decided in {}{}{course}", time(at), thrown_out(at).unwrap_or_default());
        return Some(Note { frame: at, seat, words });
    }
    // That a lead lasts is known at the end only, so the words say what happened, and not that it was clear.
    let (always, takes, keeps) = match (is_all, first.len()) {
        (true, _) => ("Level".to_owned(), "Level again".to_owned(), "for good"),
        (false, 1) => (format!("{who} was ahead"), format!("{who} took the lead"), "and kept it"),
        (false, _) => {
            (format!("{who} shared the lead"), format!("{who} took the lead"), "and kept it")
        }
    };
    let (frame, words) = match settled? {
        Settled::Always => (0, format!("{always} from the start to the end")),
        Settled::From(at) => match thrown_out(at) {
            Some(why) => (at, format!("{takes} in {}{why}, {keeps}", time(at))),
            None if at == last => {
                let words = format!("Decided in the last {}, {}", film.time, film.name_of(at));
                (at, format!("{words}; {}", before(film, at, &out)))
            }
            None => (at, format!("{takes} in {} {keeps}", time(at))),
        },
        Settled::Never => {
            let leaders = leaders(film, last, &out);
            let course = if leaders.len() == 1 { letters(&leaders) } else { "nobody".to_owned() };
            (last, format!("Decided only by the end, {}; just before, {course} led", time(last)))
        }
    };
    Some(Note { frame, seat, words })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A film with these values of its only measure.
    fn film<const N: usize>(values: &[[f64; N]]) -> Film {
        let frame = |(turn, seats): (usize, &[f64; N])| Frame {
            turn: turn as u32,
            measures: vec![seats.to_vec()],
            ..Frame::default()
        };
        Film {
            players: vec!["a".to_owned(); N],
            measures: vec!["points"],
            time: "turn",
            frames: values.iter().enumerate().map(frame).collect(),
            ..Film::default()
        }
    }

    fn told<const N: usize>(values: &[[f64; N]], first: &[usize]) -> (usize, String) {
        let note = sentence(&film(values), first, &[]).unwrap();
        (note.frame, note.words)
    }

    #[test]
    fn a_lead_that_was_lost_again_decides_nothing() {
        let points = [[0.0, 0.0], [5.0, 0.0], [5.0, 6.0], [9.0, 6.0], [10.0, 6.0]];
        assert_eq!(told(&points, &[0]), (3, "A took the lead in turn 3 and kept it".to_owned()));
    }

    #[test]
    fn the_end_can_decide() {
        let killed = [[2.0, 3.0], [2.0, 0.0]];
        let words = "Decided in the last turn, 1; just before, B led";
        assert_eq!(told(&killed, &[0]), (1, words.to_owned()));
        let behind = [[0.0, 0.0], [0.0, 3.0]];
        let words = "Decided only by the end, turn 1; just before, B led";
        assert_eq!(told(&behind, &[0]), (1, words.to_owned()));
    }

    #[test]
    fn whoever_leads_from_the_start_has_no_turn() {
        let words = "B was ahead from the start to the end";
        assert_eq!(told(&[[1.0, 2.0], [1.0, 3.0]], &[1]), (0, words.to_owned()));
    }

    #[test]
    fn a_draw_is_level() {
        let points = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [2.0, 2.0]];
        assert_eq!(told(&points, &[0, 1]), (2, "Level again in turn 2 for good".to_owned()));
        let words = "Decided in the last turn, 1; just before, B led";
        assert_eq!(told(&[[1.0, 2.0], [0.0, 0.0]], &[0, 1]), (1, words.to_owned()));
        let even = [[1.0, 1.0], [1.0, 1.0]];
        assert_eq!(told(&even, &[0, 1]), (0, "Level from the start to the end".to_owned()));
    }

    #[test]
    fn a_shared_first_place_has_a_turn_too() {
        let points = [[0.0, 0.0, 0.0], [1.0, 3.0, 1.0], [1.0, 3.0, 3.0], [1.0, 4.0, 4.0]];
        let words = "B and C took the lead in turn 2 and kept it";
        assert_eq!(told(&points, &[1, 2]), (2, words.to_owned()));
    }

    #[test]
    fn an_end_that_makes_all_equal_decides_nothing() {
        let alive = [[1.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 0.0]];
        let words = "B and C took the lead in turn 1 and kept it";
        assert_eq!(told(&alive, &[1, 2]), (1, words.to_owned()));
        let words = "Decided only by the end, turn 1; just before, nobody led";
        assert_eq!(told(&[[0.0, 0.0], [1.0, 1.0]], &[1]), (1, words.to_owned()));
    }

    #[test]
    fn a_draw_of_players_that_were_all_thrown_out_has_no_lead() {
        let faults = [0, 1].map(|seat| Note { frame: 1, seat, words: String::new() });
        assert_eq!(sentence(&film(&[[0.0, 0.0], [0.0, 0.0]]), &[0, 1], &faults), None);
    }

    #[test]
    fn a_fault_of_all_others_decides() {
        let fault = [Note { frame: 2, seat: 1, words: String::new() }];
        let words = |values| sentence(&film(values), &[0], &fault).unwrap().words;
        let behind = [[0.0, 0.0], [0.0, 3.0], [0.0, 3.0]];
        assert_eq!(words(&behind), "Decided in turn 2, when B was thrown out; just before, B led");
        let ahead = [[0.0, 0.0], [3.0, 0.0], [3.0, 0.0]];
        assert_eq!(words(&ahead), "Decided in turn 2, when B was thrown out; A led from turn 1");
        let three = [[0.0, 0.0, 0.0], [3.0, 5.0, 0.0], [3.0, 5.0, 0.0], [3.0, 5.0, 0.0]];
        let words = sentence(&film(&three), &[0], &fault).unwrap().words;
        assert_eq!(words, "A took the lead in turn 2, when B was thrown out, and kept it");
    }

    #[test]
    fn one_player_and_frames_without_values_have_no_lead() {
        assert_eq!(sentence(&film(&[[0.0], [1.0]]), &[0], &[]), None);
        let mut unknown = film(&[[0.0, 0.0], [1.0, 0.0]]);
        unknown.frames[0].measures.clear();
        assert_eq!(sentence(&unknown, &[0], &[]), None);
    }
}
