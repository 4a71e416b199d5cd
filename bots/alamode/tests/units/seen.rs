//! The hash table of a search.

use alamode::seen::Seen;

#[test]
fn a_key_keeps_its_first_number_until_the_table_is_cleared() {
    let mut seen = Seen::new();
    let [first, second] = [7, 8].map(|high: u64| high << 50);
    assert_eq!(seen.find_or_set(first, 3), 3);
    assert_eq!(seen.find_or_set(first, 4), 3);
    seen.clear(0);
    assert_eq!(seen.find_or_set(second, 5), 5);
    // The count of the rounds begins again. No old key may come back.
    (1..65_535).for_each(|_| seen.clear(0));
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

#[test]
fn a_table_that_is_half_full_asks_for_more_slots_until_it_has_the_most() {
    let room = |keys: usize| {
        let mut seen = Seen::new();
        seen.clear(keys);
        let spread = |key: u64| key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (0..60_000_u16)
            .take_while(|&value| {
                seen.find_or_set(spread(u64::from(value)), value);
                !seen.is_crowded()
            })
            .count()
    };
    assert_eq!(room(0), 512);
    assert_eq!(room(1_000), 1_024);
    assert_eq!(room(1_024), 2_048);
    assert_eq!(room(1_000_000), 60_000, "there are never more keys");
}
