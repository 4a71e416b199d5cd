//! Macros of a crate (`macro_rules!`) that call procedural macros. Only with their arguments is it known what the procedural macro
//! gets, so the compiler runs both.

use std::collections::BTreeSet;

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Ident, ItemMacro};

use crate::read::tokens::{is_mark, path_start};

/// The macros of a crate that were read so far, as they are written.
#[derive(Default)]
pub struct Wrappers {
    /// All, since one may call another.
    definitions: TokenStream,
    defined: BTreeSet<String>,
    /// Those that call a procedural macro.
    wrapping: BTreeSet<String>,
}

impl Wrappers {
    /// Notes a definition. `path` knows the paths of procedural macros by their names.
    pub fn note(&mut self, definition: &ItemMacro, path: &dyn Fn(&Ident) -> Option<TokenStream>) {
        let Some(name) = definition.ident.as_ref().map(ToString::to_string) else { return };
        let mut definition = definition.clone();
        let mut count = 0;
        let wrapping = &self.wrapping;
        let mut of = |called: &Ident| {
            let path = path(called);
            count += usize::from(path.is_some() || wrapping.contains(&called.to_string()));
            path
        };
        definition.mac.tokens = with_paths(definition.mac.tokens, &mut of);
        if count > 0 {
            self.wrapping.insert(name.clone());
        }
        definition.to_tokens(&mut self.definitions);
        self.defined.insert(name);
    }

    /// Whether a macro calls a procedural macro.
    pub fn is_wrapper(&self, name: &Ident) -> bool {
        self.wrapping.contains(&name.to_string())
    }

    /// Whether the definition of a macro was noted.
    pub fn is_defined(&self, name: &Ident) -> bool {
        self.defined.contains(&name.to_string())
    }

    /// All definitions, if any of them calls a procedural macro.
    pub fn definitions(&self) -> TokenStream {
        if self.wrapping.is_empty() { TokenStream::new() } else { self.definitions.clone() }
    }
}

/// Tokens in which the calls of some macros have other paths.
fn with_paths(
    tokens: TokenStream,
    path: &mut dyn FnMut(&Ident) -> Option<TokenStream>,
) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut done: Vec<TokenTree> = Vec::with_capacity(trees.len());
    for (at, tree) in trees.iter().enumerate() {
        match tree {
            TokenTree::Ident(name) if trees.get(at + 1).is_some_and(|next| is_mark(next, '!')) => {
                if let Some(path) = path(name) {
                    done.truncate(path_start(&done));
                    done.extend(path);
                } else {
                    done.push(tree.clone());
                }
            }
            TokenTree::Group(group) => {
                let inner = with_paths(group.stream(), path);
                done.push(Group::new(group.delimiter(), inner).into());
            }
            other => done.push(other.clone()),
        }
    }
    done.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn a_macro_wraps_those_that_it_calls() {
        let mut wrappers = Wrappers::default();
        let definitions: [ItemMacro; 3] = [
            parse_quote! { macro_rules! plain { () => { vec![] } } },
            parse_quote! { macro_rules! first { ($n:ident) => { paste::paste! { fn [<$n _x>]() {} } } } },
            parse_quote! { macro_rules! second { () => { first!(a); } } },
        ];
        for definition in &definitions {
            wrappers.note(definition, &|name| (name == "paste").then(|| quote!(::lib::paste)));
        }
        let found = ["plain", "first", "second"]
            .map(|name| wrappers.is_wrapper(&syn::parse_str(name).unwrap()));
        assert_eq!(found, [false, true, true]);
        let text = wrappers.definitions().to_string();
        assert!(text.contains("{ :: lib :: paste ! { fn"), "{text}");
    }
}
