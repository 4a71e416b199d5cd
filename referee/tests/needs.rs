//! Tests that skip: the line that they print, the list that they append it to, and when they fail instead.

use std::env;
use std::fs;
use std::process::{Command, Output};

use referee::testkit::needs::Need;
use tempfile::TempDir;

/// A test that skips, in the process that [`skipping`] starts; elsewhere it does nothing.
#[test]
fn a_test_that_skips() {
    if env::var_os("SKIPS_HERE").is_some() {
        Need::Axe.skip("it is\nnot there");
        Need::Cores.skip("1 core");
    }
}

/// Runs that test with a list of required needs, and returns what it printed and the list of what it skipped.
fn skipping(require: &str) -> (Output, String) {
    let folder = TempDir::new().unwrap();
    let list = folder.path().join("list");
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", "needs::a_test_that_skips", "--nocapture"]);
    command.envs([("SKIPS_HERE", "1"), ("BOTYARD_REQUIRE", require)]);
    let output = command.env("BOTYARD_SKIPPED", &list).output().unwrap();
    (output, fs::read_to_string(list).unwrap_or_default())
}

const AXE: &str = "skipped: needs::a_test_that_skips needs axe: it is not there\n";
const CORES: &str = "skipped: needs::a_test_that_skips needs cores: 1 core\n";

#[test]
fn what_a_test_skips_is_printed_and_listed() {
    for require in ["", "browser, python3"] {
        let (output, list) = skipping(require);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(list, format!("{AXE}{CORES}"));
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(printed.contains(AXE) && printed.contains(CORES), "{printed}");
    }
}

#[test]
fn a_test_fails_where_its_need_is_required() {
    for (require, listed) in [("all", ""), ("axe", ""), ("browser,cores", AXE)] {
        let (output, list) = skipping(require);
        assert!(!output.status.success(), "{require}: {output:?}");
        assert_eq!(list, listed, "{require}");
    }
}

#[test]
fn an_unknown_need_is_refused() {
    let (output, _) = skipping("browsers");
    let printed = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success());
    assert!(printed.contains("'browsers'; the needs are: axe, browser,"), "{printed}");
}

#[test]
fn all_needs_have_different_names() {
    let mut names = Need::ALL.map(Need::name).to_vec();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Need::ALL.len());
}
