//! Exported macros that other crates re-export: in a program a macro is public within the crate only.

use std::collections::BTreeSet;

use syn::punctuated::Punctuated;
use syn::{Item, ItemUse, UseGroup, UseTree, Visibility};

/// Makes each `pub use` of one of these macros a `pub(crate) use`. Other names in the same `use` stay as
/// public as they were.
pub fn confine(items: &mut Vec<Item>, macros: &BTreeSet<String>) {
    let mut names = macros.clone();
    // A macro may be re-exported under another name, by modules in any order.
    loop {
        let before = names.len();
        rename(items, &mut names);
        if names.len() == before {
            break;
        }
    }
    apply(items, &names);
}

/// Adds the new names of macros that are imported under another one.
fn rename(items: &[Item], names: &mut BTreeSet<String>) {
    for item in items {
        match item {
            Item::Use(item) => renamed(&item.tree, names),
            Item::Mod(module) => {
                rename(module.content.as_ref().map_or(&[], |(_, items)| items), names);
            }
            _ => {}
        }
    }
}

fn renamed(tree: &UseTree, names: &mut BTreeSet<String>) {
    match tree {
        UseTree::Path(path) => renamed(&path.tree, names),
        UseTree::Group(group) => group.items.iter().for_each(|tree| renamed(tree, names)),
        UseTree::Rename(one) if names.contains(&one.ident.to_string()) => {
            names.insert(one.rename.to_string());
        }
        _ => {}
    }
}

fn apply(items: &mut Vec<Item>, names: &BTreeSet<String>) {
    let mut done = Vec::with_capacity(items.len());
    for mut item in items.drain(..) {
        match &mut item {
            Item::Mod(module) => {
                if let Some((_, items)) = &mut module.content {
                    apply(items, names);
                }
            }
            Item::Use(import) if matches!(import.vis, Visibility::Public(_)) => {
                let (confined, rest) = split(import.tree.clone(), names);
                let within = confined.map(|tree| {
                    let vis = syn::parse_quote!(pub(crate));
                    Item::Use(ItemUse { tree, vis, ..import.clone() })
                });
                done.extend(within);
                let Some(rest) = rest else { continue };
                import.tree = rest;
            }
            _ => {}
        }
        done.push(item);
    }
    *items = done;
}

/// The part of an import that names macros, and the rest.
fn split(tree: UseTree, names: &BTreeSet<String>) -> (Option<UseTree>, Option<UseTree>) {
    let sort =
        |is_macro: bool, tree| if is_macro { (Some(tree), None) } else { (None, Some(tree)) };
    match tree {
        UseTree::Name(one) => sort(names.contains(&one.ident.to_string()), one.into()),
        UseTree::Rename(one) => sort(names.contains(&one.ident.to_string()), one.into()),
        UseTree::Glob(one) => sort(false, one.into()),
        UseTree::Path(path) => {
            let (confined, rest) = split((*path.tree).clone(), names);
            let under = |tree| UseTree::Path(syn::UsePath { tree: Box::new(tree), ..path.clone() });
            (confined.map(under), rest.map(under))
        }
        UseTree::Group(group) => {
            let parts = group.items.iter().map(|tree| split(tree.clone(), names));
            let (confined, rest): (Vec<_>, Vec<_>) = parts.unzip();
            let group = |trees: Vec<Option<UseTree>>| {
                let items: Punctuated<_, _> = trees.into_iter().flatten().collect();
                let is_empty = items.is_empty();
                let group = UseTree::Group(UseGroup { items, ..group.clone() });
                (!is_empty).then_some(group)
            };
            (group(confined), group(rest))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_macros_lose_their_public_import() {
        let text = "mod a { pub use crate::b::m; pub use crate::b::{m as n, C, d::*}; use crate::b::m; }\n\
                    pub use a::n; pub use a::C;";
        let mut file = syn::parse_file(text).unwrap();
        confine(&mut file.items, &BTreeSet::from(["m".to_string()]));
        assert_eq!(
            prettyplease::unparse(&file),
            "mod a {\n    pub(crate) use crate::b::m;\n    pub(crate) use crate::b::m as n;\n    \
             pub use crate::b::{C, d::*};\n    use crate::b::m;\n}\npub(crate) use a::n;\npub use a::C;\n"
        );
    }
    #[test]
    fn a_macro_is_found_under_its_third_name_before_its_second() {
        let text = "mod z { pub use crate::a::n as o; } mod a { pub use crate::b::m as n; }";
        let mut file = syn::parse_file(text).unwrap();
        confine(&mut file.items, &BTreeSet::from(["m".to_string()]));
        assert_eq!(prettyplease::unparse(&file).matches("pub(crate) use").count(), 2);
    }
}
