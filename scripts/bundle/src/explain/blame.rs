//! Finds the crate of a bundle that a compiler's errors come from.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;
use syn::Item;
use syn::spanned::Spanned;

use crate::plan::contents::{Krate, Plan};
use crate::plan::externs::Choice;
use crate::rustc::compiler::Compiler;

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
                choice.advice(&first.place.package)
            )));
        }
    }
    Ok(None)
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

    #[test]
    fn a_line_belongs_to_the_outermost_module() {
        let file = syn::parse_file("fn main() {\n}\nmod a {\n mod b {\n }\n}\nmod c {}").unwrap();
        let at = |line| module_at(&file.items, line);
        assert_eq!([at(1), at(4), at(7)], [None, Some("a".into()), Some("c".into())]);
    }
}
