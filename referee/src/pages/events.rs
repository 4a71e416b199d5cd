//! The events of a film in words: changes of measures with their causes, other happenings, and faults.

use super::film::Film;
use super::note::Note;
use crate::game::Seat;
use crate::happening::Happening;

/// What changed in a frame: the index of a measure with a note. Happenings that explain no measure have none.
pub(super) fn changes(film: &Film, at: usize) -> Vec<(Option<usize>, Note)> {
    let mut all = Vec::new();
    let happened = film.happenings.get(at).map_or(&[][..], Vec::as_slice);
    let [before, after] = [at - 1, at].map(|at| &film.frames[at].measures);
    for (measure, (old, new)) in before.iter().zip(after).enumerate() {
        for (seat, (old, new)) in old.iter().zip(new).enumerate() {
            if old.total_cmp(new).is_ne() {
                let shares = |one: &Happening| {
                    one.is_shared
                        && one.seat == seat
                        && one.explains == Some(film.measures[measure])
                };
                if happened.iter().any(shares) {
                    continue;
                }
                let (letter, name) = (Seat(seat).letter(), film.measures[measure]);
                let cause = cause(happened, seat, name);
                let words = match (film.flags[measure], *new > 0.0) {
                    (false, _) if cause.is_empty() => format!("{letter}: {name} {old} → {new}"),
                    (false, _) => format!("{letter}: {name} {old} → {new}, {cause}"),
                    (true, _) if !cause.is_empty() => format!("{letter} {cause}"),
                    (true, true) => format!("{letter}: {name}"),
                    (true, false) => format!("{letter}: not {name} any more"),
                };
                all.push((Some(measure), Note { frame: at, seat, words }));
            }
        }
    }
    all.extend(others(film, at).map(|note| (None, note)));
    all
}

/// Happenings that explain no measure.
fn others(film: &Film, at: usize) -> impl Iterator<Item = Note> {
    let happened = film.happenings.get(at).into_iter().flatten();
    let own = happened.filter(|one| one.explains.is_none() && !one.begins_part);
    own.map(move |one| {
        let words = format!("{} {}", Seat(one.seat).letter(), one.words);
        Note { frame: at, seat: one.seat, words }
    })
}

/// Why a measure of a seat changed; empty if that is not known.
fn cause(happened: &[Happening], seat: usize, measure: &str) -> String {
    let causes = happened.iter().filter(|one| one.seat == seat && one.explains == Some(measure));
    causes.map(|one| one.words.as_str()).collect::<Vec<_>>().join(" and ")
}

/// Changes of measures that mark events, other happenings, and faults.
pub(super) fn events(film: &Film) -> Vec<Note> {
    // A referee program may say something before it asks for the first time.
    let mut all: Vec<Note> = others(film, 0).collect();
    let marks = |measure: &Option<usize>| measure.is_none_or(|measure| film.events[measure]);
    for at in 1..film.frames.len() {
        all.extend(parts_of(film, at));
        all.extend(changes(film, at).into_iter().filter(|(it, _)| marks(it)).map(|(_, note)| note));
        let faults = film.frames[at].said.iter().filter_map(|said| {
            let fault = said.fault.as_ref()?;
            let words = format!("{}: {fault}", Seat(said.seat).letter());
            Some(Note { frame: at, seat: said.seat, words })
        });
        all.extend(faults);
    }
    all
}

/// Where parts of the game begin.
pub(super) fn parts(film: &Film) -> Vec<Note> {
    (1..film.frames.len()).flat_map(|at| parts_of(film, at)).collect()
}

fn parts_of(film: &Film, at: usize) -> impl Iterator<Item = Note> {
    let happened = film.happenings.get(at).into_iter().flatten();
    let begin = move |one: &Happening| Note { frame: at, seat: one.seat, words: one.words.clone() };
    happened.filter(|one| one.begins_part).map(begin)
}

/// The events, with the players that the rules threw out for what they answered: no exchange has a fault for them.
pub(super) fn with_faults(film: &Film, mut events: Vec<Note>, faults: &[Note]) -> Vec<Note> {
    for fault in faults {
        let said = &film.frames[fault.frame].said;
        if !said.iter().any(|said| said.seat == fault.seat && said.fault.is_some()) {
            let at = events.partition_point(|event| event.frame <= fault.frame);
            events.insert(at, fault.clone());
        }
    }
    events
}
