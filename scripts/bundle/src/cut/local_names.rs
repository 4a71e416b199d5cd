//! The names that the items of a bundle define.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};
use syn::{GenericParam, Item, ItemImpl, Path, UseTree};

use crate::cut::words::plain;
use crate::syntax::{STD_CRATES, item_name};

/// Names that items define, outside functions and macros.
#[derive(Debug, Default)]
pub struct LocalNames {
    /// Structs, enums and unions.
    pub types: BTreeSet<String>,
    /// Traits, except those with the name of a standard trait that is imported somewhere.
    pub traits: BTreeSet<String>,
    /// Names that imports give (`use a::B as C;`), as `("C", "B")`.
    pub aliases: BTreeSet<(String, String)>,
    /// Names through which imports go, as `Side` in `use Side::Left;`.
    pub opened: BTreeSet<String>,
    /// What is imported from the standard library.
    standard: BTreeSet<String>,
}

/// The names of items, and of those in their modules.
pub fn local_names(items: &[Item]) -> LocalNames {
    let mut names = LocalNames::default();
    names.add(items);
    let LocalNames { traits, standard, .. } = &mut names;
    traits.retain(|name| !standard.contains(name));
    names
}

impl LocalNames {
    fn add(&mut self, items: &[Item]) {
        for item in items {
            let name = || item_name(item).map(|(name, _)| plain(name));
            match item {
                Item::Mod(module) => {
                    module.content.iter().for_each(|(_, items)| self.add(items));
                }
                Item::Struct(_) | Item::Enum(_) | Item::Union(_) => self.types.extend(name()),
                Item::Trait(_) => self.traits.extend(name()),
                Item::Use(import) => self.import(&import.tree, false),
                _ => {}
            }
        }
    }

    fn import(&mut self, tree: &UseTree, is_standard: bool) {
        match tree {
            UseTree::Path(path) => {
                let name = plain(&path.ident);
                let is_standard = is_standard || STD_CRATES.contains(&name.as_str());
                self.opened.insert(name);
                self.import(&path.tree, is_standard);
            }
            UseTree::Name(name) if is_standard => {
                self.standard.insert(plain(&name.ident));
            }
            UseTree::Rename(rename) => {
                self.aliases.insert((plain(&rename.rename), plain(&rename.ident)));
                if is_standard {
                    self.standard.insert(plain(&rename.rename));
                }
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, is_standard));
            }
            UseTree::Name(_) | UseTree::Glob(_) => {}
        }
    }

    /// The types and traits of this bundle that the head of an `impl` is about.
    pub fn of_head(&self, block: &ItemImpl) -> BTreeSet<String> {
        let parameters = block.generics.params.iter().filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(plain(&parameter.ident)),
            GenericParam::Const(parameter) => Some(plain(&parameter.ident)),
            GenericParam::Lifetime(_) => None,
        });
        let mut head =
            Head { names: self, parameters: parameters.collect(), found: BTreeSet::new() };
        if let Some((_, path, _)) = &block.trait_ {
            let of = path.segments.last().map(|last| plain(&last.ident));
            head.found.extend(of.filter(|name| self.traits.contains(name)));
            path.segments.iter().for_each(|part| head.visit_path_arguments(&part.arguments));
        }
        head.visit_type(&block.self_ty);
        head.found
    }
}

struct Head<'a> {
    names: &'a LocalNames,
    parameters: BTreeSet<String>,
    found: BTreeSet<String>,
}

impl<'ast> Visit<'ast> for Head<'_> {
    fn visit_path(&mut self, path: &'ast Path) {
        let name = |at: Option<&syn::PathSegment>| at.map(|part| plain(&part.ident));
        let first = name(path.segments.first());
        let is_parameter =
            first.is_some_and(|first| first == "Self" || self.parameters.contains(&first));
        if !is_parameter {
            let last = name(path.segments.last());
            self.found.extend(last.filter(|last| self.names.types.contains(last)));
        }
        visit::visit_path(self, path);
    }
}
