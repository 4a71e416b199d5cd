//! Names of files for bots and games.

use std::path::{MAIN_SEPARATOR, Path};

/// The longest name, in bytes. File systems take 255, and a log's name has more parts than this.
const MOST_BYTES: usize = 80;

/// A name that every file system accepts and no program takes for an option: other characters become `_`, and a
/// changed name ends with a hash of the original.
pub fn file_name(text: &str) -> String {
    let plain = plain(text);
    if plain == text { plain } else { with_hash(&plain, text) }
}

/// The same, but different names stay different also where the file system takes `V1` and `v1` for one name.
pub fn file_name_in_any_case(text: &str) -> String {
    let plain = plain(text);
    let is_lower = text.chars().all(|c| c.to_lowercase().eq([c]));
    if plain == text && is_lower { plain } else { with_hash(&plain, text) }
}

/// A path as a log has it: the same on all systems. Also Windows takes `/`.
pub fn path_in_log(path: &Path) -> String {
    path.to_string_lossy().replace(MAIN_SEPARATOR, "/")
}

/// The beginning of a name, without characters that a file system may refuse.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    for letter in text.chars() {
        // A name such as -7-a-vs-b would be read as an option.
        let is_option = letter == '-' && plain.is_empty();
        let fits = letter.is_alphanumeric() || "-_@".contains(letter) && !is_option;
        let letter = if fits { letter } else { '_' };
        if plain.len() + letter.len_utf8() > MOST_BYTES {
            break;
        }
        plain.push(letter);
    }
    plain
}

fn with_hash(plain: &str, text: &str) -> String {
    format!("{plain}-{:08x}", gridkit::hash::Fnv1a::of(text.as_bytes()) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_changed_stays_apart_from_others() {
        assert_eq!(file_name("@my-bot_2-vs-X"), "@my-bot_2-vs-X");
        let [a, b] = ["a/b", "a b"].map(file_name);
        assert!(a.starts_with("a_b-") && b.starts_with("a_b-") && a != b, "{a} {b}");
        let [a, b] = ["x", "y"].map(|end| file_name(&("a".repeat(80) + end)));
        assert!(a.len() < 100 && a != b, "{a} {b}");
    }

    #[test]
    fn a_name_does_not_begin_like_an_option() {
        let [a, b] = ["-7-a-vs-b", "_7-a-vs-b"].map(file_name_in_any_case);
        assert!(a.starts_with("_7-a-vs-b-") && b == "_7-a-vs-b", "{a} {b}");
    }

    #[test]
    fn a_long_name_is_cut_by_its_bytes() {
        let [a, b] = ["x", "y"].map(|end| file_name(&("蛇".repeat(79) + end)));
        assert!(a.starts_with("蛇蛇") && a.len() < 100 && a != b, "{a} {b}");
    }

    #[test]
    fn names_differ_also_without_upper_case() {
        assert_eq!(file_name_in_any_case("7-v1-vs-v2"), "7-v1-vs-v2");
        let names = ["7-V1-vs-v1", "7-v1-vs-V1", "7-v1-vs-v1", "7-Ä-vs-v1", "7-ä-vs-v1"];
        let mut files = names.map(|name| file_name_in_any_case(name).to_lowercase()).to_vec();
        files.sort();
        files.dedup();
        assert_eq!(files.len(), names.len(), "{files:?}");
    }
}
