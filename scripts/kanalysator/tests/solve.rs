//! The command `solve`, as a program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use referee::testkit::recordings::official;
use tempfile::TempDir;

fn solve(words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_kanalysator");
    Command::new(program).arg("solve").args(words).output().expect("the program can be run")
}

/// The output of a successful call.
fn solved(words: &[&str]) -> String {
    let output = solve(words);
    assert!(output.status.success(), "{words:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// A map in a file.
struct Map {
    folder: TempDir,
    file: String,
}

impl Map {
    fn new(code: &str) -> Map {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("map.txt");
        fs::write(&file, code).unwrap();
        Map { file: file.to_str().unwrap().to_owned(), folder }
    }

    fn beside(&self, name: &str) -> String {
        self.folder.path().join(name).to_str().unwrap().to_owned()
    }
}

const SMALL: &str = "XXXXXXX\nSOO1OOX\nXXXXOOX\nXFOOOOX\nXXXXXXX\n";

#[test]
fn json_has_these_fields() {
    let map = Map::new(SMALL);
    let text = solved(&[&map.file, "--all", "--json"]);
    let mut value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert!(value["millis"].is_u64() && value["peak_megabytes"].is_u64(), "{value}");
    value["millis"] = 0.into();
    value["peak_megabytes"] = 0.into();
    insta::assert_snapshot!("solve_json", value);
}

#[test]
fn a_way_is_drawn_with_a_dot_for_each_move() {
    let map = Map::new(SMALL);
    let picture = map.beside("way.svg");
    let text = solved(&[&map.file, "--svg", &picture]);
    assert!(text.starts_with("6 moves, 2 quickest ways\n0 1 | "), "{text}");
    let drawn = fs::read_to_string(&picture).unwrap();
    assert_eq!(drawn.matches("<circle").count(), 6);
    // From the middle of the start cell to the middle of the one right of it.
    assert!(drawn.contains("<line x1=\"6\" y1=\"18\" x2=\"18\" y2=\"18\""), "{drawn}");
    assert!(drawn.contains("<title>1: 1 0</title>"), "{drawn}");
}

/// A recording or the map itself is not lost because its name was typed behind --svg.
#[test]
fn a_picture_replaces_nothing_but_a_picture() {
    let map = Map::new(SMALL);
    let output = solve(&[&map.file, "--svg", &map.file]);
    assert_eq!((output.status.code(), &output.stdout[..]), (Some(1), &b""[..]));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("choose another file with --svg"), "{said}");
    assert_eq!(fs::read_to_string(&map.file).unwrap(), SMALL);
    let picture = map.beside("way.svg");
    for _ in 0..2 {
        solved(&[&map.file, "--svg", &picture]);
    }
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/karo/ring-six.jsonl");
    let race = |svg: &str| {
        let program = env!("CARGO_BIN_EXE_kanalysator");
        Command::new(program).args([recording, "--svg", svg]).output().unwrap().status.code()
    };
    assert_eq!([race(&map.file), race(&picture)], [Some(1), Some(0)]);
    assert_eq!(fs::read_to_string(&map.file).unwrap(), SMALL);
}

/// The worked example of `kabotte::crash`.
#[test]
fn crashes_are_allowed_or_forbidden() {
    let map = Map::new("XFSOOOO1X\n");
    let allowed = [&map.file, "--crash", "allowed", "--direction", "free"];
    let text = solved(&allowed);
    assert!(text.starts_with("5 moves, 1 quickest ways\n"), "{text}");
    assert!(text.contains("\n2 0 | 3 0 | 5 0 | 7 0 | crash to 3 0 | 2 0 | 1 0\n"), "{text}");
    let output = solve(&[&map.file]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"no car can finish without a crash\nno circuit; "));
    // With a set-back of 0 a crash stops the car on its cell.
    let text = solved(&[&allowed[..], &["--zzz", "0", "--json"]].concat());
    let value: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value["way"][3], serde_json::json!([7, 0, 0, 0]), "{value}");
}

#[test]
fn every_setting_counts() {
    let moves = |map: &Map, words: &[&str]| {
        let text = solved(&[&[map.file.as_str(), "--json"], words].concat());
        serde_json::from_str::<serde_json::Value>(&text).unwrap()["moves"].as_u64().unwrap()
    };
    let small = Map::new(SMALL);
    assert_eq!(moves(&small, &[]), 6);
    assert_eq!(moves(&small, &["--rule", "geschwindigkeit=1"]), 9);
    assert_eq!(moves(&small, &["--rule", "nur-x-oder-y"]), 7);
    assert_eq!(moves(&small, &["--rule", "geschwindigkeit=1", "--rule", "nur-x-oder-y"]), 9);
    let dead_end = Map::new("XFSOOOO1X\n");
    assert_eq!(moves(&dead_end, &["--crash", "allowed", "--direction", "free"]), 5);
    assert_eq!(moves(&dead_end, &["--cps", "off", "--direction", "free"]), 1);
}

#[test]
fn a_mistake_in_the_call_is_named_and_ends_with_2() {
    for (words, part) in [
        (&["nowhere.txt", "--cps", "maybe"][..], "[possible values: on, off]"),
        (&["nowhere.txt", "--direction", "back"], "[possible values: classic, formula1, free]"),
        (&["nowhere.txt", "--patience", "no"], "--patience <SECONDS>"),
        (&["nowhere.txt", "--zzz", "10001"], "0..=10000"),
        (&["nowhere.txt", "--rule", "no"], "there are "),
        (&["nowhere.txt", "--fast"], "unexpected argument '--fast'"),
        (&["a", "b"], "unexpected argument 'b'"),
        (&[], "<MAPFILE>"),
    ] {
        let output = solve(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(error.contains(part), "{words:?}: {error}");
    }
    let output = solve(&["nowhere.txt"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8(output.stderr).unwrap();
    let expected =
        "error: cannot read the map nowhere.txt: there is no such file or folder; check the path\n";
    assert_eq!(error, expected);
    let error = String::from_utf8(solve(&["/dev"]).stderr).unwrap();
    let expected =
        "error: cannot read the map /dev: it is a folder, not an ordinary file; give another\n";
    assert_eq!(error, expected);
}

/// Ten corridors of four rows and 40 columns, each joined to the next at one end.
#[test]
fn ways_that_cannot_be_counted_are_more_than_ten_to_the_power_of_19() {
    let wall = "X".repeat(42);
    let mut rows = vec![wall];
    for corridor in 0..10 {
        let (first, last) = (["S", "O"][corridor.min(1)], ["O", "F"][corridor / 9]);
        rows.extend(vec![format!("X{last}{}{first}X", "O".repeat(38)); 4]);
        let (wall, door) = ("X".repeat(36), "OOOO");
        let end = if corridor % 2 == 0 { [door, &wall] } else { [&wall, door] };
        rows.push(format!("X{}X", end.concat()));
    }
    rows.pop();
    rows.push("X".repeat(42));
    let map = Map::new(&(rows.join("\n") + "\n"));
    let text = solved(&[&map.file, "--all"]);
    assert!(text.contains(" moves, more than 10^19 quickest ways\n"), "{text}");
    let mut first = text.lines().filter(|line| line.starts_with("first move to "));
    assert!(first.any(|line| line.ends_with(": more than 10^19 ways")), "{text}");
    let text = solved(&[&map.file, "--json"]);
    assert!(text.contains(",\"ways\":null,") && !text.contains("18446744073709551615"), "{text}");
}

/// A search that had no time to find a way does not claim that none exists: map 117 can be finished.
#[test]
fn a_search_without_time_does_not_say_that_there_is_no_way() {
    let Some(map) = official("karo", "maps/117.txt") else { return };
    let map: &Path = &map;
    let output =
        solve(&[map.to_str().unwrap(), "--crash", "allowed", "--zzz", "5", "--patience", "1"]);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!told.contains("no car can finish"), "{told}");
    // A quicker machine may find a way in that time.
    assert_eq!(output.status.success(), told.contains("moves"), "{told}{said}");
    assert!(output.status.success() || said.contains("--patience"), "{said}");
}
