//! Crates of the edition 2015, in which the paths of imports, and those that begin with `::`, start at the crate's root. Here
//! they become paths of the later editions.

use std::collections::BTreeSet;

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream, TokenTree};
use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{ExprPath, File, ItemUse, Macro, Path, QSelf, TypePath, UsePath, UseTree};

use crate::plan::place::Place;
use crate::read::edition_2018;
use crate::read::tokens::{Angles, is_mark};
use crate::syntax::STD_CRATES;

/// The modules at the root of such a crate, from the text of its root file. They hide crates with the same name, such as `core`.
pub fn root_modules(text: &str) -> BTreeSet<String> {
    let trees: Vec<TokenTree> = text.parse().into_iter().flat_map(TokenStream::into_iter).collect();
    let name = |pair: &[TokenTree]| match pair {
        [TokenTree::Ident(word), TokenTree::Ident(name)] if word == "mod" => Some(name.to_string()),
        _ => None,
    };
    trees.windows(2).filter_map(name).collect()
}

/// Parses a file of such a crate, which has these modules at its root.
///
/// # Errors
/// It is not Rust.
pub fn parse(text: &str, place: &Place, modules: &BTreeSet<String>) -> syn::Result<File> {
    let mut file: File = syn::parse2(name_parameters(edition_2018::tokens(text)?, false))?;
    modernise(&mut file, place, modules);
    Ok(file)
}

/// Gives each parameter in a trait that is only a type (`fn add(&mut self, u64);`) the name `_`.
fn name_parameters(tokens: TokenStream, in_trait: bool) -> TokenStream {
    let mut done: Vec<TokenTree> = Vec::new();
    // Whether a trait, and a function of a trait, began and has no braces or parameters yet.
    let (mut has_trait, mut has_function) = (false, false);
    let mut follows_fn = false;
    // Inside `<...>` a bound such as `Fn(u8)` has parentheses, too.
    let mut angles = Angles::default();
    for tree in tokens {
        let tree = match tree {
            TokenTree::Ident(word) => {
                has_trait |= word == "trait";
                has_function |= in_trait && follows_fn;
                if follows_fn {
                    angles = Angles::default();
                }
                follows_fn = word == "fn";
                word.into()
            }
            TokenTree::Group(group) => {
                let delimiter = group.delimiter();
                let inner =
                    if has_function && angles.depth == 0 && delimiter == Delimiter::Parenthesis {
                        has_function = false;
                        named(group.stream())
                    } else if delimiter == Delimiter::Brace {
                        name_parameters(group.stream(), std::mem::take(&mut has_trait))
                    } else {
                        group.stream()
                    };
                let mut new = Group::new(delimiter, inner);
                new.set_span(group.span());
                new.into()
            }
            other => other,
        };
        follows_fn &= matches!(tree, TokenTree::Ident(_));
        angles.pass(&tree);
        done.push(tree);
    }
    done.into_iter().collect()
}

/// Parameters, each with a name.
fn named(parameters: TokenStream) -> TokenStream {
    let mut done = TokenStream::new();
    for parameter in split(parameters) {
        let has_name = has_colon(&parameter) || parameter.iter().any(is_self);
        let is_nothing = parameter.iter().all(|tree| is_mark(tree, ','));
        if !has_name && !is_nothing {
            done.extend(quote!(_:));
        }
        done.extend(parameter);
    }
    done
}

/// Parameters, each with the comma after it.
fn split(parameters: TokenStream) -> Vec<Vec<TokenTree>> {
    let mut all = vec![Vec::new()];
    let mut angles = Angles::default();
    for tree in parameters {
        let is_end = is_mark(&tree, ',') && angles.depth == 0;
        angles.pass(&tree);
        all.last_mut().expect("there is always one").push(tree);
        if is_end {
            all.push(Vec::new());
        }
    }
    all
}

/// Whether there is a colon between a name and a type, rather than the two of a path.
fn has_colon(parameter: &[TokenTree]) -> bool {
    let is_colon = |at: usize| parameter.get(at).is_some_and(|tree| is_mark(tree, ':'));
    (0..parameter.len())
        .any(|at| is_colon(at) && !is_colon(at + 1) && (at == 0 || !is_colon(at - 1)))
}

fn is_self(tree: &TokenTree) -> bool {
    matches!(tree, TokenTree::Ident(word) if word == "self")
}

/// Rewrites a file of such a crate.
fn modernise(file: &mut File, place: &Place, modules: &BTreeSet<String>) {
    let crates = place.crates.keys().cloned().chain(STD_CRATES.map(str::to_owned));
    let crates = crates.filter(|name| !modules.contains(name)).collect();
    Modernise { crates }.visit_file_mut(file);
}

struct Modernise {
    /// The crates that paths may begin with.
    crates: BTreeSet<String>,
}

impl Modernise {
    /// Whether a path from the crate's root begins with one of its own names.
    fn is_own(&self, head: &Ident) -> bool {
        let head = head.to_string();
        !self.crates.contains(&head) && !["crate", "self", "super"].contains(&head.as_str())
    }

    /// Rewrites a path, which a type may precede: the `::zero` of `<T>::zero` begins nowhere.
    fn behind(&mut self, kind: Option<&mut QSelf>, path: &mut Path) {
        match kind {
            Some(kind) if kind.position == 0 => {
                self.visit_qself_mut(kind);
                path.segments.iter_mut().for_each(|segment| self.visit_path_segment_mut(segment));
            }
            Some(kind) => {
                self.visit_qself_mut(kind);
                let segments = path.segments.len();
                self.visit_path_mut(path);
                kind.position += path.segments.len() - segments;
            }
            None => self.visit_path_mut(path),
        }
    }

    /// Lets each branch of an import begin with `crate`, unless it names a crate.
    fn tree(&self, tree: &mut UseTree) {
        let is_own = match tree {
            UseTree::Path(path) => self.is_own(&path.ident),
            UseTree::Name(name) => self.is_own(&name.ident),
            UseTree::Rename(rename) => self.is_own(&rename.ident),
            UseTree::Glob(_) => true,
            UseTree::Group(group) => {
                group.items.iter_mut().for_each(|tree| self.tree(tree));
                false
            }
        };
        if is_own {
            let inner = std::mem::replace(
                tree,
                UseTree::Glob(syn::UseGlob { star_token: syn::parse_quote!(*) }),
            );
            *tree = UseTree::Path(UsePath {
                ident: Ident::new("crate", Span::call_site()),
                colon2_token: syn::parse_quote!(::),
                tree: Box::new(inner),
            });
        }
    }
}

impl VisitMut for Modernise {
    fn visit_item_use_mut(&mut self, item: &mut ItemUse) {
        item.leading_colon = None;
        self.tree(&mut item.tree);
    }

    fn visit_expr_path_mut(&mut self, expr: &mut ExprPath) {
        self.behind(expr.qself.as_mut(), &mut expr.path);
    }

    fn visit_type_path_mut(&mut self, kind: &mut TypePath) {
        self.behind(kind.qself.as_mut(), &mut kind.path);
    }

    /// `try!` was a macro before it became a keyword.
    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if call.path.segments.len() == 1 && call.path.segments[0].ident == "try" {
            call.path = syn::parse_quote!(r#try);
        }
        visit_mut::visit_macro_mut(self, call);
    }

    fn visit_path_mut(&mut self, path: &mut Path) {
        if path.leading_colon.is_some()
            && path.segments.first().is_some_and(|it| self.is_own(&it.ident))
        {
            let segments = std::mem::take(&mut path.segments);
            *path = syn::parse_quote!(crate::#segments);
        }
        visit_mut::visit_path_mut(self, path);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use quote::ToTokens;
    use syn::parse_quote;

    use super::*;
    use crate::plan::cfg_set::CfgSet;

    fn place() -> Place {
        Place {
            package: "old".into(),
            name: "old".into(),
            module: Some("old".into()),
            crates: BTreeMap::from([("rand".to_owned(), "rand".to_owned())]),
            namesakes: BTreeSet::new(),
            cfg: CfgSet::default(),
            variables: BTreeMap::new(),
        }
    }

    #[test]
    fn parameters_of_traits_get_a_name() {
        let text = "trait Hash<T> { fn add(&mut self, u64, (u8, T), x: Vec<u8>, Map<u8, T>) -> fn(u8); fn end(self);
            fn each<F: Fn(u8) -> u8>(&self, F); }
            fn free(a: fn(u8)) {} struct Pair(u8, u8); impl Hash<u8> for () { fn end(self) {} }";
        let expected: File = parse_quote! {
            trait Hash<T> {
                fn add(&mut self, _: u64, _: (u8, T), x: Vec<u8>, _: Map<u8, T>) -> fn(u8);
                fn end(self);
                fn each<F: Fn(u8) -> u8>(&self, _: F);
            }
            fn free(a: fn(u8)) {}
            struct Pair(u8, u8);
            impl Hash<u8> for () { fn end(self) {} }
        };
        let file = parse(text, &place(), &BTreeSet::new()).unwrap();
        assert_eq!(file.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }

    #[test]
    fn the_old_macro_try_has_its_raw_name() {
        let file = parse(
            "fn f() -> Result<u8, u8> { Ok(try!(one()) + try!(two())) }",
            &place(),
            &BTreeSet::new(),
        )
        .unwrap();
        assert_eq!(file.to_token_stream().to_string().matches("r#try").count(), 2);
    }

    #[test]
    fn paths_from_the_root_say_so() {
        let mut file: File = parse_quote! {
            use std::fmt;
            use ::core::ops::Add;
            use rand::Rng;
            use alloc::Arena;
            use list::{self, Node};
            use {tree::Leaf, rand::Seed};
            use self::inner::Part;
            use super::above;
            fn f(a: ::list::Node, b: list::Node) -> ::std::io::Result<()> { ::list::run(a) }
            fn g() -> u8 { <u8>::zero() + <::list::Node as ::list::Zero>::zero(<_>::one()) }
        };
        let modules =
            root_modules("extern crate core as std_core; pub mod alloc { mod rand {} } fn f() {}");
        modernise(&mut file, &place(), &modules);
        let expected: File = parse_quote! {
            use std::fmt;
            use core::ops::Add;
            use rand::Rng;
            use crate::alloc::Arena;
            use crate::list::{self, Node};
            use {crate::tree::Leaf, rand::Seed};
            use self::inner::Part;
            use super::above;
            fn f(a: crate::list::Node, b: list::Node) -> ::std::io::Result<()> { crate::list::run(a) }
            fn g() -> u8 { <u8>::zero() + <crate::list::Node as crate::list::Zero>::zero(<_>::one()) }
        };
        assert_eq!(file.to_token_stream().to_string(), expected.to_token_stream().to_string());
    }
}
