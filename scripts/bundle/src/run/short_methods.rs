//! Short names for methods, as far as a compiler accepts them.

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

/// The minified text with short names, those of methods included; `None` if the compiler does not accept it.
///
/// # Errors
/// The compiler cannot be run.
pub fn short_methods(
    notice: &str,
    file: &File,
    compiler: &Compiler,
    folder: &Path,
) -> Result<Option<String>> {
    let source = folder.join("short.rs");
    let mut kept = BTreeSet::new();
    for _ in 0..MOST_ATTEMPTS {
        let short = shorten(file, Methods::Short(&kept));
        let text = format!("{notice}{}", minify(short.tokens));
        fs::write(&source, &text).with_context(|| format!("cannot write {}", source.display()))?;
        let said = compiler.check(&source, folder)?;
        let errors: Vec<&Diagnostic> = said.iter().filter(|one| one.is_error()).collect();
        if errors.is_empty() {
            return Ok(Some(text));
        }
        let at = errors.iter().flat_map(|one| one.places());
        let words = at.filter_map(|place| text.get(place.range()));
        let known = kept.len();
        kept.extend(words.filter_map(|word| short.methods.get(word)).cloned());
        if kept.len() == known {
            return Ok(None);
        }
    }
    Ok(None)
}
