//! The bot recognises how its partner works.

use alamode::params::Params;
use alamode::partner::Model;
use alamode::player::Player;
use alamode::protocol::{answer, Reader};
use gridkit::Deadline;
use referee::game::Seat;
use referee::testkit::sparring::{play, Mind};
use referee::testkit::{registered, start};
use serde_json::json;

use crate::common::apprentice::{apprentice, MANNERS};
use crate::common::sparring::bot;

/// Positions that the bot may score in each turn.
const NODES: u64 = 500;

/// What the bot thinks of its partners.
#[derive(Debug, Default)]
struct Seen {
    /// The trust in [`Model::Serial`], over the turns from the 30th of each round on.
    trust: f64,
    /// The share of these turns in which it plans around such a partner.
    serial: f64,
}

/// What the bot thinks of two partners of a kind in each of two matches.
fn seen<'a>(partner: impl Fn(u64, usize) -> Mind<'a>) -> Seen {
    let params = Params::default();
    let mut turns = Vec::new();
    for seed in 1..=2 {
        let mut player: Option<Player> = None;
        let observer = Mind::new(|sent| {
            let text = sent.join("\n");
            let mut reader = Reader::new(text.as_bytes());
            let player = player.get_or_insert_with(|| {
                Player::new(reader.start().unwrap().expect("a kitchen"), params.clone(), 0)
            });
            let turn = reader.turn().unwrap().expect("a turn");
            let state = player.observe(&turn).expect("a position");
            let action = player.decide(&state, &mut Deadline::after_nodes(NODES));
            if turn.left <= 170 {
                turns.push((
                    player.partner().serial_trust(),
                    matches!(player.model(), Model::Serial(_)),
                ));
            }
            answer(player.world(), action)
        });
        let mut minds = [observer, partner(seed, 1), partner(seed, 2)];
        play(start(registered("alamode"), &seed.to_string(), json!({})).as_mut(), &mut minds);
    }
    let count = turns.len() as f64;
    Seen {
        trust: turns.iter().map(|turn| turn.0).sum::<f64>() / count,
        serial: turns.iter().filter(|turn| turn.1).count() as f64 / count,
    }
}

fn house(name: &'static str) -> impl Fn(u64, usize) -> Mind<'static> {
    move |seed, seat| Mind::house(registered("alamode"), name, seed, Seat(seat))
}

/// These two house players have habits that the bot knows.
#[test]
fn what_a_cook_does_is_foretold() {
    for (name, trust, serial) in [("cook", 0.94, 0.95), ("loner", 0.88, 0.7)] {
        let seen = seen(house(name));
        println!("@{name}: {seen:?}");
        assert!(seen.trust > trust && seen.serial > serial, "@{name}: {seen:?}");
    }
}

/// Their rules are others than those of the bot's model.
#[test]
fn other_chefs_that_serve_one_order_after_the_other_are_recognised() {
    for (name, manner) in MANNERS {
        let seen = seen(|_, _| apprentice(manner));
        println!("{name}: {seen:?}");
        assert!(seen.trust > 0.6 && seen.serial > 0.3, "{name}: {seen:?}");
    }
}

#[test]
fn other_partners_are_not_taken_for_such_chefs() {
    let params = Params::default();
    let alone = Params { model: 2, ..Params::default() };
    for (name, most, seen) in [
        ("itself", 0.02, seen(|_, _| bot(&params, NODES))),
        ("a bot that plans alone", 0.2, seen(|_, _| bot(&alone, NODES))),
        ("@clumsy", 0.02, seen(house("clumsy"))),
        ("@waiter", 0.02, seen(house("waiter"))),
    ] {
        println!("{name}: {seen:?}");
        assert!(seen.serial <= most, "{name}: {seen:?}");
    }
}
