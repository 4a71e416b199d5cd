//! The systems that bundles are for: Linux, macOS and Windows on processors of the families x86 and ARM. Code for others is
//! left out, since no contest site has them, and a crate such as libc consists mostly of it.

use syn::{Expr, ExprLit, Lit, Meta};

use crate::syntax::conditions;

/// One system, in the words of the compiler's conditions.
#[derive(Clone, Copy)]
struct System {
    os: &'static str,
    family: &'static str,
    env: &'static str,
    vendor: &'static str,
    arch: &'static str,
    width: &'static str,
}

/// Operating systems, each with its family, environment and vendor.
const SYSTEMS: [[&str; 4]; 5] = [
    ["linux", "unix", "gnu", "unknown"],
    ["linux", "unix", "musl", "unknown"],
    ["macos", "unix", "", "apple"],
    ["windows", "windows", "gnu", "pc"],
    ["windows", "windows", "msvc", "pc"],
];

/// Processors, each with the width of a pointer.
const PROCESSORS: [[&str; 2]; 4] =
    [["x86", "32"], ["x86_64", "64"], ["arm", "32"], ["aarch64", "64"]];

/// The value of a condition that is the same on all systems; `None` if there is no such value.
pub fn value(condition: &Meta) -> Option<bool> {
    let systems = SYSTEMS.iter().flat_map(|&[os, family, env, vendor]| {
        PROCESSORS.map(|[arch, width]| System { os, family, env, vendor, arch, width })
    });
    let mut values = systems.map(|system| holds(condition, system));
    let first = values.next()??;
    values.all(|value| value == Some(first)).then_some(first)
}

/// Whether a condition holds on a system; `None` if the system does not decide it.
fn holds(condition: &Meta, system: System) -> Option<bool> {
    match condition {
        Meta::Path(path) if path.is_ident("unix") || path.is_ident("windows") => {
            Some(path.is_ident(system.family))
        }
        Meta::Path(_) => None,
        Meta::NameValue(pair) => {
            let Expr::Lit(ExprLit { lit: Lit::Str(value), .. }) = &pair.value else { return None };
            let actual = match pair.path.get_ident()?.to_string().as_str() {
                "target_os" => system.os,
                "target_family" => system.family,
                "target_env" => system.env,
                "target_vendor" => system.vendor,
                "target_arch" => system.arch,
                "target_pointer_width" => system.width,
                "target_endian" => "little",
                _ => return None,
            };
            Some(value.value() == actual)
        }
        Meta::List(list) => {
            let parts = conditions(list.tokens.clone())?;
            let mut values = parts.iter().map(|part| holds(part, system));
            match list.path.get_ident()?.to_string().as_str() {
                "not" => values.next()?.map(|value| !value),
                "all" => joined(values, true),
                "any" => joined(values, false),
                _ => None,
            }
        }
    }
}

/// `all` (`neutral` is true) or `any` (`neutral` is false) of some values.
fn joined(values: impl Iterator<Item = Option<bool>>, neutral: bool) -> Option<bool> {
    let values: Vec<Option<bool>> = values.collect();
    if values.contains(&Some(!neutral)) {
        return Some(!neutral);
    }
    (!values.contains(&None)).then_some(neutral)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_the_same_on_all_systems_is_known() {
        for (condition, expected) in [
            ("target_os = \"freebsd\"", Some(false)),
            ("target_os = \"linux\"", None),
            ("any(unix, windows)", Some(true)),
            ("any(unix, target_os = \"windows\", target_feature = \"avx\")", Some(true)),
            ("not(any(target_os = \"linux\", target_os = \"macos\", windows))", Some(false)),
            ("all(windows, target_env = \"musl\")", Some(false)),
            ("all(unix, target_env = \"musl\")", None),
            ("all(target_arch = \"x86_64\", target_pointer_width = \"32\")", Some(false)),
            ("target_endian = \"little\"", Some(true)),
            ("target_family = \"wasm\"", Some(false)),
            ("any(target_family = \"wasm\", debug_assertions)", None),
            ("not(target_feature = \"avx\")", None),
            ("target_has_atomic = \"64\"", None),
        ] {
            assert_eq!(value(&syn::parse_str(condition).unwrap()), expected, "{condition}");
        }
    }
}
