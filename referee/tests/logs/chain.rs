//! The chain of a log: every change of it is found.

use std::fs;

use referee::arena::{Log, NotMet, Pairing};
use referee::games;
use referee::report::Report;
use serde_json::Value;
use tempfile::TempDir;

use super::{Change, DUEL, changed, duel, games, text};
use crate::common::{code, err, out, refused, toy_referee as referee, unchained};

/// Turns the result of a game around, so that its line has the same length.
fn turn_around(line: &mut String) {
    let game: Value = serde_json::from_str(line).unwrap();
    let [first, second] = [&game["scores"][0], &game["scores"][1]];
    let turn = |text: &str| {
        text.replace(&format!("[{first},{second}]"), &format!("[{second},{first}]"))
            .replace("\"ranks\":[1,2]", "\"ranks\":[x]")
            .replace("\"ranks\":[2,1]", "\"ranks\":[1,2]")
            .replace("\"ranks\":[x]", "\"ranks\":[2,1]")
    };
    let (length, turned) = (line.len(), turn(line));
    assert!(turned != *line && turned.len() == length, "{line}");
    *line = turned;
}

#[test]
fn every_change_of_a_log_is_found_by_report_resume_merge_and_repair() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("key"), "sixteen letters!").unwrap();
    for key in [&[][..], &["--log-key", "key"]] {
        let changes: [(Change<'_>, &str); 6] = [
            (&|lines| turn_around(&mut lines[6]), "line 7 was changed after it was written"),
            (&|lines| drop(lines.remove(6)), "line 7 does not follow the line before it"),
            (&|lines| lines.swap(5, 6), "lines 6, 8 are not as they were written"),
            (&|lines| lines.insert(7, lines[5].clone()), "line 8 does not follow"),
            (&|lines| lines.extend_from_within(..5), "lines 12-15 are not as they were written"),
            (
                &|lines| lines[6] = unchained(&lines[6]).trim().to_owned(),
                "lines 7-8 are not as they were written (line 7 has no hash",
            ),
        ];
        for (change, what) in changes {
            changed(folder.path(), key, change);
            let report = referee(folder.path(), &[&["report", "log.jsonl"], key].concat());
            let said = err(&report);
            assert_eq!((code(&report), out(&report).as_str()), (1, ""), "{said}");
            assert!(said.contains(&format!("the log log.jsonl was changed: {what}")), "{said}");
            let again = referee(folder.path(), &[&DUEL[..], &["6"], key].concat());
            assert!(code(&again) > 0 && err(&again).contains(what), "{}", err(&again));
            let merge = ["merge", "log.jsonl", "-o", "merged"];
            let merge = referee(folder.path(), &[&merge[..], key].concat());
            assert!(code(&merge) == 1 && err(&merge).contains(what), "{}", err(&merge));
            let trusting = [&["report", "log.jsonl", "--trust"], key].concat();
            let trusting = referee(folder.path(), &trusting);
            let said = out(&trusting);
            assert!(
                code(&trusting) == 0 && said.contains("was changed after it was written (--trust)"),
                "{said}"
            );

            let repair = referee(folder.path(), &[&["repair", "log.jsonl"], key].concat());
            assert!(code(&repair) == 0 && out(&repair).contains("skipped"), "{}", out(&repair));
            let report = referee(folder.path(), &[&["report", "log.jsonl"], key].concat());
            assert_eq!((code(&report), err(&report).as_str()), (0, ""));
            let header: Value =
                serde_json::from_str(text(folder.path(), "log.jsonl").lines().next().unwrap())
                    .unwrap();
            assert_eq!(header["sources"][0]["log"], "log.jsonl");
            // The run plays what is missing, and the log is as if nothing had happened.
            let again = referee(folder.path(), &[&DUEL[..], &["6"], key].concat());
            assert_eq!(code(&again), 0, "{}", err(&again));
            assert_eq!(games(folder.path(), "log.jsonl").len(), 6);
            fs::remove_file(folder.path().join("log-damaged.jsonl")).unwrap();
        }
    }
}

#[test]
fn a_log_whose_first_line_was_changed_is_not_to_be_repaired() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| lines[0] = lines[0].replacen(":1", ":2", 1));
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let said = err(&report);
    assert!(code(&report) == 1 && said.contains("line 1 was changed"), "{said}");
    assert!(said.contains("no line can be kept") && !said.contains("referee repair"), "{said}");
    assert_eq!(code(&referee(folder.path(), &["repair", "log.jsonl"])), 2);
}

/// What is promised of a cut at the end: only the run that writes a log knows its end.
#[test]
fn a_log_that_was_cut_at_its_end_is_a_sound_log_of_fewer_games() {
    let folder = TempDir::new().unwrap();
    changed(folder.path(), &[], &|lines| lines.truncate(8));
    let report = referee(folder.path(), &["report", "log.jsonl", "--json"]);
    let report: Value = serde_json::from_str(&out(&report)).unwrap();
    assert_eq!((&report["games"], &report["chain"]["lines"]), (&4.into(), &8.into()));
    let last = text(folder.path(), "log.jsonl").lines().last().unwrap().to_owned();
    assert!(last.ends_with(&format!("\"chain\":{}}}", report["chain"]["head"])), "{last}");
}

#[test]
fn a_forger_without_the_key_and_a_wrong_key_are_found() {
    let folder = TempDir::new().unwrap();
    for (file, content) in
        [("key", "sixteen letters!"), ("other", "sixteen others!!"), ("short", "key")]
    {
        fs::write(folder.path().join(file), content).unwrap();
    }
    let key = ["--log-key", "key"];
    let with = |key: &str| referee(folder.path(), &["report", "log.jsonl", "--log-key", key]);
    // Whoever has no key can write a log without one, or with another.
    changed(folder.path(), &[], &|_| {});
    refused(&with("key"), "is not chained with a key, so it may have been forged");
    changed(folder.path(), &[], &|lines| {
        for line in lines {
            *line = unchained(line).trim().to_owned();
        }
    });
    refused(&with("key"), "is not chained with a key");
    changed(folder.path(), &["--log-key", "other"], &|_| {});
    refused(&with("key"), "is chained with another key");
    refused(&referee(folder.path(), &[&DUEL[..], &["8"], &key].concat()), "with another key");
    changed(folder.path(), &key, &|_| {});
    assert_eq!(code(&with("key")), 0);
    let wanted = "is chained with a key; give its file as --log-key";
    refused(&referee(folder.path(), &["report", "log.jsonl"]), wanted);
    refused(&referee(folder.path(), &["repair", "log.jsonl"]), wanted);
    refused(&duel(folder.path(), "8"), wanted);
    let unchecked = referee(folder.path(), &["report", "log.jsonl", "--trust"]);
    let said = out(&unchecked);
    assert!(
        code(&unchecked) == 0 && said.contains("was not checked: its key is not known"),
        "{said}"
    );
    refused(&with("short"), "a key has at least 16 bytes");
    refused(&with("none"), "cannot use --log-key none: there is no such file");
    // A log of one's own gets a key by a merge.
    changed(folder.path(), &[], &|_| {});
    let merge =
        referee(folder.path(), &[&["merge", "log.jsonl", "-o", "keyed"][..], &key].concat());
    assert_eq!(code(&merge), 0, "{}", err(&merge));
    assert_eq!(code(&referee(folder.path(), &[&["report", "keyed"][..], &key].concat())), 0);
    let header: Value =
        serde_json::from_str(text(folder.path(), "keyed").lines().next().unwrap()).unwrap();
    assert_eq!(
        (&header["sources"][0]["chain"], &header["sources"][0]["lines"]),
        (&"plain".into(), &10.into())
    );
}

#[test]
fn an_older_log_without_a_chain_is_read_continued_and_repaired() {
    let folder = TempDir::new().unwrap();
    let strip = |lines: &mut Vec<String>| {
        for line in lines {
            *line = unchained(line).trim().to_owned();
        }
    };
    changed(folder.path(), &[], &strip);
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    let note = "  the log has no chain of hashes, so a change of it cannot be found\n";
    assert!(code(&report) == 0 && out(&report).ends_with(note), "{}", out(&report));
    assert_eq!(err(&report), "");
    assert_eq!(code(&duel(folder.path(), "8")), 0);
    assert!(!text(folder.path(), "log.jsonl").contains("\"chain\""));
    assert_eq!(code(&referee(folder.path(), &["merge", "log.jsonl", "-o", "new"])), 0);
    let report = referee(folder.path(), &["report", "new"]);
    assert!(code(&report) == 0 && !out(&report).contains("chain"), "{}", out(&report));
    // A chain that was removed from the first line only does not make an older log of it.
    changed(folder.path(), &[], &|lines| lines[0] = unchained(&lines[0]).trim().to_owned());
    let report = referee(folder.path(), &["report", "log.jsonl"]);
    assert!(
        code(&report) == 1 && err(&report).contains("the first line of the log has none"),
        "{}",
        err(&report)
    );
}

#[test]
fn the_first_words_of_a_page_say_that_its_log_was_changed() {
    let folder = TempDir::new().unwrap();
    let headline = |change: Change<'_>| {
        changed(folder.path(), &[], change);
        let mut log = Log::unread(&folder.path().join("log.jsonl"));
        log.read_on(0).unwrap();
        let test = |_: &Pairing| Ok::<_, NotMet>(None);
        let report = Report::of(&log, games::contest("tron").unwrap(), None, &[], test);
        report.unwrap_or_else(|error| panic!("{error}")).headline().changed
    };
    assert_eq!(headline(&|_| {}), None);
    let sentence = "The log was changed after it was written: lines 7";
    assert_eq!(headline(&|lines| turn_around(&mut lines[6])).as_deref(), Some(sentence));
}
