//! Every control can be reached with the keyboard, and the keys do what the titles of the buttons say.

use referee::pages::data_of;
use serde_json::json;

use super::driver::{Browser, ENTER, browser};
use super::{page, some_games};
use crate::view::page_of;

const TAB: &str = "\u{e004}";
const LEFT: &str = "\u{e012}";
const RIGHT: &str = "\u{e014}";
const HOME: &str = "\u{e011}";
const END: &str = "\u{e010}";

fn frame(browser: &Browser) -> u64 {
    let words = browser.run("return document.getElementById('slider').value");
    words.as_str().unwrap().parse().unwrap()
}

#[test]
fn keys_step_jump_and_play() {
    let Some(browser) = browser() else { return };
    for game in some_games() {
        browser.go(&page(game));
        let text = std::fs::read_to_string(page_of(game)).unwrap();
        let frames = data_of(&text).unwrap()["frames"].as_array().unwrap().len() as u64;
        assert_eq!(frame(&browser), frames - 1, "a page of {game} opens at the end");
        browser.press(&[HOME]);
        assert_eq!(frame(&browser), 0, "{game}");
        let last: u64 = browser
            .run("return document.getElementById('slider').max")
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        browser.press(&[RIGHT, RIGHT, RIGHT, LEFT]);
        assert_eq!(frame(&browser), 2, "{game}");
        // The address changes a short time later.
        let name = browser.run_later(
            "const done = arguments[0];
             const name = document.getElementById('where').textContent.split(' ')[1];
             const look = () => location.hash === '#' + name ? done(name) : setTimeout(look, 5); look();",
        );
        browser.press(&[END]);
        assert_eq!(frame(&browser), last, "{game}");
        browser.press(&[HOME, "n"]);
        let event = frame(&browser);
        assert!(event > 0, "{game}: there is an event, or else the end");
        if event < last {
            browser.press(&["n", "p"]);
            assert_eq!(frame(&browser), event, "{game}: to the next event and back");
        }
        browser.press(&[HOME]);
        browser.press(&[" "]);
        // Four frames a second leave time to pause before the end, even on a slow machine.
        browser.run_later(
            "const done = arguments[0];
             const look = () => document.getElementById('slider').value === '0'
               ? setTimeout(look, 5) : done(true);
             look();",
        );
        browser.press(&[" "]);
        let stopped = frame(&browser);
        browser.press(&[RIGHT]);
        assert_eq!(frame(&browser), stopped + 1, "{game}: it pauses");
        // A change of the address shows that frame.
        browser.run(&format!("location.hash = '#' + {name}"));
        browser.run_later("const done = arguments[0]; setTimeout(() => done(true), 50)");
        assert_eq!(frame(&browser), 2, "{game}");
        browser.run("location.hash = '#999999'");
        browser.run_later("const done = arguments[0]; setTimeout(() => done(true), 50)");
        assert_eq!(frame(&browser), last, "{game}: no frame follows the last");
    }
}

/// The keys go on to work after the mouse was used on the slider, on a button or on the speed.
#[test]
fn keys_work_wherever_the_focus_is() {
    let Some(browser) = browser() else { return };
    browser.go(&format!("{}#0", page("ocean")));
    for control in ["slider", "speed", "play", "thoughts"] {
        browser.run(&format!(
            "const one = document.getElementById('{control}');
             one.dispatchEvent(new MouseEvent('mousedown', {{ bubbles: true }}));
             one.focus({{ focusVisible: false }})"
        ));
        browser.press(&[HOME, RIGHT, RIGHT]);
        assert_eq!(frame(&browser), 2, "{control}");
    }
}

/// All elements that can be clicked, typed into or scrolled are reached with the Tab key.
#[test]
fn the_tab_key_reaches_every_control() {
    let Some(browser) = browser() else { return };
    for address in ["ocean", "report"].map(page) {
        browser.go(&address);
        let wanted = browser.run(
            "window.all = [...document.querySelectorAll('button, a, select, input, summary, [tabindex=\"0\"]')]
               .filter((one) => one.checkVisibility() && !one.disabled);
             window.reached = new Set();
             addEventListener('focusin', (event) => window.reached.add(event.target));
             return window.all.length",
        );
        let wanted = wanted.as_u64().unwrap();
        browser.press(&vec![TAB; 2 * wanted as usize]);
        let missed = browser.run(
            "return window.all.filter((one) => !window.reached.has(one)).map((one) => one.outerHTML)",
        );
        assert!(wanted > 10 && missed == json!([]), "{address}: {missed}");
    }
}

/// A user who has folded out an input reads it in one frame after the other, and can fold it in again.
#[test]
fn the_focus_stays_in_a_card_while_a_game_is_stepped_through() {
    let Some(browser) = browser() else { return };
    browser.go(&page("fruit"));
    browser.run("document.querySelector('#said summary').focus()");
    let focused = "const one = document.activeElement;
        return [one.tagName, one.textContent.slice(0, 9), one.parentElement.open]";
    browser.press(&[ENTER]);
    browser.press(&[LEFT, LEFT]);
    assert_eq!(browser.run(focused), json!(["SUMMARY", "input", true]));
    browser.press(&[ENTER]);
    assert_eq!(browser.run(focused), json!(["SUMMARY", "input", false]));
}

#[test]
fn the_seat_that_the_user_chose_stays_while_a_game_is_stepped_through() {
    let Some(browser) = browser() else { return };
    browser.go(&page("ocean"));
    for seat in ["1", "0"] {
        browser.run(&format!(
            "document.querySelectorAll('details').forEach((one) => {{ one.open = true; }});
             const seats = document.getElementById('of-seat');
             seats.value = '{seat}';
             seats.dispatchEvent(new Event('change'))"
        ));
        for key in [HOME, RIGHT, RIGHT, RIGHT] {
            browser.press(&[key]);
            let chosen = browser.run("return document.getElementById('of-seat').value");
            assert_eq!(chosen, seat);
        }
    }
    let can_ask = browser.run("return document.getElementById('asking').checkVisibility()");
    assert_eq!(can_ask, false, "a page without a dashboard asks no bot");
}
