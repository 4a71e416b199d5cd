//! Imports of a module that begin with the same names are merged.

use syn::punctuated::Punctuated;
use syn::visit_mut::{self, VisitMut};
use syn::{File, Ident, Item, ItemUse, UseGroup, UsePath, UseTree};

/// Merges the imports of every module of a file.
pub fn merge(file: &mut File) {
    merge_items(&mut file.items);
    Modules.visit_file_mut(file);
}

struct Modules;

impl VisitMut for Modules {
    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        if let Some((_, items)) = &mut module.content {
            merge_items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
    }
}

fn merge_items(items: &mut Vec<Item>) {
    let mut kept: Vec<Item> = Vec::with_capacity(items.len());
    for item in items.drain(..) {
        if let Item::Use(import) = &item
            && let Some(earlier) = kept.iter_mut().find_map(|item| match item {
                Item::Use(earlier) if mergeable(earlier, import) => Some(earlier),
                _ => None,
            })
        {
            add(&mut earlier.tree, import.tree.clone());
            continue;
        }
        kept.push(item);
    }
    *items = kept;
}

/// Whether two imports differ only in what comes after their first names.
fn mergeable(one: &ItemUse, other: &ItemUse) -> bool {
    one.attrs.is_empty()
        && other.attrs.is_empty()
        && one.vis == other.vis
        && one.leading_colon == other.leading_colon
        && head(&one.tree).is_some_and(|name| Some(name) == head(&other.tree))
}

fn head(tree: &UseTree) -> Option<&Ident> {
    match tree {
        UseTree::Path(path) => Some(&path.ident),
        _ => None,
    }
}

/// Adds one tree to another that begins with the same name.
fn add(tree: &mut UseTree, other: UseTree) {
    if let (UseTree::Path(path), UseTree::Path(UsePath { tree: other, .. })) = (tree, other) {
        let inner = std::mem::replace(&mut *path.tree, group(Vec::new()));
        let mut parts = parts(inner);
        for part in self::parts(*other) {
            let alike =
                parts.iter_mut().find(|one| head(one).is_some() && head(one) == head(&part));
            match alike {
                Some(one) => add(one, part),
                None => parts.push(part),
            }
        }
        *path.tree = if parts.len() == 1 { parts.remove(0) } else { group(parts) };
    }
}

fn parts(tree: UseTree) -> Vec<UseTree> {
    match tree {
        UseTree::Group(group) => group.items.into_iter().collect(),
        other => vec![other],
    }
}

fn group(parts: Vec<UseTree>) -> UseTree {
    let items: Punctuated<_, _> = parts.into_iter().collect();
    UseTree::Group(UseGroup { brace_token: syn::token::Brace::default(), items })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_that_begin_alike_become_one() {
        let text = "use std::fmt; use crate::a::B; use std::io::{self, Write}; pub use std::env; \
                    use crate::a::{c::*, B as D}; use alone;";
        let mut file = syn::parse_file(text).unwrap();
        merge(&mut file);
        assert_eq!(
            prettyplease::unparse(&file),
            "use std::{fmt, io::{self, Write}};\nuse crate::a::{B, c::*, B as D};\n\
             pub use std::env;\nuse alone;\n"
        );
    }
}
