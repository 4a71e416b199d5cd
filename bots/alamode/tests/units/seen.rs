//! The hash table of a search.

use alamode::seen::Seen;

#[test]
fn a_key_keeps_its_first_number_until_the_table_is_cleared() {
    let mut seen = Seen::new();
    let [first, second] = [7, 8].map(|high: u64| high << 50);
    assert_eq!(seen.find_or_set(first, 3), 3);
    assert_eq!(seen.find_or_set(first, 4), 3);
    seen.clear();
    assert_eq!(seen.find_or_set(second, 5), 5);
    // The count of the rounds begins again. No old key may come back.
    (1..65_535).for_each(|_| seen.clear());
    assert_eq!(seen.find_or_set(first, 6), 6);
}

#[test]
fn keys_that_fall_on_one_slot_have_their_own_numbers() {
    let mut seen = Seen::new();
    for value in 0..1_000 {
        assert_eq!(seen.find_or_set(u64::from(value), value), value);
        assert_eq!(seen.find_or_set(u64::MAX - u64::from(value), value), value);
    }
    for value in 0..1_000 {
        assert_eq!(seen.find_or_set(u64::from(value), 0), value);
    }
}
