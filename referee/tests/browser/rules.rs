//! Pages make no requests, and meet the rules of accessibility.

use std::fs;
use std::path::Path;

use referee::testkit::needs::Need;
use serde_json::Value;

use super::driver::browser;
use super::page;
use crate::view::GAMES;

#[test]
fn a_page_makes_no_request() {
    let Some(browser) = browser() else { return };
    for name in GAMES.iter().chain(&["report"]) {
        let address = page(name);
        browser.go(&address);
        let loaded =
            browser.run("return performance.getEntriesByType('resource').map((one) => one.name)");
        assert_eq!(loaded, serde_json::json!([]), "{address}");
    }
}

/// Checks all rules of axe-core on pages of games, and the serious ones on the report, in a wide light and a narrow dark window. `.ci/run` fetches axe-core.
#[test]
fn pages_are_accessible() {
    let axe = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/axe/package/axe.min.js");
    let Ok(axe) = fs::read_to_string(axe) else {
        Need::Axe.skip("target/axe is missing; `.ci/run` fetches axe-core into it");
        return;
    };
    let Some(browser) = browser() else { return };
    let faults = |address: &str| {
        browser.go(address);
        browser.run(&axe);
        browser.run_later(
            "const done = arguments[0];
             axe.run().then((found) => done(found.violations
               .filter((one) => !location.pathname.endsWith('report.html') || ['serious', 'critical'].includes(one.impact))
               .map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' | ').slice(0, 400))),
               (error) => done([String(error)]))",
        )
    };
    let without_name = faults("data:text/html,<html lang=en><title>t</title><button></button>");
    assert!(without_name.to_string().contains("button-name"), "{without_name}");
    for address in GAMES.iter().copied().chain(["report"]).map(page) {
        for (size, is_dark) in [([1200, 900], false), ([390, 844], true)] {
            browser.look(size, is_dark);
            let found = faults(&address);
            assert_eq!(found, Value::Array(Vec::new()), "{address}, {size:?}, dark: {is_dark}");
        }
    }
}
