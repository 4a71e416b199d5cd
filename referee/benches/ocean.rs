//! Games of Ocean of Code a second, without any process: what the rules themselves cost.
//!
//! 5,000 games of 300 turns a minute are 12 ms a game.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use referee::game::Step;
use referee::ocean::{League, OceanGame};
use referee::play::play;
use referee::player::Player;
use referee::player::scripted::{Act, Scripted};
use referee::table::Table;

/// Turns of a game, both players together.
const TURNS: u32 = 300;

/// Moves that fill columns 0 to 12 of rows 0 to 10, which are water on the map of seed 1, then lead
/// back after surfacing.
fn walk() -> Vec<String> {
    let mut forth = Vec::new();
    for row in 0..11 {
        let dir = if row % 2 == 0 { "E" } else { "W" };
        forth.extend([dir; 12]);
        forth.push("S");
    }
    forth.pop();
    let mut lines: Vec<String> = forth.iter().map(|dir| format!("MOVE {dir} TORPEDO")).collect();
    let back = |dir: &&str| match *dir {
        "E" => "W",
        "W" => "E",
        _ => "N",
    };
    lines.extend(forth.iter().rev().map(back).map(|dir| format!("MSG back|MOVE {dir} SONAR")));
    lines[forth.len()].insert_str(0, "SURFACE|");
    lines.truncate(TURNS as usize / 2);
    lines
}

fn table(walk: &[String]) -> Table {
    let player = |name: &str| -> Box<dyn Player> {
        let start = std::iter::once(Act::say("0 0"));
        Box::new(Scripted::new(name, start.chain(walk.iter().map(Act::say))))
    };
    Table::new(vec![player("a"), player("b")])
}

fn games(criterion: &mut Criterion) {
    let walk = walk();
    let mut group = criterion.benchmark_group("ocean");
    group.throughput(Throughput::Elements(u64::from(TURNS)));
    group.bench_function("a game of 300 turns with scripted players", |bencher| {
        bencher.iter(|| {
            let mut game = OceanGame::new(1, League::new(4));
            let outcome = play(&mut game, &mut table(&walk), &mut ()).expect("nothing fails here");
            // The request after the last scripted turn finds the players gone.
            assert_eq!(outcome.turns, TURNS + 1);
            outcome
        });
    });
    group.bench_function("the first input of a seed", |bencher| {
        let mut seed = 0;
        bencher.iter(|| {
            use referee::game::Game as _;
            seed += 1;
            matches!(OceanGame::new(seed, League::new(4)).advance(&[]), Step::Ask(_))
        });
    });
    group.finish();
}

criterion_group!(benches, games);
criterion_main!(benches);
