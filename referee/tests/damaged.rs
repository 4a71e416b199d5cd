//! Damaged recordings and logs are read, or refused with a sentence. Every part of a sound file in turn is
//! removed, duplicated, or replaced by each of many absurd values.

use std::fs;

use referee::arena::{Comparison, DuelStanding, LadderTable, Log, Pairing, TeamComparison, met_in};
use referee::contest::Contest;
use referee::game::Seat;
use referee::games::{all, contest};
use referee::player::house::HousePlayer;
use referee::recording::{BegunRecording, Recording};
use referee::redrive::redrive;
use referee::replay::replay;
use referee::table::Table;
use referee::testkit::cases::cases;
use referee::testkit::recordings::{files_in, fixtures, fixtures_folder};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use crate::common::{code, err, out, referee};

/// The absurd values.
fn absurd() -> Vec<Value> {
    let mut nested = json!(1);
    for _ in 0..100 {
        nested = json!([nested]);
    }
    vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(3),
        json!(i64::MAX),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(u32::MAX),
        json!(1e308),
        json!(0.5),
        json!(""),
        json!("x"),
        json!("9223372036854775807"),
        json!("long".repeat(3000)),
        json!([]),
        json!(["a", "a"]),
        json!({}),
        nested,
    ]
}

/// A value with each of its parts in turn removed, duplicated or made absurd; deep parts are changed in fewer
/// ways.
fn damaged(value: &Value, depth: usize) -> Vec<Value> {
    let mut all = absurd();
    if depth > 1 {
        all = all.into_iter().step_by(3).collect();
    }
    match value {
        Value::Object(fields) => {
            // In an object whose keys are numbers, two entries are enough.
            let is_table = |name: &String| name.parse::<u64>().is_ok();
            let chosen = |it: &(usize, (&String, &Value))| it.0 < 2 || !is_table(it.1.0);
            for (_, (name, field)) in fields.iter().enumerate().filter(chosen) {
                let without = fields.iter().filter(|(other, _)| *other != name);
                all.push(
                    without
                        .map(|(name, it)| (name.clone(), it.clone()))
                        .collect::<Map<_, _>>()
                        .into(),
                );
                for changed in damaged(field, depth + 1) {
                    let mut fields = fields.clone();
                    fields[name] = changed;
                    all.push(fields.into());
                }
            }
        }
        Value::Array(values) => {
            let ends = [0, values.len().saturating_sub(1)];
            for &at in ends.iter().take(values.len().min(2)) {
                all.push(
                    values
                        .iter()
                        .enumerate()
                        .filter(|it| it.0 != at)
                        .map(|it| it.1.clone())
                        .collect(),
                );
                all.push(values.iter().chain(&values[at..=at]).cloned().collect());
                for changed in damaged(&values[at], depth + 1) {
                    let mut values = values.clone();
                    values[at] = changed;
                    all.push(values.into());
                }
            }
        }
        _ => {}
    }
    all
}

/// A text of JSON lines with each of some lines in turn damaged, removed and duplicated.
fn damaged_texts(text: &str, is_chosen: impl Fn(usize, usize) -> bool) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut texts = Vec::new();
    for at in (0..lines.len()).filter(|at| is_chosen(*at, lines.len())) {
        let with = |middle: &[String]| {
            let before = lines[..at].iter().map(|line| (*line).to_owned());
            let after = lines[at + 1..].iter().map(|line| (*line).to_owned());
            before.chain(middle.iter().cloned()).chain(after).collect::<Vec<_>>().join("\n") + "\n"
        };
        let line = lines[at].to_owned();
        texts.extend([with(&[]), with(&[line.clone(), line.clone()])]);
        texts
            .extend([with(&[line[..line.len() / 2].to_owned()]), with(&["\0".repeat(line.len())])]);
        let value: Value = serde_json::from_str(&line).unwrap();
        texts.extend(damaged(&value, 0).iter().map(|value| with(&[value.to_string()])));
    }
    texts
}

fn try_recording(text: &str, contest: &dyn Contest) {
    if let Ok(recording) = Recording::parse(text)
        && let Err(error) = replay(&recording)
    {
        assert!(!error.to_string().is_empty());
    }
    let Ok(begun) = BegunRecording::parse(text) else { return };
    for (seat, house) in (0..begun.header.players.len().min(2)).zip(contest.about().house) {
        let house = HousePlayer::new("house", (house.make)(1, Seat(seat)));
        let mut table = Table::new(vec![Box::new(house)]);
        let _ = redrive(&begun, contest, Seat(seat), &mut table, |_| Ok(true));
    }
}

#[test]
fn damaged_recordings_are_replayed_or_refused() {
    for contest in all() {
        let shortest =
            fixtures(contest.key()).into_iter().map(|it| fs::read_to_string(it).unwrap());
        let shortest = shortest.min_by_key(String::len).unwrap();
        let texts = damaged_texts(&shortest, |line, lines| line < 2 || line + 1 == lines);
        assert!(texts.len() > 200, "{} texts of {}", texts.len(), contest.key());
        for text in texts.iter().step_by(cases(6, 1)) {
            try_recording(text, contest);
        }
    }
}

fn logs() -> Vec<String> {
    let files = files_in(&fixtures_folder().join("logs"));
    files.into_iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

fn compare(log: &Log, pairing: &Pairing) {
    let question = log.question().filter(|question| question.duel == pairing.names());
    let standing = DuelStanding::of(log, pairing, question.and_then(|question| question.test));
    let _ = (standing.elo(), standing.log_likelihood_ratio());
    drop(Comparison::new(log, standing));
}

/// Whether a log is read; if so, every report on it is computed.
fn try_log(text: &str) -> bool {
    let Ok(log) = Log::from_bytes(text.as_bytes()) else { return false };
    let names: Vec<String> = log.programs().iter().map(|it| it.bot.clone()).collect();
    drop(LadderTable::of(&log, &names));
    let Ok(contest) = contest(&log.header().game) else { return true };
    if let Some(question) = log.question() {
        compare(&log, &Pairing::new(question.duel.clone(), contest.about().seats));
    }
    let pairs =
        names.iter().flat_map(|a| names.iter().map(move |b| (a, b))).filter(|(a, b)| a != b);
    for (a, b) in pairs.take(4) {
        drop(TeamComparison::of(&log, contest, [a, b]));
        if let Ok(pairing) = met_in(&log, [a, b], &[], contest.about().seats) {
            compare(&log, &pairing);
        }
    }
    true
}

/// One line of each kind: the header, bots, the question and the first game.
fn one_of_each(line: usize, _: usize) -> bool {
    line < 6
}

#[test]
fn damaged_logs_are_reported_or_refused() {
    for log in logs() {
        let texts = damaged_texts(&log, one_of_each);
        let tried: Vec<_> = texts.iter().step_by(cases(6, 1)).collect();
        let read = tried.iter().filter(|text| try_log(text)).count();
        assert!(texts.len() > 400 && read > tried.len() / 2, "{read} of {}", tried.len());
    }
}

/// The same through the command line, for some of the texts.
#[test]
fn reports_on_damaged_logs_end_with_a_report_or_a_sentence() {
    let folder = TempDir::new().unwrap();
    for log in logs() {
        for text in damaged_texts(&log, one_of_each).iter().step_by(cases(74, 37)) {
            fs::write(folder.path().join("log"), text).unwrap();
            let report = referee(folder.path(), &["report", "log"]);
            assert!([0, 2].contains(&code(&report)), "{text}\n{}", err(&report));
        }
    }
}

/// A recording whose rounds or result were changed has figures that no game has. `stats` refuses it, and what shows it warns.
#[test]
fn a_recording_that_the_rules_do_not_produce_has_no_figures() {
    let folder = TempDir::new().unwrap();
    let play = ["play", "ocean", "@wanderer", "@random", "--seed", "7", "--quiet", "--record", "r"];
    assert_eq!(code(&referee(folder.path(), &play)), 0);
    let text = fs::read_to_string(folder.path().join("r")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    let (last, end) = (lines.len() - 1, &lines[lines.len() - 1..]);
    fs::create_dir(folder.path().join("games")).unwrap();
    for (changed, what) in [
        ([&lines[..5], &lines[7..]].concat(), "line 6: line 1 sent to seat 0 differs"),
        ([&lines[..5], &lines[4..]].concat(), "line 6: who is asked differs"),
        ([&lines[..1], end].concat(), "line 2: who is asked differs"),
        ([&lines[..last], &lines[1..3], end].concat(), "the end differs"),
        (text.replace("\"scores\":[", "\"scores\":[1").lines().collect(), "result.scores differs"),
    ] {
        let file = "games/changed.jsonl";
        fs::write(folder.path().join(file), changed.join("\n") + "\n").unwrap();
        let run = |words: &[&str]| referee(folder.path(), words);
        let stats = run(&["stats", "ocean", file]);
        let said = err(&stats);
        assert!(code(&stats) == 1 && said.contains(what) && out(&stats).is_empty(), "{said}");
        for shows in [&["show", file][..], &["view", file]] {
            let shown = run(shows);
            let said = err(&shown);
            assert!(
                code(&shown) == 0 && said.contains("does not follow the rules: line "),
                "{said}"
            );
            assert!(said.contains(what), "{said}");
        }
        let stats = run(&["stats", "ocean", "games", "r"]);
        let note = "skipped 1 recording that does not follow the rules";
        assert!(code(&stats) == 0 && err(&stats).contains(note), "{}", err(&stats));
        let one = run(&["stats", "ocean", "r"]);
        assert_eq!(out(&stats), out(&one));
        assert_eq!(err(&one), "");
        assert_eq!(err(&run(&["show", "r"])), "");
    }

    // A board that contradicts what the bot was sent is not drawn.
    let changed = [&lines[..5], &lines[7..]].concat();
    fs::write(folder.path().join("r2"), changed.join("\n") + "\n").unwrap();
    let boards = |words: &[&str]| out(&referee(folder.path(), words)).matches("A 6 lives").count();
    assert_eq!(boards(&["show", "r", "--turn", "0..3"]), 5);
    assert_eq!(boards(&["show", "r2", "--turn", "0..9"]), 5);
}
