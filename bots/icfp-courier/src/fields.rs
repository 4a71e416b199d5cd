//! Ways over the board: [`Fields`] keeps whole-board distance fields, the last used ones, within a
//! budget of bytes.

use gridkit::{Costs, DistanceSearch, Distances, FieldCache, Grid, Point, Walls, WeightedSearch};

use crate::board::Board;

/// Which ways count as short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Way {
    /// Ways of few steps.
    Short,
    /// Ways of few steps, where steps onto tiles on which a push drowns count more.
    WaterShy,
}

/// Distances to points of a board.
#[derive(Clone, Debug)]
pub struct Fields {
    search: DistanceSearch,
    shy: WeightedSearch,
    /// Made when they are first asked for.
    costs: Option<Costs>,
    /// What a step onto a perilous tile costs.
    peril: u8,
    cache: FieldCache<(Point, Way)>,
    /// Tiles that count as walls for some time, since robots bar the way there.
    barred: Vec<Point>,
    /// The walls with these tiles; made when there are some for the first time.
    walls: Option<Walls>,
    /// Distances between single points.
    table: Table,
}

/// Bytes for the fields: five of the largest boards' fields, all that are wanted on common ones.
const BUDGET: usize = 12 << 20;

impl Fields {
    /// No field yet. `peril` is what a step onto a tile costs where a push drowns.
    pub fn new(peril: u8) -> Self {
        Self {
            search: DistanceSearch::new(),
            shy: WeightedSearch::new(),
            costs: None,
            peril: peril.max(1),
            cache: FieldCache::new(BUDGET),
            barred: Vec::new(),
            walls: None,
            table: Table::default(),
        }
    }

    /// Makes these tiles walls, in place of those of before. True if that changes anything.
    pub fn bar(&mut self, board: &Board, tiles: &[Point]) -> bool {
        if self.barred == tiles {
            return false;
        }
        let walls = self.walls.get_or_insert_with(|| board.walls().clone());
        for &tile in &self.barred {
            walls.set(tile, !board.is_land(tile));
        }
        for &tile in tiles {
            walls.set(tile, true);
        }
        self.barred.clear();
        self.barred.extend_from_slice(tiles);
        self.costs = None;
        self.cache.clear();
        self.table = Table::default();
        true
    }

    /// Are there tiles that count as walls?
    pub fn has_barred(&self) -> bool {
        !self.barred.is_empty()
    }

    /// How far it is from everywhere to `point`.
    pub fn to(&mut self, board: &Board, point: Point, way: Way) -> &Distances {
        let Self { search, shy, costs, peril, cache, barred, walls, .. } = self;
        match way {
            Way::Short => {
                let walls = walls.as_ref().unwrap_or_else(|| board.walls());
                cache.get((point, way), |field| search.run(walls, &[point], field))
            }
            Way::WaterShy => {
                let costs = costs.get_or_insert_with(|| costs_of(board, barred, *peril));
                cache.get((point, way), |field| shy.run(costs, &[point], field))
            }
        }
    }

    /// The number of a point, which is added to the [`Table`] if it is new.
    pub fn number(&mut self, board: &Board, point: Point) -> u16 {
        if let Some(number) = self.table.find(point) {
            return number;
        }
        let mut table = std::mem::take(&mut self.table);
        let number = table.add(point, self.to(board, point, Way::Short));
        self.table = table;
        number
    }

    /// Distances between the points that have numbers.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Empties the table if it has more points than this.
    pub fn forget_beyond(&mut self, most: usize) {
        if self.table.len() > most {
            self.table = Table::default();
        }
    }

    /// Fields that had to be searched.
    pub fn searched(&self) -> u64 {
        self.cache.misses()
    }
}

fn costs_of(board: &Board, barred: &[Point], peril: u8) -> Costs {
    let is_open = |point: Point| board.is_land(point) && !barred.contains(&point);
    let cost = |point| match (is_open(point), board.is_perilous(point)) {
        (false, _) => 0,
        (true, false) => 1,
        (true, true) => peril,
    };
    Costs::new(&Grid::from_fn(board.width() as usize, board.height() as usize, cost))
}

/// Stands for a way that does not exist.
pub const FAR: u32 = u32::MAX / 4;

/// The distances between some points of a board: as many as plans need, kept from plan to plan.
///
/// Each point has a search of its own. To search for 64 points at once by one bit a source in a word a
/// cell is 10 to 17 times slower on the largest boards, where their waves seldom meet: words of eight
/// bytes are moved in place of lists of cells. On boards of some thousand tiles it is 1.6 to 8 times
/// as fast, but there all 64 searches together take 0.3 to 1.5 ms, once a game
/// (`cargo run --release -p icfp-courier --features measure --example sources`). Fields are not repaired either, as
/// tiles change only where robots bar the way.
#[derive(Clone, Debug, Default)]
pub struct Table {
    points: Vec<Point>,
    index: gridkit::FastMap<Point, u16>,
    rows: Vec<Vec<u32>>,
}

impl Table {
    /// The number of a point in the table, if it is there.
    pub fn find(&self, point: Point) -> Option<u16> {
        self.index.get(&point).copied()
    }

    /// The distance between two points by their numbers; [`FAR`] if there is no way.
    #[inline]
    pub fn between(&self, one: u16, other: u16) -> u32 {
        self.rows[usize::from(one)][usize::from(other)]
    }

    /// The number of points.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Is there no point?
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Adds a point, to which these are the distances; gives its number.
    fn add(&mut self, point: Point, field: &Distances) -> u16 {
        let number = self.points.len() as u16;
        self.points.push(point);
        self.index.insert(point, number);
        let row: Vec<u32> =
            self.points.iter().map(|&other| field.get(other).unwrap_or(FAR)).collect();
        for (old, &distance) in self.rows.iter_mut().zip(&row) {
            old.push(distance);
        }
        self.rows.push(row);
        number
    }
}
