//! Macros that are exported, some with `local_inner_macros`: each macro that these call by its bare name is one of their own
//! crate.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Item, Meta};

use crate::read::tokens::is_keyword;

/// How a macro is exported.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Export {
    /// `#[macro_export]`
    Plain,
    /// `#[macro_export(local_inner_macros)]`
    LocalInner,
}

/// Takes the attribute from a macro that exports it; `None` if there is none.
pub fn take_export(item: &mut Item) -> Option<Export> {
    let Item::Macro(call) = item else { return None };
    let at = call.attrs.iter().position(|one| one.path().is_ident("macro_export"))?;
    match call.attrs.remove(at).meta {
        Meta::List(_) => Some(Export::LocalInner),
        _ => Some(Export::Plain),
    }
}

/// Names the crate before each call of a macro in a definition. `root` is the path of the crate in the bundle.
pub fn qualify(tokens: TokenStream, root: &TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut done: Vec<TokenTree> = Vec::with_capacity(trees.len());
    for (at, tree) in trees.iter().enumerate() {
        let is_call = is_mark(trees.get(at + 1), '!')
            && matches!(trees.get(at + 2), Some(TokenTree::Group(_)));
        let before = at.checked_sub(1).and_then(|before| trees.get(before));
        match tree {
            TokenTree::Ident(name)
                if is_call
                    && !is_keyword(name)
                    && !is_mark(before, ':')
                    && !is_mark(before, '$') =>
            {
                done.extend(root.clone());
                done.extend(quote::quote!(::#name));
            }
            TokenTree::Group(group) => {
                let inner = qualify(group.stream(), root);
                let mut new = proc_macro2::Group::new(group.delimiter(), inner);
                new.set_span(group.span());
                done.push(new.into());
            }
            _ => done.push(tree.clone()),
        }
    }
    done.into_iter().collect()
}

fn is_mark(tree: Option<&TokenTree>, mark: char) -> bool {
    matches!(tree, Some(TokenTree::Punct(punct)) if punct.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use quote::quote;

    use super::qualify;

    #[test]
    fn bare_calls_get_the_path_of_the_crate() {
        let definition = quote! {
            ($name:ident) => { inner!($name); $crate::other!(); $called!(); if !(a) { last![x] } };
        };
        let expected = quote! {
            ($name:ident) => {
                crate::list::inner!($name); $crate::other!(); $called!(); if !(a) { crate::list::last![x] }
            };
        };
        assert_eq!(qualify(definition, &quote!(crate::list)).to_string(), expected.to_string());
    }
}
