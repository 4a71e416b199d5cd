//! Promises about what a game is made from.

use std::collections::BTreeSet;

use serde_json::json;

use super::observed::Drawn;
use super::play::play_houses;
use crate::contest::{Contest, Setup};
use crate::game::Step;
use crate::testkit::{setup, start};

pub(super) fn names_are_words(contest: &dyn Contest) {
    let key = contest.key();
    let lower = |char: char| {
        char.is_ascii_lowercase() || char.is_ascii_digit() || char == '-' || char == '_'
    };
    let is_word = |word: &str| !word.is_empty() && word.chars().all(lower);
    assert!(is_word(key), "{key}: its key is not a word");
    assert!(is_word(contest.about().bot), "{key}: its bot {} is not a word", contest.about().bot);
    assert!(!contest.about().title.trim().is_empty(), "{key}: it has no title");
    let options = contest.about().options.iter().map(|option| (option.name, option.help));
    let houses = contest.about().house.iter().map(|kind| (kind.name, kind.help));
    for (what, names) in [("option", options.collect::<Vec<_>>()), ("house", houses.collect())] {
        let different: BTreeSet<&str> = names.iter().map(|(name, _)| *name).collect();
        assert_eq!(different.len(), names.len(), "{key}: two have the same name: {names:?}");
        for (name, help) in names {
            assert!(is_word(name), "{key}: the {what} {name:?} is not a word");
            assert!(!help.trim().is_empty(), "{key}: the {what} {name} has no help");
        }
    }
    let (seats, thinkers) = (contest.about().seats, contest.about().thinkers);
    assert!((1..=seats).contains(&thinkers), "{key}: {thinkers} of {seats} think at once");
    let team_seats = contest.about().teams.iter().flat_map(|team| team.iter());
    assert!(team_seats.into_iter().all(|seat| seat.0 < seats), "{key}: a team of no such seat");
}

pub(super) fn seats(contest: &dyn Contest) {
    let key = contest.key();
    let with = |seats| Setup { seats, ..setup(contest, "1", json!({})) };
    let Ok(mut game) = contest.start(&with(contest.about().seats)) else {
        panic!("{key}: its own number of seats is refused")
    };
    assert!(matches!(game.advance(&[]), Step::Ask(_)), "{key}: a game is over before it begins");
    for seats in [0, 1000] {
        let Err(error) = contest.start(&with(seats)).map(drop) else {
            panic!("{key}: {seats} seats are taken")
        };
        assert!(error.0.contains(&seats.to_string()), "{key}: \"{error}\" does not name {seats}");
    }
}

pub(super) fn seeds(contest: &dyn Contest) {
    let seeds = contest.about().seeds;
    assert!(seeds > 0, "{}: there are no seeds", contest.key());
    for seed in [0, seeds / 3, seeds / 2, seeds - 1] {
        start(contest, &seed.to_string(), json!({})).advance(&[]);
    }
    for no_number in ["", "one", "1e3", "99999999999999999999"] {
        // A contest may take any text; it may not panic.
        let _ = contest.start(&setup(contest, no_number, json!({})));
    }
}

pub(super) fn defaults(contest: &dyn Contest) {
    let key = contest.key();
    let full = setup(contest, "1", json!({}));
    for option in contest.about().options {
        let expected = option.default();
        assert_eq!(full.options.get(option.name), Some(&expected), "{key}: {}", option.name);
    }
    let bare = Setup { options: serde_json::Map::new(), ..full };
    let game = contest.start(&bare).map(|mut game| game.advance(&[]));
    let Ok(first) = game else { panic!("{key}: a game without options is refused") };
    assert_eq!(first, start(contest, "1", json!({})).advance(&[]), "{key}: the defaults differ");
    // And once more after something else was given.
    let again = contest.with_defaults(setup(contest, "1", json!({})).options);
    assert_eq!(again.len(), contest.about().options.len(), "{key}");
    play_houses(contest, "1", 0, Drawn::Faults, |_, _| None);
}

pub(super) fn bad_options(contest: &dyn Contest) {
    let key = contest.key();
    for option in contest.about().options {
        for bad in [json!([]), json!({}), json!(null)] {
            let setup = setup(contest, "1", json!({ option.name: bad }));
            let Err(error) = contest.start(&setup).map(drop) else {
                panic!("{key}: option {}={bad} is taken", option.name)
            };
            assert!(error.0.contains(option.name), "{key}: \"{error}\" names no {}", option.name);
        }
    }
    let unknown = setup(contest, "1", json!({ "no-such-option": 1 }));
    let Err(error) = contest.start(&unknown).map(drop) else {
        panic!("{key}: an unknown option is taken")
    };
    assert!(error.0.contains("no-such-option"), "{key}: {error}");
}
