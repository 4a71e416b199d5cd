//! The branches of `cfg_if!`, the usual macro for code that depends on the system.
//!
//! Its call is replaced by the items of all branches, each under the condition of its branch. So a branch that is false in
//! every bundle goes before its files are read, and modules in files, with a `#[path]` or without one, are
//! like those outside of a call.

use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Item, ItemMacro, Meta, Token, braced};

use crate::syntax::{conditions, item_attributes};

/// The items, with those of the branches in place of each call of `cfg_if!`.
pub fn resolved(items: Vec<Item>) -> Vec<Item> {
    let mut done = Vec::with_capacity(items.len());
    for item in items {
        match inside(&item) {
            Some(inner) => done.extend(resolved(inner)),
            None => done.push(item),
        }
    }
    done
}

/// The items of all branches; `None` if the item is no such call.
fn inside(item: &Item) -> Option<Vec<Item>> {
    let Item::Macro(ItemMacro { attrs, ident: None, mac, .. }) = item else { return None };
    if mac.path.segments.last()?.ident != "cfg_if" {
        return None;
    }
    let Branches(branches) = mac.parse_body().ok()?;
    let mut earlier: Vec<Attribute> = attrs.clone();
    let mut items = Vec::new();
    for (condition, inner) in branches {
        let mut attributes = earlier.clone();
        if let Some(condition) = condition {
            attributes.push(syn::parse_quote!(#[cfg(#condition)]));
            earlier.push(syn::parse_quote!(#[cfg(not(#condition))]));
        }
        for mut item in inner {
            item_attributes(&mut item)?.splice(0..0, attributes.iter().cloned());
            items.push(item);
        }
    }
    Some(items)
}

/// The branches of a call: the condition, which the last one may lack, and the items.
struct Branches(Vec<(Option<Meta>, Vec<Item>)>);

impl Parse for Branches {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut branches = Vec::new();
        loop {
            let condition = if input.parse::<Option<Token![if]>>()?.is_some() {
                Some(condition(input)?)
            } else {
                None
            };
            let content;
            braced!(content in input);
            let file: syn::File = content.parse()?;
            let is_last = condition.is_none();
            branches.push((condition, file.items));
            if is_last || input.parse::<Option<Token![else]>>()?.is_none() {
                return Ok(Self(branches));
            }
        }
    }
}

/// The condition of `#[cfg(condition)]`.
fn condition(input: ParseStream<'_>) -> syn::Result<Meta> {
    let attributes = input.call(Attribute::parse_outer)?;
    let condition = match attributes.as_slice() {
        [Attribute { meta: Meta::List(list), .. }] if list.path.is_ident("cfg") => {
            conditions(list.tokens.clone()).and_then(|mut all| all.pop())
        }
        _ => None,
    };
    condition.ok_or_else(|| input.error("no `#[cfg(...)]`"))
}

#[cfg(test)]
mod tests {
    use quote::ToTokens;

    use super::*;

    fn text(source: &str) -> String {
        let mut file = syn::parse_file(source).unwrap();
        file.items = resolved(file.items);
        prettyplease::unparse(&syn::parse2(file.into_token_stream()).unwrap())
    }

    #[test]
    fn the_items_of_each_branch_have_its_condition() {
        let out = text(
            "cfg_if::cfg_if! {
                if #[cfg(unix)] { #[path = \"a.rs\"] mod imp; }
                else if #[cfg(all(windows, fast))] {
                    cfg_if! { if #[cfg(slow)] { struct Slow; } else { struct Quick; } }
                } else { mod imp {} fn f() {} }
            }",
        );
        let expected = "#[cfg(unix)]\n#[path = \"a.rs\"]\nmod imp;\n\
                        #[cfg(not(unix))]\n#[cfg(all(windows, fast))]\n#[cfg(slow)]\nstruct Slow;\n\
                        #[cfg(not(unix))]\n#[cfg(all(windows, fast))]\n#[cfg(not(slow))]\nstruct Quick;\n\
                        #[cfg(not(unix))]\n#[cfg(not(all(windows, fast)))]\nmod imp {}\n\
                        #[cfg(not(unix))]\n#[cfg(not(all(windows, fast)))]\nfn f() {}\n";
        assert_eq!(out, expected);
    }

    #[test]
    fn other_calls_stay() {
        for call in ["other! {\n    if #[cfg(unix)] {}\n}\n", "cfg_if! {\n    1 + 1\n}\n"] {
            assert_eq!(
                text(call).replace(char::is_whitespace, ""),
                call.replace(char::is_whitespace, "")
            );
        }
    }
}
