//! The standard library's derives in what a procedural macro makes. The compiler shows their `impl`s, which name internal parts of
//! the library; here these become derives again.

use std::collections::BTreeSet;

use quote::ToTokens;
use syn::{Ident, Item, ItemImpl, Type};

use crate::syntax::{item_attributes, item_name};

/// The traits that can be derived, with their modules.
const TRAITS: [[&str; 2]; 9] = [
    ["clone", "Clone"],
    ["cmp", "Eq"],
    ["cmp", "Ord"],
    ["cmp", "PartialEq"],
    ["cmp", "PartialOrd"],
    ["default", "Default"],
    ["fmt", "Debug"],
    ["hash", "Hash"],
    ["marker", "Copy"],
];

/// Traits that only the compiler implements, each with the derive that does; none if that is another one, too.
const INTERNAL_TRAITS: [([&str; 2], Option<&str>); 2] =
    [(["marker", "StructuralPartialEq"], Some("PartialEq")), (["clone", "TrivialClone"], None)];

/// Names of internal parts in the `impl`s of derives.
const INTERNAL_PARTS: [&str; 5] = [
    "AssertParamIs",
    "assert_fields_are_eq",
    "assert_receiver_is_total_eq",
    "intrinsics",
    "_finish",
];

/// Makes derives of those `impl`s that no other program could have.
pub fn restore(items: &mut Vec<Item>) {
    let mut derived: BTreeSet<(Ident, &str)> = BTreeSet::new();
    for block in items.iter().filter_map(implemented) {
        let Some(name) = type_name(block) else { continue };
        let internal = INTERNAL_TRAITS.iter().find(|(path, _)| has_trait(block, *path));
        let own = TRAITS.iter().find(|path| has_trait(block, **path) && is_internal(block));
        let derive = internal.and_then(|(_, derive)| *derive).or(own.map(|path| path[1]));
        derived.extend(derive.map(|derive| (name.clone(), derive)));
    }
    items.retain(|item| {
        let Some((block, name)) = implemented(item).and_then(|it| Some((it, type_name(it)?)))
        else {
            return true;
        };
        let is_derived = |path: &[&str; 2]| {
            has_trait(block, *path) && derived.contains(&(name.clone(), path[1]))
        };
        !TRAITS.iter().any(is_derived)
            && !INTERNAL_TRAITS.iter().any(|(path, _)| has_trait(block, *path))
    });
    for item in items {
        let Some(name) = item_name(item).map(|(name, _)| name.clone()) else { continue };
        if !matches!(item, Item::Struct(_) | Item::Enum(_) | Item::Union(_)) {
            continue;
        }
        let derives = derived.iter().filter(|(of, _)| *of == name);
        let derives: Vec<Ident> =
            derives.map(|(of, derive)| Ident::new(derive, of.span())).collect();
        if let (false, Some(attributes)) = (derives.is_empty(), item_attributes(item)) {
            attributes.insert(0, syn::parse_quote!(#[derive(#(#derives),*)]));
        }
    }
}

/// An `impl` that a derive made.
fn implemented(item: &Item) -> Option<&ItemImpl> {
    let Item::Impl(block) = item else { return None };
    let is_derived = block.attrs.iter().any(|one| one.path().is_ident("automatically_derived"));
    let is_internal = || INTERNAL_TRAITS.iter().any(|(path, _)| has_trait(block, *path));
    (is_derived || is_internal()).then_some(block)
}

fn has_trait(block: &ItemImpl, path: [&str; 2]) -> bool {
    let Some((_, of, _)) = &block.trait_ else { return false };
    let names = of.segments.iter().map(|one| one.ident.to_string());
    of.leading_colon.is_some() && names.eq(["core", path[0], path[1]])
}

fn is_internal(block: &ItemImpl) -> bool {
    let text = block.to_token_stream().to_string();
    INTERNAL_PARTS.iter().any(|part| text.contains(part))
}

fn type_name(block: &ItemImpl) -> Option<Ident> {
    match &*block.self_ty {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_names_internal_parts_becomes_a_derive() {
        let text = "
            struct A(u8);
            #[automatically_derived] impl ::core::marker::StructuralPartialEq for A {}
            #[automatically_derived] impl ::core::cmp::PartialEq for A { fn eq(&self, o: &A) -> bool { self.0 == o.0 } }
            #[automatically_derived] unsafe impl ::core::clone::TrivialClone for A {}
            #[automatically_derived] impl ::core::clone::Clone for A {
                fn clone(&self) -> A { let _: ::core::clone::AssertParamIsClone<u8>; *self }
            }
            #[automatically_derived] impl ::core::marker::Copy for A {}
            #[automatically_derived] impl ::core::default::Default for A { fn default() -> A { A(7) } }";
        let mut items = syn::parse_file(text).unwrap().items;
        restore(&mut items);
        let left = items.iter().map(|item| item.to_token_stream().to_string()).collect::<String>();
        assert!(left.starts_with("# [derive (Clone , PartialEq)] struct A (u8) ;"), "{left}");
        assert!(left.contains("A (7)") && left.contains("Copy for A"), "{left}");
        assert_eq!(items.len(), 3, "{left}");
    }
}
