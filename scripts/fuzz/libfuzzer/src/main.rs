//! Drives the target that the variable `FUZZ_TARGET` names, by libFuzzer.

#![no_main]

use std::sync::LazyLock;

use fuzz_targets::{Target, target};
use libfuzzer_sys::fuzz_target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    target(&name).unwrap_or_else(|| panic!("FUZZ_TARGET='{name}' is not the name of a target"))
});

fuzz_target!(|bytes: &[u8]| (TARGET.body)(bytes));
