//! The features with which this program was built, and the sentence for one that is missing.

use std::path::Path;

use crate::system::words;
use anyhow::{Error, anyhow};

/// The folder of the sources from which this program was built; `None` in the programs of a release (`scripts/release`),
/// which come without sources and must not look for them in a folder of the machine that built them.
pub const SOURCES: Option<&str> = match option_env!("BOTYARD_RELEASE") {
    Some(_) => None,
    None => Some(env!("CARGO_MANIFEST_DIR")),
};

/// Whether each feature that a user may want is part of this program.
const FEATURES: [(&str, bool); 6] = [
    ("dashboard", cfg!(feature = "dashboard")),
    ("javascript", cfg!(feature = "javascript")),
    ("live", cfg!(feature = "live")),
    ("manual", cfg!(feature = "manual")),
    ("pictures", cfg!(feature = "pictures")),
    ("tls", cfg!(feature = "tls")),
];

/// The error that says that this program was built without a part, and which command installs one that has it.
pub fn missing(part: &str, feature: &str) -> Error {
    let all = FEATURES.into_iter().filter(|(name, is_built)| *is_built || *name == feature);
    let all: Vec<&str> = all.map(|(name, _)| name).collect();
    let command = install(Path::new(SOURCES.unwrap_or_default()), Path::is_dir, &all.join(","));
    anyhow!("this referee was built without {part}; {command}")
}

/// The command that installs this package again with some features.
fn install(sources: &Path, exists: impl Fn(&Path) -> bool, features: &str) -> String {
    let is_in_registry = sources.components().any(|part| part.as_os_str() == "registry");
    if is_in_registry {
        format!("install it again with `cargo install referee --features {features}`")
    } else if exists(sources) {
        let sources = words::quote(&sources.to_string_lossy()).into_owned();
        format!("install it again with `cargo install --path {sources} --features {features}`")
    } else {
        format!("in a clone of Botyard, run `cargo install --path referee --features {features}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_fits_where_the_sources_are() {
        let command =
            |sources: &str, exists: bool| install(Path::new(sources), |_| exists, "manual,tls");
        let clone = command("/home/me/the clone/referee", true);
        let path = words::quote("/home/me/the clone/referee");
        let expected = format!("`cargo install --path {path} --features manual,tls`");
        assert!(clone.ends_with(&expected), "{clone}");
        let gone = command("/home/me/clone/referee", false);
        assert!(
            gone.starts_with("in a clone of Botyard, run `cargo install --path referee --features"),
            "{gone}"
        );
        let registry = command("/home/me/.cargo/registry/src/index/referee-0.1.0", true);
        assert!(registry.ends_with("`cargo install referee --features manual,tls`"), "{registry}");
    }

    #[test]
    fn the_features_that_are_there_stay() {
        let sentence = missing("its engine", "tls").to_string();
        for (name, is_built) in FEATURES {
            let is_named = sentence.split([' ', ',', '`']).any(|word| word == name);
            assert_eq!(is_named, is_built || name == "tls", "{name}: {sentence}");
        }
    }
}
