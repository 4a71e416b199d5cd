//! Tests of the cell to which a crash leads.

use std::ops::Range;

use kabotte::set_back::{set_back, Entry};
use kabotte::track::Cell;

/// A list of moves, the oldest first and its cells numbered from 0; a crash is `None`.
fn lands(records: &[Option<i16>], zzz: u16) -> Option<i16> {
    let entry =
        |it: &Option<i16>| Entry { at: Cell { x: it.unwrap_or(-1), y: 0 }, is_crash: it.is_none() };
    let newest_first: Vec<Entry> = records.iter().rev().map(entry).collect();
    set_back(&newest_first, zzz).map(|cell| cell.x)
}

fn moves(cells: Range<i16>) -> Vec<Option<i16>> {
    cells.map(Some).collect()
}

#[test]
fn the_published_examples() {
    // Four records, a crash, two moves, a crash: one before the first set-back cell.
    let mut records = moves(0..10);
    records.extend([None, Some(20), Some(21)]);
    assert_eq!(lands(&moves(0..10), 4), Some(5));
    assert_eq!(lands(&records, 4), Some(4));
    // Exactly four moves: four records before the crash.
    records.extend([Some(22), Some(23)]);
    assert_eq!(lands(&records, 4), Some(6));
    // With more moves the earlier crash has no effect.
    records.push(Some(24));
    assert_eq!(lands(&records, 4), Some(20));
}

#[test]
fn a_second_crash_at_once_does_not_count_the_crash_it_begins_at() {
    let mut records = moves(0..6);
    records.push(None);
    assert_eq!(lands(&records, 2), Some(4));
    records.push(None);
    assert_eq!(lands(&records, 2), Some(3));
}
