#![no_main]

use fuzz_targets::target;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Some(target) = target("fruitbot") {
        (target.body)(bytes);
    }
});
