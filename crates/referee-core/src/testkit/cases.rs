//! The number of cases of slow tests.

/// `all` if `BOTYARD_CASES` is `all`, as in `.ci/run`; otherwise `few`.
pub fn cases<T>(few: T, all: T) -> T {
    match std::env::var("BOTYARD_CASES") {
        Ok(word) if word == "all" => all,
        _ => few,
    }
}
