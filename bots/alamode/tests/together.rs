//! What two chefs do for each other: none of it is a rule, all of it comes out of planning for both.

#[path = "common/kitchen.rs"]
mod kitchen;

use alamode::chef::Chef;
use alamode::item::Item;
use alamode::kitchen::{Cell, Floor, Place, Table};
use alamode::moves::Moves;
use alamode::params::Params;
use alamode::protocol::Reader;
use alamode::state::{Action, Chef as Seat, State};
use alamode::walk::FAR;
use gridkit::{Deadline, Rng};

const ORDERS: &str = "\
4
DISH-CHOPPED_STRAWBERRIES-ICE_CREAM 800
DISH-TART-ICE_CREAM 1400
DISH-CROISSANT-BLUEBERRIES 1100
DISH-BLUEBERRIES-ICE_CREAM 650
";

/// Nodes that a decision may cost.
const NODES: u64 = 30_000;

fn chef() -> Chef {
    let start = Reader::new(kitchen::input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen");
    Chef::new(start, Params::default(), 0)
}

fn place(chef: &Chef, x: i32, y: i32) -> Place {
    chef.world().kitchen.place(Cell::new(x, y).expect("a cell"))
}

fn floor(chef: &Chef, x: i32, y: i32) -> Floor {
    match place(chef, x, y) {
        Place::Floor(floor) => floor,
        Place::Table(_) => panic!("{x} {y} is a table"),
    }
}

fn table(chef: &Chef, x: i32, y: i32) -> Table {
    match place(chef, x, y) {
        Place::Table(table) => table,
        Place::Floor(_) => panic!("{x} {y} is floor"),
    }
}

/// The bot above the inner tables and the partner in the pocket below them, or the other way round.
fn across(chef: &Chef, own_above: bool, hands: [&str; 2]) -> State {
    let mut at = [floor(chef, 3, 1), floor(chef, 3, 3)];
    if !own_above {
        at.swap(0, 1);
    }
    let mut state = State::opening(chef.world(), at, Seat::OWN);
    state.hand = hands.map(|name| Item::read(name).expect("an item"));
    state.dishes = 3 - state.hand.iter().filter(|item| item.is_dish()).count() as u8;
    state.rekey(chef.world());
    state
}

/// Both chefs' next actions, the bot's own first.
fn plan(chef: &mut Chef, state: &State) -> Vec<Action> {
    let mut actions = vec![chef.decide(state, &mut Deadline::after_nodes(NODES))];
    actions.extend(&chef.plan().actions);
    actions
}

fn shared(chef: &Chef, action: Action) -> bool {
    [2, 3, 4].iter().any(|&x| action == Action::on(table(chef, x, 2)))
}

#[test]
fn what_his_dish_needs_is_laid_where_he_can_take_it() {
    let mut chef = chef();
    let state = across(&chef, true, ["CHOPPED_STRAWBERRIES", "DISH-ICE_CREAM"]);
    let plan = plan(&mut chef, &state);
    assert!(shared(&chef, plan[0]), "{plan:?}");
    assert_eq!(plan[1], plan[0], "he takes it at once");
}

#[test]
fn dish_and_food_meet_if_he_has_the_food() {
    let mut chef = chef();
    let mut state = across(&chef, false, ["DISH-ICE_CREAM", "CHOPPED_STRAWBERRIES"]);
    for action in plan(&mut chef, &state).into_iter().take(3) {
        state.play(chef.world(), action);
    }
    let both = Item::read("DISH-ICE_CREAM-CHOPPED_STRAWBERRIES").unwrap();
    let mut items = state.table.iter().chain(&state.hand);
    assert!(items.any(|item| *item == both), "{state:?}");
}

#[test]
fn who_is_nearer_to_the_window_gets_the_finished_dish() {
    let mut chef = chef();
    let state = across(&chef, true, ["DISH-ICE_CREAM-CHOPPED_STRAWBERRIES", "NONE"]);
    let plan = plan(&mut chef, &state);
    assert!(shared(&chef, plan[0]), "{plan:?}");
    assert_eq!(plan[1], plan[0], "he takes it at once");
    let window = Action::on(table(&chef, 5, 6));
    let his = plan.iter().skip(1).step_by(2);
    assert!(his.take(4).any(|action| *action == window), "{plan:?}");
}

#[test]
fn the_nearer_one_sees_that_nothing_burns() {
    for own_is_near in [true, false] {
        let mut chef = chef();
        let mut at = [floor(&chef, 8, 1), floor(&chef, 1, 5)];
        if !own_is_near {
            at.swap(0, 1);
        }
        let mut state = State::opening(chef.world(), at, Seat::OWN);
        state.left = 100;
        state.set_oven(Item::TART, 5);
        state.rekey(chef.world());
        let plan = plan(&mut chef, &state);
        let oven = Action::on(table(&chef, 6, 0));
        let near = plan.iter().skip(usize::from(!own_is_near)).step_by(2);
        assert!(near.take(3).any(|action| *action == oven), "{plan:?}");
    }
}

#[test]
fn of_equal_walks_the_one_away_from_the_partner_comes_first() {
    let chef = chef();
    let (world, mut rng) = (chef.world(), Rng::new(1));
    let mut moves = Moves::new();
    let mut walks = 0;
    for _ in 0..200 {
        let mut at = [Floor(rng.below(30) as u8), Floor(rng.below(30) as u8)];
        if at[0] == at[1] {
            at[1] = Floor::NOWHERE;
        }
        let state = State::opening(world, at, Seat::OWN);
        moves.find(world, &state, u64::MAX >> 17, false);
        let before: Vec<(Action, bool)> = moves.iter().collect();
        moves.farthest_first(world, &state);
        let after: Vec<(Action, bool)> = moves.iter().collect();
        let sorted = |mut list: Vec<(Action, bool)>| {
            list.sort_unstable();
            list
        };
        assert_eq!(sorted(before), sorted(after.clone()), "nothing is lost");
        let apart = |action: Action| match (action.goes_to(), at[1]) {
            (Some(floor), other) if other != Floor::NOWHERE => {
                world.walks.steps[floor.index()][30][other.index()]
            }
            _ => FAR,
        };
        for pair in after.windows(2).filter(|pair| pair[0].1 == pair[1].1) {
            assert!(apart(pair[0].0) >= apart(pair[1].0), "{after:?}");
            walks += 1;
        }
    }
    assert!(walks > 100);
}
