//! Cooperation of two chefs. The bot has no rule for it: it follows from planning for both.

use alamode::action::Action;
use alamode::chef::{Chef, Pair};
use alamode::item::Item;
use alamode::kitchen::{Cell, Floor, Place, Table};
use alamode::moves::{Freedom, Moves};
use alamode::node::Node;
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::Reader;
use alamode::state::State;
use gridkit::Deadline;

use crate::common::kitchen;

const ORDERS: &str = "\
4
DISH-CHOPPED_STRAWBERRIES-ICE_CREAM 800
DISH-TART-ICE_CREAM 1400
DISH-CROISSANT-BLUEBERRIES 1100
DISH-BLUEBERRIES-ICE_CREAM 650
";

/// The nodes that one decision may visit.
const NODES: u64 = 30_000;

fn player() -> Player {
    let start = Reader::new(kitchen::input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen");
    Player::new(start, Params::default(), 0)
}

fn place(player: &Player, x: i32, y: i32) -> Place {
    player.world().kitchen.place(Cell::new(x, y).expect("a cell"))
}

fn floor(player: &Player, x: i32, y: i32) -> Floor {
    match place(player, x, y) {
        Place::Floor(floor) => floor,
        Place::Table(_) => panic!("{x} {y} is a table"),
    }
}

fn table(player: &Player, x: i32, y: i32) -> Table {
    match place(player, x, y) {
        Place::Table(table) => table,
        Place::Floor(_) => panic!("{x} {y} is floor"),
    }
}

/// The bot above the inner tables and the partner in the pocket below them, or the other way round.
fn across(player: &Player, own_above: bool, hands: [&str; 2]) -> State {
    let mut at = Pair([floor(player, 3, 1), floor(player, 3, 3)].map(Some));
    if !own_above {
        at.swap();
    }
    let mut state = State::opening(player.world(), at, Chef::Own);
    state.hand = Pair(hands.map(|name| Item::read(name).expect("an item")));
    state.dishes = 3 - state.hand.0.iter().filter(|item| item.is_dish()).count() as u8;
    state.rekey(player.world());
    state
}

/// The next actions of both chefs, the bot's own first.
fn plan(player: &mut Player, state: &State) -> Vec<Action> {
    let mut actions = vec![player.decide(state, &mut Deadline::after_nodes(NODES))];
    actions.extend(&player.plan().actions);
    actions
}

fn shared(player: &Player, action: Action) -> bool {
    [2, 3, 4].iter().any(|&x| action == Action::use_table(table(player, x, 2)))
}

#[test]
fn a_food_for_the_partners_dish_is_put_where_the_partner_can_take_it() {
    let mut player = player();
    let state = across(&player, true, ["CHOPPED_STRAWBERRIES", "DISH-ICE_CREAM"]);
    let plan = plan(&mut player, &state);
    assert!(shared(&player, plan[0]), "{plan:?}");
    assert_eq!(plan[1], plan[0], "the partner takes it at once");
}

#[test]
fn dish_and_food_come_together_if_the_partner_has_the_food() {
    let mut player = player();
    let mut state = across(&player, false, ["DISH-ICE_CREAM", "CHOPPED_STRAWBERRIES"]);
    for action in plan(&mut player, &state).into_iter().take(3) {
        state.play(player.world(), action);
    }
    let both = Item::read("DISH-ICE_CREAM-CHOPPED_STRAWBERRIES").unwrap();
    let mut items = state.table.iter().chain(&state.hand.0);
    assert!(items.any(|item| *item == both), "{state:?}");
}

#[test]
fn a_finished_dish_is_passed_to_the_chef_nearer_to_the_window() {
    let mut player = player();
    let state = across(&player, true, ["DISH-ICE_CREAM-CHOPPED_STRAWBERRIES", "NONE"]);
    let plan = plan(&mut player, &state);
    assert!(shared(&player, plan[0]), "{plan:?}");
    assert_eq!(plan[1], plan[0], "the partner takes it at once");
    let window = Action::use_table(table(&player, 5, 6));
    let partners = plan.iter().skip(1).step_by(2);
    assert!(partners.take(4).any(|action| *action == window), "{plan:?}");
}

#[test]
fn the_chef_nearer_to_the_oven_takes_the_food_out() {
    for own_is_near in [true, false] {
        let mut player = player();
        let mut at = Pair([floor(&player, 8, 1), floor(&player, 1, 5)].map(Some));
        if !own_is_near {
            at.swap();
        }
        let mut state = State::opening(player.world(), at, Chef::Own);
        state.left = 100;
        state.set_oven(Item::TART, 5);
        state.rekey(player.world());
        let plan = plan(&mut player, &state);
        let oven = Action::use_table(table(&player, 6, 0));
        let near = plan.iter().skip(usize::from(!own_is_near)).step_by(2);
        assert!(near.take(3).any(|action| *action == oven), "{plan:?}");
    }
}

/// Nothing is useful, and the one table on which the search puts things down is taken.
#[test]
fn a_full_hand_is_put_down_on_another_table_rather_than_to_wait() {
    let player = player();
    let world = player.world();
    let mut state = across(&player, true, ["CHOPPED_STRAWBERRIES", "NONE"]);
    let own = state.at[Chef::Own].expect("a living chef");
    if let Some(taken) = world.put_down[own.index()] {
        state.table[taken.index()] = Item::DOUGH;
    }
    state.rekey(world);
    let found = |putting_down| {
        let mut moves = Moves::new();
        moves.find(world, &Node::root(state), 0, Freedom { waiting: false, putting_down });
        moves.iter().map(|one| one.action).collect::<Vec<_>>()
    };
    assert_eq!(found(false), [Action::WAIT]);
    let ways = found(true);
    assert!(!ways.is_empty() && ways.iter().all(|action| action.table().is_some()), "{ways:?}");
    assert!(ways.iter().filter_map(|it| it.table()).all(|it| state.occupied & it.bit() == 0));
}
