//! Pages for a browser: a recorded game, and what a log says.
//!
//! A page needs no other file and loads none; its content security policy forbids it. Only a page of the
//! dashboard asks its own server for news. All text of bots stands in one JSON object, which the page's own
//! program shows as text.

mod film;
mod findings;

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use rand::RngExt;
use serde::Serialize;

pub use film::{Film, Frame, Said, film};
pub use findings::{Findings, GameRow, Metrics};

/// What every page begins with, so that a page is never written over another file.
pub const MARK: &str = "<!doctype html><!-- a page of botyard -->";

const COMMON: &str = include_str!("pages/common.css");

/// What stands around the body of every page.
const FRAME: &str = include_str!("pages/frame.html");

/// What a kind of page is made of.
struct Kind {
    body: &'static str,
    style: &'static str,
    scripts: &'static [&'static str],
    /// What the page may ask for.
    connect: &'static str,
}

const GAME: Kind = Kind {
    body: include_str!("pages/game.html"),
    style: include_str!("pages/game.css"),
    scripts: &[include_str!("pages/game.js")],
    connect: "'none'",
};

const REPORT: Kind = Kind {
    body: include_str!("pages/report.html"),
    style: include_str!("pages/report.css"),
    scripts: &[
        include_str!("pages/elements.js"),
        include_str!("pages/charts.js"),
        include_str!("pages/games.js"),
        include_str!("pages/report.js"),
    ],
    connect: "'none'",
};

const FOLDER: Kind = Kind {
    body: include_str!("pages/folder.html"),
    style: include_str!("pages/report.css"),
    scripts: &[
        include_str!("pages/elements.js"),
        include_str!("pages/games.js"),
        include_str!("pages/folder.js"),
    ],
    connect: "'self'",
};

/// The page that shows a film.
pub fn game_page(film: &Film) -> String {
    GAME.page(&film.heading(), film)
}

/// The page that shows what a log says.
pub fn report_page(findings: &Findings) -> String {
    REPORT.page(&findings.title, findings)
}

/// The same for the dashboard, which the page asks for news.
pub fn live_report_page(findings: &Findings) -> String {
    Kind { connect: "'self'", ..REPORT }.page(&findings.title, findings)
}

/// The page of the dashboard that shows what is in its folder.
pub fn folder_page(overview: &impl Serialize) -> String {
    FOLDER.page("Botyard", overview)
}

impl Kind {
    fn page(&self, title: &str, data: &impl Serialize) -> String {
        // `<` would end the element that holds the object, whatever stands around it.
        let data = serde_json::json!(data).to_string().replace('<', "\\u003c");
        let nonce = format!("{:032x}", rand::rng().random::<u128>());
        let (title, style) = (escaped(title), format!("{COMMON}{}", self.style));
        let body = filled(self.body, &BTreeMap::from([("TITLE", title.as_str())]));
        let script = self.scripts.concat();
        let parts = BTreeMap::from([
            ("MARK", MARK),
            ("TITLE", title.as_str()),
            ("NONCE", &nonce),
            ("CONNECT", self.connect),
            ("STYLE", &style),
            ("BODY", &body),
            ("SCRIPT", &script),
            ("DATA", &data),
        ]);
        filled(FRAME, &parts)
    }
}

/// Whether there is nothing at a path, or a page that was written before.
///
/// # Errors
/// What is there cannot be read.
pub fn may_be_written(path: &Path) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(true),
        Err(error) => return Err(error),
        Ok(found) if !found.is_file() => return Ok(false),
        Ok(_) => {}
    }
    let mut begin = vec![0; MARK.len()];
    let read = File::open(path)?.read(&mut begin)?;
    Ok(read == 0 || begin == MARK.as_bytes())
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
        let page = game_page(&film);
        assert!(page.starts_with(MARK));
        assert!(!page.contains("alert(1)</script>"));
        assert_eq!(page.matches("<script").count(), 2, "the object and the program");
        assert!(page.contains("default-src 'none'") && page.contains("connect-src 'none'"));
    }
}
