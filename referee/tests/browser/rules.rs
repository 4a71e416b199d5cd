//! Pages make no requests, and meet the rules of accessibility.

use std::fs;
use std::path::Path;

use referee::testkit::needs::Need;
use serde_json::Value;

use super::driver::{Browser, browser};
use super::{page, some_games};

#[test]
fn a_page_makes_no_request() {
    let Some(browser) = browser() else { return };
    for name in some_games().iter().chain(&["report", "shapes"]) {
        let address = page(name);
        browser.go(&address);
        let loaded =
            browser.run("return performance.getEntriesByType('resource').map((one) => one.name)");
        assert_eq!(loaded, serde_json::json!([]), "{address}");
    }
}

/// The text of axe-core, which `.ci/run` fetches; `None`, with a printed line, without it.
pub fn axe() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/axe/package/axe.min.js");
    let axe = fs::read_to_string(path).ok();
    if axe.is_none() {
        Need::Axe.skip("target/axe is missing; `.ci/run` fetches axe-core into it");
    }
    axe
}

/// What axe-core finds on a page, of any impact.
fn faults(browser: &Browser, axe: &str, address: &str) -> Value {
    browser.go(address);
    browser.run(axe);
    browser.run_later(
        "const done = arguments[0];
         axe.run().then((found) => done(found.violations
           .map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' | ').slice(0, 400))),
           (error) => done([String(error)]))",
    )
}

/// Demands that axe-core finds nothing in a wide light and a narrow dark window.
pub fn demand_no_fault(browser: &Browser, axe: &str, address: &str) {
    for (size, is_dark) in [([1200, 900], false), ([390, 844], true)] {
        browser.look(size, is_dark);
        let found = faults(browser, axe, address);
        assert_eq!(found, Value::Array(Vec::new()), "{address}, {size:?}, dark: {is_dark}");
    }
}

#[test]
fn pages_are_accessible() {
    let Some(axe) = axe() else { return };
    let Some(browser) = browser() else { return };
    let without_name =
        "data:text/html,<html lang=en><title>t</title><main><h1>t</h1><button></button></main>";
    let found = faults(&browser, &axe, without_name);
    assert!(found.to_string().contains("button-name"), "{found}");
    for address in some_games().iter().copied().chain(["report", "try", "shapes"]).map(page) {
        demand_no_fault(&browser, &axe, &address);
    }
}
