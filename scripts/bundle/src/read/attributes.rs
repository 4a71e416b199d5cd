//! Attributes: conditions are decided, and attributes that a site's compiler does not need are dropped.

use syn::{Attribute, Meta};

use crate::plan::cfg_set::CfgSet;
use crate::read::cfg::{Verdict, judge};
use crate::syntax::conditions;

/// Attributes without an effect on the program.
const DROPPED: [&str; 14] = [
    "automatically_derived",
    "clippy",
    "crate_name",
    "crate_type",
    "deny",
    "deprecated",
    "diagnostic",
    "doc",
    "forbid",
    "must_use",
    "no_std",
    "rustdoc",
    "rustfmt",
    "warn",
];

/// Attributes of items that are only in test programs.
const TEST_ONLY: [&str; 2] = ["bench", "test"];

/// Decides the conditions of one node and drops needless attributes; false if the node is not
/// compiled at all.
///
/// An `allow` stays, unless it allows unused code (the bundler removes that) or a lint of another
/// tool. An `expect` becomes an `allow`: the sites' compilers are too old for it.
pub fn clean(attributes: &mut Vec<Attribute>, set: &CfgSet) -> bool {
    let mut left = Vec::with_capacity(attributes.len());
    let mut alive = true;
    for attribute in attributes.drain(..) {
        alive &= clean_one(attribute, set, &mut left);
    }
    *attributes = left;
    alive
}

fn clean_one(attribute: Attribute, set: &CfgSet, left: &mut Vec<Attribute>) -> bool {
    let Some(first) = attribute.path().segments.first() else { return true };
    let word = first.ident.to_string();
    let parts = match &attribute.meta {
        Meta::List(list) => conditions(list.tokens.clone()),
        _ => None,
    };
    match (word.as_str(), parts) {
        ("cfg", Some(parts)) if parts.len() == 1 => match judge(&parts[0], set) {
            Verdict::True => {}
            Verdict::False => return false,
            Verdict::Open(rest) => {
                left.push(Attribute { meta: syn::parse_quote!(cfg(#rest)), ..attribute });
            }
        },
        ("cfg_attr", Some(parts)) if !parts.is_empty() => {
            let mut alive = true;
            match judge(&parts[0], set) {
                Verdict::False => {}
                Verdict::True => {
                    for meta in &parts[1..] {
                        let inner = Attribute { meta: meta.clone(), ..attribute.clone() };
                        alive &= clean_one(inner, set, left);
                    }
                }
                Verdict::Open(rest) => {
                    let metas = &parts[1..];
                    let meta = syn::parse_quote!(cfg_attr(#rest, #(#metas),*));
                    left.push(Attribute { meta, ..attribute });
                }
            }
            return alive;
        }
        ("allow" | "expect", Some(lints)) => {
            let kept: Vec<_> = lints.iter().filter(|lint| matters(lint)).collect();
            if !kept.is_empty() {
                left.push(Attribute { meta: syn::parse_quote!(allow(#(#kept),*)), ..attribute });
            }
        }
        (word, _) if TEST_ONLY.contains(&word) => return false,
        (word, _) if DROPPED.contains(&word) => {}
        _ => left.push(attribute),
    }
    true
}

/// Whether an `allow` of a lint hides unused code from a compiler.
fn matters(lint: &Meta) -> bool {
    let Meta::Path(path) = lint else { return false };
    path.get_ident().is_some_and(|name| {
        let name = name.to_string();
        let item = ["dead_code", "unused", "unused_imports", "unused_macros", "missing_docs"];
        !item.contains(&name.as_str())
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quote::ToTokens;

    use super::*;

    fn cleaned(item: &str) -> Option<String> {
        let mut item: syn::ItemFn = syn::parse_str(&format!("{item}\nfn f() {{}}")).unwrap();
        let features = BTreeSet::from(["fast".to_string()]);
        let set = CfgSet { features, flags: BTreeSet::new() };
        clean(&mut item.attrs, &set)
            .then(|| item.attrs.iter().map(|one| one.to_token_stream().to_string()).collect())
    }

    #[test]
    fn attributes_are_decided_dropped_or_kept() {
        for (given, expected) in [
            ("#[doc = \"x\"] /// y", Some("")),
            ("#[inline]", Some("# [inline]")),
            ("#[must_use] #[cold]", Some("# [cold]")),
            ("#[test]", None),
            ("#[cfg(test)]", None),
            ("#[cfg(not(test))]", Some("")),
            ("#[cfg_attr(feature = \"fast\", inline, cold)]", Some("# [inline]# [cold]")),
            ("#[cfg_attr(feature = \"slow\", inline)]", Some("")),
            ("#[cfg_attr(feature = \"fast\", cfg(test))]", None),
            ("#[cfg_attr(unix, inline)]", Some("# [cfg_attr (unix , inline)]")),
            ("#[allow(dead_code, clippy::all)]", Some("")),
            ("#[expect(non_snake_case, reason = \"x\")]", Some("# [allow (non_snake_case)]")),
            ("#[rustfmt::skip]", Some("")),
            ("#[allow(unused, unused_imports, unused_macros, missing_docs)]", Some("")),
        ] {
            assert_eq!(cleaned(given).as_deref(), expected, "{given}");
        }
    }
}
