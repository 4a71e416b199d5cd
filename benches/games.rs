//! Speed of each contest's rules alone, without players.
//!
//! `cargo bench -p benches --bench games` lets each contest's first two house players play some games,
//! and then feeds the recorded answers to the rules again. It prints exchanges per second, and games
//! set up per second.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use referee::contest::Contest;
use referee::game::{Answer, Request, Seat, Step};
use referee::games;
use referee::testkit::scripts::house;
use referee::testkit::start;
use serde_json::json;

/// Games of a contest, on different maps.
const SEEDS: u64 = 8;

/// A played game: its seed, and the answers of each step.
struct Played {
    seed: String,
    answers: Vec<Vec<Answer>>,
}

impl Played {
    fn new(contest: &dyn Contest, seed: u64) -> Self {
        let seed = seed.to_string();
        let kinds = contest.about().house;
        let mut players: Vec<_> = (0..contest.about().seats)
            .map(|seat| house(contest, kinds[seat % kinds.len().min(2)].name, 7, Seat(seat)))
            .collect();
        let mut game = start(contest, &seed, json!({}));
        let mut answers = Vec::new();
        let mut step = game.advance(&[]);
        while let Step::Ask(requests) = step {
            let mut answer = |request: &Request| match request.expected {
                Some(_) => {
                    Answer { lines: players[request.seat.0].answer(&request.lines), fault: None }
                }
                // A message that needs no answer.
                None => Answer::default(),
            };
            let given: Vec<Answer> = requests.iter().map(&mut answer).collect();
            step = game.advance(&given);
            answers.push(given);
        }
        Self { seed, answers }
    }

    /// The number of answers.
    fn exchanges(&self) -> u64 {
        self.answers.iter().map(|given| given.len() as u64).sum()
    }

    /// Feeds the answers to the rules again.
    fn replay(&self, contest: &dyn Contest) -> Step {
        let mut game = start(contest, &self.seed, json!({}));
        let mut step = game.advance(&[]);
        for given in &self.answers {
            step = game.advance(given);
        }
        assert!(matches!(step, Step::Over(_)), "the same answers lead to the same end");
        step
    }
}

fn contests(criterion: &mut Criterion) {
    for contest in games::all() {
        let played: Vec<Played> = (0..SEEDS).map(|seed| Played::new(contest, seed)).collect();
        let exchanges: u64 = played.iter().map(Played::exchanges).sum();
        let mut group = criterion.benchmark_group(contest.key());
        let all = format!("{SEEDS} games of {} exchanges", exchanges / SEEDS);
        group.throughput(Throughput::Elements(exchanges));
        group.bench_function(all, |bencher| {
            bencher.iter(|| played.iter().map(|it| it.replay(contest)).collect::<Vec<_>>());
        });
        group.throughput(Throughput::Elements(1));
        group.bench_function("the first input of a seed", |bencher| {
            let mut seed = 0;
            bencher.iter(|| {
                seed = (seed + 1) % contest.about().seeds;
                start(contest, &seed.to_string(), json!({})).advance(&[])
            });
        });
        group.finish();
    }
}

criterion_group!(benches, contests);
criterion_main!(benches);
