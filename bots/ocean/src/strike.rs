//! What explosions do to the opponent, wherever he is.

use gridkit::Board15;

use crate::map::{damage, Cell, Map};
use crate::tracker::Belief;

/// An explosion of ours in a turn: a torpedo and a mine at most.
pub type Volley = [Option<Cell>; 2];

/// What a volley probably does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hit {
    /// Lives it takes on average.
    pub damage: f32,
    /// Probability that it takes the last one.
    pub kill: f32,
}

/// The effect of a volley on an opponent with so many lives. He does not move meanwhile, so both
/// explosions find him on the same cell.
pub fn hit(map: &Map, them: &Belief, lives: u8, volley: Volley) -> Hit {
    let mut hit = Hit::default();
    let near = volley.iter().flatten().fold(Board15::EMPTY, |near, &cell| near | map.blast(cell));
    for cell in near & them.cells() {
        let loss: u8 = volley.iter().flatten().map(|&explosion| damage(explosion, cell)).sum();
        let chance = them.at(cell);
        hit.damage += chance * f32::from(loss.min(lives));
        if loss >= lives {
            hit.kill += chance;
        }
    }
    hit
}
