//! Cuts named pieces out of a syntax tree: items, members, imports.

use std::collections::BTreeMap;
use std::ops::Range;

use proc_macro2::Span;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Field, File, ImplItem, Item, Stmt, TraitItem, UseTree, Variant};

use crate::syntax::{item_attributes, item_kind, item_name, member};

/// What to cut: ranges of bytes in the bundle's text, as a compiler named them.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// Names of items and members that are not used.
    pub names: Vec<Range<usize>>,
    /// Imports that are wholly inside one of these ranges.
    pub imports: Vec<Range<usize>>,
    /// Imports whose path goes through one of these ranges.
    pub broken: Vec<Range<usize>>,
    /// Whole `impl` blocks and members of them, by a range inside their heads.
    pub heads: Vec<Range<usize>>,
    /// Names of pieces that stay although they are not used: each gets an `allow`, so that compilers do not
    /// warn.
    pub silenced: Vec<Range<usize>>,
    /// Ranges of macro calls whose module gets an `allow`.
    pub silenced_modules: Vec<Range<usize>>,
}

impl Marks {
    /// Whether nothing is marked.
    pub fn is_empty(&self) -> bool {
        let Self { names, imports, broken, heads, silenced, silenced_modules } = self;
        [names, imports, broken, heads, silenced, silenced_modules]
            .iter()
            .all(|marks| marks.is_empty())
    }
}

/// The result of a cut.
#[derive(Debug, Default)]
pub struct Cut {
    marks: Marks,
    /// How many pieces of each kind were removed.
    pub removed: BTreeMap<&'static str, usize>,
    /// How many pieces stay although they are not used.
    pub kept: usize,
}

impl Cut {
    /// Cuts what is marked out of a file.
    pub fn out(file: &mut File, marks: Marks) -> Self {
        let mut cut = Self { marks, ..Self::default() };
        cut.visit_file_mut(file);
        if cut.marks.silenced_modules.iter().any(|mark| mark.start != usize::MAX) {
            // Calls at the root itself: the whole file gets the `allow`.
            file.attrs.push(syn::parse_quote!(#![allow(dead_code)]));
            cut.kept += 1;
        }
        cut
    }

    fn named(&mut self, name: Span, kind: &'static str) -> bool {
        let range = name.byte_range();
        let removed = self.marks.names.contains(&range);
        if removed {
            *self.removed.entry(kind).or_default() += 1;
        }
        removed
    }

    fn silence(&mut self, name: &Range<usize>, attributes: &mut Vec<Attribute>) {
        self.silence_with(name, attributes, &syn::parse_quote!(#[allow(dead_code)]));
    }

    fn silence_with(
        &mut self,
        name: &Range<usize>,
        attributes: &mut Vec<Attribute>,
        silenced: &Attribute,
    ) {
        // Old compilers mark a whole field, not only its name.
        let is_marked = self.marks.silenced.iter().any(|mark| inside(name, mark));
        if is_marked && !attributes.contains(silenced) {
            attributes.push(silenced.clone());
            self.kept += 1;
        }
    }

    /// Whether an item is to be removed.
    fn remove(&mut self, item: &mut Item) -> bool {
        if let Item::Use(import) = item {
            let before = self.removed.get("import").copied().unwrap_or(0);
            let left = self.import(&mut import.tree);
            let any = self.removed.get("import").copied().unwrap_or(0) > before;
            return any && !left;
        }
        if let Item::Impl(block) = item {
            let head = block.impl_token.span().byte_range().start
                ..block.brace_token.span.open().byte_range().start;
            let removed = self.marks.heads.iter().any(|mark| inside(mark, &head));
            if removed {
                *self.removed.entry("impl").or_default() += 1;
            }
            return removed;
        }
        let Some(kind) = item_kind(item) else { return false };
        let Some((name, _)) = item_name(item) else { return false };
        let span = name.span();
        if self.named(span, kind) {
            return true;
        }
        let is_macro = matches!(item, Item::Macro(_));
        match item_attributes(item) {
            Some(attributes) if is_macro => {
                let silenced = syn::parse_quote!(#[allow(unused_macros)]);
                self.silence_with(&span.byte_range(), attributes, &silenced);
            }
            Some(attributes) => self.silence(&span.byte_range(), attributes),
            None => {}
        }
        false
    }

    /// Cuts unused leaves out of an import; false if nothing is left.
    fn import(&mut self, tree: &mut UseTree) -> bool {
        let range = match tree {
            UseTree::Path(path) => {
                let name = path.ident.span().byte_range();
                if self.marks.broken.contains(&name) {
                    *self.removed.entry("import").or_default() += 1;
                    return false;
                }
                return self.import(&mut path.tree);
            }
            UseTree::Group(group) => {
                let items = std::mem::take(&mut group.items);
                let kept: Punctuated<_, _> = items
                    .into_iter()
                    .filter_map(|mut tree| self.import(&mut tree).then_some(tree))
                    .collect();
                group.items = kept;
                return !group.items.is_empty();
            }
            UseTree::Name(name) => name.ident.span().byte_range(),
            // Of `Read as _` the compiler names `Read`, of other names the whole.
            UseTree::Rename(rename) => rename.ident.span().byte_range(),
            UseTree::Glob(glob) => glob.star_token.span().byte_range(),
        };
        let mut marks = self.marks.imports.iter().chain(&self.marks.broken);
        let removed = marks.any(|mark| inside(&range, mark));
        if removed {
            *self.removed.entry("import").or_default() += 1;
        }
        !removed
    }

    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| !self.remove(item));
    }

    fn headed(&mut self, whole: &Range<usize>) -> bool {
        let removed = self.marks.heads.iter().any(|mark| inside(mark, whole));
        if removed {
            *self.removed.entry("member").or_default() += 1;
        }
        removed
    }
}

impl VisitMut for Cut {
    fn visit_file_mut(&mut self, file: &mut File) {
        self.items(&mut file.items);
        visit_mut::visit_file_mut(self, file);
    }

    fn visit_block_mut(&mut self, block: &mut syn::Block) {
        block.stmts.retain_mut(|stmt| match stmt {
            Stmt::Item(item) => !self.remove(item),
            _ => true,
        });
        visit_mut::visit_block_mut(self, block);
    }

    fn visit_item_mod_mut(&mut self, module: &mut syn::ItemMod) {
        let whole = module.span().byte_range();
        if let Some((_, items)) = &mut module.content {
            self.items(items);
        }
        visit_mut::visit_item_mod_mut(self, module);
        // Modules inside have handled the calls that they contain.
        let mut here = false;
        for mark in &mut self.marks.silenced_modules {
            if inside(mark, &whole) {
                here = true;
                *mark = usize::MAX..usize::MAX;
            }
        }
        if here {
            module.attrs.push(syn::parse_quote!(#[allow(dead_code)]));
            self.kept += 1;
        }
    }

    fn visit_item_impl_mut(&mut self, block: &mut syn::ItemImpl) {
        block.items.retain_mut(|item| {
            let whole = item.span().byte_range();
            let Some((name, kind, attributes)) = member!(item, ImplItem) else { return true };
            if self.named(name.span(), kind) {
                return false;
            }
            if block.trait_.is_some() && self.headed(&whole) {
                return false;
            }
            self.silence(&name.span().byte_range(), attributes);
            true
        });
        visit_mut::visit_item_impl_mut(self, block);
    }

    fn visit_item_trait_mut(&mut self, block: &mut syn::ItemTrait) {
        block.items.retain_mut(|item| {
            let Some((name, kind, attributes)) = member!(item, TraitItem) else { return true };
            if self.named(name.span(), kind) {
                return false;
            }
            self.silence(&name.span().byte_range(), attributes);
            true
        });
        visit_mut::visit_item_trait_mut(self, block);
    }

    fn visit_variant_mut(&mut self, variant: &mut Variant) {
        let name = variant.ident.span().byte_range();
        self.silence(&name, &mut variant.attrs);
        visit_mut::visit_variant_mut(self, variant);
    }

    fn visit_field_mut(&mut self, field: &mut Field) {
        let place = match &field.ident {
            Some(name) => name.span().byte_range(),
            None => field.span().byte_range(),
        };
        self.silence(&place, &mut field.attrs);
        visit_mut::visit_field_mut(self, field);
    }
}

/// Removes the `allow`s of unused code that a cut has added. A crate's own ones were removed earlier, so all
/// that are found are the bundler's.
pub fn remove_allows(file: &mut File) {
    RemoveAllows.visit_file_mut(file);
}

struct RemoveAllows;

impl VisitMut for RemoveAllows {
    fn visit_attributes_mut(&mut self, attributes: &mut Vec<Attribute>) {
        let silenced: [Attribute; 3] = [
            syn::parse_quote!(#[allow(dead_code)]),
            syn::parse_quote!(#![allow(dead_code)]),
            syn::parse_quote!(#[allow(unused_macros)]),
        ];
        attributes.retain(|attribute| !silenced.contains(attribute));
    }
}

/// Whether one range is within another.
fn inside(inner: &Range<usize>, outer: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Removes inherent `impl` blocks without members and modules without items. Returns their number.
pub fn sweep(file: &mut File) -> usize {
    let mut sweep = Sweep(0);
    sweep.items(&mut file.items);
    sweep.0
}

struct Sweep(usize);

impl Sweep {
    fn items(&mut self, items: &mut Vec<Item>) {
        items.retain_mut(|item| {
            let empty = match item {
                Item::Impl(block) => block.trait_.is_none() && block.items.is_empty(),
                Item::Mod(module) => match &mut module.content {
                    Some((_, inner)) => {
                        self.items(inner);
                        inner.is_empty()
                    }
                    None => false,
                },
                _ => false,
            };
            self.0 += usize::from(empty);
            !empty
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text without the pieces whose names are marked, and how many pieces of each kind were removed.
    fn without(text: &str, names: &[&str]) -> (File, Vec<(&'static str, usize)>) {
        let mut file = syn::parse_file(text).unwrap();
        let start = file.span().byte_range().start;
        let at = |name: &str| start + text.find(name).unwrap();
        let names = names.iter().map(|name| at(name)..at(name) + name.len()).collect();
        let cut = Cut::out(&mut file, Marks { names, ..Marks::default() });
        (file, cut.removed.into_iter().collect())
    }

    #[test]
    fn only_marked_pieces_are_removed_and_counted() {
        let text = "struct A; impl A { fn used(&self) {} fn idle(&self) {} const LEFT: u8 = 1; } \
                    trait T { fn called(&self); fn spare(&self); } fn main() {} fn alone() {}";
        let (file, removed) = without(text, &["idle", "LEFT", "spare", "alone"]);
        let expected = "struct A; impl A { fn used(&self) {} } trait T { fn called(&self); } \
                        fn main() {}";
        assert_eq!(file, syn::parse_file(expected).unwrap());
        assert_eq!(removed.iter().map(|(_, count)| count).sum::<usize>(), 4, "{removed:?}");
    }
}
