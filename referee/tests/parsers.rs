//! Every parser reads any text: it returns a value or an error, but it does not panic.

use std::fs;

use proptest::prelude::*;
use referee::games::all;
use referee::recording::Recording;
use referee::replay::replay;
use referee::testkit::recordings::fixtures;

/// The shortest recording of each contest.
fn short_recordings() -> Vec<String> {
    let shortest = |key: &str| {
        let texts = fixtures(key).into_iter().map(|file| fs::read_to_string(file).unwrap());
        texts.min_by_key(String::len).unwrap()
    };
    all().map(|contest| shortest(contest.key())).collect()
}

/// A whole recording with some bytes changed.
fn damaged() -> impl Strategy<Value = String> {
    let change = (any::<prop::sample::Index>(), any::<u8>(), 0..3_usize);
    let recording = prop::sample::select(short_recordings());
    (recording, prop::collection::vec(change, 1..6)).prop_map(move |(text, changes)| {
        let mut bytes = text.into_bytes();
        for (at, byte, kind) in changes {
            let at = at.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => bytes.truncate(at.max(1)),
            }
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

proptest! {
    #[test]
    fn a_damaged_recording_is_refused_or_replayed(text in damaged()) {
        if let Ok(recording) = Recording::parse(&text) {
            let _ = replay(&recording);
        }
    }

    #[test]
    fn any_text_is_no_recording(text in ".*") {
        prop_assert!(Recording::parse(&text).is_err());
    }

    #[test]
    fn any_text_is_a_bot_or_a_sentence(text in ".*") {
        for contest in all() {
            if let Err(error) = referee::bot::Bot::parse(&text, contest) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }
}
