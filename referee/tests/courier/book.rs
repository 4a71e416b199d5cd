//! The picture of a courier game in the book.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The command whose last position the page shows, and the picture on the page.
fn picture(page: &str) -> (Vec<&str>, &str) {
    let command = page
        .lines()
        .find(|line| line.starts_with("referee play courier @final @lightning @pusher"))
        .expect("the page has the command");
    let (_, picture) =
        page.split_once("```\nRobots deliver packages").expect("the page has the picture");
    let picture = picture.split_once("\n```").expect("the picture ends").0;
    (command.split(' ').skip(1).collect(), picture)
}

#[test]
fn the_picture_is_what_its_command_shows_at_the_end() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/src/courier.md");
    let page = fs::read_to_string(page).unwrap();
    let (command, picture) = picture(&page);
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(command)
        .current_dir(folder.path())
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(shown.contains(picture), "the page shows\n{picture}\nand the command\n{shown}");
}
