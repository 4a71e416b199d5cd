//! What may lie on bases that nobody has looked at: [`Guesses`].
//!
//! A plan that counts a look as so many points cannot say when to look: that depends on the room in the
//! hands, on the way, and on what else there is. So each unseen base is thought to hold packages drawn
//! by chance, like those that were seen, and the plan is made with them as if they were there
//! (determinization). They are drawn once for each base, so that the plan does not waver.

use gridkit::{Point, Rng};

use crate::board::{Board, Ground};
use crate::ledger::{Ledger, View};

/// A package that may lie on a base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The base.
    pub base: Point,
    /// Where it goes.
    pub dest: Point,
    /// Its weight.
    pub weight: i64,
}

/// The packages that unseen bases are thought to hold.
#[derive(Clone, Debug)]
pub struct Guesses {
    rng: Rng,
    all: Vec<Guess>,
    /// Bases that had been seen, and deliveries noticed, when they were drawn.
    drawn_at: Option<(u32, u32)>,
}

/// Packages of a base at most.
const MOST: usize = 8;

/// Packages of all bases at most.
const MOST_OF_ALL: usize = 60;

/// Packages of a base, before one was seen.
const USUAL: usize = 6;

impl Guesses {
    /// No guess yet.
    pub fn new(seed: u64) -> Self {
        Self { rng: Rng::new(seed ^ 0x6775_6573_7300), all: Vec::new(), drawn_at: None }
    }

    /// The guesses, drawn anew whenever another base has been seen or packages have come.
    pub fn all(&mut self, board: &Board, ledger: &Ledger) -> &[Guess] {
        let now = Some((ledger.bases_seen, ledger.deliveries));
        if self.drawn_at != now {
            self.drawn_at = now;
            self.draw(board, ledger);
        }
        &self.all
    }

    fn draw(&mut self, board: &Board, ledger: &Ledger) {
        let is_unseen = |base: &Point| ledger.view(board, *base) == View::Unseen;
        let unseen: Vec<Point> = board.bases().iter().copied().filter(is_unseen).collect();
        self.all.clear();
        if unseen.is_empty() {
            return;
        }
        let labels: Vec<(Point, i64)> =
            ledger.packages.iter().filter_map(|package| package.label).collect();
        let usual = match ledger.bases_seen {
            0 => USUAL,
            seen => (labels.len() + seen as usize / 2) / seen as usize,
        };
        let count = usual.min(MOST).min((MOST_OF_ALL / unseen.len()).max(1));
        // Where destinations are shared, those that nobody has seen yet are shared, too.
        let mut places: Vec<Point> = labels.iter().map(|label| label.0).collect();
        places.sort_unstable();
        places.dedup();
        let shared = labels.len() >= 4 && places.len() * 4 < labels.len() * 3;
        for base in unseen {
            for _ in 0..count {
                let weight = match self.rng.choose(&labels) {
                    Some(&(_, weight)) => weight,
                    None => (ledger.capacity as f64 * self.rng.unit() * 0.9) as i64 + 1,
                };
                let dest = if shared {
                    places[self.rng.below(places.len())]
                } else {
                    any_land(board, &mut self.rng)
                };
                self.all.push(Guess { base, dest, weight });
            }
        }
    }
}

/// A tile on which robots walk, if there are some.
fn any_land(board: &Board, rng: &mut Rng) -> Point {
    for _ in 0..100 {
        let x = rng.below(board.width() as usize) as i32;
        let y = rng.below(board.height() as usize) as i32;
        let at = Point::new(x, y);
        if matches!(board.ground(at), Ground::Plain | Ground::Base) {
            return at;
        }
    }
    Point::new(0, 0)
}
