use super::elsewhere::{self as there, *};
#[allow(unused_imports)]
use std::collections::{BTreeMap, HashMap};

#[allow(dead_code)]
fn unused_here() -> BTreeMap<u8, HashMap<u8, u8>> {
    let _ = there::far();
    let _: Far = Far;
    BTreeMap::new()
}
