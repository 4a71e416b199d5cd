//! Names of files for bots and games.

/// A name that every file system accepts: other characters become `_`, and a changed name ends with
/// a hash of the original.
pub fn file_name(text: &str) -> String {
    const MOST: usize = 80;
    let fits = |c: char| c.is_alphanumeric() || "-_@".contains(c);
    let plain: String = text.chars().take(MOST).map(|c| if fits(c) { c } else { '_' }).collect();
    if plain == text {
        return plain;
    }
    format!("{plain}-{:08x}", gridkit::hash::Fnv1a::of(text.as_bytes()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_changed_stays_apart_from_others() {
        assert_eq!(file_name("@my-bot_2-vs-x"), "@my-bot_2-vs-x");
        let [a, b] = ["a/b", "a b"].map(file_name);
        assert!(a.starts_with("a_b-") && b.starts_with("a_b-") && a != b, "{a} {b}");
        let [a, b] = ["x", "y"].map(|end| file_name(&("a".repeat(80) + end)));
        assert!(a.len() < 100 && a != b, "{a} {b}");
    }
}
