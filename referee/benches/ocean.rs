//! Games of Ocean of Code a second, without any process: what the rules themselves cost.
//!
//! 5,000 games of 300 turns a minute are 12 ms a game.

mod walk;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use referee::game::Step;
use referee::games::ocean::{League, OceanGame};
use referee::play::play;
use referee::player::Player;
use referee::player::scripted::{Act, Scripted};
use referee::table::Table;
use walk::{START, TURNS, walk};

fn table(walk: &[String]) -> Table {
    let player = |name: &str| -> Box<dyn Player> {
        let start = std::iter::once(Act::say(START));
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
