//! Reads and prints a source without running a compiler.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;
use cargo_metadata::Edition;
use quote::ToTokens;

use crate::plan::cfg_set::CfgSet;
use crate::plan::place::Place;
use crate::read::load::load;
use crate::read::proc_macros::ProcMacros;
use crate::stack::with_large_stack;
use crate::write::layout;
use crate::write::minify;

/// Reads a program that needs no other crate from its root file, and prints it laid out and minified.
/// The fuzz targets call it.
///
/// # Errors
/// A file is missing or is not Rust, or has something that cannot be bundled.
pub fn reprint(root: &Path) -> Result<[String; 2]> {
    let place = Place {
        package: "program".to_owned(),
        name: "program".to_owned(),
        module: None,
        crates: BTreeMap::new(),
        namesakes: BTreeSet::new(),
        cfg: CfgSet::default(),
        variables: BTreeMap::new(),
    };
    with_large_stack(|| {
        let loaded = load(root, &place, Edition::E2021, &ProcMacros::none())?;
        let file = syn::File { shebang: None, attrs: loaded.attributes, items: loaded.items };
        Ok([layout::lay_out(&file), minify::minify(file.into_token_stream())])
    })
}
