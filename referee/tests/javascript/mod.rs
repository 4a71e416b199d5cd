//! The JavaScript of the pages: its types, which are generated from Rust, and its unit tests.

mod contract;

use std::path::Path;
use std::process::Command;

use referee::testkit::needs::Need;

/// Runs the unit tests `*.test.js` of this folder with node's own test runner.
#[test]
fn unit_tests_pass_in_node() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/javascript");
    if !Need::Node.program_runs() {
        return;
    }
    let version = Command::new("node").arg("--version").output().unwrap();
    let version = String::from_utf8_lossy(&version.stdout).into_owned();
    let major = version.trim_start_matches('v').split('.').next().and_then(|it| it.parse().ok());
    if major < Some(20_u32) {
        return Need::Node.skip(format_args!("it is older than version 20: {version}"));
    }
    let files = folder.read_dir().unwrap().map(|entry| entry.unwrap().path());
    let files: Vec<_> = files.filter(|file| file.extension() == Some("js".as_ref())).collect();
    assert!(!files.is_empty());
    let output = Command::new("node").arg("--test").args(files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
