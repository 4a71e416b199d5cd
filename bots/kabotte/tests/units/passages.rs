//! A test of the table of the cells that moves pass.

use kabotte::motion::{passage, Vector};
use kabotte::passages::Passages;
use kabotte::track::Track;

#[test]
fn the_table_has_the_cells_of_a_step_by_step_walk() {
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
