//! The command `solve`, as a program.

use std::process::{Command, Output};
use std::{env, fs};

fn solve(words: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_kabotte");
    Command::new(program).arg("solve").args(words).output().expect("the program can be run")
}

#[test]
fn a_map_is_solved_drawn_and_told_about() {
    let folder = env::temp_dir().join(format!("kabotte-solve-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let (map, picture) = (folder.join("map.txt"), folder.join("way.svg"));
    fs::write(&map, "XXXXXXX\nSOO1OOX\nXXXXOOX\nXFOOOOX\nXXXXXXX\n").unwrap();
    let (map, picture) = (map.to_str().unwrap(), picture.to_str().unwrap());
    let output = solve(&[map, "--svg", picture, "--json"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert!(text.starts_with("{\"moves\":6,\"at_least\":6,\"exact\":true,\"ways\":"), "{text}");
    let drawn = fs::read_to_string(picture).unwrap();
    assert_eq!(drawn.matches("<circle").count(), 6);
    // Without the checkpoint the way is the same; without the road there is none.
    let text = String::from_utf8(solve(&[map, "--cps", "off"]).stdout).unwrap();
    assert!(text.starts_with("6 moves, "), "{text}");
    fs::write(map, "SOXF").unwrap();
    let output = solve(&[map]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.starts_with(b"no car can finish without a crash\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_is_called_wrongly_says_so() {
    let output = solve(&["nowhere.txt"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stderr.starts_with(b"kabotte: cannot read the map nowhere.txt: "));
    assert_eq!(solve(&[]).status.code(), Some(2));
    assert!(solve(&["--help"]).stdout.starts_with(b"The fewest moves"));
}
