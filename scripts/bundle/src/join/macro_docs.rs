//! Documentation inside the tokens of macros, where it is an attribute among tokens.

use proc_macro2::{Group, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::visit_mut::{self, VisitMut};
use syn::{File, Macro};

/// Drops documentation from macros, unless a macro of the bundle reads it.
pub struct Drop {
    read: bool,
}

impl Drop {
    /// Finds out whether a macro of this file reads documentation.
    pub fn new(file: &File) -> Self {
        let mut readers = Readers(false);
        readers.visit_file(file);
        Self { read: readers.0 }
    }
}

impl VisitMut for Drop {
    fn visit_macro_mut(&mut self, call: &mut Macro) {
        if !self.read {
            call.tokens = without(call.tokens.clone());
        }
        visit_mut::visit_macro_mut(self, call);
    }
}

/// Whether a macro's rules match documentation by name (`#[doc = $text]`), or need an attribute
/// (`#[$one:meta] $name:ident`, but not `$(#[$any:meta])*`).
struct Readers(bool);

impl<'ast> Visit<'ast> for Readers {
    fn visit_macro(&mut self, call: &'ast Macro) {
        self.0 |= call.path.is_ident("macro_rules") && reads(call.tokens.clone());
        visit::visit_macro(self, call);
    }
}

fn reads(tokens: TokenStream) -> bool {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    trees
        .windows(3)
        .any(|three| word(&three[0], "doc") && mark(&three[1], '=') && mark(&three[2], '$'))
        || trees.len() > 2
            && trees.windows(2).any(|two| mark(&two[0], '#') && is_any_attribute(&two[1]))
        || trees.into_iter().any(|tree| match tree {
            TokenTree::Group(group) => reads(group.stream()),
            _ => false,
        })
}

/// Tokens without `#[doc = "..."]`, which is what `/// ...` is among tokens.
fn without(tokens: TokenStream) -> TokenStream {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    let mut left = Vec::with_capacity(trees.len());
    let mut at = 0;
    while at < trees.len() {
        let bang = usize::from(trees.get(at + 1).is_some_and(|tree| mark(tree, '!')));
        if mark(&trees[at], '#') && trees.get(at + 1 + bang).is_some_and(is_documentation) {
            at += 2 + bang;
            continue;
        }
        left.push(match &trees[at] {
            TokenTree::Group(group) => {
                let mut new = Group::new(group.delimiter(), without(group.stream()));
                new.set_span(group.span());
                new.into()
            }
            other => other.clone(),
        });
        at += 1;
    }
    left.into_iter().collect()
}

/// Whether a group is `[$name:meta]` of a rule.
fn is_any_attribute(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    matches!(inner.as_slice(), [dollar, TokenTree::Ident(_), colon, kind]
        if mark(dollar, '$') && mark(colon, ':') && word(kind, "meta"))
}

fn is_documentation(tree: &TokenTree) -> bool {
    let TokenTree::Group(group) = tree else { return false };
    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
    matches!(inner.as_slice(), [doc, equals, TokenTree::Literal(_)]
        if word(doc, "doc") && mark(equals, '='))
}

fn word(tree: &TokenTree, word: &str) -> bool {
    matches!(tree, TokenTree::Ident(ident) if ident == word)
}

fn mark(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}
