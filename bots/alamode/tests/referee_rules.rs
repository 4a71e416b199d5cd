//! The bot's own model of the rules compared with the referee's and with a plain twin: random matches must go
//! the same way, turn by turn.

use alamode::action::Action;
use alamode::chef::{Chef, Pair};
use alamode::customers::{Customers, Order};
use alamode::item::Item;
use alamode::kitchen::{bits, floors, Floor, Kind, Kitchen, Table, TABLES};
use alamode::params::Params;
use alamode::protocol::answer;
use alamode::state::State;
use alamode::world::World;
use gridkit::Rng;
use referee::game::{Answer, Game, Step};
use referee::games::alamode::{AlamodeGame, League};
use referee::testkit::cases::cases;

use crate::common::follow;
use crate::common::follow::Follower;
use crate::common::plain::Plain;

/// An answer that mostly has an effect: a random use beside the chef, or a walk to any cell.
fn line(rng: &mut Rng, world: &World, state: &State) -> String {
    let chef = state.mover;
    let near: Vec<u8> = bits(world.kitchen.near(state.at[chef])).collect();
    let full = state.occupied.count_ones() > 12;
    if rng.chance(0.6) {
        let table = Table(near[rng.below(near.len())]);
        // If everything were put down everywhere, the tables would soon be full.
        let puts_down = !state.hand[chef].is_none() && state.table[table.index()].is_none();
        if !(full && puts_down && rng.chance(0.8)) {
            return answer(world, Action::use_table(table));
        }
    }
    if state.hand[chef] == Item::NONE && rng.chance(0.2) {
        return "WAIT".to_owned();
    }
    if rng.chance(0.0005) {
        return "USE 1 1".to_owned();
    }
    let (x, y) = (rng.between(0, 10), rng.between(0, 6));
    let table = x % 10 == 0 || y % 6 == 0;
    format!("{} {x} {y}", if table && rng.chance(0.5) { "USE" } else { "MOVE" })
}

fn play(seed: u64) -> (u32, Vec<i32>, bool) {
    let mut rng = Rng::new(seed);
    let league = if seed % 8 == 0 { 1 + (seed / 8 % 3) as u8 } else { 4 };
    let mut referee = AlamodeGame::new(seed as i64, League::new(league));
    let mut follower = Follower::new();
    let mut answers = Vec::new();
    loop {
        let request = match referee.advance(&answers) {
            Step::Ask(mut requests) => requests.remove(0),
            Step::Over(outcome) => {
                let rounds = follower.result();
                let expected: Vec<i32> =
                    referee.rounds().iter().map(|&points| points as i32).collect();
                assert_eq!(rounds, expected, "seed {seed}");
                return (follower.turns, rounds, !outcome.thrown_out.is_empty());
            }
        };
        follower.sent(request.seat.0, &request.lines);
        let (world, state) = follower.position().unwrap();
        let line = line(&mut rng, world, state);
        let twin = Plain::of(state);
        assert_eq!(Plain::of(&rehashed(world, state)), twin);
        let action = follow::command(world, state, &line);
        let after = action.map(|action| twin.play(world, action));
        follower.got(request.seat.0, Some(&line));
        // When the round is over the oven's timer does not matter.
        let position = follower.position().filter(|(_, state)| !state.over);
        if let (Some(after), Some((_, state))) = (after, position) {
            assert_eq!(Plain::of(state), after, "the plain twin plays differently");
        }
        answers = vec![Answer { lines: vec![line], fault: None }];
    }
}

/// The hashes that are updated step by step must equal those computed from scratch.
fn rehashed(world: &World, state: &State) -> State {
    let mut anew = *state;
    anew.rekey(world);
    assert_eq!((anew.key, anew.stock, anew.occupied), (state.key, state.stock, state.occupied));
    anew
}

#[test]
fn random_turns_go_the_same_way() {
    let (mut turns, mut deaths) = (0, 0);
    let mut seed = 0;
    while turns < cases(20_000, 100_000) {
        let (length, _, death) = play(seed);
        turns += length;
        deaths += u32::from(death);
        seed += 1;
    }
    // The games must have had faults, too.
    assert!(deaths > cases(0, 5), "{deaths} of {seed} matches had a death");
}

/// With few customers the same one is often in the queue twice, and a dish is served to both. The
/// chefs also try to use tables that they do not touch.
#[test]
fn few_customers_and_uses_out_of_reach_go_the_same_way_as_the_plain_twin() {
    let rows = [
        "I####DOS###",
        "#.........#",
        "#.###B.##.#",
        "#.#..#..#.#",
        "#.##.####.#",
        "#.........#",
        "###H#W####C",
    ];
    let mut rng = Rng::new(5);
    let (mut served_twice, mut refused) = (0, 0);
    for game in 0..40 {
        let orders =
            (0..=game % 4).map(|i| Order { foods: 3 + i, award: 500 + 100 * i16::from(i) });
        let customers = Customers::new(orders.collect()).unwrap();
        let kitchen = Kitchen::from_rows(&rows).unwrap();
        let world = World::new(kitchen, customers, Params::default(), 0);
        let window = world.kitchen.one(Kind::Window).unwrap();
        let beside = floors(world.kitchen.around[window.index()]).next();
        let places = Pair([beside, Some(Floor::new(0))]);
        let mut state = State::opening(&world, places, Chef::Own);
        while !state.over {
            let chef = state.mover;
            let mut action = Action::use_table(Table(rng.below(TABLES) as u8));
            if chef == Chef::Own && rng.chance(0.3) {
                // A dish that a waiting customer ordered, at the window.
                let customer = state.waiting[rng.below(3)];
                state.hand[chef] = Item::dish_of(world.customers.order(customer).foods);
                state.rekey(&world);
                action = Action::use_table(window);
                let same = state
                    .waiting
                    .iter()
                    .map(|other| usize::from(*other == customer))
                    .sum::<usize>();
                served_twice += usize::from(same > 1);
            }
            let table = action.table().unwrap();
            let touches = world.kitchen.near(state.at[chef]) & table.bit() != 0;
            refused += usize::from(!touches);
            let twin = Plain::of(&state).play(&world, action);
            let done = state.play(&world, action);
            assert!(touches || !done, "a table out of reach was used");
            if !state.over {
                assert_eq!(Plain::of(&rehashed(&world, &state)), twin, "{action:?}");
            }
        }
    }
    assert!(served_twice > 100 && refused > 1_000, "{served_twice} {refused}");
}
