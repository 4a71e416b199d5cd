//! The words of a piece of code: all names in its tokens, wherever they are.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{ImplItem, ItemImpl};

/// A name without the mark of a raw identifier (`r#`).
pub fn plain(name: &Ident) -> String {
    name.to_string().trim_start_matches("r#").to_string()
}

/// A name for a piece whose own name is not among its words.
pub fn no_name() -> Ident {
    Ident::new("_", Span::call_site())
}

/// The words of an `impl` without its members.
pub fn head(block: &ItemImpl) -> BTreeSet<String> {
    words_of(&ItemImpl { items: Vec::new(), ..block.clone() })
}

/// The words of a member without its own name.
pub fn words_of_member(item: &ImplItem) -> BTreeSet<String> {
    let mut item = item.clone();
    match &mut item {
        ImplItem::Fn(function) => function.sig.ident = no_name(),
        ImplItem::Const(constant) => constant.ident = no_name(),
        ImplItem::Type(alias) => alias.ident = no_name(),
        _ => {}
    }
    words_of(&item)
}

/// The words of a piece.
pub fn words_of(piece: &impl ToTokens) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    add_words(piece.to_token_stream(), &mut words);
    words
}

/// Adds the names among tokens, and those in braces in texts (`"{SIDE}"`).
fn add_words(tokens: TokenStream, words: &mut BTreeSet<String>) {
    for tree in tokens {
        match tree {
            TokenTree::Ident(name) => {
                words.insert(plain(&name));
            }
            TokenTree::Group(group) => add_words(group.stream(), words),
            TokenTree::Literal(literal) => {
                let text = literal.to_string();
                for part in text.split('{').skip(1) {
                    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
                    let name = part.split(|letter| !is_name(letter)).next().unwrap_or_default();
                    words.insert(name.to_string());
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}
