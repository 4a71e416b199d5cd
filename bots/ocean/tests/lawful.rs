//! The player never loses by its own orders, and each of them has an effect: on any map, in every league,
//! with any budget, against an opponent that does anything.

use gridkit::{Board15, Deadline, Rng};
use ocean::duel::{Duel, End};
use ocean::map::Map;
use ocean::params::Params;
use ocean::player::Player;
use ocean::protocol::Start;
use proptest::prelude::*;

use crate::common::random::random_line;

fn play(seed: u64, league: u8, nodes: u64) -> Result<(), TestCaseError> {
    let mut rng = Rng::new(seed);
    let land = rng.unit() * 0.5;
    let water: Board15 = Board15::FULL.iter().filter(|_| !rng.chance(land)).collect();
    let map = Map::new(water);
    let ours = (seed % 2) as u8;
    let mut player = Player::new(Start { seat: ours, map: map.clone() }, Params::default(), seed);
    prop_assert!(water.contains(player.at()));
    let theirs = water.nth(rng.below(water.count() as usize) as u32).unwrap();
    let starts = if ours == 0 { [player.at(), theirs] } else { [theirs, player.at()] };
    let mut duel = Duel::new(map.clone(), starts, league);
    loop {
        let seat = duel.seat();
        let mine = seat == ours;
        let line = if mine {
            player.turn(&duel.turn(), &mut Deadline::after_nodes(nodes)).orders
        } else {
            random_line(&mut rng, &map, duel.submarine(seat))
        };
        prop_assert!(!mine || !line.is_empty());
        let end = duel.play(&line);
        match end {
            Some(End::Mistake { seat, mistake }) if seat == ours => {
                prop_assert!(false, "{:?} loses by {}", line, mistake);
            }
            Some(_) => break,
            None => {}
        }
        if mine {
            let seen = duel.turn().seen;
            prop_assert_eq!(seen.len(), line.len(), "{:?} was shown as {:?}", line, seen);
            prop_assert_eq!(&player.knowledge().own, duel.submarine(ours));
        } else {
            prop_assert_eq!(player.knowledge().surprises(), 0);
        }
    }
    prop_assert_eq!(player.knowledge().surprises(), 0);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_order_is_executed(seed in any::<u64>(), league in 1_u8..=4, nodes in 0_u64..300) {
        play(seed, league, nodes)?;
    }
}
