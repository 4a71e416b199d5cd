//! A test of what moves pass, as it is looked up.

use kabotte::motion::{passage, Vector};
use kabotte::passages::Passages;
use kabotte::track::Track;

#[test]
fn what_is_looked_up_is_what_is_stepped_through() {
    let rows = ["SOOOX1OO", "OO2OOOXO", "OXOFFOOO", "OOOOO9OO", "XOOOOOOO"];
    let track = Track::parse(&rows.join("\n")).unwrap();
    for checkpoints in [false, true] {
        let mut passages = Passages::new(&track, checkpoints);
        for source in track.cells() {
            for (x, y) in (-9..=9).flat_map(|x| (-31..=31).map(move |y| (y, x))) {
                let vector = Vector { x, y };
                let stepped = passage(&track, source, vector, checkpoints);
                assert_eq!(passages.of(source, vector), stepped, "{source} {vector:?}");
            }
        }
    }
}
