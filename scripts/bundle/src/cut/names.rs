//! The path of each name in a file. It stays the same when the file is printed again.

use std::collections::BTreeMap;

use quote::ToTokens;
use syn::visit::{self, Visit};
use syn::{File, Ident, ImplItem, Item, ItemImpl, ItemTrait, TraitItem};

use crate::syntax::item_name;

/// The paths of items and members, by the bytes where their names begin.
///
/// The path of a member of an `impl` contains the head of the block; that of an item in a body contains its
/// function.
pub fn names(file: &File) -> BTreeMap<usize, String> {
    let mut names = Names::default();
    names.visit_file(file);
    names.found
}

#[derive(Default)]
struct Names {
    path: String,
    found: BTreeMap<usize, String>,
}

impl Names {
    fn add(&mut self, name: &Ident) {
        let path = format!("{}{name}", self.path);
        self.found.insert(name.span().byte_range().start, path);
    }

    fn inside(&mut self, outer: &str, visit: impl FnOnce(&mut Self)) {
        let before = self.path.len();
        self.path.extend([outer, "::"]);
        visit(self);
        self.path.truncate(before);
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_item(&mut self, item: &'ast Item) {
        match item_name(item) {
            Some((name, _)) => {
                self.add(name);
                self.inside(&name.to_string(), |names| visit::visit_item(names, item));
            }
            None => visit::visit_item(self, item),
        }
    }

    fn visit_item_impl(&mut self, block: &'ast ItemImpl) {
        let head = ItemImpl { items: Vec::new(), attrs: Vec::new(), ..block.clone() };
        self.inside(&head.to_token_stream().to_string(), |names| {
            for item in &block.items {
                match item {
                    ImplItem::Const(item) => names.add(&item.ident),
                    ImplItem::Fn(item) => names.add(&item.sig.ident),
                    ImplItem::Type(item) => names.add(&item.ident),
                    _ => {}
                }
            }
            visit::visit_item_impl(names, block);
        });
    }

    fn visit_item_trait(&mut self, block: &'ast ItemTrait) {
        for item in &block.items {
            match item {
                TraitItem::Const(item) => self.add(&item.ident),
                TraitItem::Fn(item) => self.add(&item.sig.ident),
                TraitItem::Type(item) => self.add(&item.ident),
                _ => {}
            }
        }
        visit::visit_item_trait(self, block);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_alike_have_paths_of_their_own() {
        let text = "mod a { struct B; impl B { fn new() {} } impl C for B { const N: u8 = 1; } }\n\
                    fn new() { fn inner() {} } trait C { const N: u8; }";
        let file = syn::parse_file(text).unwrap();
        let found = names(&file);
        let paths: Vec<&str> = found.values().map(String::as_str).collect();
        assert_eq!(
            paths,
            [
                "a",
                "a::B",
                "a::impl B { }::new",
                "a::impl C for B { }::N",
                "new",
                "new::inner",
                "C",
                "C::N"
            ]
        );
    }
}
