//! Imports of a whole crate by its own name (`use rand;`, `use rand::{self, Rng};`).
//!
//! In a bundle the crate is a module at the root, so at the root such an import would declare its name again. And the module
//! is private, so nothing can import it as public beyond the bundle.

use std::collections::BTreeSet;

use syn::{Item, UseTree};

/// Removes such imports from the items of the program's root.
pub fn drop(items: &mut Vec<Item>, modules: &BTreeSet<String>) {
    items.retain_mut(|item| match item {
        Item::Use(item) => is_left(&mut item.tree, modules, Where::Outside),
        _ => true,
    });
}

/// What the path before a part of an import leads to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Where {
    Outside,
    Root,
    Module,
}

/// Removes the leaves that are a module of a crate; false if no leaf is left.
fn is_left(tree: &mut UseTree, modules: &BTreeSet<String>, place: Where) -> bool {
    let is_module = |name: &syn::Ident| modules.contains(&name.to_string());
    match tree {
        UseTree::Path(path) => {
            let inner = match place {
                Where::Outside if path.ident == "crate" => Where::Root,
                Where::Root if is_module(&path.ident) => Where::Module,
                _ => return true,
            };
            is_left(&mut path.tree, modules, inner)
        }
        UseTree::Name(name) => match place {
            Where::Outside => true,
            Where::Root => !is_module(&name.ident),
            Where::Module => name.ident != "self",
        },
        UseTree::Group(group) => {
            let trees = std::mem::take(&mut group.items);
            let left = trees
                .into_iter()
                .filter_map(|mut tree| is_left(&mut tree, modules, place).then_some(tree));
            group.items = left.collect();
            !group.items.is_empty()
        }
        UseTree::Rename(_) | UseTree::Glob(_) => true,
    }
}
