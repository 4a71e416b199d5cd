//! Macros that make modules of files: `macro_rules! prelude { () => { mod types; } }`. A bundle has no files, so the items of
//! such a macro replace its call.

use std::collections::BTreeMap;

use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Item, ItemMacro};

use crate::read::tokens::is_mark;
use crate::syntax::item_attributes;

/// The macros of a crate that make modules of files.
#[derive(Default)]
pub struct Makers {
    /// The items that each makes.
    made: BTreeMap<String, TokenStream>,
}

impl Makers {
    /// Notes the definition of such a macro; false if a macro is none, or is exported and so may be called elsewhere.
    pub fn note(&mut self, definition: &ItemMacro) -> bool {
        let is_exported = definition.attrs.iter().any(|one| one.path().is_ident("macro_export"));
        let (Some(name), false) = (&definition.ident, is_exported) else { return false };
        let Some(made) = made_by(definition) else { return false };
        self.made.insert(name.to_string(), made);
        true
    }

    /// The items that replace the call of such a macro, each with the attributes of the call.
    pub fn items(&self, call: &ItemMacro) -> Option<Vec<Item>> {
        let made = self.made.get(&call.mac.path.get_ident()?.to_string())?;
        let is_plain = call.ident.is_none() && call.mac.tokens.is_empty();
        let mut items = syn::parse2::<syn::File>(made.clone()).ok().filter(|_| is_plain)?.items;
        for attributes in items.iter_mut().filter_map(item_attributes) {
            let conditions = call.attrs.iter().filter(|one| one.path().is_ident("cfg"));
            attributes.splice(0..0, conditions.cloned().collect::<Vec<Attribute>>());
        }
        Some(items)
    }
}

/// The items that a macro makes, if it has one rule without arguments, and they have a `mod name;`.
fn made_by(definition: &ItemMacro) -> Option<TokenStream> {
    let trees: Vec<TokenTree> = definition.mac.tokens.clone().into_iter().collect();
    let (rule, rest) = trees.split_at_checked(4)?;
    let [TokenTree::Group(pattern), equals, greater, TokenTree::Group(body)] = rule else {
        return None;
    };
    let is_only_rule = pattern.stream().is_empty()
        && is_mark(equals, '=')
        && is_mark(greater, '>')
        && rest.iter().all(|tree| is_mark(tree, ';'));
    (is_only_rule && has_module_file(body.stream())).then(|| body.stream())
}

/// Whether there is a `mod name;` among tokens, at whatever depth.
fn has_module_file(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let is_module = |at: usize| module_file(&trees[at..]).is_some();
    let is_deeper = |tree: &TokenTree| matches!(tree, TokenTree::Group(group) if has_module_file(group.stream()));
    (0..trees.len()).any(is_module) || trees.iter().any(is_deeper)
}

/// The name of the module if tokens begin with `mod name;`.
pub fn module_file(trees: &[TokenTree]) -> Option<&Ident> {
    match trees {
        [TokenTree::Ident(word), TokenTree::Ident(name), end, ..] => {
            (word == "mod" && is_mark(end, ';')).then_some(name)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn a_macro_with_one_rule_makes_modules() {
        let made =
            |text: &str| made_by(&syn::parse_str(text).unwrap()).map(|items| items.to_string());
        let one = made("macro_rules! all { () => { mod a; #[cfg(unix)] mod b; }; }");
        assert_eq!(one.unwrap(), "mod a ; # [cfg (unix)] mod b ;");
        assert!(made("macro_rules! all { () => { mod a { mod b; } } }").is_some());
        assert!(made("macro_rules! all { () => { mod a {} } }").is_none());
        assert!(made("macro_rules! all { ($a:ident) => { mod a; } }").is_none());
        assert!(made("macro_rules! all { () => { mod a; }; (b) => { mod b; } }").is_none());
    }

    #[test]
    fn made_items_keep_the_conditions_of_the_call() {
        let mut makers = Makers::default();
        assert!(makers.note(&parse_quote! { macro_rules! all { () => { mod a; use a::*; } } }));
        assert!(
            !makers.note(&parse_quote! { #[macro_export] macro_rules! far { () => { mod a; } } })
        );
        let made = |call: ItemMacro| {
            makers.items(&call).map(|items| quote::quote!(#(#items)*).to_string())
        };
        let expected = "# [cfg (unix)] mod a ; # [cfg (unix)] use a :: * ;";
        assert_eq!(made(parse_quote! { #[cfg(unix)] all!(); }).as_deref(), Some(expected));
        assert!(made(parse_quote! { all!(b); }).is_none());
        assert!(made(parse_quote! { other!(); }).is_none());
    }
}
