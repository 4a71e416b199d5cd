//! The names of the macros of a crate.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use syn::{Attribute, Item, Meta, UseTree};

use crate::plan::contents::Krate;
use crate::rustc::compiler::Compiler;
use crate::rustc::expand::Expand;
use crate::syntax::conditions;

/// The macros of a crate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// Those for `#[derive(...)]`, each with the attributes that it knows in a type.
    pub derives: BTreeMap<String, Vec<String>>,
    /// Those that are attributes.
    pub attributes: Vec<String>,
    /// Those that are called: `name!(...)`.
    pub calls: Vec<String>,
}

impl Names {
    /// All names.
    pub fn all(&self) -> impl Iterator<Item = &String> {
        self.derives.keys().chain(&self.attributes).chain(&self.calls)
    }

    fn add(&mut self, function: &syn::Ident, attribute: &Attribute) {
        let list = || match &attribute.meta {
            Meta::List(list) => conditions(list.tokens.clone()).unwrap_or_default(),
            _ => Vec::new(),
        };
        let name = |meta: &Meta| meta.path().get_ident().map(ToString::to_string);
        if attribute.path().is_ident("proc_macro_derive") {
            let list = list();
            let helpers = list.get(1).and_then(|meta| match meta {
                Meta::List(list) => conditions(list.tokens.clone()),
                _ => None,
            });
            let helpers = helpers.iter().flatten().filter_map(name).collect();
            self.derives.extend(list.first().and_then(name).map(|name| (name, helpers)));
        } else if attribute.path().is_ident("proc_macro_attribute") {
            self.attributes.push(function.to_string());
        } else if attribute.path().is_ident("proc_macro") {
            self.calls.push(function.to_string());
        }
    }
}

/// The macros of each crate, by its root file.
///
/// # Errors
/// The compiler cannot be run.
pub fn find_all(crates: &[Krate], compiler: &Compiler) -> Result<BTreeMap<PathBuf, Names>> {
    let crates = crates.iter().filter(|krate| krate.macros.is_some());
    crates.map(|krate| Ok((krate.root.clone(), find(krate, compiler)?))).collect()
}

/// Finds them in a crate's root file, where all must be. The compiler shows it, since some functions are made by macros.
fn find(krate: &Krate, compiler: &Compiler) -> Result<Names> {
    let features = krate.place.cfg.features.iter();
    let (text, _) = compiler.expand(&Expand {
        source: &krate.root,
        crate_type: "proc-macro",
        edition: krate.edition.as_str(),
        libraries: &[],
        features: &features.map(String::as_str).collect::<Vec<_>>(),
        variables: &krate.place.variables,
    })?;
    let file = syn::parse_file(&text)
        .with_context(|| format!("the macros of {} are no Rust", krate.root.display()))?;
    Ok(names(&file.items))
}

fn names(items: &[Item]) -> Names {
    let mut names = Names::default();
    for item in items {
        if let Item::Fn(function) = item {
            function.attrs.iter().for_each(|one| names.add(&function.sig.ident, one));
        }
    }
    names
}

/// The names under which a crate's root file imports others: `use macros::{inner as outer}` has `outer` for `inner`. None if the file
/// is no Rust, which is reported later.
pub fn renames(root: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root).unwrap_or_default();
    let mut names = BTreeMap::new();
    for item in syn::parse_file(&text).map(|file| file.items).unwrap_or_default() {
        if let Item::Use(import) = item {
            renamed(&import.tree, &mut names);
        }
    }
    names
}

fn renamed(tree: &UseTree, names: &mut BTreeMap<String, String>) {
    match tree {
        UseTree::Path(path) => renamed(&path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| renamed(tree, names)),
        UseTree::Rename(one) => {
            names.insert(one.rename.to_string(), one.ident.to_string());
        }
        UseTree::Name(_) | UseTree::Glob(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn macros_have_the_names_of_their_attributes_or_functions() {
        let file = syn::parse_file(
            "#[proc_macro_derive(Error, attributes(error, from))] pub fn derive(i: T) -> T { i }
            #[proc_macro_derive(Plain)] pub fn plain(i: T) -> T { i }
            #[proc_macro_attribute] pub fn twice(a: T, i: T) -> T { i }
            #[proc_macro] pub fn hex(i: T) -> T { i }
            fn helper() {}",
        )
        .unwrap();
        let found = names(&file.items);
        let derives = [("Error", vec!["error", "from"]), ("Plain", vec![])];
        let owned = |(name, all): &(&str, Vec<&str>)| {
            (name.to_string(), all.iter().map(ToString::to_string).collect())
        };
        assert_eq!(found.derives, derives.iter().map(owned).collect());
        assert_eq!((found.attributes, found.calls), (vec!["twice".into()], vec!["hex".into()]));
    }
}
