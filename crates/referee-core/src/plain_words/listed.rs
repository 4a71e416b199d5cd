//! Several things in one sentence.

/// Things as a list in a sentence, such as `A, B and C`.
pub fn listed<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    let all: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    match all.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => all.concat(),
    }
}

/// The same of at most `most` things: of more, the last are only counted, such as `A, B and 198 more`.
pub fn shortly_listed<T: ToString>(things: impl IntoIterator<Item = T>, most: usize) -> String {
    let mut all: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    if all.len() > most {
        let more = all.split_off(most.saturating_sub(1)).len();
        all.push(format!("{more} more"));
    }
    listed(all)
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

    #[test]
    fn of_many_things_the_last_are_counted() {
        assert_eq!(shortly_listed(["A", "B", "C"], 3), "A, B and C");
        assert_eq!(shortly_listed(["A", "B", "C", "D"], 3), "A, B and 2 more");
    }
}
