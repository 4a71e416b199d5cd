//! The rules compared with the games and maps that the site recorded and delivered.

use std::fs;

use referee::contest::Contest;
use referee::game::{Answer, Seat};
use referee::games::karo::{self, Karo, Tile, Track};
use referee::testkit::recordings::official;
use referee::testkit::scripts::{drive, says};

/// A recorded game as text.
fn game(number: u32) -> Option<String> {
    let file = official("karo", &format!("games/{number}.json"))?;
    Some(fs::read_to_string(file).unwrap())
}

#[test]
fn both_recorded_games_are_reproduced() {
    for (number, answers, seats) in [(44773, 849, 6), (70645, 319, 3)] {
        let Some(text) = game(number) else { return };
        let import = Karo.import(&text).unwrap_or_else(|error| panic!("{number}: {error}"));
        assert_eq!(import.setup.seats, seats);
        assert_eq!(import.answers.iter().map(Vec::len).sum::<usize>(), answers, "{number}");
    }
}

/// The importer must find a difference where there is one.
#[test]
fn a_change_of_any_fact_of_a_recorded_game_is_noticed() {
    let (Some(over), Some(going_on)) = (game(44773), game(70645)) else { return };
    let parked = r#""t":"2012-03-05 22:02:13"},{"x":0,"y":3,"xv":0,"yv":0"#;
    let crash = r#"{"x":73,"y":3,"xv":0,"yv":0,"c":true"#;
    for (text, from, to, says) in [
        (&over, crash, &crash.replace("73", "77"), "the records before the move"),
        (&over, r#""position":4"#, &r#""position":5"#.to_owned(), "the rank"),
        (&over, r#""crashCount":4"#, &r#""crashCount":3"#.to_owned(), "the number of crashes"),
        (&over, r#""moveCount":165"#, &r#""moveCount":164"#.to_owned(), "the number of moves"),
        (&over, r#""missingCps":[]"#, &r#""missingCps":[3]"#.to_owned(), "the missing checkpoints"),
        (&over, r#""status":"left""#, &r#""status":"kicked""#.to_owned(), "is not a candidate"),
        (&over, r#""zzz":2"#, &r#""zzz":3"#.to_owned(), "the records before the move"),
        (&over, parked, &parked.replace(r#""y":3"#, r#""y":2"#), "the records"),
        (&over, r#""id":44773"#, &r#""id":75000"#.to_owned(), ""),
        (
            &going_on,
            r#"{"x":78,"y":33,"xv":-1,"yv":-5},"#,
            &String::new(),
            "the list of possible moves",
        ),
        (&going_on, r#""id":70645"#, &r#""id":75000"#.to_owned(), ""),
        (
            &going_on,
            r#""x":"79","y":"42","xv":"1""#,
            &r#""x":"80","y":"42","xv":"1""#.to_owned(),
            "is not a candidate",
        ),
    ] {
        assert!(text.contains(from), "{from}");
        let changed = Karo.import(&text.replacen(from, to, 1));
        match changed {
            Err(error) => assert!(error.0.contains(says), "{from} to {to}: {error}"),
            Ok(_) => assert!(says.is_empty(), "{from} to {to} is not noticed"),
        }
    }
}

/// The third player has moved. Its next candidates show which cars block: in this older game all do, so it
/// cannot go to the cell of the first player, which has still to move; by the newer rule it could.
#[test]
fn all_cars_block_in_the_recorded_game() {
    let Some(text) = game(70645) else { return };
    let import = Karo.import(&text).unwrap();
    let moves_of_third = |blocking: &str| {
        let mut setup = import.setup.clone();
        setup.options.insert("blocking".to_owned(), blocking.into());
        let mut lines: Vec<_> = import.answers.iter().map(|lines| lines.iter()).collect();
        let mut game = karo::start(&setup).unwrap();
        drive(&mut game, |_, request| match request.expected {
            Some(_) => says(lines[request.seat.0].next().unwrap()),
            None => Answer::default(),
        });
        game.race().candidates(Seat(2)).len()
    };
    assert_eq!((moves_of_third("all"), moves_of_third("moved")), (5, 6));
}

#[test]
fn every_map_of_the_site_is_read() {
    let Some(folder) = official("karo", "maps") else { return };
    let mut maps = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let code = fs::read_to_string(&file).unwrap();
        let track = Track::parse(&code).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        assert_eq!(track.code(), code, "{}", file.display());
        maps += 1;
    }
    assert!(maps >= 200, "{maps} maps");
}

#[test]
fn a_night_map_is_masked_as_the_site_masks_it() {
    let Some(folder) = official("karo", "maps") else { return };
    let read = |name: &str| {
        Track::parse(&fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap()).unwrap()
    };
    assert_eq!(read("1006").masked(), read("1006-masked"));
    assert!(read("1006").cells_of(Tile::Night).next().is_none());
}
