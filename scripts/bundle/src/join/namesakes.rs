//! Crates with a public module or type of their own name. An import of it (`use chess::chess;`) hides the crate; one of a macro
//! or a function does not.

use std::collections::BTreeSet;
use std::fs;

use syn::{Item, Visibility};

use crate::plan::contents::{Krate, Plan};
use crate::syntax::item_name;

/// Tells each crate of a plan which of its crates are such.
pub fn find(plan: &mut Plan) {
    let modules: BTreeSet<String> = plan
        .crates
        .iter()
        .filter(|krate| is_namesake(krate))
        .filter_map(|krate| krate.place.module.clone())
        .collect();
    for krate in &mut plan.crates {
        let crates = krate.place.crates.iter();
        let found = crates.filter(|(_, module)| modules.contains(*module));
        krate.place.namesakes = found.map(|(name, _)| name.clone()).collect();
    }
}

fn is_namesake(krate: &Krate) -> bool {
    let Some(file) = fs::read_to_string(&krate.root).ok().and_then(|it| syn::parse_file(&it).ok())
    else {
        return false;
    };
    file.items.iter().any(|item| {
        let is_other =
            matches!(item, Item::Fn(_) | Item::Const(_) | Item::Static(_) | Item::Macro(_));
        let named = item_name(item);
        !is_other
            && named.is_some_and(|(name, visibility)| {
                *name == krate.place.name && matches!(visibility, Some(Visibility::Public(_)))
            })
    })
}
