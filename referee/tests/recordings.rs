//! The content of a recording, what a replay compares, and which files are refused.

use std::fs;

use insta::assert_snapshot;
use referee::contest::Registered;
use referee::game::{Fault, Seat};
use referee::plain_words::FileKind;
use referee::play::play;
use referee::player::scripted::Act;
use referee::recording::{BegunRecording, Difference, Header, Recorder, Recording, RecordingError};
use referee::replay::{ReplayError, replay};
use referee::table::Table;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::nearest::Nearest;
use referee::testkit::scripts::{lines, scripted};
use referee::testkit::{recordings, setup, start};
use serde_json::json;
use tempfile::TempDir;

inventory::submit!(Registered(&Nearest));

/// A game of two rounds in which seat 1 is late in the second.
fn text() -> String {
    let folder = TempDir::new().unwrap();
    let maker = FixtureMaker::new("nearest", 1).unwrap().into_folder(folder.path());
    let late = Act::SayAfter(std::time::Duration::from_secs(1), vec!["9".to_owned()]);
    let scripts = [lines(["5", "4"]), vec![Act::say("6"), late]];
    maker.scripts("game", "7", json!({ "rounds": 2 }), scripts).unwrap();
    fs::read_to_string(folder.path().join("game.jsonl")).unwrap()
}

#[test]
fn a_recording_is_written_as_documented() {
    assert_snapshot!(text(), @r#"
    {"format":"botyard/1","game":"nearest","seed":"7","options":{"rounds":2,"target":1000,"in_turn":false},"players":[{"name":"scripted"},{"name":"scripted"}]}
    {"seat":0,"sent":["0 0"],"got":["5"]}
    {"seat":1,"sent":["0 0"],"got":["6"]}
    {"seat":0,"sent":["0 7"],"got":["4"]}
    {"seat":1,"sent":["1 7"],"got":["9"],"fault":"timeout","detail":"no answer within 100000 µs"}
    {"result":{"scores":[1,-1],"ranks":[1,2],"turns":2,"thrown_out":[{"seat":1,"fault":"timeout","cause":"no-answer"}],"end":"rounds"}}
    "#);
}

fn parse(text: &str) -> Recording {
    Recording::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
}

fn difference(text: &str) -> Difference {
    match replay(&parse(text)) {
        Err(ReplayError::Differs(difference)) => difference,
        other => panic!("expected a difference, got {other:?} from\n{text}"),
    }
}

/// The text with one piece changed, which must be there.
fn changed(from: &str, to: &str) -> String {
    let text = text();
    assert!(text.contains(from), "{from} is not in\n{text}");
    text.replacen(from, to, 1)
}

/// The line, the name of the difference, the expected value and the value found.
fn facts(difference: &Difference) -> (usize, &str, &str, &str) {
    let Difference { line, what, expected, got } = difference;
    (*line, what, expected, got)
}

#[test]
fn what_agrees_is_counted() {
    let replayed = replay(&parse(&text())).unwrap();
    assert_eq!((replayed.exchanges, replayed.outcome.turns), (4, 2));
}

#[test]
fn a_changed_line_that_was_sent_is_named_with_its_place() {
    let different =
        difference(&changed(r#""seat":1,"sent":["0 0"]"#, r#""seat":1,"sent":["1 0"]"#));
    assert_eq!(facts(&different), (3, "line 1 sent to seat 1", "\"1 0\"", "\"0 0\""));
    let more = difference(&changed(r#""seat":1,"sent":["0 0"]"#, r#""seat":1,"sent":["0 0","x"]"#));
    assert_eq!(facts(&more), (3, "line 2 sent to seat 1", "\"x\"", "nothing"));
    let fewer = difference(&changed(r#""seat":0,"sent":["0 0"]"#, r#""seat":0,"sent":[]"#));
    assert_eq!(facts(&fewer), (2, "line 1 sent to seat 0", "nothing", "\"0 0\""));
}

#[test]
fn a_changed_answer_or_fault_shows_up_in_what_follows() {
    // The hidden number is 7, so that seat 0 gets the point of the first round.
    let answer = difference(&changed(r#""got":["5"]"#, r#""got":["7"]"#));
    assert_eq!(answer.what, "line 1 sent to seat 0");
    let fault = difference(&changed(r#","fault":"timeout""#, ""));
    assert_eq!((fault.line, fault.what.as_str()), (6, "result.scores"));
    let kind = difference(&changed(r#","fault":"timeout""#, r#","fault":"exit""#));
    assert_eq!(kind.what, "result.thrown_out");
}

#[test]
fn every_field_of_the_result_is_compared() {
    let (line, fields) = parse(&text()).result;
    assert_eq!(line, 6);
    assert!(fields.len() >= 5, "{fields:?}");
    for (name, value) in fields {
        let (from, to) = (format!("\"{name}\":{value}"), format!("\"{name}\":[77]"));
        let different = difference(&changed(&from, &to));
        let what = format!("result.{name}");
        assert_eq!(facts(&different), (6, what.as_str(), "[77]", value.to_string().as_str()));
    }
    let unknown = difference(&changed(r#""turns":2"#, r#""turns":2,"mood":"good""#));
    assert_eq!(facts(&unknown), (6, "result.mood", "\"good\"", "null"));
}

#[test]
fn fields_of_the_result_that_are_not_recorded_are_not_compared() {
    assert!(replay(&parse(&changed(r#","turns":2"#, ""))).is_ok());
    let error = Recording::parse(&changed(r#""scores":"#, r#""points":"#)).unwrap_err();
    assert!(error.to_string().contains("line 6 is neither"), "{error}");
}

#[test]
fn an_exchange_too_many_or_too_few_is_a_difference() {
    let whole = text();
    let lines: Vec<&str> = whole.lines().collect();
    let more = [&lines[..5], &lines[4..]].concat().join("\n");
    assert_eq!(difference(&more).what, "the end");
    assert_eq!(difference(&more).line, 6);
    let fewer = [&lines[..4], &lines[5..]].concat().join("\n");
    let different = difference(&fewer);
    assert_eq!((different.what.as_str(), different.line), ("who is asked", 4));
    let none = [&lines[..3], &lines[5..]].concat().join("\n");
    let different = difference(&none);
    assert_eq!((different.what.as_str(), different.line), ("who is asked", 4));
    assert_eq!(different.expected, "the game is over");
}

#[test]
fn another_seat_is_a_difference_but_seats_that_are_asked_at_once_have_no_order() {
    let whole = text();
    let mut lines: Vec<&str> = whole.lines().collect();
    lines.swap(1, 2);
    assert!(replay(&parse(&lines.join("\n"))).is_ok());
    let twice = difference(&changed(r#"{"seat":1,"#, r#"{"seat":0,"#));
    assert_eq!(twice.what, "who is asked");
}

#[test]
fn a_game_that_cannot_be_set_up_is_no_difference() {
    for (from, to, says) in [
        (r#""game":"nearest""#, r#""game":"chess""#, "there is no game 'chess'"),
        (r#""rounds":2"#, r#""rounds":0"#, "option rounds=0"),
        (r#""rounds":2"#, r#""rounds":2,"wind":1"#, "there is no option 'wind'"),
        (r#""seed":"7""#, r#""seed":"seven""#, "the seed 'seven'"),
        (r#""players":["#, r#""players":[{},{},{},"#, "not 5"),
    ] {
        let error = replay(&parse(&changed(from, to))).unwrap_err();
        assert!(matches!(error, ReplayError::Setup(_)), "{error}");
        let sentence = error.to_string();
        assert!(sentence.starts_with("line 1: ") && sentence.contains(says), "{sentence}");
    }
}

#[test]
fn unknown_fields_are_kept_and_written_again() {
    let text = changed(r#""seed":"7""#, r#""seed":"7","origin":"here""#)
        .replacen(r#""name":"scripted""#, r#""name":"scripted","elo":3"#, 1)
        .replacen(r#""got":["5"]"#, r#""got":["5"],"mood":7"#, 1);
    let recording = parse(&text);
    assert!(replay(&recording).is_ok());
    let header = serde_json::to_string(&recording.header).unwrap();
    assert!(header.contains(r#""origin":"here""#) && header.contains(r#""elo":3"#), "{header}");
    let exchange = serde_json::to_string(&recording.exchanges[0].1).unwrap();
    assert!(exchange.contains(r#""mood":7"#), "{exchange}");
}

/// Fields for people may have any value if another tool wrote the file.
#[test]
fn what_plays_no_part_may_be_anything() {
    let text = changed(r#""got":["5"]"#, r#""got":["5"],"micros":1.5,"stderr":"hm","detail":{}"#)
        .replace(r#"{"name":"scripted"}"#, "{}");
    assert!(replay(&parse(&text)).is_ok());
    assert!(Recording::parse(&format!("\u{feff}{text}\n\n")).is_ok());
    let (_, exchange) =
        &parse(&changed(r#""got":["5"]"#, r#""got":["5"],"micros":12"#)).exchanges[0];
    assert_eq!((exchange.micros, exchange.seat, exchange.line()), (Some(12), Seat(0), Some("5")));
}

#[test]
fn the_line_of_an_answer_that_came_too_late_is_no_answer() {
    let exchange = &parse(&text()).exchanges[3].1;
    assert_eq!((exchange.fault, &exchange.got[..]), (Some(Fault::Timeout), &["9".to_owned()][..]));
    assert_eq!(exchange.line(), None);
}

#[test]
fn a_file_that_is_no_whole_recording_says_why() {
    let whole = text();
    let says = |text: &str| Recording::parse(text).unwrap_err().to_string();
    assert!(matches!(Recording::parse(""), Err(RecordingError::Other(FileKind::Empty))));
    assert!(matches!(Recording::parse(" \n\n"), Err(RecordingError::Other(FileKind::Empty))));
    assert!(
        says("{\"format\":\"x\"}\n")
            .starts_with("is not a recording; it is JSON of something else")
    );
    assert!(says(&whole.replace("botyard/1", "botyard/9")).contains("of format \"botyard/9\""));
    let cut_between = whole.lines().take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(
        says(&cut_between),
        "ends after line 3 without a result, because it was cut off; `referee view` shows what there is"
    );
    assert!(says(&whole[..whole.len() - 12]).contains("line 6 is neither an exchange nor"));
    assert!(says(&format!("{whole}{{}}\n")).contains("line 7 follows the result"));
    assert!(
        says(&whole.replacen("\"seat\":1", "\"seat\":2", 1)).contains("seat 2 of a game with 2")
    );
    let bad = whole.replacen("{\"seat\":1", "{\"seat\":one", 1);
    assert!(says(&bad).contains("line 3 is neither an exchange nor"), "{}", says(&bad));
    assert!(says(&bad).contains("at character 9"), "{}", says(&bad));
}

/// A file that a crash cut off is read as far as possible, but only its last line may be incomplete.
#[test]
fn a_recording_that_was_cut_off_is_read_to_its_last_whole_line() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("cut.jsonl");
    let whole = text();
    let lines: Vec<&str> = whole.lines().collect();
    let torn = [lines[..3].join("\n").as_str(), "{\"seat\":0,\"se"].join("\n");
    fs::write(&file, &torn).unwrap();
    let begun = BegunRecording::load(&file).unwrap();
    let numbers: Vec<usize> = begun.exchanges.iter().map(|(line, _)| *line).collect();
    assert_eq!((begun.header.seed.as_str(), numbers), ("7", vec![2, 3]));
    let sentence = Recording::load(&file).unwrap_err().to_string();
    assert!(sentence.contains("line 4 is neither"), "{sentence}");

    fs::write(&file, format!("{torn}\n{}", lines[4])).unwrap();
    assert!(BegunRecording::load(&file).is_err());
    assert!(matches!(
        BegunRecording::load(&folder.path().join("none")),
        Err(RecordingError::Unreadable(_))
    ));
}

fn header() -> Header {
    Header::new("nearest", &setup(&Nearest, "7", json!({})), ["a".to_owned(), "b".to_owned()])
}

#[test]
fn a_new_recording_overwrites_nothing() {
    let folder = TempDir::new().unwrap();
    let stem = folder.path().join("deep/er/game");
    let names = [(); 3].map(|()| {
        let recorder = Recorder::create_new(&stem, &header()).unwrap();
        recorder.path().file_name().unwrap().to_string_lossy().into_owned()
    });
    assert_eq!(names, ["game.jsonl", "game-2.jsonl", "game-3.jsonl"]);
    let file = folder.path().join("deep/er/game.jsonl");
    fs::write(&file, "something long that must be gone ".repeat(50)).unwrap();
    assert!(Recorder::create(&file, &header()).is_err(), "it is somebody's");
    Recorder::overwrite(&file, &header()).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(serde_json::from_str::<Header>(&text).unwrap(), header());
    assert_eq!(header().setup(), setup(&Nearest, "7", json!({})));
}

/// Each line is on the disk as soon as it is written, so that a crash loses nothing.
#[test]
fn what_was_said_is_in_the_file_at_once() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("game.jsonl");
    let mut recorder = Recorder::create(&file, &header()).unwrap();
    let written = || fs::read_to_string(&file).unwrap().lines().count();
    assert_eq!(written(), 1);
    let exchange = parse(&text()).exchanges[0].1.clone();
    recorder.exchange(&exchange).unwrap();
    assert_eq!(written(), 2);
    let mut game = start(&Nearest, "7", json!({ "rounds": 1 }));
    let mut table = Table::new(vec![scripted(lines(["5"])), scripted(lines(["6"]))]);
    let outcome = play(game.as_mut(), &mut table, &mut recorder).unwrap();
    assert_eq!(written(), 4);
    assert_eq!(recorder.result(&outcome).unwrap(), file);
    let recording = recordings::load(&file);
    assert_eq!(serde_json::Value::Object(recording.result.1), json!(outcome));
    assert_eq!(recording.exchanges[0].1, exchange);
}
