//! Where the other submarine can be, by everything it was seen to do.
//!
//! A [`Tracker`] holds every path that fits what was seen: the cell, the trail that forbids
//! cells, and the mines laid on the way. It makes no assumption about the player that it follows, so
//! the true path is always one of them or part of one that was folded from several. What is only
//! unlikely has a small weight.
//!
//! That makes it two trackers in one. The *safe* one is the set of cells that any path ends on: no
//! assumption takes a cell out of it. The *sharp* one is their weights: how players step, fall silent, surface
//! and fire (`habits`) is learnt of each player within the game. Since an assumption only makes a path less
//! likely, the sharp one never runs empty and never has to be set back to the safe one.
//!
//! The bot has two of them: where the opponent can be, and where the opponent can think that the
//! bot is.

mod belief;
mod fold;
mod habits;
mod mines;
mod path;
mod styles;

use gridkit::{Board15, Dir};

pub use belief::Belief;
pub use path::{Path, SLOTS};
pub use styles::SilenceHabit;

use crate::map::{damage, silence_ends, Cell, Map};
use crate::orders::Seen;
use crate::sector::Sector;
use fold::Folder;
use path::Mine;

/// What a tracker is allowed to cost, and what it takes for likely.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Paths kept exactly; the rest is folded.
    pub cap: usize,
    /// The habit assumed of silences; without an assumption it is learnt.
    pub silence: Option<SilenceHabit>,
}

/// Follows one submarine by what can be seen of it.
pub struct Tracker {
    settings: Settings,
    paths: Vec<Path>,
    /// Per slot: the cells where its mine may be in paths that know no more.
    loose: [Board15; SLOTS],
    /// Slots in use, oldest mine first, with whether the mine is armed.
    laid: Vec<(usize, bool)>,
    /// Cells where mines may lie that no slot was left for.
    forgotten: Board15,
    /// How often no path was left.
    surprises: u32,
    folder: Folder,
    spare: Vec<Path>,
}

impl Tracker {
    /// A submarine that may start on any of those cells.
    pub fn new(starts: Board15, settings: Settings) -> Tracker {
        let mut tracker = Tracker {
            settings,
            paths: Vec::new(),
            loose: [Board15::EMPTY; SLOTS],
            laid: Vec::new(),
            forgotten: Board15::EMPTY,
            surprises: 0,
            folder: Folder::new(),
            spare: Vec::new(),
        };
        tracker.restart(starts);
        tracker
    }

    fn restart(&mut self, starts: Board15) {
        let weight = 1.0 / starts.count().max(1) as f32;
        self.paths.clear();
        self.paths.extend(starts.iter().map(|cell| Path::starting(cell, weight)));
    }

    /// The paths that are possible.
    pub fn paths(&self) -> &[Path] {
        &self.paths
    }

    /// The paths with their mines left out and only the `cap` likeliest kept exactly: a picture
    /// that is quick to think with.
    pub fn sketch(&self, cap: usize) -> Vec<Path> {
        let mut paths: Vec<Path> =
            self.paths.iter().map(|path| Path { mines: [Mine::NONE; SLOTS], ..*path }).collect();
        let mut folder = Folder::new();
        folder.unite_mines(&mut paths, &mut [Board15::EMPTY; SLOTS]);
        folder.fold_unlikely(&mut paths, cap, &mut [Board15::EMPTY; SLOTS]);
        paths
    }

    /// Where each mine of a path can be.
    pub fn mines_of<'a>(&'a self, path: &'a Path) -> impl Iterator<Item = Board15> + 'a {
        let mines = path.mines.iter().zip(&self.loose).filter(|(mine, _)| mine.exists());
        mines.map(|(mine, &loose)| mine.spots(loose))
    }

    /// How likely a silence of it goes each distance.
    pub fn silence_distances(&self) -> SilenceHabit {
        habits::distances(self.paths.iter().map(|path| (path.weight, &path.silences)))
    }

    /// The cells that are possible.
    pub fn cells(&self) -> Board15 {
        self.paths.iter().map(|path| path.cell).collect()
    }

    /// How often no path was left and the tracker started again from everywhere. It stays 0 as long
    /// as the input follows the rules.
    pub fn surprises(&self) -> u32 {
        self.surprises
    }

    /// The probabilities that follow from the paths.
    pub fn belief(&self) -> Belief {
        Belief::of(&self.paths, &self.loose)
    }

    /// To be called at the start of each turn of the submarine: its mines become armed.
    pub fn begin_turn(&mut self) {
        for (_, armed) in &mut self.laid {
            *armed = true;
        }
    }

    /// The other player's torpedo or mine exploded there.
    pub fn explosion(&mut self, at: Cell) {
        for path in &mut self.paths {
            path.lost = path.lost.saturating_add(damage(at, path.cell));
        }
    }

    /// The answer to a sonar at this moment.
    pub fn sonar(&mut self, map: &Map, sector: Sector, inside: bool) {
        self.retain(map, |path| (Sector::of(path.cell) == sector) == inside);
    }

    /// The lives are known to be `now`, and were known to be `before` at the last call.
    pub fn lives(&mut self, map: &Map, before: u8, now: u8) {
        self.retain(map, |path| before.saturating_sub(path.lost) == now);
        for path in &mut self.paths {
            path.lost = 0;
        }
        self.shrink(self.settings.cap);
    }

    /// Makes paths likelier or less likely by the cell they end on; a factor of zero is taken for
    /// a very small one, since an assumption never makes anything impossible.
    pub fn assume(&mut self, map: &Map, factor: impl Fn(Cell) -> f32) {
        for path in &mut self.paths {
            path.weight *= factor(path.cell).max(LEAST_WEIGHT);
        }
        self.drop_impossible(map);
    }

    /// The submarine was seen to execute an order.
    pub fn see(&mut self, map: &Map, seen: Seen) {
        match seen {
            Seen::Move(dir) => self.moved(map, dir),
            Seen::Surface(sector) => {
                self.retain(map, |path| Sector::of(path.cell) == sector);
                let learns = self.settings.silence.is_none();
                for path in &mut self.paths {
                    if learns {
                        path.weight *= habits::surfacing(path, map.water());
                    }
                    path.trail = Board15::of(path.cell);
                    path.lost = path.lost.saturating_add(1);
                }
                self.folder.unite_equal(&mut self.paths);
            }
            Seen::Torpedo(target) => {
                let from = map.reach(target);
                self.retain(map, |path| from.contains(path.cell));
                self.fired(target);
            }
            Seen::Sonar(_) => {}
            Seen::Silence => self.went_silent(map),
            Seen::Mine => self.laid_mine(map),
            Seen::Trigger(target) => {
                self.triggered(map, target);
                self.fired(target);
            }
        }
    }

    /// An explosion of its own, which players avoid to be hurt by.
    fn fired(&mut self, target: Cell) {
        let learns = self.settings.silence.is_none();
        for path in &mut self.paths {
            let lost = damage(target, path.cell);
            path.lost = path.lost.saturating_add(lost);
            if learns {
                path.weight *= habits::firing(lost);
            }
        }
    }

    fn moved(&mut self, map: &Map, dir: Dir) {
        let water = map.water();
        let learns = self.settings.silence.is_none();
        for path in &mut self.paths {
            let step = if learns {
                habits::step(path, water, dir)
            } else {
                (water - path.trail).step(path.cell, dir).map(|next| (next, 1.0))
            };
            match step {
                Some((next, chance)) => {
                    path.weight *= chance;
                    path.cell = next;
                    path.trail.set(next);
                }
                None => path.weight = 0.0,
            }
        }
        self.drop_impossible(map);
    }

    fn went_silent(&mut self, map: &Map) {
        // Room for all that can follow, whatever was kept exactly before.
        self.shrink(self.settings.cap);
        let mut next = std::mem::take(&mut self.spare);
        next.clear();
        match self.settings.silence {
            Some(habit) => self.paths.iter().for_each(|path| glide(path, map, &habit, &mut next)),
            None => {
                self.paths.iter().for_each(|path| habits::silence(path, map.water(), &mut next));
            }
        }
        self.spare = std::mem::replace(&mut self.paths, next);
        self.drop_impossible(map);
        self.folder.unite_equal(&mut self.paths);
        self.shrink(self.settings.cap);
    }

    fn retain(&mut self, map: &Map, keep: impl Fn(&Path) -> bool) {
        for path in &mut self.paths {
            if !keep(path) {
                path.weight = 0.0;
            }
        }
        self.drop_impossible(map);
    }

    /// Throws out the paths of weight zero and brings the sum of the others to one.
    fn drop_impossible(&mut self, map: &Map) {
        // Habits may be wrong, so they never make anything impossible.
        self.paths.retain(|path| path.weight > 0.0);
        if self.paths.is_empty() {
            // This happens only if the server breaks its own rules.
            self.surprises += 1;
            self.laid.clear();
            self.forgotten = map.water();
            self.restart(map.water());
        }
        let all: f32 = self.paths.iter().map(|path| path.weight).sum();
        for path in &mut self.paths {
            path.weight = (path.weight / all).max(LEAST_WEIGHT);
        }
    }

    /// Brings the number of paths down to about the cap, the exact way first.
    fn shrink(&mut self, cap: usize) {
        if self.paths.len() > cap {
            self.folder.unite_mines(&mut self.paths, &mut self.loose);
        }
        if self.paths.len() > cap {
            self.folder.fold_unlikely(&mut self.paths, cap, &mut self.loose);
        }
    }
}

/// Adds all paths that can follow from one by a silence of a player with a certain habit.
fn glide(path: &Path, map: &Map, habit: &SilenceHabit, next: &mut Vec<Path>) {
    let first = next.len();
    next.push(Path { weight: path.weight * habit[0], ..*path });
    let free = map.water() - path.trail;
    for dir in Dir::ALL {
        for (weight, (cell, passed)) in habit[1..].iter().zip(silence_ends(path.cell, dir, free)) {
            let weight = path.weight * weight;
            next.push(Path { weight, cell, trail: path.trail | passed, ..*path });
        }
    }
    // With fewer choices each of them is more likely.
    let all: f32 = next[first..].iter().map(|path| path.weight).sum();
    let scale = path.weight / all.max(f32::MIN_POSITIVE);
    for path in &mut next[first..] {
        path.weight *= scale;
    }
}

/// No path that is possible ever gets less weight than this.
const LEAST_WEIGHT: f32 = 1e-12;
