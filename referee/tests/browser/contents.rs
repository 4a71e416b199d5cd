//! Pages show the values of their data.

use serde_json::json;

use super::driver::browser;
use super::page;

#[test]
fn input_and_answer_are_those_of_the_frame_and_the_chart_rises_with_its_values() {
    let Some(browser) = browser() else { return };
    browser.go(&format!("{}#1", page("ocean")));
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
         return [texts('#standing tbody th').map((text) => text.split(' ')[0]), texts('#found'), texts('#pager span'),
           [...document.querySelectorAll('#pager button')].map((one) => one.disabled)]",
    );
    assert_eq!(shown, json!([["1.", "2.", "3."], ["18 games"], ["page 1 of 1"], [true, true]]));
}
