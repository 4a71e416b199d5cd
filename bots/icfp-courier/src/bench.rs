//! The bench: fixed boards with scarce money, a signature of all that was said, and a speed.

use std::fmt;
use std::time::{Duration, Instant};

use gridkit::{Deadline, Rng};

use crate::courier::Courier;
use crate::generator::{make, Recipe, Setting, Terrain};
use crate::params::Params;
use crate::protocol::{Start, Turn};
use crate::world::World;

/// A board of the bench.
#[derive(Clone, Copy, Debug)]
pub struct Fixture {
    /// Its name.
    pub name: &'static str,
    /// What it is made of.
    pub recipe: Recipe,
    /// About a quarter of the money with which everything can be delivered.
    pub money: i64,
}

const fn fixture(
    name: &'static str,
    terrain: Terrain,
    size: (i32, i32),
    stock: (usize, usize, i32, i64),
    money: i64,
) -> Fixture {
    let (bases, packages, heaviest, capacity) = stock;
    Fixture { name, recipe: Recipe { terrain, size, bases, packages, heaviest, capacity }, money }
}

/// The boards: bases, packages, the heaviest of them, and the capacity.
pub const FIXTURES: [Fixture; 12] = [
    fixture("open, 1 base", Terrain::Open, (30, 30), (1, 60, 20, 60), 169),
    fixture("open, 5 bases", Terrain::Open, (60, 40), (5, 100, 30, 80), 464),
    fixture("scattered, 3 bases", Terrain::Scattered, (50, 50), (3, 80, 20, 50), 478),
    fixture("scattered, 10 bases", Terrain::Scattered, (100, 60), (10, 150, 40, 100), 1173),
    fixture("lakes, 2 bases", Terrain::Lakes, (79, 24), (2, 60, 20, 50), 294),
    fixture("lakes, 5 bases", Terrain::Lakes, (38, 22), (5, 50, 10, 40), 145),
    fixture("lakes, 26 bases", Terrain::Lakes, (138, 62), (26, 200, 50, 150), 1491),
    fixture("maze, 1 base", Terrain::Maze, (41, 31), (1, 60, 15, 60), 551),
    fixture("maze, 4 bases", Terrain::Maze, (75, 51), (4, 40, 10, 50), 553),
    fixture("rooms, 1 base", Terrain::Rooms, (36, 27), (1, 40, 11, 50), 158),
    fixture("rooms, 3 bases", Terrain::Rooms, (45, 45), (3, 90, 20, 70), 390),
    fixture("rooms, 12 bases", Terrain::Rooms, (90, 63), (12, 160, 30, 90), 1185),
];

/// Trials of a search in each turn.
const NODES: u64 = 10;

/// What the bench found.
#[derive(Clone, Debug)]
pub struct Report {
    /// Equal for equal behaviour, on every machine.
    pub signature: u64,
    /// Routes that were tried.
    pub nodes: u64,
    /// How long that took.
    pub time: Duration,
    /// The points on each board.
    pub points: Vec<(&'static str, i64)>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "signature {:016x}", self.signature)?;
        for (name, points) in &self.points {
            writeln!(f, "{name}: {points} points")?;
        }
        let speed = self.nodes as f64 / self.time.as_secs_f64().max(1e-9);
        write!(f, "{} nodes, {speed:.0} nodes per second", self.nodes)
    }
}

/// What a game alone came to.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The points.
    pub points: i64,
    /// The money that was spent.
    pub spent: i64,
    /// Routes that were tried.
    pub nodes: u64,
    /// FNV-1a, 64 bits, over the text of all commands.
    pub signature: u64,
}

/// Plays alone from the first start of a setting; `signature` is what it goes on from.
pub fn alone(
    setting: &Setting,
    money: i64,
    params: &Params,
    nodes: u64,
    seed: u64,
    signature: u64,
) -> Game {
    let Setting { board, parcels, starts, capacity } = setting;
    let mut world = World::new(board.clone(), parcels.clone(), &starts[..1], *capacity, money);
    let start = Start {
        board: board.clone(),
        me: world.porters[0].id,
        capacity: *capacity,
        money,
        reports: world.opening(),
    };
    let mut courier = Courier::new(start, params.clone(), seed);
    let mut rng = Rng::new(seed);
    let mut game = Game { points: 0, spent: 0, nodes: 0, signature };
    let mut reports = Vec::new();
    while !world.is_over() {
        courier.observe(&Turn { reports, listed: world.listed(0) });
        let mut deadline = Deadline::after_nodes(nodes);
        let command = courier.decide(&mut deadline);
        game.nodes += deadline.nodes();
        for byte in command.to_string().bytes().chain([b'\n']) {
            game.signature = (game.signature ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        reports = world.turn(&[Some(command)], &mut rng);
        if world.porters[0].money == 0 {
            break;
        }
    }
    game.points = world.porters[0].score;
    game.spent = money - world.porters[0].money;
    game
}

/// Plays the games; `nodes` overrides the budget of each turn.
pub fn run(params: &Params, nodes: Option<u64>, seed: u64) -> Report {
    let begin = Instant::now();
    let nodes = nodes.unwrap_or(NODES);
    let mut report = Report {
        signature: 0xcbf2_9ce4_8422_2325,
        nodes: 0,
        time: Duration::ZERO,
        points: Vec::new(),
    };
    for fixture in &FIXTURES {
        let setting = make(&fixture.recipe, 0);
        let game = alone(&setting, fixture.money, params, nodes, seed, report.signature);
        report.signature = game.signature;
        report.nodes += game.nodes;
        report.points.push((fixture.name, game.points));
    }
    report.time = begin.elapsed();
    report
}
