//! `referee view`: the page of a recorded game, by the program and, where there is one, in a browser.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use referee::contest::Contest;
use referee::testkit::cases::cases;
use serde_json::Value;

use crate::browser::address;
use crate::browser::driver::browser;
use crate::common::referee;

fn fixtures(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures").join(game)
}

fn view(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_referee")).arg("view").args(arguments).output().unwrap()
}

/// Recordings of a contest, the longest first.
fn recordings(game: &str) -> Vec<PathBuf> {
    let files = fixtures(game).read_dir().unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        files.filter(|file| file.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort_by_key(|file| std::cmp::Reverse(file.metadata().unwrap().len()));
    files
}

fn film(page: &str) -> Value {
    let mut film = referee::pages::data_of(page).unwrap();
    unpack(&mut film);
    film
}

/// Gives each frame its whole lists; the page has only their changes.
fn unpack(film: &mut Value) {
    let Some(all) = film.get("known").cloned() else { return };
    for name in ["board", "rows", "things", "known"] {
        let mut list = Vec::new();
        for frame in film["frames"].as_array_mut().unwrap() {
            let splice = &frame[name];
            let number = |name| splice[name].as_u64().unwrap_or(0) as usize;
            let put = splice["put"].as_array().cloned().unwrap_or_default();
            list.splice(number("from")..number("from") + number("cut"), put);
            frame[name] = match name {
                "known" => {
                    list.iter().map(|place| all[place.as_u64().unwrap() as usize].clone()).collect()
                }
                _ => list.clone().into(),
            };
        }
    }
}

/// The contests.
pub static GAMES: LazyLock<Vec<&'static str>> =
    LazyLock::new(|| referee::games::all().map(Contest::key).collect());

/// The page of the longest recording of a contest, made once.
pub fn page_of(game: &str) -> &'static Path {
    type Pages = Mutex<HashMap<String, Arc<OnceLock<&'static Path>>>>;
    static PAGES: LazyLock<Pages> = LazyLock::new(Pages::default);
    let page = Arc::clone(PAGES.lock().unwrap().entry(game.to_owned()).or_default());
    page.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("view");
        std::fs::create_dir_all(&folder).unwrap();
        let page = folder.join(format!("{game}.html"));
        let _ = std::fs::remove_file(&page);
        let recording = &recordings(game)[0];
        let output = view(&[recording.to_str().unwrap(), "-o", page.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Box::leak(page.into_boxed_path())
    })
}

/// Bytes of a page of a long game at most.
const LARGEST: usize = 700_000;

#[test]
fn a_page_of_four_couriers_on_the_largest_board_is_small() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let play = Command::new(env!("CARGO_BIN_EXE_referee"))
        .args(["play", "courier", "@final", "@lightning", "@final", "@pusher", "--quiet"])
        .args(["--seed", "2", "--option", "size=79x24", "--option", "board=lakes"])
        .args(["--record", &file("long.jsonl")])
        .output()
        .unwrap();
    assert!(play.status.success(), "{}", String::from_utf8_lossy(&play.stderr));
    assert!(view(&[&file("long.jsonl"), "-o", &file("long.html")]).status.success());
    let page = std::fs::read_to_string(file("long.html")).unwrap();
    let frames = film(&page)["frames"].as_array().unwrap().len();
    assert!(frames > 600 && page.len() < LARGEST, "{frames} frames, {} bytes", page.len());
}

#[test]
fn every_contest_has_a_page_with_a_picture() {
    for game in GAMES.iter().copied() {
        let contest = referee::testkit::registered(game);
        if referee::testkit::start(contest, "1", serde_json::json!({})).scene().is_none() {
            println!("skipped: {game} has no picture");
            continue;
        }
        let recording = &recordings(game)[0];
        let page = std::fs::read_to_string(page_of(game)).unwrap();
        assert!(page.len() < LARGEST, "{game}: {} bytes", page.len());
        let film = film(&page);
        let frames = film["frames"].as_array().unwrap();
        let text = std::fs::read_to_string(recording).unwrap();
        let said: usize = frames.iter().map(|one| one["said"].as_array().unwrap().len()).sum();
        assert_eq!(said, text.matches("{\"seat\":").count(), "{game}: each exchange once");
        assert!(!film["measures"].as_array().unwrap().is_empty(), "{game}");
        for frame in frames {
            let rows = frame["rows"].as_array().unwrap();
            // The rows of the board are between the first line of the text and the last ones.
            assert!(!rows.is_empty() && frame["board"].as_array().unwrap().len() > rows.len());
            let row = |at: &Value| film["texts"][at.as_u64().unwrap() as usize].as_str().unwrap();
            let width = row(&rows[0]).chars().count() as i64;
            for thing in frame["things"].as_array().into_iter().flatten() {
                let thing = &film["things"][thing.as_u64().unwrap() as usize];
                let place = [0, 1].map(|at| thing["at"][at].as_i64().unwrap());
                let inside =
                    (0..width).contains(&place[0]) && (0..rows.len() as i64).contains(&place[1]);
                assert!(inside, "{game}: {thing}");
            }
        }
    }
}

/// The cells that a side considers possible for the other always include the true cell.
#[test]
fn what_is_known_of_a_submarine_has_its_cell() {
    let folder = tempfile::tempdir().unwrap();
    let mut looked = 0;
    for recording in recordings("ocean").into_iter().take(cases(2, usize::MAX)) {
        let page = folder.path().join("ocean.html");
        view(&[recording.to_str().unwrap(), "-o", page.to_str().unwrap()]);
        let film = film(&std::fs::read_to_string(page).unwrap());
        for frame in film["frames"].as_array().unwrap() {
            let things = frame["things"].as_array().into_iter().flatten();
            let things = things.map(|at| &film["things"][at.as_u64().unwrap() as usize]);
            for disc in things.filter(|thing| thing["shape"] == "submarine") {
                let known = frame["known"].as_array().into_iter().flatten();
                let heats: Vec<&Value> =
                    known.filter(|one| one[0] == disc["seat"]).map(|one| &one[1]["heat"]).collect();
                if heats.is_empty() {
                    continue;
                }
                looked += 1;
                let row = heats.iter().find(|heat| heat[0][1] == disc["at"][1]);
                let row = row.map_or("", |heat| heat[1].as_str().unwrap());
                let digit = row.chars().nth(disc["at"][0].as_u64().unwrap() as usize);
                assert!(
                    digit.is_some_and(|digit| digit > '0'),
                    "{recording:?}: {disc} in {heats:?}"
                );
            }
        }
    }
    assert!(looked > cases(50, 100), "{looked}");
}

/// A recording of an unknown contest shows what its own referee wrote.
#[test]
fn a_foreign_recording_has_its_board_and_scores() {
    let folder = tempfile::tempdir().unwrap();
    let recording = folder.path().join("nim.jsonl");
    let lines = [
        r#"{"format":"botyard/1","game":"nim","seed":"1","options":{},"players":[{"name":"me"},{"name":"you"}]}"#,
        r#"{"seat":0,"sent":["7"],"got":["2"],"board":["heap \u001b[31m5\u001b[0m\u001b[2J"],"scores":[1,0]}"#,
        r#"{"seat":1,"sent":["5"],"got":["9"],"fault":"garbage","detail":"only 5 are left"}"#,
        r#"{"result":{"scores":[1,0],"ranks":[1,2],"turns":2}}"#,
    ];
    std::fs::write(&recording, lines.join("\n") + "\n").unwrap();
    let output = view(&[recording.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let page = recording.with_extension("html");
    let film = film(&std::fs::read_to_string(&page).unwrap());
    assert_eq!((&film["title"], film["frames"].as_array().unwrap().len()), (&"nim".into(), 3));
    let last = &film["frames"][2];
    assert_eq!(last["board"], film["frames"][1]["board"], "the board stays");
    let board = &film["texts"][last["board"][0].as_u64().unwrap() as usize];
    assert_eq!(board, "heap \u{1b}[31m5\u{1b}[0m\\u{1b}[2J");
    assert_eq!(last["measures"][0], serde_json::json!([1.0, 0.0]));
    assert_eq!(last["said"][0]["fault"], "garbage: only 5 are left");
    let Some(browser) = browser() else { return };
    let document = browser.document(&format!("{}#2", address(&page)), "heap ");
    assert!(document.contains("heap ") && document.contains("only 5 are left"), "{document}");
}

#[test]
fn a_file_that_is_no_page_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let recording = recordings("fruit").pop().unwrap();
    let (recording, page) = (recording.to_str().unwrap(), folder.path().join("page.html"));
    let page = page.to_str().unwrap();
    std::fs::write(page, "mine").unwrap();
    let output = view(&[recording, "-o", page]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(page).unwrap(), "mine");
    std::fs::remove_file(page).unwrap();
    for _ in 0..2 {
        let output = view(&[recording, "-o", page]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), page);
    }
}

#[test]
fn a_browser_shows_the_frame_of_the_address_and_reports_no_error() {
    let Some(browser) = browser() else { return };
    for game in &GAMES[..cases(2, GAMES.len())] {
        let page = format!("{}#7", address(page_of(game)));
        let document = browser.document(&page, " 7 of ");
        assert!(document.contains(" 7 of "), "{game}: {document}");
        assert!(document.contains("<polyline"), "{game}: nothing is measured");
    }
}

/// Tags, commands to a terminal and signs that turn the direction stay text.
#[test]
fn what_a_bot_says_is_shown_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(&recordings("ocean")[0]).unwrap();
    let evil = "</pre><img src=x onerror=document.title='bad'>\\u001b[2J\\u202e</script><script>document.title='bad'</script>";
    let evil = text.replacen("\"got\":", &format!("\"stderr\":[\"{evil}\"],\"got\":"), 3);
    let (recording, page) = (folder.path().join("evil.jsonl"), folder.path().join("evil.html"));
    std::fs::write(&recording, evil).unwrap();
    let output = view(&[recording.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let Some(browser) = browser() else { return };
    let document = browser.document(&format!("{}#1", address(&page)), "&lt;img");
    assert!(document.contains("&lt;img src=x") && !document.contains("<img"), "{document}");
    assert!(document.contains(r"\u{1b}[2J\u{202e}") && !document.contains("<title>bad"));
}

/// Lines in the documented form are drawn and measured; others stay with the rest of standard error.
#[test]
fn what_a_bot_thinks_is_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(&recordings("fruit")[0]).unwrap();
    let (recording, page) = (folder.path().join("thinks.jsonl"), folder.path().join("thinks.html"));
    let first = r#""stderr":["@heat 0 0 09","@value best-goal 0.25","plain","@path 0"],"got":"#;
    let second = r#""stderr":["@value best-goal 0.5"],"got":"#;
    let thinks = text.replacen("\"got\":", first, 1);
    let (begin, end) = thinks.split_at(thinks.find(first).unwrap() + first.len());
    std::fs::write(&recording, format!("{begin}{}", end.replacen("\"got\":", second, 2))).unwrap();
    let output = view(&[recording.to_str().unwrap()]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let film = film(&std::fs::read_to_string(&page).unwrap());
    let said =
        film["frames"].as_array().unwrap().iter().flat_map(|it| it["said"].as_array().unwrap());
    let said: Vec<&Value> = said.filter(|said| said["thoughts"].is_array()).collect();
    let thoughts = r#"[{"heat":[[0,0],"09"]},{"value":["best-goal",0.25]}]"#;
    assert_eq!(said[0]["thoughts"].to_string(), thoughts);
    assert_eq!(said[0]["stderr"].as_array().unwrap().len(), 2);
    assert_eq!(said.len(), 3);
    let Some(browser) = browser() else { return };
    let document = browser.document(&format!("{}#1", address(&page)), "best-goal 0.25");
    assert!(document.contains("best-goal 0.25"), "{document}");
    assert!(document.contains("<option>best-goal</option>"), "it can be drawn: {document}");
    assert!(document.contains("id=\"thinking\">"), "{document}");
}

/// A game of each contest as an animation and as a picture. An existing file is replaced only if that is asked for.
#[test]
fn a_game_becomes_an_animation_and_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    for game in GAMES.iter().copied().step_by(cases(3, 1)) {
        let recording = recordings(game).into_iter().last().unwrap();
        let recording = recording.to_str().unwrap();
        let file = |end: &str| folder.path().join(format!("{game}.{end}"));
        let (gif, png) = (file("gif"), file("png"));
        let calls = ["--gif", gif.to_str().unwrap(), "--png", png.to_str().unwrap()];
        let output = view(&[&[recording], &calls[..], &["--turn", "0"]].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(std::fs::read(&gif).unwrap().starts_with(b"GIF89a"), "{game}");
        assert!(std::fs::read(&png).unwrap().starts_with(b"\x89PNG"), "{game}");
        let again = |more: &[&str]| view(&[&[recording], &calls[..2], more].concat());
        let refused = again(&[]);
        assert_eq!(refused.status.code(), Some(2));
        assert!(String::from_utf8_lossy(&refused.stderr).contains("exists; add --overwrite"));
        assert!(again(&["--overwrite"]).status.success());
    }
    let recording = &recordings("ocean")[0];
    let file = folder.path().join("none.png");
    let output =
        view(&[recording.to_str().unwrap(), "--png", file.to_str().unwrap(), "--turn", "9999"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("there is no turn 9999; the last"));
    let output = view(&[recording.to_str().unwrap(), "--overwrite"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("add one of them"));
}

/// Events say why something happened, in the words of the contest.
#[test]
fn events_have_causes() {
    let folder = tempfile::tempdir().unwrap();
    let files: [(&str, &[&str]); 9] = [
        ("tron/wall.jsonl", &[" hit the wall"]),
        ("tron/four-d.jsonl", &["C ran into D", "B hit its own trail"]),
        ("ocean/turn-limit.jsonl", &["A: lives 6 → 5, surfaced"]),
        ("ocean/league-3.jsonl", &[" torpedo"]),
        (
            "courier/open-138x62.jsonl",
            &["A: score 0 → 43, delivered 1 package", "B died: it has no money left"],
        ),
        ("courier/drowned.jsonl", &["B drowned, pushed by A"]),
        (
            "karo/rule-remulade-eight.jsonl",
            &[
                "H: points 0 → 7, finishes as number 2, 6 cars behind it",
                "D: crashes 0 → 1, too fast for the track",
            ],
        ),
        (
            "alamode/odd-dress.jsonl",
            &["A: points 0 → 998, 998 each for A and B, served croissant, ice cream"],
        ),
        ("fruit/large.jsonl", &["B: categories led 0 → 1, took a banana (category 2)"]),
    ];
    for (file, causes) in files.into_iter().step_by(cases(3, 1)) {
        let page = folder.path().join("page.html");
        let output = view(&[fixtures(file).to_str().unwrap(), "-o", page.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let film = film(&std::fs::read_to_string(&page).unwrap());
        let events = film["story"]["events"].as_array().unwrap();
        for cause in causes {
            let said = |event: &Value| event["words"].as_str().unwrap().contains(cause);
            assert!(events.iter().any(said), "{file}: {cause}: {events:?}");
        }
        let rounds = if file.starts_with("alamode") { 2 } else { 0 };
        assert_eq!(film["story"]["parts"].as_array().unwrap().len(), rounds, "{file}");
    }
}

/// A message that asks for no answer makes no frame of its own: a page ends with the last move, under the name that `show`
/// and `--turn` have for it.
#[test]
fn a_page_ends_with_the_last_move() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["courier/out-of-money.jsonl", "karo/rule-remulade-eight.jsonl"] {
        let (file, page) = (fixtures(file), folder.path().join("page.html"));
        let file = file.to_str().unwrap();
        assert!(view(&[file, "-o", page.to_str().unwrap()]).status.success());
        let film = film(&std::fs::read_to_string(&page).unwrap());
        let frames = film["frames"].as_array().unwrap();
        let is_notice =
            |said: &Value| said["got"] == serde_json::json!([]) && said["fault"].is_null();
        let said = |frame: &Value| frame["said"].as_array().unwrap().clone();
        for frame in &frames[1..] {
            assert!(!said(frame).iter().all(is_notice), "{file}: turn {}", frame["turn"]);
        }
        let last = said(frames.last().unwrap());
        assert!(last.iter().any(is_notice), "{file}: the end was told");
        let exchanges = std::fs::read_to_string(file).unwrap().matches("\"got\":").count();
        assert_eq!(frames.iter().map(|frame| said(frame).len()).sum::<usize>(), exchanges);
        let turn = film["result"]["turns"].to_string();
        let png = folder.path().join("none.png");
        let none = view(&[file, "--png", png.to_str().unwrap(), "--turn", "9999"]);
        let words = String::from_utf8_lossy(&none.stderr).into_owned();
        assert!(words.trim_end().ends_with(&format!("of this game is {turn}")), "{file}: {words}");
        let shown = referee(folder.path(), &["show", file, "--turn", &turn, "--no-board"]);
        let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
        assert!(last.iter().all(|one| shown.contains(&format!(", line {}\n", one["line"]))));
        let events = film["story"]["events"].as_array().unwrap();
        assert!((1..events.len()).all(|at| !events[..at].contains(&events[at])), "{events:?}");
    }
}

/// The verdict names the winner, and the decisive moment is the last change of the lead.
#[test]
fn a_page_begins_with_who_won_and_when() {
    let story = |file: &str| {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("page.html");
        let file = fixtures(file);
        let output = view(&[file.to_str().unwrap(), "-o", page.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        film(&std::fs::read_to_string(&page).unwrap())
    };
    let film = story("ocean/league-1.jsonl");
    let (found, scores) = (&film["story"], &film["result"]["scores"]);
    let winner = usize::from(scores[1].as_i64() > scores[0].as_i64());
    let decisive = found["decisive"].as_u64().unwrap() as usize;
    let lives = |frame: usize, seat: usize| film["frames"][frame]["measures"][0][seat].as_f64();
    let frames = film["frames"].as_array().unwrap().len();
    assert!(lives(decisive - 1, winner) <= lives(decisive - 1, 1 - winner));
    assert!((decisive..frames).all(|at| lives(at, winner) > lives(at, 1 - winner)));
    let verdict = found["verdict"].as_str().unwrap();
    assert!(verdict.starts_with(["A (@wanderer) wins ", "B (@random) wins "][winner]), "{verdict}");
    assert!(
        verdict.contains(" lives after ")
            && verdict.contains(": a submarine sank (")
            && verdict.ends_with(')'),
        "{verdict}"
    );
    let letter = ["A", "B"][winner];
    let turn = &film["frames"][decisive]["turn"];
    let lead = format!("{letter} took the lead in turn {turn} and kept it");
    assert_eq!(found["lead"]["words"], lead);
    assert_eq!(found["lead"]["frame"], decisive);
    let moments = found["moments"].as_array().unwrap();
    assert!(
        moments.len() <= 3 && moments.iter().any(|one| one["frame"] == decisive),
        "{moments:?}"
    );

    let film = story("courier/drowned.jsonl");
    let verdict = film["story"]["verdict"].as_str().unwrap();
    assert!(verdict.contains("; B drowned in turn 3"), "{verdict}");

    let film = story("karo/alone.jsonl");
    let verdict = film["story"]["verdict"].as_str().unwrap();
    assert!(verdict.contains(" makes 1 point for its place after "), "{verdict}");

    for (file, reason) in [
        ("karo/street-three.jsonl", ": A finished in 20 moves, B in 21"),
        ("fruit/east-greedy.jsonl", ": B has more of apple, banana and melon"),
        ("courier/open-two.jsonl", ": A delivered 9 packages, B 6"),
        ("alamode/cooks.jsonl", ": B's rounds made 4533 and 6304, that without B 2858"),
        ("karo/exit.jsonl", ": no car is left in the race"),
    ] {
        let film = story(file);
        let verdict = film["story"]["verdict"].as_str().unwrap();
        assert!(verdict.ends_with(reason), "{file}: {verdict}");
    }

    let film = story("alamode/unknown-command.jsonl");
    let faults = film["story"]["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 3);
    let words = faults[1]["words"].as_str().unwrap();
    assert!(words.starts_with("A (") && words.contains("was thrown out, garbage"), "{words}");
    assert!(words.contains("\"wait\""), "{words}");
    assert!(faults[1]["frame"].as_u64().unwrap() > 0);
    let events = film["story"]["events"].as_array().unwrap();
    for fault in faults {
        let there = events.iter().filter(|event| event["frame"] == fault["frame"]);
        let of_seat = there.filter(|event| event["seat"] == fault["seat"]);
        assert_eq!(of_seat.filter(|it| it["words"] == fault["words"]).count(), 1, "{events:?}");
    }
}

/// Fruit ends when nobody can change the result any more: each category was decided once, the last one in the last frame.
#[test]
fn a_draw_has_the_moments_that_decided_it() {
    let folder = tempfile::tempdir().unwrap();
    let page = folder.path().join("page.html");
    for (file, categories) in [("fruit/greedy-mo.jsonl", 4), ("fruit/random-random.jsonl", 4)] {
        let output = view(&[fixtures(file).to_str().unwrap(), "-o", page.to_str().unwrap()]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let film = film(&std::fs::read_to_string(&page).unwrap());
        let notes = |name: &str| film["story"][name].as_array().unwrap().clone();
        let events = notes("events");
        let with = |words: &str| {
            let has = |event: &&Value| event["words"].as_str().unwrap().contains(words);
            events.iter().filter(has).count()
        };
        assert_eq!(with(" for good") + with("stays even"), categories, "{file}: {events:?}");
        let leads = [with("A leads "), with("B leads ")];
        assert_eq!(serde_json::json!(leads), film["result"]["scores"], "{file}: {events:?}");
        let (moments, frames) = (notes("moments"), film["frames"].as_array().unwrap().len());
        assert!((1..=3).contains(&moments.len()), "{file}: {moments:?}");
        assert_eq!(moments.last().unwrap()["frame"], frames - 1, "{file}: {moments:?}");
    }
}

/// A command of a page can be copied, also of a page beside a report and of one in a gallery.
#[test]
fn the_commands_of_a_page_name_the_file_of_its_recording() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| {
        let output = referee(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    };
    run(&[
        "duel", "fruit", "@random", "@nearest", "--games", "2", "--keep", "all", "--log", "a.jsonl",
    ]);
    run(&["report", "a.jsonl", "--html", "a.html"]);
    run(&["view", ".", "--gallery", "gallery"]);
    let mut pages = 0;
    for entry in
        ["a.games", "gallery"].iter().flat_map(|it| folder.path().join(it).read_dir().unwrap())
    {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "html") || path.ends_with("index.html") {
            continue;
        }
        let film = film(&std::fs::read_to_string(&path).unwrap());
        let recording = film["recording"].as_str().unwrap();
        assert!(folder.path().join(recording).is_file(), "{path:?}: {recording:?}");
        pages += 1;
    }
    assert_eq!(pages, 4);
}

/// A link may lead round in a circle. The name of a page is a path in one part, which may be longer than a name can be.
#[cfg(unix)]
#[test]
fn a_gallery_has_each_game_once_and_no_name_that_is_too_long() {
    let folder = tempfile::tempdir().unwrap();
    let long = format!("{}{}", "é".repeat(60), "n".repeat(120));
    let deep = folder.path().join("games").join(&long);
    std::fs::create_dir_all(&deep).unwrap();
    let game = recordings("tron").pop().unwrap();
    for name in [format!("a{long}"), format!("b{long}"), "short".to_owned()] {
        std::fs::copy(&game, deep.join(name + ".jsonl")).unwrap();
    }
    std::os::unix::fs::symlink("..", folder.path().join("games/loop")).unwrap();
    let output = referee(folder.path(), &["view", "games", "--gallery", "gallery"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let pages = folder.path().join("gallery").read_dir().unwrap();
    let mut names: Vec<_> =
        pages.map(|page| page.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    assert_eq!(names.len(), 4, "{names:?}");
    assert!(names.contains(&"index.html".to_owned()), "{names:?}");
}

/// Nothing can be written beside this recording, as in a folder that is read-only.
#[cfg(target_os = "linux")]
#[test]
fn a_page_that_cannot_be_beside_its_recording_may_be_elsewhere() {
    let recording = std::fs::File::open(fixtures("fruit/greedy-mo.jsonl")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_referee"));
    let output = command.args(["view", "/proc/self/fd/0"]).stdin(recording).output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let advice = "--output FILE writes the page elsewhere";
    assert!(!output.status.success() && said.contains(advice), "{said}");
}
