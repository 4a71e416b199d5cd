//! A robot that hunts us with higher bids than ours.

use gridkit::Dir;
use icfp_courier::params::Params;
use icfp_courier::protocol::{Action, Command};
use icfp_courier::world::World;

use crate::common::table::{Place, Table};

/// A strip of land between two waters. Packages go from its middle to the north-west, and at its southern end a push
/// drowns us.
const STRIP: &str = "\
.........
~~~...~~~
~~~...~~~
~~~.@.~~~
~~~...~~~
~~~...~~~
~~~...~~~
~~~~~~~~~";
const BASE: Place = (4, 3);

/// Robot 2 waits in the north-east until our robot has 706 of its 1,000 money. Then it comes behind us, and pushes us
/// south in every turn. Near us it bids a thirtieth of its money.
fn hunter(world: &World) -> Command {
    let [us, it] = [&world.porters[0], &world.porters[1]];
    let wait = Command { bid: 1, action: Action::Drop(Vec::new()) };
    if us.money > 706 {
        return wait;
    }
    let here = it.body.at;
    let behind = us.body.at.step(Dir::North);
    let bid = if here.manhattan(behind) <= 2 { it.money / 30 } else { 1 };
    let land = |dir: &&Dir| world.board.is_land(here.step(**dir));
    // The strip has no walls: the way leads along the first row, and then down.
    let nearest = |dir: &&Dir| {
        let to = here.step(**dir);
        let down = if to.x == behind.x { 0 } else { to.y };
        (to == us.body.at, to.manhattan(behind) as i32 + down)
    };
    let step = if here == behind {
        Some(&Dir::South)
    } else {
        Dir::ALL.iter().filter(land).min_by_key(nearest)
    };
    step.map_or(wait, |&dir| Command { bid, action: Action::Go(dir) })
}

/// Does our robot live until it has 400 money?
fn lives(ransom: f64, seed: u64) -> bool {
    let params = Params { ransom, ..Params::default() };
    let parcels = vec![(BASE, (0, 0)); 100];
    let mut table = Table::with(STRIP, &[BASE, (8, 0)], &parcels, seed, 1000, &params);
    while table.world.porters[0].body.alive && table.world.porters[0].money > 400 {
        table.play(|world, seat| (seat == 1).then(|| hunter(world)));
    }
    table.world.porters[0].body.alive
}

#[test]
fn a_robot_with_money_is_not_pushed_down_a_strip_into_the_water() {
    let usual = Params::default().ransom;
    for seed in 0..6 {
        assert!(lives(usual, seed), "seed {seed}");
        assert!(!lives(0.0, seed), "seed {seed}: the hunter is harmless");
    }
}
