//! The picture of a position: it becomes larger, changes its colours while it is open, and moves its pieces.

use referee::testkit::needs::Need;
use serde_json::json;

use super::driver::{Browser, browser};
use super::{address, page, referee};

/// The colour of a point of the picture, as parts of its width and height.
fn dot(browser: &Browser, x: f64, y: f64) -> String {
    let dot = browser.run(&format!(
        "const picture = document.getElementById('picture');
         return [...picture.getContext('2d').getImageData(picture.width * {x}, picture.height * {y}, 1, 1).data]"
    ));
    dot.to_string()
}

#[test]
fn light_and_dark_change_while_a_page_is_open() {
    let Some(browser) = browser() else { return };
    if !browser.kind().has_schemes() {
        return Need::Browser.skip("the scheme of WebKit cannot be chosen");
    }
    browser.look([1280, 900], false);
    browser.go(&format!("{}#0", page("ocean")));
    let light = dot(&browser, 0.5, 0.5);
    browser.look([1280, 900], true);
    browser.run_later("const done = arguments[0]; setTimeout(() => done(true), 50)");
    assert_ne!(dot(&browser, 0.5, 0.5), light);
    browser.look([1280, 900], false);
    browser.run_later("const done = arguments[0]; setTimeout(() => done(true), 50)");
    assert_eq!(dot(&browser, 0.5, 0.5), light);
}

/// An explosion at the left or right edge of a board draws nothing beside the board.
#[test]
fn an_explosion_ends_at_the_edge_of_the_board() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let recording = concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/ocean/league-3.jsonl");
    referee(folder.path(), &["view", recording, "-o", "game.html"]);
    browser.look([1280, 900], false);
    browser.go(&address(&folder.path().join("game.html")));
    let drawn = browser.run(
        "return (async () => {
         const bytes = Uint8Array.from(atob(document.getElementById('data').textContent), (it) => it.charCodeAt(0));
         const film = await new Response(
           new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
         const isAtEdge = (place) => film.things[place].shape === 'blast' && [0, 14].includes(film.things[place].at[0]);
         const found = film.frames.flatMap((frame, at) => ((frame.things || {}).put || []).some(isAtEdge) ? [at] : []);
         const slider = document.getElementById('slider');
         const picture = document.getElementById('picture');
         let beside = 0;
         for (const at of found) {
           slider.value = at;
           slider.dispatchEvent(new Event('input'));
           const width = Math.floor((picture.width - picture.height) / 2) - 2;
           const pen = picture.getContext('2d');
           for (const left of [0, picture.width - width]) {
             beside += pen.getImageData(left, 0, width, picture.height).data.filter((channel) => channel > 0).length;
           }
         }
         return [found.length > 0, beside];
         })()",
    );
    assert_eq!(drawn, json!([true, 0]));
}

/// The wheel, the buttons and the keys make the board larger and whole again, and a tile is named where it is then.
#[test]
fn a_board_becomes_larger() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#0", page("courier")));
    let corner = "const picture = document.getElementById('picture');
         const area = picture.getBoundingClientRect();
         const event = { clientX: area.left + area.width / 2, clientY: area.top + 2, bubbles: true, cancelable: true };
         const name = () => {
           picture.dispatchEvent(new PointerEvent('pointermove', event));
           return document.getElementById('tile').textContent.split(':')[0];
         };";
    let names = browser.run(&format!(
        "{corner}
         const names = [name()];
         picture.dispatchEvent(new WheelEvent('wheel', {{ ...event, clientY: area.bottom - 2, deltaY: -400 }}));
         names.push(name());
         document.getElementById('whole').click();
         names.push(name());
         for (const key of ['z', 'z', '0']) {{
           document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}));
           names.push(name());
         }}
         return [names, document.getElementById('whole').disabled]"
    ));
    let name = |at: usize| names[0][at].as_str().unwrap();
    assert_eq!([name(2), name(5)], [name(0), name(0)], "whole: {names}");
    assert_eq!(names[1], json!(true));
    assert!(name(1) != name(0) && name(3) != name(0) && name(4) != name(3), "larger: {names}");
}

/// After a step a piece is on its way for a moment, and then where it is if it had not moved.
#[test]
fn pieces_move_unless_the_user_wants_no_motion() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#20", page("tron")));
    let shown = browser.run_later(
        "const done = arguments[0];
         const picture = document.getElementById('picture');
         const press = (key) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
         const shot = () => picture.toDataURL();
         press('ArrowRight');
         const begin = shot();
         setTimeout(() => {
           const end = shot();
           press('ArrowRight'); press('ArrowRight'); press('ArrowLeft'); press('ArrowLeft');
           setTimeout(() => done([begin === end, shot() === end]), 600);
         }, 600);",
    );
    assert_eq!(shown, json!([false, true]));
    if !browser.still() {
        return Need::Browser.skip("WebKit cannot be asked for no motion");
    }
    browser.go(&format!("{}#20", page("tron")));
    let same = browser.run_later(
        "const done = arguments[0];
         const picture = document.getElementById('picture');
         document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
         const begin = picture.toDataURL();
         setTimeout(() => done(begin === picture.toDataURL()), 600);",
    );
    assert_eq!(same, json!(true));
}

/// The height of a window says nothing about that of a sheet of paper.
#[test]
fn the_picture_is_larger_on_paper_than_in_a_low_window() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 400], false);
    browser.go(&format!("{}#0", page("ocean")));
    let heights = browser.run(
        "const high = (event) => {
           if (event) window.dispatchEvent(new Event(event));
           return document.getElementById('picture').height;
         };
         return [high(null), high('beforeprint'), high('afterprint')]",
    );
    let [screen, paper, again] = [0, 1, 2].map(|at| heights[at].as_f64().unwrap());
    assert!(paper > 2.0 * screen, "{heights}");
    assert!((again - screen).abs() < 1.0, "{heights}");
    browser.look([1280, 900], false);
}
