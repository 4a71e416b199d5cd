//! What this project's recordings of Code à la Mode must contain, besides all endings and faults.

use referee::testkit::recordings::fixture;

/// The awards of the waiting customers, oldest customer first.
fn awards(sent: &[String]) -> Vec<i32> {
    let last = &sent[sent.len() - 3..];
    last.iter().map(|line| line.rsplit(' ').next().unwrap().parse().unwrap()).collect()
}

/// After the twentieth customer the first one comes again, even if it still waits: then its award falls by
/// two each turn.
#[test]
fn a_customer_waits_at_two_places_of_the_queue() {
    let recording = fixture("alamode", "league-1-loop");
    let all: Vec<Vec<i32>> = recording.exchanges.iter().map(|(_, it)| awards(&it.sent)).collect();
    let falls = |pair: &[Vec<i32>]| -> Vec<i32> {
        pair[0].iter().zip(&pair[1]).map(|(before, after)| before - after).collect()
    };
    assert!(all.windows(2).any(|pair| falls(pair) == [2, 1, 2]), "no customer waits twice");
}
