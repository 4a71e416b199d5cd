//! The moments that decided a game.

use super::events::changes;
use super::film::{Film, Frame};
use super::note::Note;
use crate::game::Seat;
use crate::happening::Happening;

/// The greatest number of moments.
const MOST: usize = 3;

/// A cause of more bytes is whole in the list of events only.
const LONGEST_CAUSE: usize = 40;

/// How far a seat is ahead of all others in the first measure, in a frame that has it.
fn ahead(frame: &Frame, seat: usize) -> Option<f64> {
    let values = frame.measures.first()?;
    let others = values.iter().enumerate().filter(|(other, _)| *other != seat);
    let best = others.map(|(_, value)| *value).reduce(f64::max)?;
    Some(values.get(seat)? - best)
}

/// What happened in a frame that decides something for the rest of the game.
fn decisive(film: &Film, at: usize) -> impl Iterator<Item = &Happening> {
    film.happenings.get(at).into_iter().flatten().filter(|one| one.is_decisive)
}

/// The frame in which the strongest of the `winner`'s rivals was out of the game, if it had anything.
fn rival_out(film: &Film, winner: Option<usize>) -> Option<usize> {
    let winner = winner?;
    let outs = film.happenings.iter().enumerate().skip(1).flat_map(|(at, all)| {
        all.iter().filter(|one| one.out.is_some()).map(move |one| (at, one.seat))
    });
    let had = |(at, seat): (usize, usize)| {
        let value = film.frames.get(at - 1)?.measures.first()?.get(seat)?;
        (seat != winner && *value > 0.0).then_some((*value, at))
    };
    outs.filter_map(had).max_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, at)| at)
}

/// The last frame in which something was decided for the rest of the game, the frame `lead` from which on the `first` lead or are
/// level, the one in which the strongest rival was out of the game, the last that changed the winner's lead, and those that
/// changed it most. A draw has the last frames in which something was decided, and the last that changed the first measure,
/// such as a turn in which all were lost.
pub(super) fn moments(film: &Film, first: &[usize], lead: Option<usize>) -> Vec<Note> {
    let winner = if let [winner] = first { Some(*winner) } else { None };
    let mut decided =
        (1..film.frames.len()).rev().filter(|at| decisive(film, *at).next().is_some());
    let swing = |at: usize| {
        let winner = winner?;
        let [before, after] = [at - 1, at].map(|at| ahead(&film.frames[at], winner));
        Some((after? - before?).abs()).filter(|swing| *swing > 0.0)
    };
    let mut swings: Vec<(usize, f64)> =
        (1..film.frames.len()).filter_map(|at| Some((at, swing(at)?))).collect();
    let last = swings.last().map(|(at, _)| *at);
    swings.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let mut frames: Vec<usize> = Vec::new();
    let decisions: Vec<usize> = decided.by_ref().take(1).collect();
    let swings = swings.into_iter().map(|(at, _)| at);
    let earlier = decided.filter(|_| winner.is_none());
    let changed = |at: &usize| {
        let [before, after] = [at - 1, *at].map(|at| film.frames[at].measures.first());
        before.is_some() && after.is_some() && before != after
    };
    let drawn = (1..film.frames.len()).rev().find(changed).filter(|_| winner.is_none());
    let first_of_all = decisions.into_iter().chain(lead).chain(rival_out(film, winner));
    for at in first_of_all.chain(last).chain(swings).chain(drawn).chain(earlier) {
        if frames.len() < MOST && !frames.contains(&at) {
            frames.push(at);
        }
    }
    frames.sort_unstable();
    // In a frame with the fault that decided, nothing else needs to have happened.
    let told = frames.into_iter().map(|at| note(film, at));
    told.filter(|note| !note.words.is_empty()).collect()
}

/// Words without the part of a long cause behind its first comma, or without the whole cause if that part is long, too.
fn short(words: &str) -> String {
    match words.split_once(", ") {
        Some((change, cause)) if cause.len() > LONGEST_CAUSE => match cause.split_once(", ") {
            Some((begin, _)) if begin.len() <= LONGEST_CAUSE => format!("{change}, {begin}"),
            _ => change.to_owned(),
        },
        _ => words.to_owned(),
    }
}

fn note(film: &Film, at: usize) -> Note {
    let all = changes(film, at);
    let first: Vec<&Note> =
        all.iter().filter(|(measure, _)| *measure == Some(0)).map(|(_, note)| note).collect();
    let here = film.happenings.get(at).into_iter().flatten();
    let decided: Vec<&Happening> =
        here.filter(|one| one.is_decisive || one.out.is_some()).collect();
    // The colour is that of the player with which the words begin.
    let seat = first.first().map(|one| one.seat).or(decided.first().map(|one| one.seat));
    let seat = seat.unwrap_or_default();
    let mut words: Vec<String> = first.iter().map(|note| short(&note.words)).collect();
    words.extend(together(&decided));
    Note { frame: at, seat, words: words.join("; ") }
}

/// Happenings as words. Those with the same words are told once, such as `A drowned (also B, C)`: a turn in which six players
/// die must not fill the head of the page.
fn together(all: &[&Happening]) -> Vec<String> {
    let mut told: Vec<(&str, Vec<String>)> = Vec::new();
    for one in all {
        let letter = Seat(one.seat).letter();
        match told.iter_mut().find(|(words, _)| *words == one.words) {
            Some((_, letters)) => letters.push(letter),
            None => told.push((&one.words, vec![letter])),
        }
    }
    let sentence = |(words, letters): &(&str, Vec<String>)| match &letters[..] {
        [first, others @ ..] if !others.is_empty() => {
            format!("{first} {words} (also {})", others.join(", "))
        }
        _ => format!("{} {words}", letters.concat()),
    };
    told.iter().map(sentence).collect()
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
    fn the_lead_that_lasts_the_end_and_the_greatest_change_are_moments() {
        let points = [[0.0, 0.0], [5.0, 0.0], [5.0, 6.0], [9.0, 6.0], [10.0, 6.0], [10.0, 8.0]];
        let moments = moments(&film(&points), &[0], Some(3));
        let words: Vec<&str> = moments.iter().map(|note| note.words.as_str()).collect();
        let expected = ["B: points 0 → 6", "A: points 5 → 9", "B: points 6 → 8"];
        assert_eq!(words, expected);
    }

    #[test]
    fn a_long_cause_has_only_its_beginning() {
        let (begin, rest) =
            ("A: points 1 → 2, 9 each for A and B", ", ".to_owned() + &"x".repeat(41));
        assert_eq!(short(&(begin.to_owned() + &rest)), begin);
        assert_eq!(short(begin), begin);
        assert_eq!(short(&("A: points 1 → 2".to_owned() + &rest)), "A: points 1 → 2");
    }

    #[test]
    fn a_frame_in_which_nothing_changed_is_no_moment() {
        let points = [[0.0, 3.0], [1.0, 3.0], [1.0, 3.0]];
        let moments = moments(&film(&points), &[0], Some(2));
        let frames: Vec<usize> = moments.iter().map(|note| note.frame).collect();
        assert_eq!(frames, [1], "in frame 2 the other was thrown out");
    }

    #[test]
    fn the_death_of_the_strongest_rival_is_a_moment() {
        let points = [[1.0, 3.0], [1.0, 4.0], [3.0, 4.0], [3.0, 4.0], [9.0, 4.0]];
        let mut film = film(&points);
        film.happenings = vec![Vec::new(); 5];
        film.happenings[3] = vec![Happening::out(1, "drowned", "drowned, pushed by A")];
        let found = moments(&film, &[0], Some(4));
        let told: Vec<_> = found.iter().map(|note| (note.frame, note.words.as_str())).collect();
        let death = (3, "B drowned, pushed by A");
        assert_eq!(told, [(2, "A: points 1 → 3"), death, (4, "A: points 3 → 9")]);
        // Whoever had nothing was no rival.
        film.frames.iter_mut().for_each(|frame| frame.measures[0][1] = 0.0);
        let found = moments(&film, &[0], Some(4));
        assert!(found.iter().all(|note| note.frame != 3), "{found:?}");
    }

    #[test]
    fn what_happened_to_several_is_told_once() {
        let all = [0, 2, 1, 3].map(|seat| {
            Happening::out(seat, "died", if seat == 1 { "sank" } else { "died: no money" })
        });
        let all: Vec<&Happening> = all.iter().collect();
        assert_eq!(together(&all), ["A died: no money (also C, D)", "B sank"]);
    }

    #[test]
    fn one_frame_can_be_the_lead_and_the_end() {
        let lives = [[6.0, 6.0], [6.0, 5.0]];
        let moments = moments(&film(&lives), &[0], Some(1));
        assert_eq!(moments.len(), 1);
    }

    #[test]
    fn a_draw_has_what_was_decided_last() {
        let mut film = film(&[[0.0, 0.0]; 6]);
        film.happenings = vec![Vec::new(); 6];
        for at in [1, 2, 3, 5] {
            film.happenings[at] = vec![Happening::decisive(at % 2, "has it for good")];
        }
        film.happenings[4] = vec![Happening::event(0, "did something")];
        let found = moments(&film, &[0, 1], None);
        let frames: Vec<usize> = found.iter().map(|note| note.frame).collect();
        assert_eq!((frames, found[0].words.as_str()), (vec![2, 3, 5], "A has it for good"));
    }

    #[test]
    fn a_moment_has_the_seat_with_which_its_words_begin() {
        let mut film = film(&[[0.0, 0.0], [0.0, 1.0]]);
        film.happenings = vec![Vec::new(), vec![Happening::decisive(0, "has lost")]];
        let found = &moments(&film, &[1], Some(1))[0];
        assert_eq!((found.seat, &found.words[..2]), (1, "B:"), "{}", found.words);
    }

    #[test]
    fn a_draw_has_the_last_change() {
        let film = film(&[[1.0, 1.0], [2.0, 1.0], [2.0, 2.0], [2.0, 2.0]]);
        let found = moments(&film, &[0, 1], Some(2));
        let told: Vec<_> = found.iter().map(|note| (note.frame, note.words.as_str())).collect();
        assert_eq!(told, [(2, "B: points 1 → 2")]);
    }
}
