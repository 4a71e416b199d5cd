//! Matches of Code à la Mode a minute, without any process: what the rules themselves cost.
//!
//! 2,000 matches of 600 turns a minute are 30 ms a match.

use std::time::Instant;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use gridkit::Board11x7;
use referee::game::{Answer, Game, Seat, Step};
use referee::games::alamode::{AlamodeGame, FLOOR, League, destination};
use referee::games::contest;
use referee::play::play;
use referee::player::Player;
use referee::player::scripted::{Act, Scripted};
use referee::table::Table;

/// Different kitchens, so that no walk is always the same.
const SEEDS: i64 = 20;

fn game(seed: i64) -> AlamodeGame {
    AlamodeGame::new(seed, League::new(4))
}

/// What three cooks say in a match: walks, uses and servings as in real ones.
fn script(seed: i64) -> [Vec<Act>; 3] {
    let kinds = contest("alamode").expect("the contest exists").house();
    let cook = kinds.iter().find(|kind| kind.name == "cook").expect("it exists");
    let mut cooks = [0, 1, 2].map(|seat| (cook.make)(7, Seat(seat)));
    let mut script = [Vec::new(), Vec::new(), Vec::new()];
    let mut game = game(seed);
    let mut answers: Vec<Answer> = Vec::new();
    while let Step::Ask(requests) = game.advance(&answers) {
        let seat = requests[0].seat.0;
        let lines = cooks[seat].answer(&requests[0].lines);
        script[seat].push(Act::Say(lines.clone()));
        answers = vec![Answer { lines, fault: None }];
    }
    script
}

/// One match of scripted players.
fn play_match(seed: i64, script: &[Vec<Act>; 3]) -> Vec<i64> {
    let players = script.iter().map(|acts| -> Box<dyn Player> {
        Box::new(Scripted::new("scripted", acts.iter().cloned()))
    });
    let mut table = Table::new(players.collect());
    let outcome = play(&mut game(seed), &mut table, &mut ()).expect("nothing fails here");
    assert_eq!(outcome.turns, 600);
    outcome.scores
}

fn matches(criterion: &mut Criterion) {
    let scripts: Vec<_> = (0..SEEDS).map(script).collect();
    let mut seeds = (0..SEEDS).cycle();
    let mut next = || {
        let seed = seeds.next().unwrap_or(0);
        play_match(seed, &scripts[seed as usize])
    };
    let began = Instant::now();
    let mut played = 0;
    while began.elapsed().as_secs() < 2 {
        next();
        played += 1;
    }
    let a_minute = f64::from(played) / began.elapsed().as_secs_f64() * 60.0;
    println!("{a_minute:.0} matches of three scripted players a minute");

    let mut group = criterion.benchmark_group("alamode");
    group.throughput(Throughput::Elements(1));
    group.bench_function("a match of 600 turns with scripted players", |b| b.iter(&mut next));
    group.bench_function("the first input of a seed", |bencher| {
        let mut seed = 0;
        bencher.iter(|| {
            seed += 1;
            matches!(game(seed).advance(&[]), Step::Ask(_))
        });
    });
    let floor: Vec<_> = FLOOR.iter().collect();
    let squares: Vec<_> = Board11x7::FULL.iter().collect();
    group.bench_function("a walk", |bencher| {
        let mut number = 0_usize;
        bencher.iter(|| {
            number = number.wrapping_add(7919);
            let (from, partner) = (floor[number % 30], floor[number / 30 % 30]);
            let partner = Some(partner).filter(|partner| *partner != from);
            destination(from, partner, squares[number % 77])
        });
    });
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
