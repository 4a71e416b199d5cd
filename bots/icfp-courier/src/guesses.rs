//! Packages that unseen bases may have: [`Guesses`].
//!
//! A fixed value for a look at a base cannot say when to look: that depends on the free capacity, on
//! the way, and on the other packages. So the bot draws random packages for each unseen base, like
//! those that it has seen, and plans as if they were there (determinization). It draws them once for
//! each base, so that the plan stays the same from turn to turn.

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
    /// Its place among the guesses of its base, from 0.
    pub rank: u32,
}

impl Guess {
    /// Is it still there? As many guesses of a base are gone as packages were taken there, whichever those were: robots
    /// leave what they cannot carry.
    pub fn is_left(&self, ledger: &Ledger) -> bool {
        ledger.spot(self.base).map_or(true, |spot| self.rank >= spot.taken_unseen)
    }
}

/// The packages that are assumed on unseen bases.
#[derive(Clone, Debug)]
pub struct Guesses {
    rng: Rng,
    all: Vec<Guess>,
    /// The number of seen bases and of noticed deliveries when they were drawn.
    drawn_at: Option<(u32, u32)>,
}

/// The most packages of a base.
const MOST: usize = 8;

/// The most packages of all bases together.
const MOST_OF_ALL: usize = 60;

/// The packages of a base while no base has been seen.
const USUAL: usize = 6;

impl Guesses {
    /// No guesses.
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
        // If the seen packages share destinations, the guessed ones go to the same destinations.
        let mut places: Vec<Point> = labels.iter().map(|label| label.0).collect();
        places.sort_unstable();
        places.dedup();
        let shared = labels.len() >= 4 && places.len() * 4 < labels.len() * 3;
        for base in unseen {
            for rank in 0..count as u32 {
                let weight = match self.rng.choose(&labels) {
                    Some(&(_, weight)) => weight,
                    None => (ledger.capacity as f64 * self.rng.unit() * 0.9) as i64 + 1,
                };
                let dest = if shared {
                    places[self.rng.below(places.len())]
                } else {
                    any_land(board, &mut self.rng)
                };
                self.all.push(Guess { base, dest, weight, rank });
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
