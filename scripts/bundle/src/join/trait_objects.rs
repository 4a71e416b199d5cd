//! `dyn` before the trait objects of older crates that look like other types (`Box<Shape>`): a compiler knows them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use cargo_metadata::Edition;
use syn::File;

use crate::plan::contents::Plan;
use crate::rustc::compiler::{Compiler, Diagnostic};

/// The most attempts: an error can hide others.
const MOST_ATTEMPTS: usize = 8;

/// Marks them in a bundle, if one of its crates may have any.
///
/// # Errors
/// The compiler cannot be run.
pub fn mark(file: &mut File, plan: &Plan, compiler: &Compiler, folder: &Path) -> Result<()> {
    let is_old = |edition| matches!(edition, Edition::E2015 | Edition::E2018);
    if !plan.crates.iter().any(|krate| is_old(krate.edition)) {
        return Ok(());
    }
    let source = folder.join("objects.rs");
    let mut text = prettyplease::unparse(file);
    for _ in 0..MOST_ATTEMPTS {
        fs::write(&source, &text).with_context(|| format!("cannot write {}", source.display()))?;
        let said = compiler.check(&source, folder)?;
        let insertions = insertions(&said);
        for (at, words) in insertions.iter().rev() {
            text.insert_str(*at, words);
        }
        match syn::parse_file(&text) {
            Ok(marked) if !insertions.is_empty() => *file = marked,
            _ => break,
        }
    }
    Ok(())
}

/// The words that the compiler wants, by their places in bytes.
fn insertions(said: &[Diagnostic]) -> BTreeMap<usize, &str> {
    let is_object = |one: &&Diagnostic| one.is_error() && one.name() == "E0782";
    // It may first advise `impl` or a type parameter.
    let advice = said.iter().filter(is_object).filter_map(|one| {
        one.children.iter().find(|child| child.replacements().any(|(_, new)| new.contains("dyn ")))
    });
    let replacements = advice.flat_map(Diagnostic::replacements);
    replacements.map(|(place, new)| (place.byte_start, new)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_advices_the_one_with_dyn_counts() {
        let span = |start: usize, new: &str| {
            format!(
                r#"{{"byte_start":{start},"byte_end":{start},"line_start":1,"label":null,"is_primary":true,
                "expansion":null,"suggested_replacement":"{new}"}}"#
            )
        };
        let child = |spans: &[String]| {
            format!(
                r#"{{"message":"m","code":null,"level":"help","spans":[{}],"rendered":null}}"#,
                spans.join(",")
            )
        };
        let error = |code: &str| {
            let children =
                [child(&[span(3, "impl ")]), child(&[span(5, "<dyn "), span(9, ">")])].join(",");
            let text = format!(
                r#"{{"message":"m","code":{{"code":"{code}"}},"level":"error","spans":[],
                "children":[{children}],"rendered":null}}"#
            );
            serde_json::from_str::<Diagnostic>(&text).unwrap()
        };
        let expected = BTreeMap::from([(5, "<dyn "), (9, ">")]);
        assert_eq!(insertions(&[error("E0782")]), expected);
        assert!(insertions(&[error("E0425")]).is_empty());
    }
}
