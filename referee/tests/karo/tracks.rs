//! Tracks from seeds.

use std::collections::BTreeSet;

use gridkit::Rng;
use referee::games::karo::{Cell, Direction, LineRule, Tile, Track, TrackKind, drawn_track};

fn drawn(kind: TrackKind, seed: u64) -> Track {
    drawn_track(Some(kind), None, 2, &mut Rng::new(seed))
}

#[test]
fn a_track_has_starts_a_finish_and_parking_cells_and_nothing_drivable_on_its_border() {
    for (kind, seed) in
        TrackKind::ALL.into_iter().flat_map(|kind| (0..25).map(move |it| (kind, it)))
    {
        let track = drawn(kind, seed);
        let count = |tile| track.cells_of(tile).count();
        assert!(count(Tile::Start) >= 8 && count(Tile::Finish) >= 1, "{kind:?} {seed}");
        assert!(count(Tile::Parc) >= 8, "{kind:?} {seed}");
        let (right, bottom) = (track.width() as i32 - 1, track.height() as i32 - 1);
        for cell in
            track.cells().filter(|it| it.x == 0 || it.y == 0 || it.x == right || it.y == bottom)
        {
            assert!(!track.is_drivable(cell), "{kind:?} {seed}: {cell}");
        }
    }
}

#[test]
fn rings_are_circuits_and_some_have_checkpoints() {
    let rings: Vec<Track> = (0..20).map(|seed| drawn(TrackKind::Ring, seed)).collect();
    let circuits = rings.iter().filter(|it| LineRule::of(it, Direction::Classic, true).is_some());
    assert_eq!(circuits.count(), 20);
    let counts: BTreeSet<usize> = rings.iter().map(|it| it.checkpoints().len()).collect();
    assert_eq!(counts.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3]);
}

#[test]
fn a_seed_draws_the_same_track_for_any_usual_number_of_players_and_another_seed_another() {
    let draw = |players, seed| drawn_track(None, None, players, &mut Rng::new(seed));
    assert_eq!(draw(2, 5), draw(8, 5));
    assert_ne!(draw(2, 5), draw(2, 6));
    assert!(draw(20, 5).cells_of(Tile::Start).count() >= 20);
}

#[test]
fn the_smallest_and_the_largest_size_are_drawn() {
    for (kind, size) in
        TrackKind::ALL.into_iter().flat_map(|kind| [(kind, (24, 14)), (kind, (200, 40))])
    {
        let track = drawn_track(Some(kind), Some(size), 4, &mut Rng::new(3));
        assert_eq!((track.width() as i32, track.height() as i32), size, "{kind:?}");
        assert!(track.is_drivable(track.cells_of(Tile::Start).next().unwrap_or(Cell::new(0, 0))));
    }
}
