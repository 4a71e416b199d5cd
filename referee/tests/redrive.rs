//! `referee redrive` on recordings in which players fail: a fault is part of an answer.

use std::fs;
use std::path::Path;
use std::process::Output;

use referee::game::{Fault, Seat};
use referee::games::all;
use referee::recording::{Exchange, Recording};
use referee::testkit::recordings::{exchanges_of, fixtures, load};
use tempfile::TempDir;

use crate::common::{code, err, out, referee};

/// All recordings of all contests with a fault.
fn recordings_with_faults() -> Vec<(String, Recording)> {
    let files = all().flat_map(|contest| fixtures(contest.key()));
    let all = files.map(|file| (file.to_string_lossy().into_owned(), load(&file)));
    let fails = |it: &(usize, Exchange)| it.1.fault.is_some();
    all.filter(|(_, recording)| recording.exchanges.iter().any(fails)).collect()
}

fn last(recording: &Recording, seat: Seat) -> &Exchange {
    exchanges_of(recording, seat)
        .filter(|it| it.fault.is_some() || !it.got.is_empty())
        .last()
        .unwrap()
}

/// Redrives each seat whose last answer has this fault, and `is_meant`, with [`redrive`]; checks each output.
fn redrive_all(
    fault: Fault,
    is_meant: impl Fn(&Exchange) -> bool,
    then: &str,
    check: impl Fn(&str, &Output),
) {
    let folder = TempDir::new().unwrap();
    let mut games = 0;
    for (file, recording) in recordings_with_faults() {
        for seat in (0..recording.header.players.len()).map(Seat) {
            let exchange = last(&recording, seat);
            if exchange.fault == Some(fault) && is_meant(exchange) {
                check(&file, &redrive(folder.path(), &file, &recording, seat, then));
                games += 1;
            }
        }
    }
    assert!(games >= all().count(), "{games} games");
}

/// Redrives a seat with a program that writes all lines that the seat answered, and then does `then`.
fn redrive(folder: &Path, file: &str, recording: &Recording, seat: Seat, then: &str) -> Output {
    let said: Vec<&String> = exchanges_of(recording, seat).flat_map(|it| &it.got).collect();
    let text: String = said.iter().flat_map(|line| [line.as_str(), "\n"]).collect();
    fs::write(folder.join("said"), text).unwrap();
    let bot = format!("sh -c 'cat said; {then}'");
    let words = ["--timeout-factor", "100000", "--seat", &seat.to_string()];
    referee(folder, &[&["redrive", file, &bot], &words[..]].concat())
}

#[test]
fn an_answer_that_came_too_late_is_not_the_same_answer_in_time() {
    let has_lines = |exchange: &Exchange| !exchange.got.is_empty();
    redrive_all(Fault::Timeout, has_lines, "exec sleep 1000", |file, output| {
        let text = out(output);
        assert_eq!(code(output), 1, "{file}: {text}{}", err(output));
        assert!(text.contains("(timeout"), "{file}: {text}");
        assert!(text.trim_end().lines().last().unwrap().contains("differs"), "{file}: {text}");
    });
}

#[test]
fn a_program_that_exits_where_an_exit_is_recorded_gives_the_same_answers() {
    redrive_all(
        Fault::Exit,
        |_| true,
        "exit 3",
        |file, output| {
            assert_eq!(code(output), 0, "{file}: {}{}", out(output), err(output));
        },
    );
}

/// The recorded faults are passed to the rules too: otherwise the rules would ask the seat again.
#[test]
fn the_faults_of_others_are_part_of_the_game() {
    let folder = TempDir::new().unwrap();
    let mut answers_after_faults = 0;
    for (file, recording) in recordings_with_faults() {
        let fails = recording.exchanges.iter().position(|(_, it)| it.fault.is_some()).unwrap();
        let later = recording.exchanges[fails + 1..].iter().find(|(_, it)| !it.got.is_empty());
        let Some((_, exchange)) = later else { continue };
        let seat = exchange.seat;
        if last(&recording, seat).fault.is_none() {
            let output = redrive(folder.path(), &file, &recording, seat, "exec sleep 1000");
            assert_eq!(code(&output), 0, "{file}, {seat}: {}{}", out(&output), err(&output));
            assert!(out(&output).ends_with(" the same\n"), "{file}: {}", out(&output));
            answers_after_faults += 1;
        }
    }
    assert!(answers_after_faults > 0);
}

/// `--turn` shows the answer of one turn, and `--keep` makes a test of it that passes until the bot answers something else.
#[test]
fn a_position_becomes_a_test() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "ocean", "@wanderer", "@random", "--seed", "7", "--quiet", "--record", "r"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    let at = |more: &[&str]| {
        let words = [&["redrive"], more, &["--seat", "1", "--turn", "4"]].concat();
        referee(folder.path(), &words)
    };
    let same = at(&["r", "@random"]);
    assert_eq!(code(&same), 0, "{}", err(&same));
    assert!(out(&same).contains(" is the same\n") && out(&same).contains("  answered "));
    let other = at(&["r", "@wanderer"]);
    assert_eq!(code(&other), 1, "{}", out(&other));
    assert!(out(&other).contains("the answer differs\n"), "{}", out(&other));

    let kept = at(&["r", "@wanderer", "--keep", "kept.jsonl"]);
    assert_eq!(code(&kept), 0, "{}", err(&kept));
    let words = out(&kept);
    let command = words.split('`').nth(1).expect("it names the command of the test");
    assert_eq!(command, "referee redrive kept.jsonl @wanderer --seat 1 --turn 4");
    let words: Vec<&str> = command.split(' ').skip(1).collect();
    assert_eq!(code(&referee(folder.path(), &words)), 0, "the test passes");
    assert_eq!(code(&at(&["kept.jsonl", "@random"])), 1, "another bot fails it");
    let text = fs::read_to_string(folder.path().join("kept.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 1 + 2 + 4, "a header, both starting cells, four turns");

    let again = at(&["r", "@wanderer", "--keep", "kept.jsonl"]);
    assert!(code(&again) == 2 && err(&again).contains("kept.jsonl exists"), "{}", err(&again));
    let missing = ["redrive", "r", "@random", "--seat", "0", "--turn", "4"];
    let missing = referee(folder.path(), &missing);
    assert!(err(&missing).contains("seat 0 gave no answer in turn 4"), "{}", err(&missing));
    let failed = at(&["r", "false", "--keep", "none.jsonl"]);
    assert!(code(&failed) != 0 && !folder.path().join("none.jsonl").exists());
}

/// A success must mean that answers were compared: also where a recording ends within a move, or goes on after its game.
#[test]
fn a_redrive_that_compares_nothing_is_no_success() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "tron", "@random", "@random", "--seed", "5", "--quiet", "--record", "r"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    let text = fs::read_to_string(folder.path().join("r")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let redrive = |lines: &[&str], more: &[&str]| {
        fs::write(folder.path().join("cut"), lines.join("\n") + "\n").unwrap();
        let output = referee(folder.path(), &[&["redrive", "cut", "@random"], more].concat());
        (code(&output), out(&output) + &err(&output))
    };
    let (code, said) = redrive(&lines[..1], &["--seat", "0"]);
    assert!(code == 2 && said.contains("seat 0 has no answer in cut, so nothing is"), "{said}");

    // Both players answer in a move; the recording has the answer of the first one alone.
    let half = &lines[..2];
    let (code, said) = redrive(half, &["--seat", "1"]);
    assert!(code == 2 && said.contains("seat 1 has no answer in cut"), "{said}");
    let (code, said) = redrive(half, &["--seat", "0"]);
    assert!(code == 0 && said == "the only answer is the same\n", "{said}");
    let kept = ["--seat", "0", "--turn", "1", "--keep", "kept"];
    let (code, said) = redrive(half, &kept);
    assert!(code == 0 && folder.path().join("kept").exists(), "{said}");

    let end = lines.len() - 1;
    let longer = [&lines[..end], &lines[1..3], &lines[end..]].concat();
    let (code, said) = redrive(&longer, &["--seat", "0"]);
    let place = format!("line {}: the recording does not follow the rules", end + 1);
    assert!(code == 1 && said.contains(&place), "{said}");
}
