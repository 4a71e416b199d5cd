//! Map codes.

use referee::games::karo::{Cell, Checkpoint, Tile, Track};

fn track(code: &str) -> Track {
    Track::parse(code).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn road_start_finish_and_checkpoints_are_drivable_and_all_scenery_is_not() {
    let letters = "OSF123456789XYZWNLGTVP";
    let track = track(letters);
    for (x, letter) in letters.chars().enumerate() {
        let cell = Cell::new(x as i32, 0);
        assert_eq!(track.is_drivable(cell), "OSF123456789".contains(letter), "{letter}");
        assert_eq!(track.tile(cell).map(Tile::letter), Some(letter));
    }
    for outside in [(-1, 0), (0, -1), (22, 0), (0, 1)] {
        assert!(!track.is_drivable(Cell::new(outside.0, outside.1)), "{outside:?}");
    }
}

#[test]
fn carriage_returns_go_and_short_rows_are_filled_with_grass_at_the_right() {
    let track = track("SOF\r\nO\r\nOO\r\n\r\n");
    assert_eq!(track.code(), "SOF\nOXX\nOOX\n");
    assert_eq!((track.width(), track.height()), (3, 3));
}

#[test]
fn numbers_of_checkpoints_may_have_gaps() {
    let track = track("S7F\n2O2");
    let numbers: Vec<Checkpoint> = track.checkpoints().iter().collect();
    assert_eq!(numbers, [Checkpoint(2), Checkpoint(7)]);
    assert_eq!(track.checkpoints().to_string(), "27");
}

#[test]
fn a_text_that_is_not_a_map_is_refused_with_a_sentence() {
    let refusal = |code: &str| Track::parse(code).unwrap_err().0;
    assert_eq!(refusal("OF"), "the map has no start cell 'S'");
    assert_eq!(refusal("SO"), "the map has no finish cell 'F'");
    assert_eq!(refusal(""), "the map has no start cell 'S'");
    for (code, letter) in
        [("SF\nOo", "'o'"), ("SF\nO0", "'0'"), ("SF\nO?", "'?'"), ("SF\nOé", "'é'")]
    {
        let text = refusal(code);
        let begin = format!("row 2, column 2 of the map has {letter}, which is not a map symbol");
        assert!(text.starts_with(&begin), "{text}");
    }
    let wide = format!("SF{}", "O".repeat(499));
    assert_eq!(refusal(&wide), "the map has 501x1 cells; a side has at most 500");
    assert!(Track::parse(&wide[1..]).is_err() && Track::parse(&wide[..500]).is_ok());
}

#[test]
fn a_night_map_shows_starts_finish_checkpoints_and_parc_alone() {
    let map = track("PXYZ\nSO1F\nWNLG\nTVOP");
    assert_eq!(map.masked().code(), "P...\nS.1F\n....\n...P\n");
}

/// The map that `board --files` writes is the track of the seed, and can be given as the option `map`.
#[test]
fn the_file_of_a_drawn_track_is_its_map() {
    use referee::contest::Contest;
    use referee::testkit::setup;
    use serde_json::json;

    let contest = referee::games::karo::Karo;
    let drawn = setup(&contest, "3", json!({"board": "street"}));
    let [file] = &contest.files(&drawn).unwrap()[..] else { panic!("it has one file") };
    assert_eq!(file.extension, "txt");
    let given = setup(&contest, "3", json!({"map": file.text}));
    assert_eq!(contest.files(&given).unwrap()[0].text, file.text);
}
