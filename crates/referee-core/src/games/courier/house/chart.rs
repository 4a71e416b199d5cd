//! The state of a game as a client knows it: the board, and the known robots and packages.
//!
//! All robots, the own one included, are updated in the same way from the replies: the reported events count, not the
//! own commands.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::str::FromStr;

use crate::games::courier::board::{Board, Cell, Direction, Tile};
use crate::games::courier::packages::{Package, PackageId};
use crate::games::courier::world::RobotId;

/// A command of a house player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Order {
    pub bid: i64,
    pub action: Act,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Act {
    Move(Direction),
    Pick(Vec<PackageId>),
    Drop(Vec<PackageId>),
}

impl Order {
    pub(super) const WAIT: Self = Self { bid: 1, action: Act::Drop(Vec::new()) };

    /// An order for the least money.
    pub(super) fn cheap(action: Act) -> Self {
        Self { bid: 1, action }
    }

    pub(super) fn line(&self) -> String {
        let listed = |word: &str, ids: &[PackageId]| {
            ids.iter().fold(word.to_owned(), |line, id| format!("{line} {id}"))
        };
        let action = match &self.action {
            Act::Move(direction) => format!("Move {}", direction.letter()),
            Act::Pick(ids) => listed("Pick", ids),
            Act::Drop(ids) => listed("Drop", ids),
        };
        format!("{} {action}", self.bid)
    }
}

/// The known state of a robot.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub cell: Cell,
    pub carried: BTreeSet<PackageId>,
}

/// The known state of a game.
#[derive(Clone, Debug)]
pub(super) struct Chart {
    pub board: Board,
    pub me: RobotId,
    pub capacity: u64,
    pub money: u64,
    /// The living robots.
    pub robots: BTreeMap<RobotId, Seen>,
    /// The cells on which robots died.
    pub graves: BTreeSet<Cell>,
    /// The packages that have been listed and are not delivered.
    pub packages: HashMap<PackageId, Package>,
    /// The known cells with packages; some packages there may never have been listed.
    pub lying: BTreeMap<Cell, BTreeSet<PackageId>>,
    /// The bases to visit: those that were never visited, or all others when nothing was left.
    pub unseen: BTreeSet<Cell>,
}

/// The reason why lines cannot be read.
pub(super) type Broken = &'static str;

impl Chart {
    /// Reads the first lines of a game.
    pub(super) fn read_start(lines: &[String]) -> Result<Self, Broken> {
        let (size, lines) = lines.split_first().ok_or("no size")?;
        let [width, height] = numbers::<i32>(size)?[..] else { return Err("a strange size") };
        let rows = lines.get(..height as usize).ok_or("too few rows")?;
        let mut board = Board::filled(width, height, Tile::Plain);
        for (row, y) in rows.iter().zip(1..) {
            for (glyph, x) in row.chars().zip(1..) {
                board.set(Cell::new(x, y), Tile::of_glyph(glyph).ok_or("a strange tile")?);
            }
        }
        let [own, robots, list] = &lines[height as usize..] else { return Err("no robots") };
        let [me, capacity, money] = numbers::<u64>(own)?[..] else { return Err("no robot") };
        let unseen = board.bases().collect();
        let mut chart = Self {
            board,
            me: RobotId(me),
            capacity,
            money,
            robots: BTreeMap::new(),
            graves: BTreeSet::new(),
            packages: HashMap::new(),
            lying: BTreeMap::new(),
            unseen,
        };
        chart.read_reply(robots)?;
        chart.read_list(list)?;
        Ok(chart)
    }

    /// Reads a reply and the list of packages after it.
    pub(super) fn read_turn(&mut self, lines: &[String]) -> Result<(), Broken> {
        let [reply, list] = lines else { return Err("wanted a reply and a list") };
        self.read_reply(reply)?;
        self.read_list(list)
    }

    /// Pays for an order.
    pub(super) fn pay(&mut self, order: &Order) {
        self.money = self.money.saturating_sub(order.bid.unsigned_abs());
    }

    fn read_reply(&mut self, line: &str) -> Result<(), Broken> {
        let mut words = line.split_ascii_whitespace();
        let mut listed = BTreeSet::new();
        let mut robot = self.me;
        while let Some(word) = words.next() {
            if let Some(id) = word.strip_prefix('#') {
                robot = RobotId(number(Some(id))?);
                listed.insert(robot);
                let nowhere = || Seen { cell: Cell::new(0, 0), carried: BTreeSet::new() };
                self.robots.entry(robot).or_insert_with(nowhere);
                continue;
            }
            let seen = self.robots.get_mut(&robot).ok_or("an action of nobody")?;
            match word {
                "X" => seen.cell.x = number(words.next())?,
                "Y" => seen.cell.y = number(words.next())?,
                "P" => {
                    let id = PackageId(number(words.next())?);
                    let cell = seen.cell;
                    seen.carried.insert(id);
                    self.take(cell, id);
                }
                "D" => {
                    let id = PackageId(number(words.next())?);
                    let cell = seen.cell;
                    seen.carried.remove(&id);
                    self.put(cell, id);
                }
                _ => {
                    let direction = Direction::of_word(word).ok_or("a strange action")?;
                    seen.cell = seen.cell.step(direction);
                }
            }
        }
        self.bury(&listed);
        Ok(())
    }

    /// Removes the robots that are not listed any more or are in the water, with their packages.
    fn bury(&mut self, listed: &BTreeSet<RobotId>) {
        let drowned = |seen: &Seen| self.board.tile(seen.cell) == Tile::Water;
        let dead = |(id, seen): &(&RobotId, &Seen)| !listed.contains(id) || drowned(seen);
        let dead: Vec<RobotId> = self.robots.iter().filter(dead).map(|(id, _)| *id).collect();
        for id in dead {
            if let Some(seen) = self.robots.remove(&id) {
                self.graves.insert(seen.cell);
                self.packages.retain(|id, _| !seen.carried.contains(id));
            }
        }
    }

    fn take(&mut self, cell: Cell, id: PackageId) {
        if let Some(pile) = self.lying.get_mut(&cell) {
            pile.remove(&id);
            if pile.is_empty() {
                self.lying.remove(&cell);
            }
        }
    }

    /// Puts a package down. At its known destination it is delivered. Any other, and one that was never listed, is
    /// then on that cell, which has to be visited.
    fn put(&mut self, cell: Cell, id: PackageId) {
        if self.packages.get(&id).is_some_and(|package| package.destination == cell) {
            self.packages.remove(&id);
        } else {
            self.lying.entry(cell).or_default().insert(id);
        }
    }

    /// Replaces the packages of the own tile by the list.
    fn read_list(&mut self, line: &str) -> Result<(), Broken> {
        let here = self.here();
        self.unseen.remove(&here);
        self.lying.remove(&here);
        for [id, x, y, weight] in numbers::<u64>(line)?.as_chunks().0 {
            let (id, destination) = (PackageId(*id), Cell::new(*x as i32, *y as i32));
            self.packages.insert(id, Package { id, destination, weight: *weight });
            self.lying.entry(here).or_default().insert(id);
        }
        Ok(())
    }

    /// All bases except the one under the robot may have packages again.
    pub(super) fn look_again(&mut self) {
        let here = self.here();
        self.unseen = self.board.bases().filter(|base| *base != here).collect();
    }

    /// The own tile.
    pub(super) fn here(&self) -> Cell {
        self.robots.get(&self.me).map_or(Cell::new(0, 0), |seen| seen.cell)
    }

    /// The packages of the own robot.
    pub(super) fn carried(&self) -> impl Iterator<Item = &Package> {
        let own = self.robots.get(&self.me);
        own.into_iter().flat_map(|seen| &seen.carried).filter_map(|id| self.packages.get(id))
    }

    /// The other living robots.
    pub(super) fn rivals(&self) -> impl Iterator<Item = &Seen> {
        self.robots.iter().filter(|(id, _)| **id != self.me).map(|(_, seen)| seen)
    }

    /// Whether a push onto the next tile in that direction drowns a robot on a cell.
    pub(super) fn drowns(&self, cell: Cell, direction: Direction) -> bool {
        self.board.tile(cell.step(direction)) == Tile::Water
    }

    /// Whether a cell is next to water.
    pub(super) fn is_shore(&self, cell: Cell) -> bool {
        Direction::ALL.into_iter().any(|direction| self.drowns(cell, direction))
    }

    /// Whether a robot next to a cell can push a robot on it into water.
    pub(super) fn is_dangerous(&self, cell: Cell) -> bool {
        Direction::ALL.into_iter().any(|direction| {
            let pusher = cell.step(direction.opposite());
            self.drowns(cell, direction) && self.board.tile(pusher).is_land()
        })
    }
}

fn number<T: FromStr>(word: Option<&str>) -> Result<T, Broken> {
    word.and_then(|word| word.parse().ok()).ok_or("wanted a number")
}

fn numbers<T: FromStr>(line: &str) -> Result<Vec<T>, Broken> {
    line.split_ascii_whitespace().map(|word| number(Some(word))).collect()
}
