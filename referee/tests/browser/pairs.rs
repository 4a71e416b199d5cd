//! The page of two games with the seats swapped, and the index page of a gallery.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use super::driver::browser;
use super::rules::{axe, demand_no_fault};
use super::{address, referee};

/// A folder with a page of a pair of tron games, `pair.html`, and a gallery of all games of a duel, `gallery/`.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pairs");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let duel = ["duel", "fruit", "@greedy", "@random", "--games", "4", "--keep", "all", "--log"];
    referee(&folder, &[&duel[..], &["a.log"]].concat());
    let files = fs::read_dir(folder.join("a.log.games")).unwrap();
    let mut names: Vec<String> =
        files.map(|file| file.unwrap().path().display().to_string()).collect();
    names.sort();
    assert_eq!(names.len(), 4);
    referee(&folder, &["view", &names[0], "--pair", &names[1], "--output", "pair.html"]);
    referee(&folder, &["view", "a.log.games", "--gallery", "gallery"]);
    folder
});

#[test]
fn two_boards_go_in_step_and_stop_where_they_part() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&address(&FOLDER.join("pair.html")));
    let text = |id: &str| {
        let found = browser.run(&format!("return document.getElementById('{id}').textContent"));
        found.as_str().unwrap().to_owned()
    };
    let parting = text("parting");
    assert!(parting.starts_with("They part at turn ") && parting.contains("answers"), "{parting}");
    let opened = text("where");
    assert!(parting.contains(opened.split(" of ").next().unwrap()), "{parting}: {opened}");
    let boards =
        "return [...document.querySelectorAll('.pair canvas')].map((one) => one.toDataURL())";
    let shown = browser.run(boards);
    assert_ne!(shown[0], shown[1], "the games have parted");
    browser.press(&["\u{E011}"]);
    let begin = browser.run(boards);
    assert_ne!(begin, shown, "Home leads to the first frame");
    // It plays from the start and pauses where the games part.
    browser.press(&[" "]);
    let paused = browser.run_later(
        "const [done, begin] = [arguments[0], performance.now()];
         const look = () => {
           const isOver = document.getElementById('play').getAttribute('aria-pressed') === 'false';
           isOver || performance.now() > begin + 20_000 ? done(isOver) : setTimeout(look, 5);
         };
         look();",
    );
    assert_eq!((paused, text("where")), (true.into(), opened));
    // All of it is in view.
    for size in [[1280, 900], [390, 844]] {
        browser.look(size, false);
        let hidden = browser.run(
            "return [...document.querySelectorAll('.pair canvas, #play, #parting, #jumps')].filter((one) => {
               const { top, bottom, width } = one.getBoundingClientRect();
               return top < 0 || bottom > innerHeight || width < 20;
             }).map((one) => one.outerHTML.slice(0, 80))",
        );
        assert_eq!(hidden, serde_json::json!([]), "{size:?}");
    }
}

#[test]
fn a_gallery_has_a_picture_and_a_link_for_each_game() {
    let Some(browser) = browser() else { return };
    browser.go(&address(&FOLDER.join("gallery/index.html")));
    let count = || browser.run("return document.querySelectorAll('#exhibits canvas').length");
    assert_eq!(count(), 4);
    let links = browser
        .run("return [...document.querySelectorAll('#exhibits a')].map((one) => one.getAttribute('href'))");
    for link in links.as_array().unwrap() {
        let name = link.as_str().unwrap().replace("%40", "@");
        assert!(FOLDER.join("gallery").join(&name).is_file(), "{name}");
    }
    let search = "const field = document.getElementById('wanted');
        field.value = arguments[0]; field.dispatchEvent(new Event('input'));";
    let with = |words: &str| {
        browser.run(&search.replace("arguments[0]", &format!("'{words}'")));
        count().as_u64().unwrap()
    };
    assert_eq!((with("@greedy FRUIT"), with("xyzzy")), (4, 0));
}

#[test]
fn pairs_and_galleries_are_accessible() {
    let (Some(axe), Some(browser)) = (axe(), browser()) else { return };
    for page in ["pair.html", "gallery/index.html"] {
        demand_no_fault(&browser, &axe, &address(&FOLDER.join(page)));
    }
}
