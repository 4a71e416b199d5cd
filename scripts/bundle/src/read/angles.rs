//! The `<...>` around a place among tokens.

use proc_macro2::TokenTree;

/// Counts `<` and `>`.
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
