//! Pages for a browser: a recorded game, a pair of them, a gallery, a report, and the dashboard's folder.
//!
//! A page is one file. Its content security policy forbids it to load others; only a page of the dashboard may ask
//! its own server for news. All text of bots is in one JSON object, which the page's script shows as text. The object is
//! compressed (gzip, then Base64), which makes a page of a long game ten times smaller.
//!
//! That object is a [`Film`], a [`Pair`], a [`Gallery`], [`Findings`] or the dashboard's overview. `pages/contract.d.ts` is generated from these
//! structs; `scripts/lint-js` checks every access of the scripts against it.

mod added;
mod events;
mod film;
mod film_by_rules;
mod film_without_rules;
mod findings;
mod gallery;
mod heard;
mod images;
mod lead;
mod moments;
mod note;
mod once;
mod pair;
mod patch;
mod shapes;
mod splice;
mod story;

use std::collections::BTreeMap;
use std::io::Write;

use base64::prelude::{BASE64_STANDARD, Engine};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use rand::RngExt;
use serde::Serialize;
use serde_json::Value;

use self::film_by_rules::film_by_rules;
use self::film_without_rules::film_without_rules;
use crate::contest::SetupError;
use crate::games::of_recording;
use crate::recording::BegunRecording;

pub use film::{Film, Frame, Said};
pub use findings::{Findings, GameRow};
pub use gallery::{Exhibit, Gallery};
pub use images::Image;
pub use note::{Note, Story};
pub use pair::{NoPair, Pair};
pub use patch::Patch;
pub use splice::Splice;

/// The first bytes of every page; they show that a file may be replaced by a new page.
pub const MARK: &str = "<!doctype html><!-- a page of botyard -->";

const COMMON: &str = include_str!("pages/common.css");

/// A colour of the light pages: red, green and blue of `--name` in their style sheet.
///
/// # Panics
/// If the style sheet has no such colour.
#[cfg(feature = "pictures")]
pub(crate) fn color(name: &str) -> [u8; 3] {
    let (_, rest) =
        COMMON.split_once(&format!("--{name}: #")).unwrap_or_else(|| panic!("--{name}"));
    [0, 2, 4].map(|at| u8::from_str_radix(&rest[at..at + 2], 16).unwrap_or_default())
}

/// The document around the body of every page.
const FRAME: &str = include_str!("pages/frame.html");

/// A JavaScript module.
struct Script {
    /// The name of its file, as `import` lines write it.
    file: &'static str,
    text: &'static str,
}

macro_rules! scripts {
    ($($file:literal)*) => {
        &[$(Script { file: $file, text: include_str!(concat!("pages/", $file)) }),*]
    };
}

/// The files of a kind of page.
struct Kind {
    body: &'static str,
    style: &'static str,
    /// Modules in an order in which each imports only from those before it.
    scripts: &'static [Script],
    /// The `connect-src` of the content security policy.
    connect: &'static str,
}

const GAME: Kind = Kind {
    body: include_str!("pages/game.html"),
    style: include_str!("pages/game.css"),
    scripts: scripts!["elements.js" "seats.js" "ansi.js" "times.js" "film.js" "board.js" "colors.js" "shapes.js" "zoom.js"
        "canvas.js" "picture.js" "stamps.js" "sheet.js" "motion.js" "stage.js" "legend.js" "said.js" "belief.js" "curves.js" "overview.js" "story.js"
        "search.js" "commands.js" "asking.js" "playback.js" "game.js"],
    connect: "'none'",
};

const PAIR: Kind = Kind {
    body: include_str!("pages/pair.html"),
    style: concat!(include_str!("pages/game.css"), include_str!("pages/pair.css")),
    scripts: scripts!["elements.js" "seats.js" "ansi.js" "times.js" "film.js" "colors.js" "shapes.js" "zoom.js" "canvas.js"
        "picture.js" "stamps.js" "sheet.js" "said.js" "story.js" "playback.js" "parting.js" "pair.js"],
    connect: "'none'",
};

const GALLERY: Kind = Kind {
    body: include_str!("pages/gallery.html"),
    style: include_str!("pages/gallery.css"),
    scripts: scripts!["elements.js" "gallery.js" "gallerypage.js"],
    connect: "'none'",
};

const REPORT: Kind = Kind {
    body: include_str!("pages/report.html"),
    style: include_str!("pages/report.css"),
    scripts: scripts!["elements.js" "numbers.js" "seats.js" "botcolors.js" "sorting.js" "filter.js" "server.js"
        "gamelist.js" "verdict.js" "charts.js" "trial.js" "standing.js" "reportcharts.js" "values.js" "sidebyside.js" "report.js"],
    connect: "'none'",
};

const FOLDER: Kind = Kind {
    body: include_str!("pages/folder.html"),
    style: include_str!("pages/report.css"),
    scripts: scripts!["elements.js" "numbers.js" "seats.js" "botcolors.js" "sorting.js" "server.js" "gamelist.js"
        "verdict.js" "folder.js"],
    connect: "'self'",
};

/// The film of a recording. If the contest is not in the registry, boards and scores are taken from the recording.
///
/// # Errors
/// If the contest cannot set up the recorded game.
pub fn film(recording: &BegunRecording) -> Result<Film, SetupError> {
    let contest = of_recording(&recording.header).ok();
    let film = match contest {
        Some(contest) => film_by_rules(recording, contest)?,
        None => film_without_rules(recording),
    };
    #[cfg_attr(not(feature = "pictures"), allow(unused_mut))]
    let mut film = Film { story: story::story(&film, contest), ..film };
    #[cfg(feature = "pictures")]
    if let Some(file) = crate::contest_file::current().filter(|file| file.key() == film.game) {
        let stamps = film.stamps.iter().zip(film.scales.iter().copied());
        film.images = images::images(file, stamps, &film.parts);
    }
    Ok(film)
}

/// The page of a recorded game.
pub fn game_page(film: &Film) -> String {
    game_kind(film).page(&film.heading(), film)
}

/// The page of a recorded game, with a link of the dashboard. The link contains no special characters.
pub fn linked_game_page(film: &Film, link: &str, text: &str) -> String {
    let link = format!("<p><a href=\"{}\">{}</a></p>", escaped(link), escaped(text));
    game_kind(film).linked_page(&film.heading(), film, &link)
}

/// A page that can ask bots connects to its dashboard.
fn game_kind(film: &Film) -> Kind {
    let connect = if film.askable.is_empty() { GAME.connect } else { "'self'" };
    Kind { connect, ..GAME }
}

/// The page of two games of one seed with the seats swapped.
pub fn pair_page(pair: &Pair) -> String {
    PAIR.page(&pair.heading(), pair)
}

/// The index page of a gallery.
pub fn gallery_page(gallery: &Gallery) -> String {
    GALLERY.page(&gallery.title, gallery)
}

/// The page of a report.
pub fn report_page(findings: &Findings) -> String {
    REPORT.page(&findings.title, findings)
}

/// The page of a report that asks the dashboard's server for games and news.
pub fn live_report_page(findings: &Findings) -> String {
    Kind { connect: "'self'", ..REPORT }.page(&findings.title, findings)
}

/// The dashboard's page of its folder.
pub fn folder_page(overview: &impl Serialize) -> String {
    FOLDER.page("Botyard", overview)
}

impl Kind {
    fn page(&self, title: &str, data: &impl Serialize) -> String {
        self.linked_page(title, data, "")
    }

    /// A page with a link, as HTML, below its heading.
    fn linked_page(&self, title: &str, data: &impl Serialize, link: &str) -> String {
        let data = compressed(&serde_json::json!(data).to_string());
        let nonce = format!("{:032x}", rand::rng().random::<u128>());
        let (title, style) = (escaped(title), format!("{COMMON}{}", self.style));
        let body = filled(self.body, &BTreeMap::from([("TITLE", title.as_str()), ("LINK", link)]));
        let script = inlined(self.scripts);
        let values = BTreeMap::from([
            ("MARK", MARK),
            ("TITLE", title.as_str()),
            ("NONCE", &nonce),
            ("CONNECT", self.connect),
            ("STYLE", &style),
            ("BODY", &body),
            ("SCRIPT", &script),
            ("DATA", &data),
        ]);
        filled(FRAME, &values)
    }
}

/// A text by gzip and Base64, as `pageData` in `elements.js` reads it.
fn compressed(text: &str) -> String {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    let bytes = encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish());
    BASE64_STANDARD.encode(bytes.expect("a vector can always be written to"))
}

/// The object of a page, for those who want to read a page without a browser; `None` if the text is not a page.
pub fn data_of(page: &str) -> Option<Value> {
    let (_, rest) = page.split_once("type=\"application/gzip\"")?;
    let (_, rest) = rest.split_once('>')?;
    let bytes = BASE64_STANDARD.decode(rest.split_once("</script>")?.0).ok()?;
    serde_json::from_reader(GzDecoder::new(&bytes[..])).ok()
}

/// Modules as one module: an inline module cannot import another one, so all share one scope and their `import` and
/// `export` words are removed.
fn inlined(scripts: &[Script]) -> String {
    let mut all = String::new();
    for Script { file, text } in scripts {
        all.extend(["// ", file, "\n"]);
        for line in text.lines().filter(|line| !line.starts_with("import ")) {
            all += line.strip_prefix("export ").unwrap_or(line);
            all.push('\n');
        }
    }
    all
}

/// Whether a file that begins with these bytes is a page, so that another one may replace it.
pub fn is_page(begin: &[u8]) -> bool {
    begin.starts_with(MARK.as_bytes())
}

/// Replaces each `{{NAME}}` of a template with the value of that name. Values are inserted unchanged, even if they
/// contain `{{`.
fn filled(template: &str, values: &BTreeMap<&str, &str>) -> String {
    let mut page = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after.split_once("}}").unwrap_or((after, ""));
        page += before;
        page += values.get(name).copied().unwrap_or_default();
        rest = after;
    }
    page + rest
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn an_inserted_value_is_not_a_template() {
        let values = BTreeMap::from([("A", "{{B}}"), ("B", "b")]);
        assert_eq!(filled("x{{A}}y{{B}}z", &values), "x{{B}}ybz");
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
        assert!(!page.contains("alert(1)"));
        assert_eq!(data_of(&page).unwrap()["texts"][0], film.texts[0]);
        assert_eq!(page.matches("<script").count(), 2, "the object and the script");
        assert!(page.contains("default-src 'none'") && page.contains("connect-src 'none'"));
    }

    #[test]
    fn only_live_pages_may_connect() {
        let findings = Findings::default();
        assert!(report_page(&findings).contains("connect-src 'none'"));
        let asks = Film { askable: vec!["@five".to_owned()], ..Film::default() };
        assert!(game_page(&asks).contains("connect-src 'self'"));
        assert!(live_report_page(&findings).contains("connect-src 'self'"));
        assert!(folder_page(&()).contains("connect-src 'self'"));
    }

    #[test]
    fn a_page_is_known_by_its_mark() {
        assert!(is_page(report_page(&Findings::default()).as_bytes()));
        assert!(is_page(MARK.as_bytes()));
        assert!(!is_page(&MARK.as_bytes()[1..]) && !is_page(b"<!doctype html>"));
    }

    /// The names that a module declares at its top level.
    fn declared(text: &str) -> impl Iterator<Item = &str> {
        let lines = text.lines().map(|line| line.strip_prefix("export ").unwrap_or(line));
        let begins = ["const ", "let ", "class ", "function "];
        lines.filter_map(move |line| begins.iter().find_map(|it| line.strip_prefix(it))).flat_map(
            |rest| {
                let names = rest.split(", ").map(|it| it.split([' ', '(']).next().unwrap());
                // Behind a parenthesis there are arguments.
                names.take(if rest.contains('(') { 1 } else { usize::MAX })
            },
        )
    }

    #[test]
    fn modules_import_from_those_before_them_and_share_a_scope() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/pages");
        let files = folder.read_dir().unwrap().map(|it| it.unwrap().path());
        let files = files.filter(|path| path.extension() == Some("js".as_ref()));
        let mut unused: Vec<_> = files.collect();
        for kind in [GAME, PAIR, GALLERY, REPORT, FOLDER] {
            let mut names = Vec::new();
            for (at, script) in kind.scripts.iter().enumerate() {
                unused.retain(|path| !path.ends_with(script.file));
                let imports = script.text.lines().filter(|line| line.starts_with("import"));
                for line in imports {
                    let (_, file) = line.split_once(" } from \"./").expect(line);
                    let is_before = |it: &Script| format!("{}\";", it.file) == file;
                    assert!(kind.scripts[..at].iter().any(is_before), "{}: {line}", script.file);
                }
                names.extend(declared(script.text));
            }
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "a name is declared twice: {names:?}");
            assert!(!inlined(kind.scripts).lines().any(|line| line.starts_with("import ")));
        }
        assert!(unused.is_empty(), "no page contains {unused:?}");
    }
}
