//! How many cases a test tries that plays or searches for long.

/// The few cases of `cargo test`, or all of them where `BOTYARD_CASES` is `all`, as in `.ci/run`.
pub fn cases<T>(few: T, all: T) -> T {
    match std::env::var("BOTYARD_CASES") {
        Ok(word) if word == "all" => all,
        _ => few,
    }
}
