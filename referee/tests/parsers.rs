//! Every parser takes any text: it answers or it says what is wrong, but it does not panic.

use proptest::prelude::*;
use referee::games::contest;
use referee::games::ocean::Sea;
use referee::recording::{Recording, replay};

/// A whole recording with bytes of it changed.
fn damaged() -> impl Strategy<Value = String> {
    let text = include_str!("../../fixtures/ocean/randoms.jsonl");
    let change = (0..text.len(), any::<u8>(), 0..3_usize);
    prop::collection::vec(change, 1..6).prop_map(move |changes| {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte, kind) in changes {
            let at = at.min(bytes.len() - 1);
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
        let contest = contest("ocean").unwrap();
        if let Err(error) = referee::bot::Bot::parse(&text, contest) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn a_sea_is_read_from_any_rows(rows in prop::collection::vec(".*", 0..20)) {
        let sea = Sea::from_rows(&rows);
        prop_assert_eq!(&Sea::from_rows(&sea.rows().collect::<Vec<_>>()), &sea);
    }
}
