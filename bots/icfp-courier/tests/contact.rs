//! Robots nearby: pushes, being pushed, bids, and robots that block each other.

use gridkit::{Dir, Point, Rng};
use icfp_courier::bids::{Habit, Order, Sign};
use icfp_courier::board::Board;
use icfp_courier::contact::{Choice, Contact, Deed, Rival, Stakes};
use icfp_courier::params::Params;
use icfp_courier::protocol::{Action, Command};
use icfp_courier::world::World;

use crate::common::table::{point, Table};

fn rival(at: (i32, i32)) -> Rival {
    let at = point(at);
    Rival {
        at,
        before: at,
        loaded: false,
        pushes: 0,
        spared: 0,
        idle: 0,
        hunts: 0.0,
        habit: Habit::default(),
    }
}

fn stakes() -> Stakes {
    Stakes {
        acts_here: false,
        life: 100.0,
        package: 10.0,
        loaded: true,
        loaded_after: true,
        money: 1.0,
        most: 50,
        noise: 0.0,
    }
}

/// The decision on a board, north row first, where the goal is as far as it would be without walls.
fn choose(map: &str, here: (i32, i32), rivals: &[Rival], goal: (i32, i32), is: &Stakes) -> Choice {
    let board = Board::from_drawing(map).unwrap();
    let params = Params::default();
    let ahead = |at: Point| Some(f64::from(at.manhattan(point(goal))));
    let contact = Contact::new(&board, &params, is, point(here), rivals);
    contact.choose(&ahead, &mut Rng::new(1))
}

#[test]
fn a_robot_that_stands_before_water_is_pushed_in() {
    let choice = choose("....~", (2, 0), &[rival((3, 0))], (0, 0), &stakes());
    assert_eq!(choice.deed, Deed::Go(Dir::East));
    let away = choose("....~", (1, 0), &[rival((3, 0))], (0, 0), &stakes());
    assert_eq!(away.deed, Deed::Go(Dir::West), "too far to push");
}

/// The tile of a robot that bars our way counts as a wall, so no way leads on from there. Wherever the goal is, to
/// wait for that tile is worse than a step nearer to it.
#[test]
fn a_tile_without_a_way_to_the_goal_is_never_wanted() {
    let board = Board::from_drawing("........").unwrap();
    let (params, bars) = (Params::default(), point((1, 0)));
    for far in [10, 60, 400] {
        let ahead = |at: Point| (at != bars).then_some(f64::from(far - at.x));
        let (stakes, rivals) = (stakes(), [rival((1, 0))]);
        let contact = Contact::new(&board, &params, &stakes, point((2, 0)), &rivals);
        assert_eq!(contact.choose(&ahead, &mut Rng::new(1)).deed, Deed::Go(Dir::East), "{far}");
    }
}

/// On a quay of three tiles we stand before the water, with the rival behind us.
const QUAY: &str = "...~\n....\n####";

#[test]
fn a_push_into_water_is_escaped_before_a_bid_that_is_higher_than_what_it_usually_costs() {
    let choice = choose(QUAY, (2, 0), &[rival((1, 0))], (2, 1), &stakes());
    assert_eq!((choice.deed, choice.bid), (Deed::Go(Dir::South), 6));
}

#[test]
fn a_rival_that_was_seen_to_bid_little_is_outbid_for_less_and_one_that_bids_much_for_more() {
    let learnt = |order, bids: &[i64]| {
        let mut rival = rival((1, 0));
        for &bid in bids {
            rival.habit.learn(&Sign { seat: 1, order, is_push: true }, bid);
        }
        choose(QUAY, (2, 0), &[rival], (2, 1), &stakes()).bid
    };
    assert_eq!(learnt(Order::After, &[2, 2, 2, 2, 2, 2]), 2);
    assert!(learnt(Order::Before, &[4, 4, 4, 4]) > 5);
}

/// The price of a rival's common move is a lower bound for the price of its push, and is forgotten in time.
#[test]
fn the_bid_against_an_attack_follows_from_the_rivals_payments() {
    let bid = |order, is_push, turns_ago: u32| {
        let mut rival = rival((1, 0));
        for _ in 0..6 {
            rival.habit.learn(&Sign { seat: 1, order, is_push }, if is_push { 2 } else { 4 });
        }
        (0..turns_ago).for_each(|_| rival.habit.forget());
        choose(QUAY, (2, 0), &[rival], (2, 1), &stakes()).bid
    };
    assert_eq!(bid(Order::After, false, 0), 6, "a cheap step says nothing about a push");
    assert!(bid(Order::Before, false, 0) > 5, "a dear step is followed by a dear push");
    assert_eq!(bid(Order::After, true, 0), 2, "a cheap push");
    assert_eq!(bid(Order::After, true, 1), 2, "it is not forgotten at once");
    assert_eq!(bid(Order::After, true, 200), 6, "but in time");
}

/// ```text
/// # . b . . .     A push from the tile above a drowns us at a. The rival b is one step from it.
/// # a # # # #
/// # ~ # # # #
/// ```
#[test]
fn a_rival_is_expected_to_go_on_as_it_went() {
    let worth = |before, idle| {
        let rival = Rival { before: point((before, 0)), idle, ..rival((2, 0)) };
        let stakes = Stakes { most: 1, ..stakes() };
        choose("#.....\n#.####\n#~####", (1, 1), &[rival], (1, 1), &stakes).worth
    };
    let (comes, stands, goes) = (worth(3, 0), worth(2, 12), worth(1, 0));
    assert!(comes < stands - 0.1 && stands < goes - 0.1, "{comes} {stands} {goes}");
}

/// ```text
/// b a ~     A push east drowns us. One that has pushed before is more likely to push again.
/// . . #
/// ```
#[test]
fn a_rival_that_has_pushed_before_is_feared_more() {
    let worth = |pushes| {
        let rival = Rival { pushes, ..rival((0, 0)) };
        choose("..~\n..#", (1, 0), &[rival], (1, 0), &Stakes { most: 1, ..stakes() }).worth
    };
    assert!(worth(0) > worth(2) + 0.5 && worth(2) > worth(6) + 0.5);
    assert!((worth(6) - worth(9)).abs() < 1e-9, "more pushes change nothing");
}

/// ```text
/// a b . g     The way to g leads through the rival b, who loses a package if it has one.
/// ```
#[test]
fn a_push_that_makes_a_rival_lose_a_package_is_worth_a_turn_more() {
    let worth = |loaded| {
        let rival = Rival { loaded, idle: 12, ..rival((1, 0)) };
        let choice = choose("....", (0, 0), &[rival], (3, 0), &stakes());
        assert_eq!(choice.deed, Deed::Go(Dir::East));
        choice.worth
    };
    let more = worth(true) - worth(false);
    assert!((0.5..=1.0).contains(&more), "{more}");
}

/// ```text
/// # a . . b     The nearer the rival is to the place from which a push drowns us, the worse.
/// # ~ # # #
/// ```
#[test]
fn a_place_before_water_is_worse_the_nearer_a_rival_is_to_the_place_to_push_from() {
    // A push south drowns us at (1, 1), from (1, 0).
    let map = "#.....\n#.####\n#~####";
    let worth = |x| {
        let rival = Rival { idle: 1000, ..rival((x, 0)) };
        choose(map, (1, 1), &[rival], (1, 1), &Stakes { most: 1, ..stakes() }).worth
    };
    assert!(worth(2) < worth(3) && worth(3) < worth(5), "{} {} {}", worth(2), worth(3), worth(5));
}

/// ```text
/// a r r r r ~     A step of ours pushes all four, and the last one drowns.
/// ```
#[test]
fn a_robot_behind_three_others_is_pushed_with_them() {
    let rivals =
        |count| (1..=count).map(|x| Rival { idle: 12, ..rival((x, 0)) }).collect::<Vec<_>>();
    let deed = |count| choose(".....~", (0, 0), &rivals(count), (0, 0), &stakes()).deed;
    assert_eq!(deed(4), Deed::Go(Dir::East));
    assert_eq!(deed(3), Deed::Stay, "it is not pushed far enough");
}

/// ```text
/// b r a ~     Robot b drowns us by a push of r. One that has pushed before is more likely to do so.
/// ```
#[test]
fn a_push_through_another_robot_is_feared() {
    let worth = |pushes| {
        let rivals = [rival((1, 0)), Rival { pushes, ..rival((0, 0)) }];
        choose("...~", (2, 0), &rivals, (2, 0), &Stakes { most: 1, ..stakes() }).worth
    };
    assert!(worth(0) > worth(6) + 0.5, "{} {}", worth(0), worth(6));
}

/// ```text
/// . . b . .
/// . . . r .     If r steps west and then b south, we drown at a, whichever of them is foreseen first.
/// . . a . .
/// # # ~ # #
/// ```
#[test]
fn rivals_act_in_either_order() {
    let map = ".....\n.....\n.....\n##~##";
    let worth = |x| {
        let rivals = [rival((2, 0)), rival((x, 1))];
        choose(map, (2, 2), &rivals, (2, 2), &Stakes { most: 1, ..stakes() }).worth
    };
    assert!((worth(1) - worth(3)).abs() < 1e-9, "{} {}", worth(1), worth(3));
}

#[test]
fn no_bid_is_higher_than_what_may_be_spent() {
    let choice = choose(QUAY, (2, 0), &[rival((1, 0))], (2, 1), &Stakes { most: 2, ..stakes() });
    assert!(choice.bid.abs() <= 2, "{choice:?}");
    let broke = choose(QUAY, (2, 0), &[rival((1, 0))], (2, 1), &Stakes { most: 0, ..stakes() });
    assert_eq!(broke.bid.abs(), 1);
}

/// After everything is dropped, a push costs no package any more.
#[test]
fn after_dropping_everything_a_push_costs_no_package() {
    let drops = |loaded_after| {
        let stakes = Stakes { acts_here: true, loaded_after, ..stakes() };
        choose(".....\n.....\n.....", (2, 1), &[rival((1, 1))], (2, 1), &stakes)
    };
    let (all, some) = (drops(false), drops(true));
    assert_eq!((all.deed, some.deed), (Deed::Stay, Deed::Stay));
    assert!(all.worth > some.worth + 0.5, "{all:?} {some:?}");
}

#[test]
fn the_courier_does_not_stay_where_a_rival_can_drown_it() {
    let choice = choose("....\n....\n~~~~", (1, 1), &[rival((0, 0))], (3, 1), &stakes());
    assert_eq!(choice.deed, Deed::Go(Dir::East));
    let danger = choose("....\n....\n~~~~", (1, 1), &[rival((1, 0))], (1, 1), &stakes());
    assert_ne!(danger.deed, Deed::Stay, "the rival stands right to push it in");
}

/// Each wants to reach the other's tile, and there is one tile to step aside.
#[test]
fn two_that_meet_in_a_corridor_get_past_each_other() {
    let corridor = "#########\n@.......@\n####.####";
    for seed in 0..10 {
        let parcels = [((0, 1), (8, 1)), ((8, 1), (0, 1))];
        let mut table = Table::new(corridor, &[(0, 1), (8, 1)], &parcels, seed * 10);
        while !table.world.is_over() && table.couriers[0].money() > 150 {
            table.play(|_, _| None);
        }
        assert!(table.world.is_over(), "seed {seed}: they are stuck after 150 turns");
    }
}

/// A robot that does nothing blocks the only way.
#[test]
fn a_robot_that_waits_in_the_only_way_is_got_out_of_it() {
    for seed in 0..10 {
        let mut table =
            Table::new("@...............", &[(0, 0), (3, 0)], &[((0, 0), (8, 0))], seed);
        let waits = |_: &World, seat: usize| {
            (seat == 1).then(|| Command { bid: 1, action: Action::Drop(Vec::new()) })
        };
        while !table.world.is_over() && table.couriers[0].money() > 200 {
            table.play(waits);
        }
        assert!(table.world.is_over(), "seed {seed}: it is stuck after 100 turns");
    }
}

/// On a strip of land between two waters, it bids ten for every push, whatever we do.
#[test]
fn a_rival_that_always_bids_high_does_not_draw_us_into_a_war_of_bids() {
    let map = "~~~~~~~~~~~~\n............\n............\n~~~~~~~~~~~~";
    for seed in 0..5 {
        let mut table = Table::new(map, &[(2, 1), (6, 2)], &[((2, 1), (11, 2))], seed);
        let hunts = |world: &World, seat: usize| {
            let (us, here) = (world.porters[0].body.at, world.porters[seat].body.at);
            let nearer = |dir: &&Dir| here.step(**dir).manhattan(us) < here.manhattan(us);
            let step = Dir::ALL.iter().find(nearer).map(|&dir| Action::Go(dir));
            let action = step.unwrap_or(Action::Drop(Vec::new()));
            (seat == 1).then(|| Command { bid: world.porters[1].money.clamp(1, 10), action })
        };
        let mut turns = 0;
        while !table.world.is_over() && table.world.porters[0].body.alive && turns < 120 {
            table.play(hunts);
            turns += 1;
        }
        let spent = 300 - table.world.porters[0].money;
        assert!(spent <= turns + 4 + 300 / 10, "seed {seed}: {spent} in {turns} turns");
    }
}
