//! What a misspelled name was meant to be.

/// Least likeness of two names, from 0 to 1, for one to be taken as a misspelling of the other. The command line's own
/// advice begins at the same value.
const LEAST: f64 = 0.7;

/// The name that is most like a word; `None` if none is like it.
pub fn similar<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let alike = names.into_iter().map(|name| (likeness(&word, &name.to_lowercase()), name));
    let (_, name) = alike.filter(|(alike, _)| *alike > LEAST).max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(name)
}

/// How much two names are alike, from 0 to 1. Two letters that changed places in a short name count as one mistake.
fn likeness(word: &str, name: &str) -> f64 {
    let is_one_mistake = word.len() > 2 && strsim::osa_distance(word, name) <= 1;
    if is_one_mistake { 0.95 } else { strsim::jaro(word, name) }
}

/// `did you mean NAME? `, or nothing.
pub fn did_you_mean<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    similar(word, names).map_or_else(String::new, |name| format!("did you mean {name}? "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_name_is_found_and_another_is_not() {
        let names = ["alamode", "courier", "fruit", "karo", "ocean", "tron"];
        for (word, expected) in [
            ("Tron", Some("tron")),
            ("trn", Some("tron")),
            ("oceans", Some("ocean")),
            ("fruits", Some("fruit")),
            ("kaor", Some("karo")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(similar(word, names), expected, "{word}");
        }
        assert_eq!(did_you_mean("trn", names), "did you mean tron? ");
        assert_eq!(did_you_mean("chess", names), "");
    }
}
