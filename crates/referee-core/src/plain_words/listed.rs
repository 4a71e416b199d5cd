//! Several things in one sentence.

/// Things as a list in a sentence, such as `A, B and C`.
pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => all.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_two_have_an_and_between_them() {
        assert_eq!(listed(["A", "B", "C"]), "A, B and C");
        assert_eq!(listed(['A']), "A");
        assert_eq!(listed::<String>([]), "");
    }
}
