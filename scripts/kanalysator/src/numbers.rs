//! Motions as machines read them.

use kabotte::motion::Motion;

/// x and y of the cell where a motion ends, and x and y of its vector.
pub fn numbers(motion: Motion) -> [i16; 4] {
    let Motion { at, vector } = motion;
    [at.x, at.y, i16::from(vector.x), i16::from(vector.y)]
}
