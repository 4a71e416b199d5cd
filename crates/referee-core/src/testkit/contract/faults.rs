//! Promises about players that fail.

use super::observed::Drawn;
use super::play::{SEEDS, play_houses};
use crate::contest::Contest;
use crate::game::{Answer, Fault, Seat};
use crate::testkit::scripts::{fails, says};

/// Every way to fail.
pub(super) const FAULTS: [Fault; 4] =
    [Fault::Timeout, Fault::Exit, Fault::OutOfMemory, Fault::Garbage];

/// At which of a seat's answers it fails; one of them for each seat and fault.
const MOMENTS: [usize; 3] = [0, 1, 4];

pub(super) fn each_fault(contest: &dyn Contest) {
    for seat in 0..contest.about().seats {
        for (number, fault) in FAULTS.into_iter().enumerate() {
            one_fault(contest, Seat(seat), fault, MOMENTS[(seat + number) % MOMENTS.len()]);
        }
    }
}

/// A game in which a seat fails at one of its answers.
fn one_fault(contest: &dyn Contest, seat: Seat, fault: Fault, moment: usize) {
    let game = play_houses(contest, SEEDS[1], 0, Drawn::Faults, |request, times| {
        (request.seat == seat && times == moment).then(|| fails(fault))
    });
    let what = format!("{}: seat {seat} has a {fault} at answer {moment}", contest.key());
    let [out] = &game.outcome.thrown_out[..] else {
        panic!("{what}, but {:?} are thrown out", game.outcome.thrown_out)
    };
    assert_eq!((out.seat, out.fault), (seat, fault), "{what}");
    assert_eq!(game.times_asked(seat), moment + 1, "{what}");
    let best = *game.outcome.scores.iter().max().expect("a game has seats");
    let own = game.outcome.scores[seat.0];
    assert!(own < best, "{what}, but nobody has more points than its {own}");
}

pub(super) fn all_seats_at_once(contest: &dyn Contest) {
    for fault in FAULTS {
        let game = play_houses(contest, SEEDS[1], 0, Drawn::Faults, |_, times| {
            (times == 1).then(|| fails(fault))
        });
        let out = &game.outcome.thrown_out;
        let all = out.iter().all(|out| out.fault == fault) && !out.is_empty();
        assert!(all, "{}: all have a {fault}, but {out:?}", contest.key());
    }
}

/// Lines that no contest means by anything: too long words, control characters, foreign letters.
const NONSENSE: [&str; 6] =
    ["no such word", "\u{1}\u{7f}", "ñ↯ 9e999 -0 NaN", "{}[];|\"", "-", "\t"];

pub(super) fn nonsense(contest: &dyn Contest) {
    let key = contest.key();
    for (number, line) in NONSENSE.into_iter().enumerate() {
        let seat = Seat(number % contest.about().seats);
        let game = play_houses(contest, SEEDS[1], 0, Drawn::Faults, |request, times| {
            (request.seat == seat && times == 1).then(|| says(line))
        });
        let Some(out) = game.outcome.thrown_out.first() else { continue };
        let quoted = out.line.as_deref();
        assert_eq!(
            (out.seat, out.fault, quoted),
            (seat, Fault::Garbage, Some(line)),
            "{key}: seat {seat} says {line:?}"
        );
        assert_eq!(game.times_asked(seat), 2, "{key}: seat {seat} is asked after {line:?}");
    }
    let silent = play_houses(contest, SEEDS[1], 0, Drawn::Faults, |request, times| {
        (request.seat == Seat(0) && times == 1).then(Answer::default)
    });
    assert!(!silent.outcome.scores.is_empty(), "{key}");
}
