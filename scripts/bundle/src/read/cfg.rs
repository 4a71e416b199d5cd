//! Conditional compilation: conditions are decided here, except those that only the site's compiler can decide.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Expr, ExprLit, Lit, Meta};

use crate::plan::cfg_set::CfgSet;
use crate::read::systems;
use crate::syntax::conditions;

/// The value of a condition.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// True in every bundle.
    True,
    /// False in every bundle.
    False,
    /// Only the site's compiler can decide it: the rest of the condition.
    Open(Box<Meta>),
}

/// Conditions that only the compiler of the bundle can decide. Of the others, those hold that cargo
/// sets; `test`, `doc` and `miri` are unset where a site compiles.
const OPEN_WORDS: [&str; 6] =
    ["unix", "windows", "debug_assertions", "overflow_checks", "panic", "target_thread_local"];

/// Decides a condition of a crate.
pub fn judge(condition: &Meta, set: &CfgSet) -> Verdict {
    judge_by(condition, set, &systems::value)
}

/// Decides a condition; `value` decides what is left of each of its parts.
fn judge_by(condition: &Meta, set: &CfgSet, value: &dyn Fn(&Meta) -> Option<bool>) -> Verdict {
    match judge_parts(condition, set, value) {
        Verdict::Open(rest) => match value(&rest) {
            Some(true) => Verdict::True,
            Some(false) => Verdict::False,
            None => Verdict::Open(rest),
        },
        verdict => verdict,
    }
}

fn judge_parts(condition: &Meta, set: &CfgSet, value: &dyn Fn(&Meta) -> Option<bool>) -> Verdict {
    let word = condition.path().get_ident().map(ToString::to_string).unwrap_or_default();
    let open = || Verdict::Open(Box::new(condition.clone()));
    match condition {
        Meta::Path(_) if OPEN_WORDS.contains(&word.as_str()) => open(),
        Meta::NameValue(_) if word.starts_with("target_") || word == "panic" => open(),
        Meta::NameValue(pair) => match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(value), .. })
                if set.has_value(&word, &value.value()) =>
            {
                Verdict::True
            }
            _ => Verdict::False,
        },
        Meta::Path(_) if set.has(&word) => Verdict::True,
        Meta::Path(_) => Verdict::False,
        Meta::List(list) => {
            let Some(parts) = conditions(list.tokens.clone()) else { return open() };
            let verdicts = parts.iter().map(|part| judge_by(part, set, value));
            match word.as_str() {
                "not" => match verdicts.collect::<Vec<_>>().pop() {
                    Some(Verdict::True) => Verdict::False,
                    Some(Verdict::False) => Verdict::True,
                    Some(Verdict::Open(rest)) => {
                        Verdict::Open(Box::new(syn::parse_quote!(not(#rest))))
                    }
                    None => open(),
                },
                "all" => joined(verdicts, true),
                "any" => joined(verdicts, false),
                _ if word.starts_with("target_") => open(),
                _ => Verdict::False,
            }
        }
    }
}

/// `all` (`neutral` is true) or `any` (`neutral` is false) of some verdicts.
fn joined(verdicts: impl Iterator<Item = Verdict>, neutral: bool) -> Verdict {
    let settled = |value| if value { Verdict::True } else { Verdict::False };
    let mut rest = Vec::new();
    for verdict in verdicts {
        match verdict {
            Verdict::Open(part) => rest.push(part),
            Verdict::True if neutral => {}
            Verdict::False if !neutral => {}
            _ => return settled(!neutral),
        }
    }
    match rest.as_slice() {
        [] => settled(neutral),
        [one] => Verdict::Open(one.clone()),
        _ if neutral => Verdict::Open(Box::new(syn::parse_quote!(all(#(#rest),*)))),
        _ => Verdict::Open(Box::new(syn::parse_quote!(any(#(#rest),*)))),
    }
}

/// The condition between the brackets of a `cfg` in macro tokens, decided. It stays as it was if only
/// the expansion of the macro makes it a condition, and if it depends on the system: the macro may want to see a certain one.
pub fn settle(tokens: TokenStream, set: &CfgSet) -> TokenStream {
    let parts = conditions(tokens.clone());
    let Some([condition]) = parts.as_deref() else { return tokens };
    match judge_by(condition, set, &|_| None) {
        Verdict::True => quote!(all()),
        Verdict::False => quote!(any()),
        Verdict::Open(rest) => quote!(#rest),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use quote::ToTokens;

    use super::*;

    fn judged(condition: &str) -> String {
        let set = CfgSet {
            features: BTreeSet::from(["fast".to_string()]),
            flags: BTreeSet::from(["has_sort".to_string(), "size=\"big\"".to_string()]),
        };
        match judge(&syn::parse_str(condition).unwrap(), &set) {
            Verdict::True => "true".into(),
            Verdict::False => "false".into(),
            Verdict::Open(rest) => rest.to_token_stream().to_string(),
        }
    }

    #[test]
    fn known_conditions_are_decided_and_others_are_left() {
        for (condition, expected) in [
            ("test", "false"),
            ("not(test)", "true"),
            ("feature = \"fast\"", "true"),
            ("feature = \"slow\"", "false"),
            ("not(feature = \"slow\")", "true"),
            ("all()", "true"),
            ("any()", "false"),
            ("all(feature = \"fast\", not(test))", "true"),
            ("any(feature = \"slow\", miri)", "false"),
            ("debug_assertions", "debug_assertions"),
            ("any(unix, feature = \"fast\")", "true"),
            ("all(unix, feature = \"slow\")", "false"),
            ("all(unix, feature = \"fast\")", "unix"),
            ("not(all(unix, feature = \"fast\"))", "not (unix)"),
            (
                "all(unix, target_pointer_width = \"64\")",
                "all (unix , target_pointer_width = \"64\")",
            ),
            ("any(windows, target_os = \"haiku\")", "windows"),
            ("any(feature = \"slow\", target_os = \"haiku\")", "false"),
            ("any(unix, all(windows, feature = \"fast\"))", "true"),
            ("loom", "false"),
            ("has_sort", "true"),
            ("not(has_sort)", "false"),
            ("size = \"big\"", "true"),
            ("size = \"small\"", "false"),
        ] {
            assert_eq!(judged(condition), expected, "{condition}");
        }
    }

    #[test]
    fn a_macro_sees_the_conditions_of_systems() {
        for (given, expected) in [
            ("target_pointer_width = \"16\"", "target_pointer_width = \"16\""),
            ("any(test, target_os = \"haiku\")", "target_os = \"haiku\""),
            ("test", "any ()"),
        ] {
            let settled = settle(given.parse().unwrap(), &CfgSet::default());
            assert_eq!(settled.to_string(), expected);
        }
    }
}
