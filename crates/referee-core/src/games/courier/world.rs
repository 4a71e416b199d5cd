//! The rules: the effect of a turn on robots and packages.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;

use gridkit::Rng;

use super::board::{Board, Cell, Direction, Tile};
use super::commands::{Action, Bid, Command};
use super::packages::{Package, PackageId, Packages, PutDown};

/// A robot's number in the protocol, above 0. It has no further meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RobotId(pub u64);

impl fmt::Display for RobotId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A robot's index in the list of robots, in the order in which they joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RobotIndex(pub usize);

/// The cause of a robot's death.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Death {
    /// It went or was pushed into water.
    Drowned,
    /// It gave a command and had no money.
    OutOfMoney,
    /// It bid more than the money it had.
    Overbid,
    /// It gave no command, or a malformed one.
    NoCommand,
}

impl Death {
    /// The cause in the result of a game.
    pub const fn cause(self) -> &'static str {
        match self {
            Self::Drowned => "drowned",
            Self::OutOfMoney => "out-of-money",
            Self::Overbid => "overbid",
            Self::NoCommand => "no-command",
        }
    }
}

/// What came of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The robot went to the next cell.
    Moved,
    /// It took at least one package.
    Picked,
    /// It put at least one package down.
    Dropped,
    /// Neither its place nor its load changed: it waited, a wall was before it or before the robots that it pushed, or it
    /// named no package that is here and fits.
    Idle,
    /// It was pushed, or drowned by a push, before it could act.
    Lost,
}

/// One robot.
#[derive(Clone, Debug)]
pub struct Robot {
    /// Its number.
    pub id: RobotId,
    /// Its cell, or that of its death.
    pub cell: Cell,
    /// The greatest weight that it can carry.
    pub capacity: u64,
    /// Its money.
    pub money: u64,
    /// Its bid in the last turn, if it made one.
    pub bid: Option<Bid>,
    /// The packages that it carries.
    pub carried: BTreeMap<PackageId, Package>,
    /// The weight that it carries.
    pub load: u64,
    /// The sum of the weights that it has delivered.
    pub score: u64,
    /// The number of packages that it has delivered.
    pub delivered: u32,
    /// The cause of its death, if it is dead.
    pub death: Option<Death>,
    /// Its events in this turn or in the last one.
    pub events: Vec<Event>,
    /// What came of its command in the last turn, if it paid for one.
    pub deed: Option<Deed>,
    /// The number of robots that it pushed in this turn or in the last one.
    pub pushes: u32,
    /// How often it was pushed in this turn or in the last one. A push cancels its command.
    pub pushed: u32,
    /// The robot that pushed it last in this turn or in the last one.
    pub pusher: Option<RobotIndex>,
    /// Whether its cell is in the reply of the next turn.
    announced: bool,
}

impl Robot {
    /// A robot without packages.
    pub fn new(id: RobotId, cell: Cell, capacity: u64, money: u64) -> Self {
        Self {
            id,
            cell,
            capacity,
            money,
            bid: None,
            carried: BTreeMap::new(),
            load: 0,
            score: 0,
            delivered: 0,
            death: None,
            events: Vec::new(),
            deed: None,
            pushes: 0,
            pushed: 0,
            pusher: None,
            announced: false,
        }
    }

    /// The same robot, whose cell is in the reply of its first turn.
    #[must_use]
    pub fn announced(self) -> Self {
        Self { announced: true, ..self }
    }

    /// Whether it is alive.
    pub fn is_alive(&self) -> bool {
        self.death.is_none()
    }
}

/// An event of a robot, as it is reported to all robots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// It has joined on a cell.
    Placed(Cell),
    /// It moved by one cell, by itself or pushed.
    Moved(Direction),
    /// It took a package.
    Picked(PackageId),
    /// It put down a package: dropped, delivered, or lost by a push.
    Dropped(PackageId),
}

/// The state of a game.
#[derive(Clone, Debug)]
pub struct World {
    board: Board,
    robots: Vec<Robot>,
    packages: Packages,
    random: Rng,
    /// Whether a package that a push forces out on its destination counts as delivered, with the
    /// points for the robot that carried it. The task says that a package dropped on its destination is
    /// delivered, and that the drop is made before the move; an early answer of the judges says no.
    forced_delivers: bool,
}

impl World {
    /// A world without robots. Its randomness comes from `random`.
    pub fn new(board: Board, packages: Packages, random: Rng, forced_delivers: bool) -> Self {
        Self { board, robots: Vec::new(), packages, random, forced_delivers }
    }

    /// The tiles.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The packages.
    pub fn packages(&self) -> &Packages {
        &self.packages
    }

    /// All robots in the order in which they came, including dead ones.
    pub fn robots(&self) -> &[Robot] {
        &self.robots
    }

    /// The living robots.
    pub fn living(&self) -> impl Iterator<Item = (RobotIndex, &Robot)> {
        let robots = self.robots.iter().enumerate();
        robots
            .filter(|(_, robot)| robot.is_alive())
            .map(|(index, robot)| (RobotIndex(index), robot))
    }

    /// Adds a robot.
    pub fn add_robot(&mut self, robot: Robot) -> RobotIndex {
        self.robots.push(robot);
        RobotIndex(self.robots.len() - 1)
    }

    /// Adds a package on a cell. Its id must be new.
    pub fn add_package(&mut self, cell: Cell, package: Package) {
        self.packages.add(cell, package);
    }

    /// The tiles, and the generator of the game's randomness.
    pub fn board_and_random(&mut self) -> (&Board, &mut Rng) {
        (&self.board, &mut self.random)
    }

    /// The list of the packages on a robot's cell in the form of the protocol. It includes packages that are too heavy
    /// for the robot, but not carried ones.
    pub fn package_line(&mut self, robot: RobotIndex) -> String {
        self.packages.line(self.robots[robot.0].cell)
    }

    /// Plays a turn. `commands` has the command of each living robot, in ascending order; `None` is
    /// a missing or malformed one. The events are in [`Robot::events`].
    ///
    /// Robots that cannot pay or have no command die before the first command executes, so that their
    /// cells are free for all moves of the turn (the task does not say when they die). Then the
    /// commands execute by descending bid, equal bids in random order.
    pub fn turn(&mut self, commands: Vec<(RobotIndex, Option<Command>)>) {
        for robot in &mut self.robots {
            robot.bid = None;
            robot.deed = None;
            robot.pushes = 0;
            robot.pushed = 0;
            robot.pusher = None;
            robot.events.clear();
            if std::mem::take(&mut robot.announced) {
                robot.events.push(Event::Placed(robot.cell));
            }
        }
        let mut orders: Vec<(RobotIndex, Command)> = Vec::with_capacity(commands.len());
        for (index, command) in commands {
            match self.pay(index, command) {
                Ok(command) => orders.push((index, command)),
                Err(death) => self.kill(index, death),
            }
        }
        for last in (1..orders.len()).rev() {
            let other = self.random.below(last + 1);
            orders.swap(last, other);
        }
        orders.sort_by_key(|(_, command)| Reverse(command.bid));
        for (index, command) in orders {
            // A robot that is dead before its turn was pushed into the water.
            let is_lost = self.robots[index.0].pushed > 0;
            let deed = if is_lost { Deed::Lost } else { self.execute(index, command.action) };
            self.robots[index.0].deed = Some(deed);
        }
    }

    /// Takes the money for a command; returns the command if the robot may execute it.
    fn pay(&mut self, index: RobotIndex, command: Option<Command>) -> Result<Command, Death> {
        let Robot { money, bid, .. } = &mut self.robots[index.0];
        let command = command.ok_or(Death::NoCommand)?;
        *bid = Some(command.bid);
        let broke = if *money == 0 { Death::OutOfMoney } else { Death::Overbid };
        *money = money.checked_sub(command.bid.cost()).ok_or(broke)?;
        Ok(command)
    }

    fn execute(&mut self, index: RobotIndex, action: Action) -> Deed {
        let before = self.robots[index.0].events.len();
        let deed = match action {
            Action::Move(direction) => {
                self.go(index, direction);
                Deed::Moved
            }
            Action::Pick(ids) => {
                for id in ids {
                    self.pick(index, id);
                }
                Deed::Picked
            }
            Action::Drop(ids) => {
                for id in ids {
                    self.put_down(index, id);
                }
                Deed::Dropped
            }
        };
        if self.robots[index.0].events.len() > before { deed } else { Deed::Idle }
    }

    /// Takes a package if it is here and fits; otherwise does nothing.
    fn pick(&mut self, index: RobotIndex, id: PackageId) {
        let robot = &mut self.robots[index.0];
        let Some(package) = self.packages.on(robot.cell, id) else { return };
        if robot.load + package.weight <= robot.capacity {
            self.packages.take(robot.cell, id);
            robot.load += package.weight;
            robot.carried.insert(id, package);
            robot.events.push(Event::Picked(id));
        }
    }

    /// Puts a package down if it is carried; otherwise does nothing.
    fn put_down(&mut self, index: RobotIndex, id: PackageId) {
        if let Some(package) = self.robots[index.0].carried.get(&id) {
            self.lose(index, *package, true);
        }
    }

    /// Puts a carried package on the robot's cell.
    fn lose(&mut self, index: RobotIndex, package: Package, delivers: bool) {
        let robot = &mut self.robots[index.0];
        robot.carried.remove(&package.id);
        robot.load -= package.weight;
        robot.events.push(Event::Dropped(package.id));
        if self.packages.put_down(robot.cell, package, delivers) == PutDown::Delivered {
            robot.score += package.weight;
            robot.delivered += 1;
        }
    }

    /// Moves a robot by one cell. Robots there are pushed, with all robots behind them in a line, up to the first cell
    /// without a robot. On a cell with several robots all are pushed.
    fn go(&mut self, index: RobotIndex, direction: Direction) {
        let mut end = self.robots[index.0].cell.step(direction);
        let mut pushed = Vec::new();
        loop {
            let before = pushed.len();
            pushed.extend(self.living().filter(|(_, robot)| robot.cell == end).map(|it| it.0));
            if pushed.len() == before {
                break;
            }
            end = end.step(direction);
        }
        // Each loses its command of the turn, and drops a package on its cell, even if it then cannot be moved.
        self.robots[index.0].pushes += pushed.len() as u32;
        let pusher = index;
        for index in &pushed {
            self.robots[index.0].pushed += 1;
            self.robots[index.0].pusher = Some(pusher);
            let carried = &self.robots[index.0].carried;
            let lost = self.random.below(carried.len());
            if let Some(package) = carried.values().nth(lost) {
                self.lose(*index, *package, self.forced_delivers);
            }
        }
        if self.board.tile(end) != Tile::Wall {
            for index in pushed.into_iter().chain([index]) {
                self.step(index, direction);
            }
        }
    }

    fn step(&mut self, index: RobotIndex, direction: Direction) {
        let robot = &mut self.robots[index.0];
        robot.cell = robot.cell.step(direction);
        robot.events.push(Event::Moved(direction));
        if self.board.tile(robot.cell) == Tile::Water {
            self.kill(index, Death::Drowned);
        }
    }

    /// Kills a robot. Its packages are lost.
    fn kill(&mut self, index: RobotIndex, death: Death) {
        let robot = &mut self.robots[index.0];
        robot.death = Some(death);
        robot.load = 0;
        for id in std::mem::take(&mut robot.carried).into_keys() {
            self.packages.remove(id);
        }
    }
}
