//! The picture of a game in the README.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The command whose end the README shows, and what it shows.
fn picture(readme: &str) -> (Vec<&str>, &str) {
    let command = readme
        .lines()
        .find(|line| line.starts_with("referee play courier @final @lightning @pusher"))
        .expect("the README has the command");
    let (_, picture) =
        readme.split_once("```\nRobots deliver packages").expect("the README has the picture");
    let picture = picture.split_once("\n```").expect("the picture ends").0;
    (command.split(' ').skip(1).collect(), picture)
}

#[test]
fn the_picture_in_the_readme_is_what_its_command_shows_at_the_end() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let (command, picture) = picture(&readme);
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(command)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains(picture), "the README shows\n{picture}\nand the command\n{shown}");
}
