//! The bench: fixed boards with scarce money, a signature of all that was said, and a speed. How much
//! could be made at most is a matter of minutes: the example `scarce` computes it.

use gridkit::{Bench, Flags, Report, Rng};

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
    let recipe = Recipe { terrain, size, bases, packages, heaviest, capacity };
    Fixture { name, recipe, money }
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

/// What a game alone came to.
#[derive(Clone, Copy, Debug)]
pub struct Game {
    /// The points.
    pub points: i64,
    /// The money that was spent.
    pub spent: i64,
}

/// Plays alone from the first start of a setting; `told` says whether it knows all packages from
/// the start.
pub fn alone(
    setting: &Setting,
    money: i64,
    params: &Params,
    seed: u64,
    told: bool,
    bench: &mut Bench,
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
    if told {
        for &base in board.bases() {
            let there = parcels.iter().filter(|parcel| parcel.base == base);
            courier.tell(base, &there.map(|parcel| parcel.label).collect::<Vec<_>>());
        }
    }
    let mut rng = Rng::new(seed);
    let mut reports = Vec::new();
    while !world.is_over() && world.porters[0].money > 0 {
        courier.observe(&Turn { reports, listed: world.listed(0) });
        let command = bench.turn(|deadline| {
            let command = courier.decide(deadline);
            (command, deadline.nodes())
        });
        bench.sign(format!("{command}\n").as_bytes());
        reports = world.turn(&[Some(command)], &mut rng);
    }
    let porter = &world.porters[0];
    Game { points: porter.score, spent: money - porter.money }
}

/// Plays the games; `--nodes` replaces the budget of each turn.
pub fn run(flags: &Flags<Params>) -> Report {
    let mut bench = Bench::new(flags.nodes.unwrap_or(NODES));
    let mut remarks = Vec::new();
    for fixture in &FIXTURES {
        let setting = make(&fixture.recipe, 0);
        let game = alone(&setting, fixture.money, &flags.params, flags.seed, false, &mut bench);
        let Fixture { name, money, .. } = fixture;
        remarks.push(format!("{name}: {} points for {money}", game.points));
    }
    Report { remarks, ..bench.report() }
}
