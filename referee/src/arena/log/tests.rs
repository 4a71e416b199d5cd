//! What is read from a log's lines.

use std::fs;

use super::damage::DamagedLine;
use super::error::LogError;
use super::games::{ChainCheck, Log};

const HEADER: &str =
    r#"{"format":"botyard-log/1","game":"x","options":{},"base":"1","timeout_factor":1.0}"#;

/// The log of a game with these fields, if it can be read.
fn read(scores: &str, ranks: &str, seats: &str) -> Result<Log, LogError> {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("log");
    let rounds = format!(r#""rounds":[{{"seats":{seats},"points":3}}]"#);
    let game = format!(
        r#"{{"seed":"1","bots":["a","b"],"scores":{scores},"ranks":{ranks},"turns":1,{rounds},"times":[],"again":""}}"#
    );
    fs::write(&path, format!("{HEADER}\n{game}\n{{\"seed\":")).unwrap();
    Log::read(&path, &ChainCheck::default())
}

#[test]
fn a_line_without_an_end_does_not_count() {
    let log = read("[1,2]", "[2,1]", "[0,1]").unwrap();
    assert_eq!(log.games().count(), 1);
    let bots = ["a", "b"].map(str::to_owned);
    assert_eq!(log.game("1", &bots).unwrap().scores[..], [1, 2]);
    assert!(log.game("2", &bots).is_none());
}

#[test]
fn a_game_that_decides_something_takes_the_place_of_one_that_does_not_and_never_the_reverse() {
    let game = |more: &str, score: u32| {
        format!(
            r#"{{"seed":"1","bots":["a","b"],"scores":[{score},0],"ranks":[1,2],"turns":1,{more}"times":[],"again":""}}"#
        )
    };
    let (decided, undecided) = (game("", 7), game(r#""overloaded":[0],"#, 8));
    let read = |lines: [&str; 2]| {
        let text = format!("{HEADER}\n{}\n", lines.join("\n"));
        Log::from_bytes(text.as_bytes()).unwrap()
    };
    let bots = ["a", "b"].map(str::to_owned);
    for (lines, obsolete) in [([&*decided, &undecided], 0), ([&*undecided, &decided], 1)] {
        let log = read(lines);
        assert_eq!(log.game("1", &bots).unwrap().scores[..], [7, 0]);
        assert_eq!((log.games().count(), log.undecided().count()), (1, 0));
        assert_eq!(log.obsolete, obsolete);
    }
    let log = read([&*undecided, &undecided]);
    assert_eq!((log.games().count(), log.undecided().count()), (0, 1));
    assert!(log.game("1", &bots).is_none());
}

#[test]
fn backslashes_in_paths_of_a_log_of_windows_are_slashes() {
    let of = |system: &str| {
        let systems = format!(r#""systems":["{system}"],"base""#);
        let header = HEADER.replace(r#""base""#, &systems);
        let game = r#"{"seed":"1","bots":["a","b"],"scores":[1,0],"ranks":[1,2],"turns":1,"times":[],"recording":"a.games\\1.jsonl","again":""}"#;
        let log = Log::from_bytes(format!("{header}\n{game}\n").as_bytes()).unwrap();
        log.games().next().unwrap().recording.as_ref().unwrap().to_string()
    };
    assert_eq!(of("windows-x86_64"), "a.games/1.jsonl");
    assert_eq!(of("linux-x86_64"), r"a.games\1.jsonl");
}

#[test]
fn a_seat_without_score_rank_or_bot_is_left_out_and_named_with_its_line() {
    let missing = "does not have a score and a rank for each bot";
    for (scores, ranks, seats, expected) in [
        ("[1]", "[2,1]", "[0,1]", missing),
        ("[1,2]", "[1]", "[0,1]", missing),
        ("[1,2]", "[2,1]", "[0,2]", "names seat 2 of a game with 2"),
    ] {
        let log = read(scores, ranks, seats).unwrap();
        let (line, reason) = (2, expected.to_owned());
        let damaged = DamagedLine { line, reason, is_partly_used: false };
        assert_eq!((log.damage(), log.games().count()), (&[damaged][..], 0));
    }
}

#[test]
fn lines_after_the_header_of_another_log_stay_foreign_when_a_log_is_read_on() {
    let game = |seed: u32| {
        format!(
            r#"{{"seed":"{seed}","bots":["a"],"scores":[1],"ranks":[1],"turns":1,"times":[],"again":""}}"#
        )
    };
    let other = HEADER.replace(r#""base":"1""#, r#""base":"2""#);
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("log");
    let (mut log, mut text, mut end) = (Log::unread(&path), String::new(), 0);
    for (line, games) in
        [(HEADER, 0), (&game(1), 1), (&other, 1), (&game(2), 1), (HEADER, 1), (&game(3), 2)]
    {
        text += line;
        text.push('\n');
        fs::write(&path, &text).unwrap();
        end = log.read_on(end).unwrap();
        assert_eq!(log.games().count(), games, "{line}");
    }
}

/// Lines are parsed while those before them are taken.
#[test]
fn a_log_of_several_chunks_has_its_games_in_the_order_of_its_lines() {
    let game = |seed: usize| match seed {
        15_000 => "{\"seed\":".to_owned(),
        _ => format!(
            r#"{{"seed":"{seed}","bots":["a"],"scores":[1],"ranks":[1],"turns":1,"times":[],"again":""}}"#
        ),
    };
    let seeds = 0..50_000;
    let lines: Vec<String> = seeds.clone().map(game).collect();
    let log = Log::from_bytes(format!("{HEADER}\n{}\n", lines.join("\n")).as_bytes()).unwrap();
    let whole = seeds.filter(|seed| *seed != 15_000).map(|seed| seed.to_string());
    assert!(whole.eq(log.games().map(|game| game.seed.to_string())));
    let damaged: Vec<usize> = log.damage().iter().map(|it| it.line).collect();
    assert_eq!((damaged, log.lines()), (vec![15_002], 50_001));
}
