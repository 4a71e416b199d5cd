//! A recording as one page for a browser: the board, what was said, and how the game went.
//!
//! The page needs no other file and loads none; its content security policy forbids it. All text of bots
//! stands in one JSON object, which the page's own program shows as text.

mod film;

use std::collections::BTreeMap;

use rand::RngExt;

pub use film::{Film, Frame, Said, film};

/// What every page begins with, so that a page is never written over another file.
pub const MARK: &str = "<!doctype html><!-- a game of botyard -->";

const TEMPLATE: &str = include_str!("view/page.html");
const STYLE: &str = include_str!("view/page.css");
const SCRIPT: &str = include_str!("view/page.js");

/// The page that shows a film.
pub fn page(film: &Film) -> String {
    // `<` would end the element that holds the object, whatever stands around it.
    let game = serde_json::json!(film).to_string().replace('<', "\\u003c");
    let nonce = format!("{:032x}", rand::rng().random::<u128>());
    let title = escaped(&film.heading());
    let parts = BTreeMap::from([
        ("MARK", MARK),
        ("TITLE", title.as_str()),
        ("NONCE", &nonce),
        ("STYLE", STYLE),
        ("SCRIPT", SCRIPT),
        ("GAME", &game),
    ]);
    filled(TEMPLATE, &parts)
}

/// A template with its parts: `{{NAME}}` stands for the part of that name. What is put in is not looked
/// through again.
fn filled(template: &str, parts: &BTreeMap<&str, &str>) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += before;
        page += parts.get(name).copied().unwrap_or_default();
        rest = after;
    }
    page + rest
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_is_not_looked_through_again() {
        let parts = BTreeMap::from([("A", "{{B}}"), ("B", "b")]);
        assert_eq!(filled("x{{A}}y{{B}}z", &parts), "x{{B}}ybz");
    }

    #[test]
    fn the_text_of_a_bot_ends_no_element() {
        let said = Said { got: vec![0], ..Said::default() };
        let film = Film {
            texts: vec!["</script><script>alert(1)</script>".into()],
            frames: vec![Frame { said: vec![said], ..Frame::default() }],
            ..Film::default()
        };
        let page = page(&film);
        assert!(page.starts_with(MARK));
        assert!(!page.contains("alert(1)</script>"));
        assert_eq!(page.matches("<script").count(), 2, "the object and the program");
        assert!(page.contains("default-src 'none'"));
    }
}
