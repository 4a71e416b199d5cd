//! Code that cannot be bundled is refused with an error that names its place.

use std::path::Path;

use anyhow::Error;
use proc_macro2::Span;
use syn::spanned::Spanned;

/// An error that names a place in a source file: `src/map.rs:12: sentence`.
pub fn refuse(file: &Path, span: Span, sentence: &str) -> Error {
    Error::msg(format!("{}:{}: {sentence}", file.display(), span.start().line))
}

/// The same, at the beginning of a piece of syntax.
pub fn refuse_at(file: &Path, node: &impl Spanned, sentence: &str) -> Error {
    refuse(file, node.span(), sentence)
}
