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

/// Ten corridors of four rows and 40 columns, each joined to the next at one end.
#[test]
fn more_ways_than_can_be_counted_are_at_least_so_many() {
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
    let file = env::temp_dir().join(format!("kabotte-ways-{}.txt", std::process::id()));
    fs::write(&file, rows.join("\n") + "\n").unwrap();
    let text = String::from_utf8(solve(&[file.to_str().unwrap(), "--all"]).stdout).unwrap();
    assert!(text.contains(" moves, at least 18446744073709551615 quickest ways\n"), "{text}");
    let first: Vec<&str> = text.lines().filter(|line| line.starts_with("first move to ")).collect();
    assert!(!first.is_empty() && first.iter().any(|line| line.contains(": at least ")), "{text}");
    fs::remove_file(file).unwrap();
}
