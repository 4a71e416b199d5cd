//! The bot's own model of the game compared with the referee's rules: two readings of one text. Random games,
//! with orders that are dropped and orders that lose, must go the same way move by move.

use gridkit::{Dir, Rng};
use ocean::device::Device;
use ocean::duel::{Duel, End};
use ocean::map::{cell_at, Map};
use ocean::orders::{self, Order};
use ocean::sector::Sector;
use ocean::submarine::Submarine;
use referee::game::{Game, Request, Step};
use referee::games::ocean::{League, OceanGame};
use referee::testkit::cases::cases;
use referee::testkit::scripts::says;

use crate::common::read;

/// A line of distinct orders. Most are sensible; a few are dropped, and steps that lose the game
/// are rare.
fn random_line(rng: &mut Rng, own: &Submarine, map: &Map, league: u8) -> Vec<Order> {
    let mut kinds: Vec<usize> = (0..7).collect();
    rng.shuffle(&mut kinds);
    let known = match league {
        1 => 3,
        2 => 5,
        _ => 7,
    };
    let near = |rng: &mut Rng| {
        let at = own.at.point();
        cell_at(at.x + rng.between(-5, 5), at.y + rng.between(-5, 5)).unwrap_or(own.at)
    };
    let any_dir = |rng: &mut Rng| Dir::ALL[rng.below(4)];
    let open_dir = |rng: &mut Rng| {
        let exits: Vec<Dir> = own.exits(map).collect();
        if exits.is_empty() || rng.chance(0.003) {
            any_dir(rng)
        } else {
            exits[rng.below(exits.len())]
        }
    };
    let count = 1 + rng.below(4);
    let mut orders = Vec::new();
    for kind in kinds.into_iter().filter(|&kind| kind < known).take(count) {
        orders.push(match kind {
            0 => {
                let devices: Vec<Device> =
                    Device::ALL.into_iter().filter(|&device| own.charges.has(device)).collect();
                Order::Move(open_dir(rng), rng.choose(&devices).copied())
            }
            1 if rng.chance(0.9) => continue,
            1 => Order::Surface,
            2 => Order::Torpedo(near(rng)),
            3 => Order::Sonar(Sector::new(1 + rng.below(9) as u8).unwrap()),
            4 => Order::Silence(open_dir(rng), u8::from(rng.chance(0.3))),
            5 => Order::Mine(any_dir(rng)),
            _ => match own.mines().nth(rng.below(8) as u32) {
                Some(mine) => Order::Trigger(mine),
                None => Order::Trigger(near(rng)),
            },
        });
    }
    // Without a step the game would end too soon by surfacing.
    if !orders.iter().any(|order| matches!(order, Order::Move(..))) && rng.chance(0.9) {
        let at = rng.below(orders.len() + 1);
        orders.insert(at, Order::Move(open_dir(rng), Some(Device::Torpedo)));
    }
    orders
}

fn only(step: Step) -> Request {
    match step {
        Step::Ask(mut requests) if requests.len() == 1 => requests.remove(0),
        other => panic!("the referee should ask one seat, but: {other:?}"),
    }
}

/// Plays a game in both models; returns the number of turns, and whether a player lost by a mistake.
fn play(seed: u64, league: u8) -> (u32, bool) {
    let mut rng = Rng::new(seed);
    let mut referee = OceanGame::new(seed as i64, League::new(league));
    let mut request = only(referee.advance(&[]));
    let map = read::start(&request.lines).map;
    let water = map.water();
    let starts = [(); 2].map(|()| water.nth(rng.below(water.count() as usize) as u32).unwrap());
    for start in starts {
        request = only(referee.advance(&[says(start.point().to_string())]));
    }
    let mut duel = Duel::new(map.clone(), starts, league);
    loop {
        let turn = read::turn(&request.lines);
        assert_eq!(turn, duel.turn(), "seed {seed}, league {league}");
        assert_eq!(request.seat.0, usize::from(duel.seat()));
        let mut own = duel.submarine(duel.seat()).clone();
        own.begin_turn();
        let line = random_line(&mut rng, &own, &map, league);
        let end = duel.play(&line);
        match (referee.advance(&[says(orders::line(&line))]), end) {
            (Step::Ask(mut requests), None) => request = requests.remove(0),
            (Step::Over(outcome), Some(End::Lives(lives))) => {
                assert_eq!(outcome.scores, lives.map(i64::from), "seed {seed}, league {league}");
                return (outcome.turns, false);
            }
            (Step::Over(outcome), Some(End::Mistake { seat, .. })) => {
                assert_eq!(outcome.scores[usize::from(seat)], -1, "seed {seed}, league {league}");
                return (outcome.turns, true);
            }
            (step, end) => {
                panic!("seed {seed}, league {league}: {line:?} leads to {step:?} and to {end:?}")
            }
        }
    }
}

#[test]
fn random_games_go_the_same_way() {
    let mut turns = 0;
    let mut mistakes = 0;
    for league in 1..=4 {
        for seed in 0..cases(30, 60) {
            let (length, mistake) = play(seed + 1_000 * u64::from(league), league);
            turns += length;
            mistakes += u32::from(mistake);
        }
    }
    // The games must have been long enough, and must have contained mistakes.
    assert!(turns > cases(2_500, 5_000), "{turns} turns");
    assert!(
        mistakes > cases(5, 10) && mistakes < cases(100, 200),
        "{mistakes} games ended by a mistake"
    );
}
