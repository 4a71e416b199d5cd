//! Short names, as far as a compiler accepts them.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use syn::File;

use crate::rustc::compiler::{Compiler, Diagnostic};
use crate::write::minify::minify;
use crate::write::shorten::{Methods, shorten};

/// The most attempts. Each keeps the names that the compiler does not know after the attempt before.
const MOST_ATTEMPTS: usize = 16;

/// The minified text with short names. If no attempt compiles, the last one is given, and the proof reports its errors.
///
/// # Errors
/// The compiler cannot be run.
pub fn short_names(
    file: &File,
    methods: Methods,
    compiler: &Compiler,
    folder: &Path,
) -> Result<String> {
    let source = folder.join("short.rs");
    let mut kept = BTreeSet::new();
    let mut text = String::new();
    for _ in 0..MOST_ATTEMPTS {
        let short = shorten(file, methods, &kept);
        text = minify(short.tokens);
        fs::write(&source, &text).with_context(|| format!("cannot write {}", source.display()))?;
        let said = compiler.check(&source, folder)?;
        let errors = said.iter().filter(|one| one.is_error());
        let words = errors.flat_map(Diagnostic::places).filter_map(|place| text.get(place.range()));
        let known = kept.len();
        kept.extend(words.filter_map(|word| short.names.get(word)).cloned());
        if kept.len() == known {
            break;
        }
    }
    Ok(text)
}
