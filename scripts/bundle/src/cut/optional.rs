//! Pieces that nothing calls, and the names in a compiler's errors that show that something needs them all the same.

use std::collections::{BTreeMap, BTreeSet};

use syn::File;

use crate::cut::macro_definitions::definitions;
use crate::cut::uncalled;
use crate::rustc::functions::Functions;

/// A whole `impl` of a trait, or a call of a macro that makes items. Nothing calls its functions.
#[derive(Clone, Debug)]
pub struct Idle {
    /// The trait and the type of an `impl`; the names in a call.
    names: BTreeSet<String>,
    /// The names in the definition of the macro, or the macro's own if another macro makes the definition; `None`
    /// for an `impl`.
    definition: Option<BTreeSet<String>>,
}

impl Idle {
    /// Whether an error with these names is about the absence of this piece. In some errors the names are `missing`
    /// themselves.
    pub fn is_whole_in(&self, error: &BTreeSet<String>, missing: bool) -> bool {
        let has_any = |names: &BTreeSet<String>| !names.is_disjoint(error);
        match &self.definition {
            None => self.names.is_subset(error),
            Some(definition) if self.names.is_empty() || definition.len() == 1 => {
                has_any(definition) || missing && has_any(&self.names)
            }
            Some(definition) => has_any(&self.names) && (missing || has_any(definition)),
        }
    }

    /// Whether an error with these names may be about the absence of this piece.
    pub fn is_part_of(&self, error: &BTreeSet<String>) -> bool {
        let has_any = |names: &BTreeSet<String>| !names.is_disjoint(error);
        has_any(&self.names) || self.definition.as_ref().is_some_and(has_any)
    }
}

/// The pieces of a file of which no function is in the program, by their keys in `uncalled`.
pub fn idle_pieces(file: &File, functions: &Functions) -> BTreeMap<String, Idle> {
    let definitions = definitions(file);
    let mut all = BTreeMap::new();
    for (key, piece) in uncalled::idle(file, functions) {
        let Some(name) = piece.called() else {
            if piece.is_impl() {
                all.insert(key, Idle { names: piece.words, definition: None });
            }
            continue;
        };
        let mut names = piece.words.clone();
        names.remove(name);
        let mut definition = BTreeSet::new();
        for one in definitions.iter().filter(|one| one.name == name) {
            definition.extend(one.words.iter().cloned());
        }
        if definition.is_empty() {
            definition.insert(name.to_string());
        }
        for names in [&mut names, &mut definition] {
            names.retain(|name| syn::parse_str::<syn::Ident>(name).is_ok());
        }
        all.insert(key, Idle { names, definition: Some(definition) });
    }
    all
}
