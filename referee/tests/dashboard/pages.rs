//! The pages in a browser, and what they ask.

use referee::pages::data_of;
use serde_json::Value;

use super::{Dashboard, encoded, folder, is_refused, referee};
use crate::browser::driver::{ENTER, browser};
use crate::browser::rules::{axe, demand_no_fault};

#[test]
fn the_pages_run_in_a_browser_without_an_error() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let Some(browser) = browser() else { return };
    for (path, sign) in [("/", ">a.log</a>"), ("/report?log=a.log", "<polyline")] {
        let page = browser.document(&format!("http://{}{path}", dashboard.host()), sign);
        assert!(page.contains(sign), "{path}: {page}");
    }
}

#[test]
fn the_pages_of_the_dashboard_are_accessible() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    assert!(
        dashboard.get("/").contains("The list of games is being loaded"),
        "until it is asked for"
    );
    let (Some(axe), Some(browser)) = (axe(), browser()) else { return };
    for (path, sign) in [("/", ">a.log</a>"), ("/report?log=a.log", "<polyline")] {
        let address = format!("http://{}{path}", dashboard.host());
        assert!(browser.document(&address, sign).contains(sign), "{path}");
        demand_no_fault(&browser, &axe, &address);
    }
}

/// Browsers open six connections to a server at most, for all pages together.
#[test]
fn a_page_out_of_view_holds_no_connection() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let Some(browser) = browser() else { return };
    for _ in 0..8 {
        browser.in_new_window(|| {
            let address = format!("http://{}/report?log=a.log", dashboard.host());
            assert!(browser.document(&address, ">18 games<").contains(">18 games<"));
        });
    }
}

/// A log grows and the folder gains a bot while a page is open: the page shows it, and the focus stays where it is.
#[test]
fn a_page_that_is_drawn_again_keeps_focus_and_knows_new_bots() {
    let folder = folder();
    let games = folder.path().join("games");
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let Some(browser) = browser() else { return };
    let address = format!("http://{}/", dashboard.host());
    browser.document(&address, ">18 games<");
    browser.run("document.querySelector('#games .sorter').focus()");
    browser.press(&[ENTER]);
    let game = ["play", "fruit", "@nearest", "@east", "--record", "new.jsonl"];
    assert!(referee(&games).args(game).output().unwrap().status.success());
    let is_drawn = browser.run_later(
        "const [done, begin] = [arguments[0], performance.now()];
         const look = () => {
           const bots = [...document.querySelector('#filter select').options].map((one) => one.value);
           const has = bots.includes('@east') && document.querySelector('#found').textContent === '19 games';
           has || performance.now() > begin + 60_000 ? done(has) : setTimeout(look, 20);
         };
         look();",
    );
    assert_eq!(is_drawn, true);
    let focused = browser.run("return document.activeElement.textContent");
    assert_eq!(focused, "game\u{a0}▲", "the title that Enter was pressed on");
}

/// What the user has folded out of the report on a try stays so when further games come.
#[test]
fn the_seeds_of_a_try_stay_folded_out() {
    let folder = folder();
    let games = folder.path().join("games");
    let more = |count: &str| {
        let bots = ["try", "fruit", "c=@greedy", "--champion", "m=@mo", "--pool", "@nearest"];
        let played = referee(&games).args(bots).args(["--log", "t.log", "--games", count]).output();
        assert!(played.unwrap().status.success());
    };
    more("16");
    let dashboard = Dashboard::of(folder.path(), &[]);
    let Some(browser) = browser() else { return };
    browser.document(&format!("http://{}/report?log=t.log", dashboard.host()), ">16 games<");
    browser.run("document.querySelector('.trial details').open = true");
    more("32");
    let is_open = browser.run_later(
        "const [done, begin] = [arguments[0], performance.now()];
         const look = () => {
           const has = document.querySelector('#found').textContent === '32 games';
           has || performance.now() > begin + 60_000
             ? done([has, document.querySelector('.trial details').open]) : setTimeout(look, 20);
         };
         look();",
    );
    assert_eq!(is_open, serde_json::json!([true, true]));
}

/// A page whose dashboard has ended says so: its figures are no longer those of the run.
#[test]
fn a_page_without_its_dashboard_says_that_it_is_out_of_date() {
    let folder = folder();
    let dashboard = Dashboard::of(folder.path(), &[]);
    dashboard.indexed();
    let Some(browser) = browser() else { return };
    browser.document(&format!("http://{}/report?log=a.log", dashboard.host()), ">18 games<");
    assert_eq!(
        browser.run("return document.querySelector('header [role=status]').textContent"),
        ""
    );
    drop(dashboard);
    let says = browser.run_later(
        "const [done, begin] = [arguments[0], performance.now()];
         const look = () => {
           const has = document.querySelector('header [role=status]').textContent.includes('does not answer');
           has || performance.now() > begin + 60_000 ? done(has) : setTimeout(look, 20);
         };
         look();",
    );
    assert_eq!(says, true);
}

/// The events of an answer of the server, each as JSON.
fn events(answer: &str) -> Vec<Value> {
    let data = answer.lines().filter_map(|line| line.strip_prefix("data: "));
    data.map(|data| serde_json::from_str(data).unwrap()).collect()
}

/// A page asks a bot for its answers: a house player or one that the user named, and no other program.
#[test]
fn a_page_asks_what_another_bot_would_have_played() {
    let folder = folder();
    let named = "sh -c 'while read line; do echo DOWN; done'";
    let dashboard = Dashboard::of(folder.path(), &["--bot", named]);
    dashboard.indexed();
    let rows = dashboard.json("/api/games?log=a.log&bot=@greedy&count=100");
    let row = rows["rows"].as_array().unwrap().iter().find(|row| row["bots"][0] == "@greedy");
    let recording = encoded(row.unwrap()["recording"].as_str().unwrap());
    let page = data_of(&dashboard.get(&format!("/game?recording={recording}"))).unwrap();
    assert_eq!(page["askable"][0], named);
    assert!(page["askable"].as_array().unwrap().contains(&"@mo".into()), "{}", page["askable"]);
    let ask = |bot: &str, more: &str| {
        dashboard.get(&format!("/api/answers?recording={recording}&bot={}{more}", encoded(bot)))
    };
    // The same bot answers the same, in each of its turns.
    let own = events(&ask("@greedy", "&seat=0"));
    let (end, answers) = own.split_last().unwrap();
    assert_eq!(end["end"]["why"], Value::Null);
    let turns = page["frames"].as_array().unwrap().iter();
    let turns =
        turns.flat_map(|frame| frame["said"].as_array().unwrap()).filter(|it| it["seat"] == 0);
    assert_eq!(answers.len(), turns.count());
    for (at, event) in answers.iter().enumerate() {
        assert_eq!(
            (&event["answer"]["number"], &event["answer"]["is_same"]),
            (&(at + 1).into(), &true.into())
        );
    }
    let other = events(&ask(named, "&seat=0"));
    assert!(other.iter().any(|event| event["answer"]["is_same"] == false), "{other:?}");
    assert!(
        other.iter().all(|event| event["end"].is_object() || event["answer"]["lines"][0] == "DOWN")
    );
    let refused = [
        ask("sh -c 'echo UP'", "&seat=0"),
        ask("@nobody", "&seat=0"),
        ask("@mo", "&seat=2"),
        dashboard.get("/api/answers?recording=../secret.jsonl&seat=0&bot=@mo"),
    ];
    for answer in refused {
        assert!(is_refused(&answer), "{answer}");
    }
    let Some(browser) = browser() else { return };
    browser.go(&format!("http://{}/game?recording={recording}", dashboard.host()));
    let shown = browser.run_later(
        "const done = arguments[0];
         document.getElementById('commands').open = true;
         const choose = (name, value) => {
           const list = document.getElementById(name);
           list.value = value;
           list.dispatchEvent(new Event('change'));
         };
         choose('of-seat', '0');
         choose('ask', '@random');
         const look = () => {
           const count = document.getElementById('asked-count').textContent;
           if (count === '' || count.includes('still plays')) return setTimeout(look, 20);
           document.getElementById('ask-next').click();
           done([count, document.getElementById('asked').textContent]);
         };
         look();",
    );
    let [count, words] = [0, 1].map(|at| shown[at].as_str().unwrap());
    assert!(count.starts_with("differs in "), "{count}");
    assert!(
        words.starts_with("@random answers ") && words.contains(", where A answered "),
        "{words}"
    );
}
