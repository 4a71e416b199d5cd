//! Pages show the values of their data.

use serde_json::json;

use super::driver::browser;
use super::{address, page, referee};
use crate::external::shapes::long_game;
use crate::view::GAMES;

#[test]
fn input_and_answer_are_those_of_the_frame_and_the_chart_rises_with_its_values() {
    let Some(browser) = browser() else { return };
    browser.go(&format!("{}#0.1", page("ocean")));
    let wrong = browser.run(
        "return (async () => {
         const bytes = Uint8Array.from(atob(document.getElementById('data').textContent), (it) => it.charCodeAt(0));
         const film = await new Response(
           new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).json();
         const wrong = [];
         const boxes = document.querySelectorAll('#said article');
         film.frames[1].said.forEach((said) => {
           const shown = (name) => boxes[said.seat].querySelector('pre[aria-label^=' + name + ']')?.textContent;
           const text = (lines) => lines.map((line) => film.texts[line]).join('\\n') || undefined;
           if (shown('input') !== text(said.sent) || shown('answer') !== text(said.got)) wrong.push(said);
         });
         const values = film.frames.map((frame) => frame.measures[0][0]);
         const heights = document.querySelector('#chart polyline').getAttribute('points').split(' ')
           .map((point) => Number(point.split(',')[1]));
         if (heights[values.indexOf(Math.max(...values))] !== 4) wrong.push(heights);
         return wrong;
         })()",
    );
    assert_eq!(wrong, json!([]));
}

#[test]
fn a_report_has_its_places_in_order_and_its_list_has_one_page() {
    let Some(browser) = browser() else { return };
    browser.go(&page("report"));
    let shown = browser.run(
        "const texts = (what) => [...document.querySelectorAll(what)].map((one) => one.textContent);
         return [texts('#standing table:first-of-type tbody th').map((text) => text.split(' ')[0]), texts('#found'), texts('#pager span'),
           [...document.querySelectorAll('#pager button')].map((one) => one.disabled)]",
    );
    assert_eq!(shown, json!([["1.", "2.", "3."], ["18 games"], ["page 1 of 1"], [true, true]]));
}

/// The report of a try lacks some parts that others have; its list of games comes after them.
#[test]
fn the_page_of_a_try_has_its_games() {
    let Some(browser) = browser() else { return };
    browser.go(&page("try"));
    assert_eq!(browser.run("return document.getElementById('found').textContent"), "32 games");
}

/// The board of a contest that is not known here is a text with the colours of its referee, and nothing is drawn.
#[test]
fn a_game_without_rules_has_its_board_as_text() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let lines = [
        json!({ "format": "botyard/1", "game": "other", "seed": "1", "options": {}, "players": [{ "name": "a" }] }),
        json!({ "seat": 0, "sent": ["x"], "got": ["y"], "board": ["\u{1b}[1;31mred\u{1b}[39;22m plain"], "scores": [3] }),
        json!({ "result": { "scores": [3], "ranks": [1], "turns": 1 } }),
    ];
    let text = lines.map(|line| line.to_string()).join("\n");
    std::fs::write(folder.path().join("a.jsonl"), text + "\n").unwrap();
    referee(folder.path(), &["view", "a.jsonl", "-o", "a.html"]);
    browser.go(&address(&folder.path().join("a.html")));
    let shown = browser.run(
        "return ['#board', '#picture', '#legend'].map((what) => document.querySelector(what))
           .map((one) => one.checkVisibility() && one.innerHTML.trim())",
    );
    assert_eq!(shown, json!(["<span class=\"b c1\">red</span> plain", false, false]));
}

/// A seed that a bot always lost leads to its games, and not to those of longer seeds in which it is a part.
#[test]
fn a_lost_seed_leads_to_its_own_games() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let ladder = ["ladder", "fruit", "@greedy", "@random", "--seeds", "1..12", "--log", "a.log"];
    referee(folder.path(), &ladder);
    referee(folder.path(), &["report", "a.log", "--html", "a.html"]);
    browser.go(&address(&folder.path().join("a.html")));
    let shown = browser.run_later(
        "const [done, begin] = [arguments[0], performance.now()];
         const seeds = [...document.querySelectorAll('.lost-seeds button')];
         seeds.find((one) => one.textContent === '1').click();
         const look = () => {
           const found = document.getElementById('found').textContent;
           found !== '22 games' || performance.now() > begin + 20_000 ? done([seeds.length, found]) : setTimeout(look, 5);
         };
         look();",
    );
    assert_eq!(shown, json!([11, "2 games"]));
}

/// No table of a report is cut, on a desk and on a phone, and neither is there anything beside the window.
#[test]
fn the_tables_of_a_report_are_whole() {
    let Some(browser) = browser() else { return };
    for size in [[1400, 1000], [390, 844]] {
        browser.look(size, false);
        for name in ["report", "try"] {
            browser.go(&page(name));
            let cut = browser.run(
                "const wide = (one) => one.scrollWidth > one.clientWidth + 1;
                 return [...document.querySelectorAll('html, .scrolled')].filter(wide).map((one) => [one.id, one.scrollWidth, one.clientWidth])",
            );
            assert_eq!(cut, json!([]), "{name}, {size:?}");
        }
    }
}

/// Board, cards, controls and the current event of each contest are in view, on a desk and on a phone, on a desk also the
/// legend and whole lines of the status; the event is also in view within the list of events.
#[test]
fn everything_that_matters_is_in_view() {
    let Some(browser) = browser() else { return };
    for (size, name) in [([1280, 900], "desk"), ([390, 844], "phone")] {
        browser.look(size, false);
        for game in GAMES.iter().chain(&["shapes"]) {
            browser.go(&page(game));
            let hidden = browser.run(
                "const top = document.querySelector('footer').getBoundingClientRect().top;
                 const ends = (what) => [...document.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
                 const isIn = (box, end) => box.width > 0 && box.top >= 0 && Math.floor(box.bottom) <= end;
                 const wrong = [];
                 for (const what of ['#verdict', '#picture', '#said']) {
                   if (!ends(what).every((box) => isIn(box, top))) wrong.push([what, top, ...ends(what)]);
                 }
                 for (const what of ['#event', '#chart', '#slider', '#controls button']) {
                   if (!ends(what).every((box) => isIn(box, innerHeight))) wrong.push([what, innerHeight, ...ends(what)]);
                 }
                 const rows = new Set(ends('#controls button').map((box) => Math.round(box.bottom)));
                 if (rows.size > 2) wrong.push(['rows of the bar', ...rows]);
                 if (getComputedStyle(document.querySelector('main')).display === 'grid') {
                   const [legend, status] = ends('#legend, #status');
                   const line = parseFloat(getComputedStyle(document.getElementById('status')).lineHeight);
                   const over = (top - status.top) % line;
                   // Without names of shapes there is no legend.
                   if (legend.width > 0 && !isIn(legend, top)) wrong.push(['legend', top, legend]);
                   if (!isIn(status, top) && !(over >= 0 && over < 5)) wrong.push(['half a line', over, line]);
                 }
                 // The name and the number of a measure are in one line and whole, as are the other lines of a card.
                 for (const one of document.querySelectorAll('#said .measure')) {
                   if (one.offsetHeight > 30) wrong.push(['measure', one.textContent, one.offsetHeight]);
                 }
                 for (const one of document.querySelectorAll('#said .name, #said h2, #said h3, #said .values')) {
                   if (one.scrollWidth > one.clientWidth + 1) wrong.push(['cut', one.textContent]);
                 }
                 const [picture] = ends('#picture');
                 for (const box of ends('#zoom button')) if (box.height > 0 && box.top < picture.bottom) wrong.push(['on the board', box]);
                 const list = document.getElementById('events').getBoundingClientRect();
                 // Beside the board the list ends above the bar, if it begins well above it.
                 const isBeside = getComputedStyle(document.querySelector('main')).display === 'grid';
                 if (isBeside && list.top < top - 80 && list.bottom > top) wrong.push(['events', list, top]);
                 for (const box of ends('#events [aria-current]')) {
                   if (box.top < list.top || box.bottom > list.bottom) wrong.push(['marked event', list, box]);
                 }
                 if (document.documentElement.scrollWidth > innerWidth) wrong.push('it is too wide');
                 return wrong",
            );
            assert_eq!(hidden, json!([]), "{game}, {name}");
        }
    }
}

/// Long names of bots, also in a list to choose from, make no page wider than its window.
#[test]
fn long_names_fit_into_the_window() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let command = "python3 ../some/long/path/to/a/bot/my_bot.py --set alpha=0.25 --set beta=1";
    let names = [r#"{"name":"a"}"#, r#"{"name":"b"}"#];
    let long = [command, &"a_name_without_a_blank".repeat(4)]
        .map(|name| format!(r#"{{"name":"{name}"}}"#));
    let game =
        names.iter().zip(&long).fold(long_game(1), |game, (name, long)| game.replace(name, long));
    std::fs::write(folder.path().join("a.jsonl"), game).unwrap();
    referee(folder.path(), &["view", "a.jsonl", "-o", "a.html"]);
    for size in [[1280, 800], [390, 844]] {
        browser.look(size, false);
        browser.go(&address(&folder.path().join("a.html")));
        let wide = browser.run(
            "for (const one of document.querySelectorAll('details')) one.open = true;
             return [...document.querySelectorAll('body *')].map((one) => [one.id, one.localName, one.getBoundingClientRect().right])
               .filter(([, , right]) => right > document.documentElement.clientWidth + 1)",
        );
        assert_eq!(wide, json!([]), "{size:?}");
    }
}

/// What is said of each of 200 players does not push the board out of the window.
#[test]
fn the_board_of_two_hundred_players_is_in_view() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&page("crowd"));
    let ends = browser.run(
        "return ['#picture', 'footer'].map((what) => document.querySelector(what).getBoundingClientRect()).map((box) => [box.top, box.bottom])",
    );
    let end = |which: usize, end: usize| ends[which][end].as_f64().unwrap();
    assert!(end(0, 1) > end(0, 0) + 100.0 && end(0, 1) <= end(1, 0), "{ends}");
}

/// The first and the last tile of a row of 150 are at the edges of the picture, on a phone too.
#[test]
fn a_wide_board_is_whole_on_a_phone() {
    let Some(browser) = browser() else { return };
    browser.look([390, 844], false);
    browser.go(&page("crowd"));
    let tiles = browser.run(
        "const picture = document.getElementById('picture'), box = picture.getBoundingClientRect();
         return [box.left + 2, box.right - 2].map((clientX) => {
           picture.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY: box.top + 20 }));
           return document.getElementById('tile').textContent.split(' ')[0];
         })",
    );
    assert_eq!(tiles, json!(["1", "150"]));
}

/// On a phone a long name leaves its bar less room, and loses no letters: it does when a part of a pixel is missing.
#[test]
fn a_long_name_on_a_card_is_whole() {
    let Some(browser) = browser() else { return };
    browser.look([390, 844], false);
    browser.go(&page("alamode"));
    let lacks = browser.run(
        "const [name, number] = document.querySelector('#said .measure').children;
         name.textContent = 'checkpoints';
         number.textContent = ' 2';
         const text = document.createRange();
         text.selectNodeContents(name);
         return text.getBoundingClientRect().width - name.getBoundingClientRect().width",
    );
    assert!(lacks.as_f64().unwrap() < 0.02, "{lacks} pixels are missing");
}

/// A name of a bot may have any length: below a chart it stays within its chart, on a desk and on a phone.
#[test]
fn a_long_name_stays_below_its_chart() {
    let Some(browser) = browser() else { return };
    for size in [[1100, 900], [390, 844]] {
        browser.look(size, false);
        browser.go(&page("report"));
        let wide = browser.run(
            "const legends = [...document.querySelectorAll('#charts figcaption')];
             for (const one of legends) one.firstChild.textContent = 'a_bot_without_spaces_'.repeat(5);
             return [legends.length, legends.filter((one) => one.scrollWidth > one.clientWidth).length]",
        );
        assert!(wide[0].as_u64() > Some(1) && wide[1] == 0, "{size:?}: {wide}");
    }
}

/// No word of the heading is cut, on a desk and on a phone: who won, from when on, the moments, and what opens the options. The
/// moment of the lead is bold.
#[test]
fn the_heading_is_whole() {
    let Some(browser) = browser() else { return };
    for size in [[1280, 900], [390, 844]] {
        browser.look(size, false);
        for game in GAMES.iter() {
            browser.go(&page(game));
            let cut = browser.run(
                "const parts = [...document.querySelectorAll('#verdict, #lead, #moments, #moments a, #options summary')];
                 return parts.filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0
                   || one.getBoundingClientRect().right > innerWidth || one.textContent === '').map((one) => one.outerHTML)",
            );
            assert_eq!(cut, json!([]), "{game}, {size:?}");
            let [lead, bold] = ["#lead a", "#moments a.b"]
                .map(|link| browser.run(&format!("return document.querySelector('{link}').hash")));
            assert_eq!(lead, bold, "{game}: the moment of the lead");
        }
    }
}

/// Pointing at the tile of a submarine names it, in the coordinates of the contest.
#[test]
fn a_tile_is_named() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#25", page("ocean")));
    let words = browser.run(
        "const picture = document.getElementById('picture');
         const area = picture.getBoundingClientRect();
         const size = Math.min(area.width, area.height) / 15;
         const found = [];
         for (let y = 0; y < 15; y++) for (let x = 0; x < 15; x++) {
           const [clientX, clientY] = [area.left + (area.width - 15 * size) / 2 + (x + 0.5) * size, area.top + (y + 0.5) * size];
           picture.dispatchEvent(new PointerEvent('pointermove', { clientX, clientY, bubbles: true }));
           const words = document.getElementById('tile').textContent;
           if (words.includes('submarine') && words.startsWith(x + ' ' + y + ': sea; ')) found.push(words);
         }
         const legend = [...document.querySelectorAll('#symbols li')].map((one) => one.textContent);
         return [found.length, ['island', 'sea', 'submarine'].every((name) => legend.includes(name))]",
    );
    assert_eq!(words, json!([2, true]));
}

/// The commands of a frame name its turn, and they work; a search leads to the places of its words.
#[test]
fn commands_and_places_are_those_of_the_frame() {
    let Some(browser) = browser() else { return };
    browser.look([1280, 900], false);
    browser.go(&format!("{}#12", page("tron")));
    let found = browser.run(
        "document.getElementById('commands').open = true;
         document.getElementById('search').open = true;
         const words = document.getElementById('words');
         words.value = 'left';
         words.dispatchEvent(new Event('input'));
         return new Promise((done) => setTimeout(() => {
           const commands = [...document.querySelectorAll('#command-list code')].map((one) => one.textContent);
           const links = [...document.querySelectorAll('#found a')];
           links.at(-1).click();
           const there = document.getElementById('where').textContent.split(' ')[1];
           done([commands, links.length > 5, links.at(-1).textContent.split(',')[0], 'turn ' + there]);
         }, 50))",
    );
    let command = found[0][0].as_str().unwrap();
    assert!(command.starts_with("referee redrive ") && command.ends_with(" --seat 0 --turn 12"));
    assert_eq!(found[1], json!(true));
    assert_eq!(found[2], found[3]);
    let words = shell_words::split(command).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).skip(1).collect();
    let output = crate::common::referee(std::path::Path::new("."), &words);
    assert!(crate::common::out(&output).contains("  recorded "), "{command}: {output:?}");
}
