//! Marks, words and paths among tokens.

use proc_macro2::{Ident, TokenTree};
use quote::ToTokens;

/// Counts the `<...>` around a place.
#[derive(Default)]
pub struct Angles {
    /// How many are open.
    pub depth: i32,
    /// Whether the last token was the `-` of an arrow.
    is_arrow: bool,
}

impl Angles {
    /// Passes the next token.
    pub fn pass(&mut self, tree: &TokenTree) {
        self.depth += i32::from(is_mark(tree, '<'));
        self.depth -= i32::from(is_mark(tree, '>') && !self.is_arrow);
        self.is_arrow = is_mark(tree, '-');
    }
}

/// Whether a token is this mark.
pub fn is_mark(tree: &TokenTree, mark: char) -> bool {
    matches!(tree, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// Whether it is a word like the `if` of `if !(done)`.
pub fn is_keyword(word: &Ident) -> bool {
    syn::parse2::<Ident>(word.to_token_stream()).is_err()
}

/// Where the path begins whose last name comes after these tokens.
pub fn path_start(before: &[TokenTree]) -> usize {
    let is = |at: usize, mark| before.get(at).is_some_and(|tree| is_mark(tree, mark));
    let mut start = before.len();
    while start >= 2 && is(start - 1, ':') && is(start - 2, ':') {
        start -= 2;
        let Some(TokenTree::Ident(name)) = start.checked_sub(1).map(|at| &before[at]) else {
            break;
        };
        // The name of a lifetime is a word, too: `&'a ::std::ops::Fn()`.
        if is_keyword(name) && !["crate", "self", "super", "Self"].iter().any(|it| name == it)
            || start >= 2 && is(start - 2, '\'')
        {
            break;
        }
        start -= 1;
    }
    start
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;

    use super::*;

    #[test]
    fn a_path_begins_after_words_and_lifetimes() {
        for (text, start) in [
            ("return ::std::ops::", 1),
            ("& 'a ::std::", 3),
            ("a + b::c::", 2),
            ("x = crate::c::", 2),
            ("a b", 2),
            ("::", 0),
        ] {
            let trees: Vec<TokenTree> = text.parse::<TokenStream>().unwrap().into_iter().collect();
            assert_eq!(path_start(&trees), start, "{text}");
        }
    }
}
