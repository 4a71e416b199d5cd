//! Settings of a workspace that a site does not follow: those of the release profile and flags of rustc.

use std::path::Path;

use toml::{Table, Value};

use crate::plan::contents::Plan;

/// Settings of a profile that change neither the results nor the speed of a program.
const HARMLESS: [&str; 6] =
    ["debug", "incremental", "inherits", "rpath", "split-debuginfo", "strip"];

/// One sentence for each such setting.
pub fn lost(plan: &Plan) -> Vec<String> {
    let packages = plan.crates.iter().filter_map(|one| package(&one.folder));
    let mut sentences: Vec<String> = profile(&plan.manifest, &packages.collect::<Vec<_>>());
    let variables = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"];
    for name in variables {
        if let Ok(flags) = std::env::var(name) {
            sentences.extend(flagged(name, flags.split([' ', '\u{1f}'])));
        }
    }
    for folder in plan.workspace.ancestors() {
        for name in [".cargo/config.toml", ".cargo/config"] {
            let file = folder.join(name);
            if let Some(table) = table(&file) {
                sentences.extend(configured(&file.display().to_string(), &table));
            }
        }
    }
    sentences
}

fn table(file: &Path) -> Option<Table> {
    std::fs::read_to_string(file).ok()?.parse().ok()
}

/// The name of the package in a folder.
fn package(folder: &Path) -> Option<String> {
    let manifest = table(&folder.join("Cargo.toml"))?;
    Some(manifest.get("package")?.get("name")?.as_str()?.to_owned())
}

/// The settings of a manifest's release profile, for all packages and for each of those that are in a bundle.
fn profile(manifest: &Path, packages: &[String]) -> Vec<String> {
    let Some(table) = table(manifest) else { return Vec::new() };
    let Some(release) = table.get("profile").and_then(|profiles| profiles.get("release")) else {
        return Vec::new();
    };
    let mut sentences = settings(release, "");
    for (name, value) in release.get("package").and_then(Value::as_table).into_iter().flatten() {
        if name == "*" || packages.contains(name) {
            sentences.extend(settings(value, &format!(" for the package {name}")));
        }
    }
    sentences
}

/// One sentence for each setting of a table.
fn settings(table: &Value, whose: &str) -> Vec<String> {
    let settings = table.as_table().into_iter().flatten();
    settings
        .filter(|(name, _)| *name != "package" && !HARMLESS.contains(&name.as_str()))
        .map(|(name, value)| {
            let what = match name.as_str() {
                "overflow-checks" => ": arithmetic that overflows wraps there",
                "debug-assertions" => ": `debug_assert!` does nothing there",
                "panic" => ": a panic unwinds there",
                _ => "",
            };
            let value = value.to_string().replace('\n', " ");
            format!("the release profile's `{name} = {value}`{whose} does not reach the site{what}")
        })
        .collect()
}

/// The flags that a configuration of cargo adds to every call of rustc.
fn configured(file: &str, table: &Table) -> Vec<String> {
    let own = table.get("build").and_then(|build| build.get("rustflags"));
    let targets = table.get("target").and_then(Value::as_table).into_iter().flatten();
    let all = own.into_iter().chain(targets.filter_map(|(_, target)| target.get("rustflags")));
    let mut sentences = Vec::new();
    for flags in all {
        match flags {
            Value::String(text) => sentences.extend(flagged(file, text.split_whitespace())),
            Value::Array(list) => {
                sentences.extend(flagged(file, list.iter().filter_map(Value::as_str)));
            }
            _ => {}
        }
    }
    sentences
}

fn flagged<'a>(from: &str, flags: impl Iterator<Item = &'a str>) -> Option<String> {
    let flags: Vec<&str> = flags.filter(|flag| !flag.is_empty()).collect();
    let sets_cfg = flags.iter().any(|flag| flag.starts_with("--cfg"));
    let what = if sets_cfg { ": a `cfg` that they set is off in the bundle" } else { "" };
    (!flags.is_empty())
        .then(|| format!("the flags `{}` of {from} do not reach the site{what}", flags.join(" ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_in_every_form_are_named() {
        let table: Table = "[build]\nrustflags = \"--cfg fast\"\n\
                            [target.x86_64-unknown-linux-gnu]\nrustflags = [\"-C\", \"target-cpu=native\"]"
            .parse()
            .unwrap();
        let said = configured("c.toml", &table);
        assert_eq!(said.len(), 2);
        assert!(
            said[0].contains("--cfg fast") && said[0].contains("is off in the bundle"),
            "{said:?}"
        );
        assert!(said[1].contains("`-C target-cpu=native` of c.toml"), "{said:?}");
        assert!(!said[1].contains("cfg"), "{said:?}");
    }

    #[test]
    fn a_profile_is_named_as_far_as_it_matters() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        std::fs::write(
            &manifest,
            "[profile.release]\noverflow-checks = true\ndebug = 1\nlto = \"fat\"",
        )
        .unwrap();
        let said = profile(&manifest, &[]);
        assert_eq!(said.len(), 2, "{said:?}");
        let others =
            "debug = 1\nincremental = true\nrpath = true\nsplit-debuginfo = \"off\"\nstrip = true";
        std::fs::write(folder.path().join("other"), format!("[profile.release]\n{others}"))
            .unwrap();
        assert_eq!(profile(&folder.path().join("other"), &[]), Vec::<String>::new());
        assert!(
            said.iter().any(|one| one.contains("overflow-checks = true") && one.contains("wraps"))
        );
        assert!(said.iter().any(|one| one.contains("lto = \"fat\"")));
    }

    #[test]
    fn a_setting_of_a_package_is_named_if_the_package_is_in_the_bundle() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = folder.path().join("Cargo.toml");
        let package = "[profile.release.package]\nown = { opt-level = 1, debug = true }\nother = { opt-level = 2 }";
        std::fs::write(&manifest, package).unwrap();
        let said = profile(&manifest, &["own".to_owned()]);
        let expected =
            "the release profile's `opt-level = 1` for the package own does not reach the site";
        assert_eq!(said, [expected]);
    }
}
