//! Tests of the opponent's answer, one of them against its plain twin.

use gridkit::{Board15, Rng};
use ocean::map::{cell_at, damage, Cell, Map};
use ocean::reply::{Opponent, Workspace};
use ocean::tracker::{Settings, Tracker};

/// The plain twin: from each cell of the opponent the best target is looked for.
fn plain(opponent: &Opponent<'_>, chances: &[f32; 256], lives: u8, silent: bool) -> f32 {
    let map = opponent.map;
    let worth = |target: Cell| -> f32 {
        map.water()
            .iter()
            .map(|at| chances[at.index()] * f32::from(damage(target, at).min(lives)))
            .sum()
    };
    let best = |from: Cell| {
        let reach = map.water().iter().filter(|&target| {
            let from = Board15::of(from);
            from.meets(if silent {
                map.reach_after_silence(target)
            } else {
                map.reach_after_move(target)
            })
        });
        reach.map(worth).fold(0.0, f32::max)
    };
    let fires = |worth: f32| {
        ((worth - opponent.nerve[0]) / (opponent.nerve[1] - opponent.nerve[0])).clamp(0.0, 1.0)
    };
    let cells = opponent.them.cells().iter();
    cells.map(|from| opponent.them.at(from) * fires(best(from)) * best(from)).sum()
}

#[test]
fn handing_out_targets_finds_the_best_of_each_cell() {
    let mut rng = Rng::new(5);
    for _ in 0..60 {
        let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(0.2)).collect();
        let map = Map::new(water);
        let some =
            |rng: &mut Rng| -> Board15 { water.iter().filter(|_| rng.chance(0.05)).collect() };
        let theirs = some(&mut rng).with(water.first().unwrap());
        let them = Tracker::new(theirs, Settings { cap: 1_000, silence: Some([1.0; 5]) }).belief();
        let ours = some(&mut rng);
        let mut chances = [0.0; 256];
        for cell in ours {
            chances[cell.index()] = rng.unit() as f32;
        }
        let lives = 1 + rng.below(6) as u8;
        for silent in [false, true] {
            let both = if silent { 1.0 } else { 0.0 };
            let nerve = [0.1, 1.2];
            let opponent =
                Opponent { map: &map, them: &them, torpedo: 1.0, both, mines: 0.0, nerve };
            let reply = opponent.answer(&chances, ours, lives, &mut Workspace::default());
            let twin = plain(&opponent, &chances, lives, silent);
            assert!((reply.expected - twin).abs() < 1e-3, "{} {twin}", reply.expected);
        }
    }
}

#[test]
fn a_known_submarine_in_reach_is_hit_in_full() {
    let map = Map::new(Board15::FULL);
    let cell = |x, y| cell_at(x, y).unwrap();
    let settings = Settings { cap: 10, silence: Some([1.0; 5]) };
    let them = Tracker::new(Board15::of(cell(5, 5)), settings).belief();
    let nerve = [0.2, 0.7];
    let opponent = Opponent { map: &map, them: &them, torpedo: 1.0, both: 0.0, mines: 0.0, nerve };
    let mut chances = [0.0; 256];
    let at = cell(8, 7);
    chances[at.index()] = 1.0;
    let mut work = Workspace::default();
    let reply = opponent.answer(&chances, Board15::of(at), 6, &mut work);
    let there = |cell: Cell| work.damage_at(&reply, cell);
    assert!((reply.expected - 2.0).abs() < 1e-6 && (there(at) - 2.0).abs() < 1e-6);
    assert!((there(cell(9, 7)) - 1.0).abs() < 1e-6);
    // From one cell farther away it cannot come near enough.
    let far = cell(9, 7);
    chances = [0.0; 256];
    chances[far.index()] = 1.0;
    let reply = opponent.answer(&chances, Board15::of(far), 6, &mut work);
    assert!((reply.expected - 1.0).abs() < 1e-6, "only the splash beside it");
    assert!((reply.exposure - 2.0).abs() < 1e-6);
}
