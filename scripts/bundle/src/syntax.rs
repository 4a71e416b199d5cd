//! Parts that many kinds of syntax have: attributes, visibilities, names.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, Item, Meta, Token, UseTree, Visibility};

/// The crates of the standard library.
pub const STD_CRATES: [&str; 3] = ["alloc", "core", "std"];

/// The attributes of a piece of syntax of one of these kinds.
macro_rules! attributes {
    ($piece:expr, $enum:ident: $($kind:ident)*) => {
        match $piece {
            $( $enum::$kind(piece) => Some(&mut piece.attrs), )*
            _ => None,
        }
    };
}
pub(crate) use attributes;

/// The attributes of an item; `None` for an item of an unknown kind.
pub fn item_attributes(item: &mut Item) -> Option<&mut Vec<Attribute>> {
    attributes!(item, Item: Const Enum ExternCrate Fn ForeignMod Impl Macro Mod Static Struct Trait
        TraitAlias Type Union Use)
}

/// The attributes of an expression of a kind that can have a condition.
pub fn expr_attributes(expr: &mut Expr) -> Option<&mut Vec<Attribute>> {
    attributes!(expr, Expr: Array Assign Async Await Binary Block Break Call Cast Closure Const
        Continue Field ForLoop Group If Index Infer Let Lit Loop Macro Match MethodCall Paren Path
        Range RawAddr Reference Repeat Return Struct Try TryBlock Tuple Unary Unsafe While Yield)
}

/// The parts of a list such as `unix, feature = "x"`; `None` if it is not such a list.
pub fn conditions(tokens: TokenStream) -> Option<Vec<Meta>> {
    let parts = Punctuated::<Meta, Token![,]>::parse_terminated.parse2(tokens).ok()?;
    Some(parts.into_iter().collect())
}

/// The name, the kind and the attributes of a constant, function or type in an `impl` or a trait.
macro_rules! member {
    ($item:expr, $enum:ident) => {
        match $item {
            $enum::Const(item) => Some((&item.ident, "constant", &mut item.attrs)),
            $enum::Fn(item) => Some((&item.sig.ident, "function", &mut item.attrs)),
            $enum::Type(item) => Some((&item.ident, "type", &mut item.attrs)),
            _ => None,
        }
    };
}
pub(crate) use member;

/// The name and visibility of an item that has a name of its own.
pub fn item_name(item: &Item) -> Option<(&Ident, Option<&Visibility>)> {
    Some(match item {
        Item::Const(item) => (&item.ident, Some(&item.vis)),
        Item::Enum(item) => (&item.ident, Some(&item.vis)),
        Item::Fn(item) => (&item.sig.ident, Some(&item.vis)),
        Item::Macro(item) => (item.ident.as_ref()?, None),
        Item::Mod(item) => (&item.ident, Some(&item.vis)),
        Item::Static(item) => (&item.ident, Some(&item.vis)),
        Item::Struct(item) => (&item.ident, Some(&item.vis)),
        Item::Trait(item) => (&item.ident, Some(&item.vis)),
        Item::TraitAlias(item) => (&item.ident, Some(&item.vis)),
        Item::Type(item) => (&item.ident, Some(&item.vis)),
        Item::Union(item) => (&item.ident, Some(&item.vis)),
        _ => return None,
    })
}

/// What an item with a name of its own is, as reports call it.
pub fn item_kind(item: &Item) -> Option<&'static str> {
    Some(match item {
        Item::Const(_) => "constant",
        Item::Enum(_) => "enum",
        Item::Fn(_) => "function",
        Item::Macro(_) => "macro",
        Item::Mod(_) => "module",
        Item::Static(_) => "static",
        Item::Struct(_) => "struct",
        Item::Trait(_) | Item::TraitAlias(_) => "trait",
        Item::Type(_) => "type",
        Item::Union(_) => "union",
        _ => return None,
    })
}

/// The names that items add to their scope as the head of a path, in addition to crates. A crate's own import
/// (`use gridkit;`) is not among them, because it still means the crate. Nor is a macro or a function with the name of
/// its crate (`use smallvec::smallvec;`). `namesakes` are crates with a module or type of their own name.
pub fn declared<'a>(
    items: impl IntoIterator<Item = &'a Item>,
    namesakes: &BTreeSet<String>,
) -> Vec<String> {
    let mut names = Vec::new();
    for item in items {
        match item {
            Item::Use(item) => leaves(&item.tree, &mut Vec::new(), namesakes, &mut names),
            Item::Fn(_) | Item::Const(_) | Item::Static(_) | Item::Macro(_) => {}
            _ => names.extend(item_name(item).map(|(name, _)| name.to_string())),
        }
    }
    names
}

/// `path` is the path before this part of an import.
fn leaves<'a>(
    tree: &'a UseTree,
    path: &mut Vec<&'a Ident>,
    namesakes: &BTreeSet<String>,
    names: &mut Vec<String>,
) {
    match tree {
        UseTree::Path(part) => {
            path.push(&part.ident);
            leaves(&part.tree, path, namesakes, names);
            path.pop();
        }
        UseTree::Name(name) if name.ident == "self" => {
            if let [_, .., module] = path[..] {
                names.push(module.to_string());
            }
        }
        UseTree::Name(name) => {
            let leaf = name.ident.to_string();
            if path.first().is_some_and(|head| **head != leaf || namesakes.contains(&leaf)) {
                names.push(leaf);
            }
        }
        UseTree::Rename(rename) => names.push(rename.rename.to_string()),
        UseTree::Group(group) => {
            group.items.iter().for_each(|tree| leaves(tree, path, namesakes, names));
        }
        UseTree::Glob(_) => {}
    }
}

/// A name that is not taken: this one, or this one with a number after it.
pub fn fresh(base: &str, taken: impl Fn(&str) -> bool) -> String {
    let mut name = base.to_string();
    let mut count = 2;
    while taken(&name) {
        name = format!("{base}_{count}");
        count += 1;
    }
    name
}

/// Removes the `pub` from the items of a program's root and returns the names of those that had one.
///
/// Compilers count what is public at a root as used, although no other crate uses a program.
pub fn hide(items: &mut [Item]) -> Vec<String> {
    let mut hidden = Vec::new();
    for item in items {
        if let (Some(visibility @ Visibility::Public(_)), Some(name)) = visibility_and_name(item) {
            *visibility = Visibility::Inherited;
            hidden.push(name);
        }
    }
    hidden
}

/// Restores the `pub`: old compilers require it for a type in a public function's signature.
pub fn show(items: &mut [Item], hidden: &[String]) {
    for item in items {
        if let (Some(visibility), Some(name)) = visibility_and_name(item)
            && hidden.contains(&name)
        {
            *visibility = Visibility::Public(syn::token::Pub::default());
        }
    }
}

fn visibility_and_name(item: &mut Item) -> (Option<&mut Visibility>, Option<String>) {
    let name = item_name(item).map(|(name, _)| name.to_string());
    let visibility = match item {
        Item::Const(item) => &mut item.vis,
        Item::Enum(item) => &mut item.vis,
        Item::Fn(item) => &mut item.vis,
        Item::Mod(item) => &mut item.vis,
        Item::Static(item) => &mut item.vis,
        Item::Struct(item) => &mut item.vis,
        Item::Trait(item) => &mut item.vis,
        Item::Type(item) => &mut item.vis,
        Item::Union(item) => &mut item.vis,
        _ => return (None, None),
    };
    (Some(visibility), name)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn an_import_of_a_crate_hides_nothing() {
        let names = |item: Item| declared(&[item], &BTreeSet::from(["chess".to_string()]));
        assert_eq!(
            names(parse_quote!(
                use grid;
            )),
            [""; 0]
        );
        assert_eq!(
            names(parse_quote!(
                use grid::{self, Cell};
            )),
            ["Cell"]
        );
        assert_eq!(
            names(parse_quote!(
                use crate::grid::{self, Cell};
            )),
            ["grid", "Cell"]
        );
        assert_eq!(
            names(parse_quote!(
                use crate::grid::self;
            )),
            ["grid"]
        );
        assert_eq!(
            names(parse_quote!(
                use grid::grid;
            )),
            [""; 0]
        );
        assert_eq!(
            names(parse_quote!(
                use chess::{chess, a as b};
            )),
            ["chess", "b"]
        );
    }
}
