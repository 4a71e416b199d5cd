//! The macros that a file defines, and the names in them.

use std::collections::BTreeSet;
use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{File, ItemMacro};

use crate::cut::words::words_of;

/// The definition of a macro.
#[derive(Debug)]
pub struct Definition {
    /// Its name.
    pub name: String,
    /// Its lines, from 1.
    pub lines: Range<usize>,
    /// All names in it.
    pub words: BTreeSet<String>,
}

impl Definition {
    /// Whether it may write an `impl` of a trait with a function of that name.
    pub fn may_implement(&self, of_trait: &str, function: &str) -> bool {
        self.words.contains(of_trait) && self.words.contains(function)
    }
}

/// The definitions of macros in a file.
pub fn definitions(file: &File) -> Vec<Definition> {
    let mut found = Found::default();
    found.visit_file(file);
    found.0
}

#[derive(Default)]
struct Found(Vec<Definition>);

impl<'ast> Visit<'ast> for Found {
    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        if let Some(name) = &item.ident {
            let (start, end) = (item.span().start().line, item.span().end().line);
            let words = words_of(&item.mac.tokens);
            self.0.push(Definition { name: name.to_string(), lines: start..end + 1, words });
        }
        visit::visit_item_macro(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_macro_may_implement_a_trait_that_it_names() {
        let text =
            "\nmod a { macro_rules! m {\n($t:ty) => { impl One for $t { fn get(&self) {} } }\n} }";
        let found = definitions(&syn::parse_file(text).unwrap());
        assert_eq!((found.len(), &*found[0].name, found[0].lines.clone()), (1, "m", 2..5));
        assert!(found[0].may_implement("One", "get"));
        assert!(!found[0].may_implement("Two", "get") && !found[0].may_implement("One", "set"));
    }
}
