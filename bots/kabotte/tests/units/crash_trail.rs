//! A test of the cells that crashes can still lead to.

use kabotte::crash::trail::Trail;
use kabotte::set_back::{set_back, Entry};
use kabotte::track::Cell;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Moves and crashes in any order; each crash leads to the cell of the walk over all records.
    #[test]
    fn crashes_lead_where_the_trail_says(
        crashes in prop::collection::vec(prop::bool::weighted(0.4), 0..40),
        zzz in 1..7_u16,
    ) {
        let cell = |x: usize| Cell { x: x as i16, y: 0 };
        let mut newest_first = vec![Entry { at: cell(0), is_crash: false }];
        for (count, is_crash) in crashes.into_iter().enumerate() {
            let walked = set_back(&newest_first, zzz).unwrap_or(cell(0));
            let trail = Trail::of_records(&newest_first, zzz).unwrap();
            let depth = if newest_first[0].is_crash { 0 } else { usize::from(zzz) };
            prop_assert_eq!(walked, trail.cell(depth));
            let at = if is_crash { walked } else { cell(count + 1) };
            newest_first.insert(0, Entry { at, is_crash });
        }
    }
}
