//! A referee of CodinGame's engine whose viewer's data give a board: `engine.py` with the parameter `drawn`.

use std::fmt::Write as _;
use std::fs;
use std::io::BufReader;
use std::path::{Path, PathBuf};

use referee::pages::data_of;
use referee::testkit::needs::Need;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::codingame::numbers;
use super::lines::object;
use crate::browser::address;
use crate::browser::driver::browser;
use crate::common::{out, succeeds};

/// A game with a board, and the path of its recording.
fn game(odd: &str) -> (TempDir, String) {
    let folder = numbers("");
    let odd = format!("odd={odd}");
    let game = object(&folder, &["play", "five", "six", "--seed", "7", "--json", "--option", &odd]);
    let file = game["recording"].as_str().unwrap().to_owned();
    (folder, file)
}

/// Its page, and the object in it.
fn page(folder: &TempDir, file: &str) -> (PathBuf, Value) {
    succeeds(folder.path(), &["view", file, "--output", "game.html"]);
    let page = folder.path().join("game.html");
    let film = data_of(&fs::read_to_string(&page).unwrap()).unwrap();
    (page, film)
}

/// The texts of the shapes in a frame, from the changes of all frames up to it.
fn texts(film: &Value, frame: usize) -> Vec<String> {
    let mut marks: Vec<Value> = Vec::new();
    for frame in &film["frames"].as_array().unwrap()[..=frame] {
        let mut now = Vec::new();
        let mut at = 0;
        for patch in frame["marks"].as_array().into_iter().flatten() {
            let from = patch["from"].as_u64().unwrap() as usize;
            now.extend_from_slice(&marks[at..from]);
            let cut = patch["cut"].as_u64().unwrap_or(0) as usize;
            for (place, put) in patch["put"].as_array().into_iter().flatten().enumerate() {
                let number = |mark: &Value| mark[0].as_i64().unwrap();
                let old = if place < cut { number(&marks[from + place]) } else { 0 };
                now.push(json!([number(put) + old]));
            }
            at = from + cut;
        }
        now.extend_from_slice(&marks[at..]);
        marks = now;
    }
    let text = |mark: &Value| {
        let stamp = &film["stamps"][mark[0].as_i64().unwrap() as usize];
        stamp["text"].as_str().map(str::to_owned)
    };
    marks.iter().filter_map(text).collect()
}

/// The colours of a picture by places of the board.
fn picture_of(path: &Path) -> impl Fn(usize, usize) -> [u8; 3] + use<> {
    let file = fs::File::open(path).unwrap();
    let mut reader = png::Decoder::new(BufReader::new(file)).read_info().unwrap();
    let mut dots = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut dots).unwrap();
    let (width, height) = (info.width as usize, info.height as usize);
    // Two players are above the board, and a line of words below it.
    let top = 2 * 14 + 6;
    assert_eq!((width, height), (720, top + 405 + 14 + 6));
    move |x: usize, y: usize| {
        let at = 4 * ((top + y * 720 / 1920) * width + x * 720 / 1920);
        [dots[at], dots[at + 1], dots[at + 2]]
    }
}

#[test]
fn the_viewers_data_give_a_board_frame_by_frame() {
    if !Need::Python.program_runs() {
        return;
    }
    let (folder, file) = game("drawn");
    assert!(out(&succeeds(folder.path(), &["replay", &file])).contains("1 recording agrees"));
    // The referee and its project are not needed to look at it.
    fs::remove_file(folder.path().join("botyard.toml")).unwrap();
    let (page, film) = page(&folder, &file);
    assert_eq!(film["sheet"], json!([1920, 1080]));
    let frames = film["frames"].as_array().unwrap().len();
    assert_eq!(texts(&film, 0), ["five has 0", "six has 0"]);
    assert_eq!(texts(&film, frames - 1), ["five has 50", "six has 60"]);
    let puts = |frame: &Value| {
        let patches = frame["marks"].as_array().into_iter().flatten();
        patches.map(|patch| patch["put"].as_array().map_or(0, Vec::len)).sum::<usize>()
    };
    let all = film["frames"].as_array().unwrap();
    assert_eq!(puts(&all[0]), 9);
    assert!(all[1..].iter().all(|frame| puts(frame) <= 6), "only what changes is in a frame");

    // Pictures have the board, too.
    succeeds(folder.path(), &["view", &file, "--png", "game.png", "--turn", "0"]);
    let dot = picture_of(&folder.path().join("game.png"));
    assert_eq!(dot(1900, 1070), [68, 68, 68], "the ground");
    // The second player's disc begins at 100 400 of the board.
    assert_eq!(dot(145, 400), [0x67, 0x90, 0xfc]);

    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#0", address(&page)));
    // The disc of the first player is at its left in the first frame, and at its right in the last one.
    let dots = "const picture = document.getElementById('picture');
         const scale = picture.height / 1080;
         const left = (picture.width - 1920 * scale) / 2;
         const dot = (x, y) => [...picture.getContext('2d').getImageData(left + x * scale, y * scale, 1, 1).data].join();
         const dots = () => [dot(130, 180), dot(930, 180), dot(1900, 1070)];
         const tile = (x, y) => {
           const area = picture.getBoundingClientRect();
           const shown = picture.clientHeight / 1080;
           const side = (picture.clientWidth - 1920 * shown) / 2;
           const [clientX, clientY] = [area.left + picture.clientLeft + side + x * shown, area.top + picture.clientTop + y * shown];
           picture.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
           return document.getElementById('tile').textContent;
         };
         const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));";
    let found = browser.run(&format!(
        "{dots}
         const begin = dots();
         const names = [tile(100, 200), tile(60, 230), tile(1700, 200), tile(1900, 1070)];
         press('End');
         return [begin, dots(), names, tile(1700, 200), document.getElementById('symbols').textContent]"
    ));
    let [begin, end] = [&found[0], &found[1]];
    assert_eq!(begin[0], end[1], "{found}");
    assert_eq!([&begin[1], &begin[2]], [&end[2], &end[2]], "the ground: {found}");
    assert_ne!(begin[0], begin[1], "{found}");
    let names = found[2].as_array().unwrap();
    assert_eq!(names[0], "circle of A; rectangle");
    assert_eq!(names[1], "ships/0.png; circle of A; rectangle");
    assert_eq!(
        (&names[2], &found[3]),
        (&json!("“five has 0”; rectangle"), &json!("“five has 50”; rectangle"))
    );
    assert_eq!(found[4], "ships");
}

/// The images of the project are in the page and in pictures, if the contest file is at hand.
#[test]
fn images_of_the_project_take_the_place_of_boxes() {
    if !Need::Python.program_runs() {
        return;
    }
    let (folder, file) = game("drawn");
    let assets = folder.path().join("classes/view/assets/ships");
    fs::create_dir_all(&assets).unwrap();
    let mut encoder = png::Encoder::new(fs::File::create(assets.join("0.png")).unwrap(), 40, 40);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&[10, 200, 90].repeat(1600)).unwrap();
    writer.finish().unwrap();
    let (page, film) = page(&folder, &file);
    let images = film["images"].as_array().unwrap();
    assert_eq!(images.len(), 1);
    assert_eq!((&images[0]["name"], &images[0]["size"]), (&json!("ships/0.png"), &json!([40, 40])));
    // Pictures have it: the image is 80 by 80 around 60 200 of the board.
    succeeds(folder.path(), &["view", &file, "--png", "game.png", "--turn", "0"]);
    let dot = picture_of(&folder.path().join("game.png"));
    assert_eq!(dot(30, 200), [10, 200, 90]);

    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#0", address(&page)));
    let dot = browser.run(
        "const picture = document.getElementById('picture');
         const scale = picture.height / 1080;
         const left = (picture.width - 1920 * scale) / 2;
         return [...picture.getContext('2d').getImageData(left + 30 * scale, 200 * scale, 1, 1).data].join()",
    );
    assert_eq!(dot, "10,200,90,255");
}

#[test]
fn wrong_data_of_a_viewer_are_a_page_without_a_board_and_a_sentence() {
    if !Need::Python.program_runs() {
        return;
    }
    let (folder, file) = game("misdrawn");
    let shown = out(&succeeds(folder.path(), &["show", &file]));
    assert!(shown.contains("no picture: in the viewer's data of frame"), "{shown}");
    assert!(shown.contains("there is no entity 999"), "{shown}");
    let (_, film) = page(&folder, &file);
    let frames = film["frames"].as_array().unwrap().len();
    assert_eq!(texts(&film, 2).len(), 2);
    assert_eq!(texts(&film, frames - 1), [""; 0]);
    // Data of another module are no board, and nothing is said of them.
    let (folder, file) = game("");
    let shown = out(&succeeds(folder.path(), &["show", &file]));
    assert!(!shown.contains("no picture"), "{shown}");
    assert_eq!(page(&folder, &file).1["sheet"], Value::Null);
}

/// The recording of a game with this number of discs with names, which all move in each of 600 turns as far as the engine lets a
/// viewer's data grow: to 1 MiB.
pub fn long_game(discs: usize) -> String {
    let mut lines = vec![
        r#"{"format":"botyard/1","game":"discs","engine":"codingame","seed":"1","players":[{"name":"a"},{"name":"b"}]}"#
            .to_owned(),
    ];
    let mut random = 7u64;
    let mut next = |below: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % below
    };
    let mut places: Vec<[u64; 2]> = (0..discs).map(|_| [next(1800), next(1000)]).collect();
    let mut sent = 0;
    for turn in 0..600 {
        let mut text = String::new();
        if turn == 0 {
            text = format!("C{}\nU", "G;C;T;".repeat(discs).trim_end_matches(';'));
            for disc in 0..discs {
                let id = 3 * disc + 1;
                let (circle, name, seat) = (id + 1, id + 2, disc % 2 + 1);
                write!(
                    text,
                    "{id} 0 ch {circle},{name};{circle} 0 R 15 f -{seat};{name} 0 T d{disc} ax 0.5;"
                )
                .unwrap();
            }
        }
        if sent < 1_000_000 {
            let moves = places.iter_mut().enumerate().map(|(disc, place)| {
                *place = place.map(|side| side + next(30));
                let [x, y] = place;
                format!("{} 1 x {} y {}", 3 * disc + 1, *x % 1800, *y % 1000)
            });
            let moves = moves.collect::<Vec<_>>().join(";");
            text += if turn == 0 { "" } else { "U" };
            text += &moves;
        }
        let data = if turn == 0 {
            json!({"global": {"entitymodule": {"width": 1920, "height": 1080}}, "frame": {"entitymodule": text}})
        } else {
            json!({"entitymodule": text})
        };
        sent += data.to_string().len();
        for seat in 0..2 {
            let key = seat == 0;
            let frame = 2 * turn + seat;
            let view = if key {
                vec![format!("KEY_FRAME {frame}"), data.to_string()]
            } else {
                vec![format!("INTERMEDIATE_FRAME {frame}")]
            };
            let (x, y) = (next(100), next(100));
            let exchange = json!({"seat": seat, "sent": [format!("{turn} {x} {y}")], "got": [format!("MOVE {x} {y}")],
                                  "micros": 100 + 7 * x, "referee": {"view": view}});
            lines.push(exchange.to_string());
        }
    }
    lines.push(r#"{"result":{"scores":[3,1],"ranks":[1,2],"turns":600}}"#.to_owned());
    lines.join("\n") + "\n"
}

#[test]
fn a_page_of_the_most_data_that_the_engine_lets_pass_is_small() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("long.jsonl"), long_game(100)).unwrap();
    let (page, film) = page(&folder, "long.jsonl");
    let frames = film["frames"].as_array().unwrap().len();
    let bytes = fs::metadata(page).unwrap().len();
    assert!(frames > 1200 && bytes < 700_000, "{frames} frames, {bytes} bytes");
}
