//! Tests of the stored knowledge of night maps.

use std::path::PathBuf;
use std::{fs, process};

use kabotte::knowledge::{parse, Knowledge};
use kabotte::track::{Cell, Tile, Track};
use proptest::prelude::*;

const CODE: &str = "S..X\n...F\n";

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("kabotte-{name}-{}", process::id()));
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn learnt(x: i16, tile: Tile) -> Track {
    let mut track = Track::parse(CODE).unwrap();
    track.set(Cell { x, y: 0 }, tile);
    track
}

#[test]
fn stored_knowledge_is_read_in_the_next_race_and_merged() {
    let folder = folder("kept");
    for path in [folder.clone(), folder.join("all.txt")] {
        let mut track = Track::parse(CODE).unwrap();
        let mut first = Knowledge::open(&path, CODE, &mut track).unwrap();
        let mut second = Knowledge::open(&path, CODE, &mut track).unwrap();
        assert_eq!(track, Track::parse(CODE).unwrap());
        first.keep(&learnt(1, Tile::Road)).unwrap();
        second.keep(&learnt(2, Tile::Blocked)).unwrap();
        Knowledge::open(&path, "SF..\n", &mut Track::parse("SF..").unwrap())
            .unwrap()
            .keep(&Track::parse("SFO.").unwrap())
            .unwrap();
        Knowledge::open(&path, CODE, &mut track).unwrap();
        let tile = |x| track.tile(Cell { x, y: 0 });
        assert_eq!((tile(1), tile(2)), (Tile::Road, Tile::Blocked));
        assert_eq!(track.tile(Cell { x: 0, y: 1 }), Tile::Unknown);
    }
    let files = fs::read_dir(&folder).unwrap().count();
    assert_eq!(files, 3, "a file for each of two maps, and one for both");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_damaged_file_is_named_with_the_line_and_left_alone() {
    let folder = folder("damaged");
    let file = folder.join("all.txt");
    for (text, part) in [
        ("", "line 0: the file ends too early"),
        ("nonsense\n", "line 1: it is not a file of this program"),
        ("kabotte knowledge 1\nmap 2\n", "line 2: a map begins with"),
        ("kabotte knowledge 1\nmap 2 1\nSFF\n", "line 3: the row has another length"),
        ("kabotte knowledge 1\nmap 2 1\nSF\nSF\n", "line 4: `learnt` comes between"),
        ("kabotte knowledge 1\nmap 2 1\nSF\nlearnt\n", "line 4: the file ends too early"),
    ] {
        fs::write(&file, text).unwrap();
        let mut track = Track::parse(CODE).unwrap();
        let trouble = Knowledge::open(&file, CODE, &mut track).err().unwrap().to_string();
        assert!(trouble.contains(part) && !trouble.contains('\n'), "{trouble}");
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    let nowhere = Knowledge::open(&folder.join("no/where.txt"), CODE, &mut learnt(1, Tile::Road));
    assert!(nowhere.unwrap().keep(&learnt(2, Tile::Road)).is_err());
    fs::remove_dir_all(folder).unwrap();
}

proptest! {
    #[test]
    fn no_change_of_a_byte_brings_the_reader_down(place in 0..60_usize, byte in any::<u8>()) {
        let whole = "kabotte knowledge 1\nmap 4 2\nS..X\n...F\nlearnt\nSO.X\n.X.F\n";
        let mut text = whole.as_bytes().to_vec();
        let place = place % text.len();
        text[place] = byte;
        let _ = parse(&String::from_utf8_lossy(&text));
    }
}
