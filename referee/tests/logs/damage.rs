//! Logs that are damaged when they are read, and how they are repaired.

use std::fs;
use std::path::Path;

use serde_json::Value;
use tempfile::TempDir;

use super::{DUEL, changed, duel, games, text};
use crate::common::{code, err, files, out, toy_referee as referee, unchained};

/// Four games with damage of every kind between them.
fn damaged(folder: &Path) {
    assert_eq!(code(&duel(folder, "4")), 0);
    let sound = text(folder, "log.jsonl");
    let lines: Vec<&str> = sound.lines().collect();
    let [head @ .., one, two, three, four] = &lines[..] else { panic!("{sound}") };
    let half = |line: &str| line.as_bytes()[..line.len() / 2].to_vec();
    let mut bytes = (head.join("\n") + "\n").into_bytes();
    let mut line =
        |parts: &[&[u8]]| bytes.extend_from_slice(&[&parts.concat()[..], b"\n"].concat());
    line(&[one.as_bytes()]);
    line(&[&[0; 4096]]);
    line(&[&half(two)]);
    line(&[&[0; 7], two.as_bytes()]);
    line(&[&half(one), three.as_bytes()]);
    line(&[br#"{"some":"thing else"}"#]);
    line(&["Größe".chars().map(|c| c as u8).collect::<Vec<u8>>().as_slice()]);
    line(&[&vec![b'x'; 17 << 20]]);
    line(&["[".repeat(100_000).as_bytes()]);
    line(&[four.as_bytes()]);
    line(&[br#"{"format":"botyard-log/1","game":"other","options":{},"base":"1","timeout_factor":1.0}"#]);
    line(&[one.replace(r#""scores":["#, r#""scores":[9"#).as_bytes()]);
    line(&[head[0].as_bytes()]);
    bytes.extend_from_slice(br#"{"seed":"#);
    fs::write(folder.join("log.jsonl"), bytes).unwrap();
}

#[test]
fn damage_is_named_with_its_lines_and_whole_games_are_used() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "4")), 0);
    let before = out(&referee(folder.path(), &["report", "log.jsonl"]));
    let note =
        "  damaged lines of the log: 6-13, 15-16; what cannot be read or true does not count\n";
    let before = before + note;
    // The same games, compared without times, which may differ.
    damaged(folder.path());
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&report), out(&report)), (0, before.clone()), "{}", err(&report));
    let warning = "warning: log.jsonl: lines 6-13, 15-16 are damaged and skipped \
                   (line 6 holds NUL bytes); `referee repair log.jsonl`";
    assert!(err(&report).starts_with(warning), "{}", err(&report));
    let merge = "writes a sound log; `referee merge` joins logs of one duel or ladder\n";
    assert!(err(&report).contains(merge), "{}", err(&report));
    // A run can continue with it, too, and has no more games to play.
    let again = duel(folder.path(), "4");
    assert_eq!((code(&again), out(&again)), (0, before), "{}", err(&again));
    assert!(err(&again).starts_with(warning), "{}", err(&again));
}

#[test]
fn repair_writes_a_sound_log_keeps_the_damaged_one_and_lists_the_rest() {
    let folder = TempDir::new().unwrap();
    damaged(folder.path());
    let (was, played) = (fs::read(folder.path().join("log.jsonl")).unwrap(), 4);
    #[cfg(unix)]
    let number = |file: &str| {
        std::os::unix::fs::MetadataExt::ino(&fs::metadata(folder.path().join(file)).unwrap())
    };
    #[cfg(unix)]
    let file_number = number("log.jsonl");
    let repair = referee(folder.path(), &["repair", "log.jsonl"]);
    let said = out(&repair);
    assert_eq!(code(&repair), 0, "{}", err(&repair));
    for line in [
        "line 6 holds NUL bytes; skipped",
        "line 9 is not a line of a log",
        "line 11 is not UTF-8 text; skipped",
        "line 12 is too long; skipped",
        "line 16 belongs to another log; skipped",
        "the incomplete last line: removed",
        "repaired: 4 games; the original is kept as log-damaged.jsonl",
    ] {
        assert!(said.contains(line), "{line}: {said}");
    }
    assert_eq!(said.matches("only its intact end is kept").count(), 2, "{said}");
    assert_eq!(fs::read(folder.path().join("log-damaged.jsonl")).unwrap(), was);
    #[cfg(unix)]
    assert_eq!(number("log-damaged.jsonl"), file_number, "it is the same file, not a copy");
    assert_eq!(games(folder.path(), "log.jsonl").len(), played);
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&report), err(&report).as_str()), (0, ""));
    let again = referee(folder.path(), &["repair", "log.jsonl"]);
    assert_eq!(out(&again), "the log is not damaged: 4 games\n");
    assert_eq!(files(folder.path()), ["log-damaged.jsonl", "log.jsonl"]);
}

#[test]
fn a_report_warns_of_a_last_line_that_was_cut_off_and_uses_the_others() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "4")), 0);
    let sound = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&sound), err(&sound).as_str()), (0, ""));
    let whole = text(folder.path(), "log.jsonl");
    fs::write(folder.path().join("log.jsonl"), whole + r#"{"seed":"#).unwrap();
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!((code(&report), out(&report)), (0, out(&sound)));
    let warning = "warning: log.jsonl: the last line was cut off and is skipped";
    assert!(err(&report).starts_with(warning), "{}", err(&report));
}

/// The line after it follows its hash.
#[test]
fn a_line_that_cannot_be_read_and_has_its_hash_costs_no_other_game() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| lines[6] = lines[6].replacen(':', "!", 1));
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let said = err(&report);
    assert_eq!(code(&report), 1, "{said}");
    assert!(said.contains("was changed: line 7 was changed after it was written"), "{said}");
    let repair = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert_eq!(repair.matches("; skipped").count(), 1, "{repair}");
    assert!(repair.contains("line 7 is not a line of a log"), "{repair}");
    assert!(repair.contains("repaired: 5 games"), "{repair}");
    assert_eq!(games(folder.path(), "log.jsonl").len(), 5);
}

#[test]
fn games_of_a_bot_whose_line_was_damaged_are_counted_as_left_out() {
    let folder = TempDir::new().unwrap();
    assert_eq!(code(&duel(folder.path(), "4")), 0);
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let is_kept = |line: &&str| !line.starts_with(r#"{"duel""#);
    let lines: Vec<String> = log.lines().filter(is_kept).map(str::to_owned).collect();
    let write = |lines: &[String]| {
        fs::write(folder.path().join("log.jsonl"), lines.join("\n") + "\n").unwrap();
    };
    let note = "  not in this report: 4 games of the log with other bots";
    write(&lines);
    assert!(!out(&referee(folder.path(), &["report", "log.jsonl"])).contains(note));
    write(&[&lines[..1], &["x".to_owned()], &lines[2..]].concat());
    let report = out(&referee(folder.path(), &["report", "log.jsonl"]));
    assert!(report.starts_with("1 bot, 0 games") && report.contains(note), "{report}");
}

#[test]
fn a_game_that_is_played_again_names_the_line_that_no_longer_counts() {
    let folder = TempDir::new().unwrap();
    duel(folder.path(), "4");
    let log = unchained(&text(folder.path(), "log.jsonl"));
    let overloaded = log.replacen(r#""times""#, r#""overloaded":[0],"times""#, 1);
    fs::write(folder.path().join("log.jsonl"), overloaded).unwrap();
    let again = [&DUEL[..], &["4"]].concat();
    assert_eq!(code(&referee(folder.path(), &again)), 0);
    let log = text(folder.path(), "log.jsonl");
    let last: Value = serde_json::from_str(log.lines().last().unwrap()).unwrap();
    assert_eq!((log.lines().count(), &last["obsolete"]), (9, &Value::from(5)));
    let first: Value = serde_json::from_str(log.lines().nth(4).unwrap()).unwrap();
    assert_eq!(first["seed"], last["seed"]);
    let repaired = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert!(repaired.starts_with("1 line of replayed games: removed"), "{repaired}");
    assert_eq!(games(folder.path(), "log.jsonl").len(), 4);
}

#[test]
fn a_result_that_contradicts_itself_is_damage() {
    let folder = TempDir::new().unwrap();
    // Without a chain, which would find these changes first.
    changed(folder.path(), &[], &|lines| {
        for line in lines.iter_mut() {
            *line = unchained(line).trim().to_owned();
        }
        let ranks = [r#""ranks":[1,2]"#, r#""ranks":[2,1]"#];
        let is_won = |line: &&mut String| ranks.iter().any(|ranks| line.contains(ranks));
        let mut won = lines[4..].iter_mut().filter(is_won);
        let turned = won.next().unwrap();
        let other = usize::from(turned.contains(ranks[0]));
        *turned = turned.replace(ranks[1 - other], ranks[other]);
        let winner = won.next().unwrap();
        let seat = usize::from(winner.contains(ranks[1]));
        let out =
            format!(r#""thrown_out":[{{"seat":{seat},"fault":"exit","cause":"exit"}}],"times""#);
        *winner = winner.replace(r#""times""#, &out);
    });
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let said = err(&report);
    assert!(said.contains("contradicts itself: the points are"), "{said}");
    assert!(out(&report).contains("  damaged lines of the log: "), "{}", out(&report));
    let repair = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert!(repair.contains("was thrown out, and won; skipped"), "{repair}");
    assert_eq!(games(folder.path(), "log.jsonl").len(), 4);
}

#[test]
fn a_line_that_is_damaged_and_was_changed_is_listed_once() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| {
        let ranks = [r#""ranks":[1,2]"#, r#""ranks":[2,1]"#];
        let is_won = |line: &&mut String| ranks.iter().any(|ranks| line.contains(ranks));
        let won = lines.iter_mut().find(is_won).unwrap();
        let other = usize::from(won.contains(ranks[0]));
        *won = won.replace(ranks[1 - other], ranks[other]);
    });
    let repair = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    assert_eq!(repair.matches("; skipped").count(), 1, "{repair}");
    assert!(repair.contains("contradicts itself"), "{repair}");
}

/// A crash may leave the first bytes of a log. It had no games, and a run with this log begins again.
#[test]
fn a_log_that_is_cut_off_in_its_first_line_says_so() {
    let folder = TempDir::new().unwrap();
    let run = ["duel", "tron", "a=@random", "b=@random", "--games", "2", "--log", "log"];
    assert_eq!(code(&referee(folder.path(), &run)), 0);
    let log = folder.path().join("log");
    let whole = fs::read(&log).unwrap();
    for bytes in [1, 10, 22, 60] {
        fs::write(&log, &whole[..bytes]).unwrap();
        let report = referee(folder.path(), &["report", "log"]);
        let expected = "the log log, line 1: is cut off, so the log has no games; delete the file";
        assert!(code(&report) == 2 && err(&report).contains(expected), "{}", err(&report));
        assert_eq!(fs::read(&log).unwrap().len(), bytes, "nothing is written");
    }
    assert_eq!(code(&referee(folder.path(), &run)), 0, "the run begins again");
    assert_eq!(games(folder.path(), "log").len(), 2);
}

/// Each line of the part follows the one before it, except the first.
#[test]
fn repair_leaves_out_a_whole_part_of_another_log() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &["--seed", "2"], &|_| ());
    let other: Vec<String> =
        text(folder.path(), "log.jsonl").lines().skip(5).map(str::to_owned).collect();
    changed(folder.path(), &[], &|_| ());
    let own = games(folder.path(), "log.jsonl");
    changed(folder.path(), &[], &|lines| drop(lines.splice(7..7, other.clone())));
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert!(code(&report) == 1 && err(&report).contains("line 8 does not follow"), "{report:?}");
    let repair = out(&referee(folder.path(), &["repair", "log.jsonl"]));
    let skipped = repair.matches("was inserted; skipped").count();
    assert_eq!(skipped, other.len(), "{repair}");
    assert!(repair.contains("repaired: 6 games"), "{repair}");
    assert_eq!(games(folder.path(), "log.jsonl"), own);
}

#[test]
fn a_report_of_a_log_without_games_says_so() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| lines.truncate(3));
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert_eq!(code(&report), 0);
    assert!(out(&report).contains("0 games of nearest"), "{}", out(&report));
    assert!(err(&report).contains("log.jsonl: no game is in the log yet"), "{}", err(&report));
}
