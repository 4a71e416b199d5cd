//! Finds the crate of a bundle that a compiler's errors come from.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use cargo_metadata::Edition;
use syn::Item;
use syn::spanned::Spanned;

use crate::plan::contents::{Krate, Plan};
use crate::plan::externs::Choice;
use crate::rustc::compiler::{self, Compiler};

/// A sentence about the registry's crates in which a bundle does not compile; `None` without such an error.
///
/// # Errors
/// The bundle cannot be read, or the compiler cannot be run.
pub fn blame(
    bundle: &Path,
    folder: &Path,
    plan: &Plan,
    compilers: &[Compiler],
    choice: Choice,
) -> Result<Option<String>> {
    let file = syn::parse_file(&std::fs::read_to_string(bundle)?)?;
    for compiler in compilers {
        let said = compiler.check(bundle, folder)?;
        let errors = said.iter().filter(|one| one.is_error());
        let lines = errors.flat_map(|one| one.places().map(|place| place.line_start));
        let modules: BTreeSet<String> =
            lines.filter_map(|line| module_at(&file.items, line)).collect();
        let is_blamed =
            |one: &&Krate| one.place.module.as_ref().is_some_and(|name| modules.contains(name));
        let foreign: Vec<&Krate> =
            plan.crates.iter().filter(is_blamed).filter(|one| !one.local).collect();
        if let Some(first) = foreign.first() {
            let named: Vec<String> = foreign
                .iter()
                .map(|one| format!("`{}` {}", one.place.package, one.version))
                .collect();
            return Ok(Some(format!(
                "{} cannot go into a bundle: rustc {} does not compile it there; {}",
                named.join(" and "),
                compiler.version,
                advice(&first.place.package, first.edition, compiler.edition, choice)
            )));
        }
    }
    Ok(None)
}

/// What to do about a crate that a compiler does not compile in a bundle.
fn advice(package: &str, written: Edition, compiled: compiler::Edition, choice: Choice) -> String {
    let advice = choice.advice(package);
    if written == Edition::E2024 && compiled != compiler::Edition::E2024 {
        format!("it is written for the edition 2024, so try `--edition 2024`, or {advice}")
    } else {
        advice
    }
}

/// The outermost module around a line.
fn module_at(items: &[Item], line: usize) -> Option<String> {
    items.iter().find_map(|item| match item {
        Item::Mod(module) => {
            let (start, end) = (module.span().start().line, module.span().end().line);
            (start..=end).contains(&line).then(|| module.ident.to_string())
        }
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::site::Site;

    #[test]
    fn a_crate_of_a_newer_edition_is_advised_that_edition() {
        let choice = Choice { site: Site::None, outside: &[], inside: &[] };
        let advised =
            |written, compiled| advice("new", written, compiled, choice).contains("--edition 2024");
        assert!(advised(Edition::E2024, compiler::Edition::E2021));
        assert!(!advised(Edition::E2024, compiler::Edition::E2024));
        assert!(!advised(Edition::E2021, compiler::Edition::E2021));
    }

    #[test]
    fn a_line_belongs_to_the_outermost_module() {
        let file = syn::parse_file("fn main() {\n}\nmod a {\n mod b {\n }\n}\nmod c {}").unwrap();
        let at = |line| module_at(&file.items, line);
        assert_eq!([at(1), at(4), at(7)], [None, Some("a".into()), Some("c".into())]);
    }
}
