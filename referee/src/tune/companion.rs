//! The files beside a checkpoint.

use std::path::{Path, PathBuf};

/// A file or folder beside a checkpoint: `t.json` has `t.rounds`, and `t.v1` has `t.v1.rounds`. A name that ends in
/// anything but `.json` is kept as a whole, so that `t.v1` and `t.v2` have nothing in common.
pub fn companion(checkpoint: &Path, ending: &str) -> PathBuf {
    let name = checkpoint.file_name().unwrap_or_default();
    let is_json = checkpoint.extension().is_some_and(|it| it == "json");
    let stem = checkpoint.file_stem().filter(|_| is_json).unwrap_or(name);
    let mut companion = stem.to_owned();
    companion.push(".");
    companion.push(ending);
    checkpoint.with_file_name(companion)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_checkpoints_have_no_companion_in_common() {
        let of = |checkpoint: &str| companion(Path::new(checkpoint), "lock");
        for (checkpoint, expected) in [
            ("t.json", "t.lock"),
            ("games/t.v1.json", "games/t.v1.lock"),
            ("t", "t.lock"),
            ("t.v1", "t.v1.lock"),
            ("t.v2", "t.v2.lock"),
            ("../x.y/t.v2", "../x.y/t.v2.lock"),
            (".json", ".json.lock"),
        ] {
            assert_eq!(of(checkpoint), Path::new(expected), "{checkpoint}");
        }
    }
}
