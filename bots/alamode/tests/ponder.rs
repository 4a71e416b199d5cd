//! Thinking during the partner's turn, and its use on the next turn.

use std::time::Duration;

use alamode::action::Action;
use alamode::beam::Beam;
use alamode::chef::Chef;
use alamode::inbox::Inbox;
use alamode::kitchen::Floor;
use alamode::node::Node;
use alamode::params::Params;
use alamode::partner::{Model, PartnerModels};
use alamode::player::Player;
use alamode::protocol::{Reader, Start};
use alamode::question::{Known, Question};
use alamode::state::State;
use alamode::world::World;
use alamode::worth::Evaluator;
use gridkit::{Bell, Deadline};

use crate::common::kitchen;

const ORDERS: &str = "\
4
DISH-TART-ICE_CREAM 1400
DISH-CROISSANT-BLUEBERRIES 1100
DISH-BLUEBERRIES-ICE_CREAM 650
DISH-CHOPPED_STRAWBERRIES-ICE_CREAM 800
";

const TURN: &str = "3 5 NONE\n0\nNONE 0\n3\n\
DISH-TART-ICE_CREAM 1400\nDISH-CROISSANT-BLUEBERRIES 1100\nDISH-BLUEBERRIES-ICE_CREAM 650\n";

fn start() -> Start {
    Reader::new(kitchen::input(ORDERS).as_bytes()).start().unwrap().expect("a kitchen")
}

fn opening(world: &World) -> State {
    State::opening(world, kitchen::at(29, 23), Chef::Own)
}

#[test]
fn a_known_plan_is_never_given_up_for_a_worse_one() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, Params::default(), 0);
    let mut evaluator = Evaluator::new(&world);
    let root = Node::root(opening(&world));
    let mut search = |known: &[Action], nodes: u64| {
        let known = Known { actions: known, is_valid: true };
        let question = Question { known, ..Question::new(&root, Model::Joint, 30) };
        let mut deadline = Deadline::after_nodes(nodes);
        Beam::new().search(&world, &mut evaluator, &question, &mut deadline)
    };
    let thorough = search(&[], 300_000);
    let hasty = search(&[], 2_000);
    assert!(hasty.score < thorough.score, "{} {}", hasty.score, thorough.score);
    assert!(search(&thorough.actions, 2_000).score >= thorough.score);
    // The time is too short to look that far, so the known plan stays.
    assert_eq!(search(&thorough.actions, 100).actions, thorough.actions);
}

#[test]
fn a_better_plan_found_in_the_partners_turn_is_followed() {
    let mut player = Player::new(start(), Params::default(), 0);
    let state = opening(player.world());
    let first = player.decide(&state, &mut Deadline::after_nodes(2_000));
    let before = player.plan().score;
    player.ponder(&mut Deadline::after_nodes(300_000));
    let plan = player.plan().clone();
    assert!(plan.score > before, "{} {before}", plan.score);
    let mut next = state;
    next.play(player.world(), first);
    next.play(player.world(), plan.actions[0]);
    player.decide(&next, &mut Deadline::after_nodes(10_000));
    assert!(player.plan().score >= plan.score - 50, "{} {}", player.plan().score, plan.score);
}

#[test]
fn an_interrupted_search_does_not_change_the_plan() {
    let mut player = Player::new(start(), Params::default(), 0);
    let state = opening(player.world());
    player.decide(&state, &mut Deadline::after_nodes(2_000));
    let plan = player.plan().actions.clone();
    let bell = Bell::default();
    bell.ring();
    // Without the bell this would take an hour.
    let mut deadline = Deadline::after(Duration::from_secs(3_600)).until(&bell, 0);
    player.ponder(&mut deadline);
    assert_eq!(player.plan().actions, plan);
}

#[test]
fn turns_are_read_in_order_then_the_error_then_the_end() {
    let opening = kitchen::input(ORDERS);
    let input = format!("{opening}199\n9 5 NONE\n{TURN}197\n9 5 DISH\n{TURN}hello\n");
    let mut reader = Reader::new(std::io::Cursor::new(input));
    reader.start().unwrap();
    let mut inbox = Inbox::open(reader);
    let lefts = [0; 2].map(|_| inbox.turn().unwrap().expect("a turn").turn.left);
    assert_eq!(lefts, [199, 197]);
    assert!(inbox.turn().unwrap_err().to_string().contains("hello"));
    assert!(inbox.turn().unwrap().is_none());
}

#[test]
fn the_next_turn_ends_the_deadline() {
    let opening = kitchen::input(ORDERS);
    let input = format!("{opening}199\n9 5 NONE\n{TURN}197\n9 5 DISH\n{TURN}");
    let mut reader = Reader::new(std::io::Cursor::new(input));
    reader.start().unwrap();
    let mut inbox = Inbox::open(reader);
    inbox.turn().unwrap();
    let mut deadline = inbox.or_next(Deadline::after(Duration::from_secs(3_600)));
    while !deadline.is_over() {
        std::thread::yield_now();
    }
    assert!(deadline.is_interrupted());
}

#[test]
fn an_idle_partner_is_predicted_to_stay_idle_until_it_moves() {
    let Start { kitchen, customers } = start();
    let world = World::new(kitchen, customers, Params::default(), 0);
    let mut models = PartnerModels::new();
    let mut before = opening(&world);
    before.play(&world, Action::WAIT);
    let after = |action: Action| {
        let mut after = before;
        after.play(&world, action);
        after
    };
    let go = Action::walk_to(Floor::new(22));
    for turn in 0..4 {
        assert_eq!(models.best(), Model::Joint, "turn {turn}");
        models.predict(&world, &before, Some(go));
        models.learn(&world, &before, &after(Action::WAIT));
    }
    assert_eq!(models.best(), Model::Frozen);
    models.predict(&world, &before, Some(go));
    models.learn(&world, &before, &after(go));
    assert_eq!(models.best(), Model::Joint);
}
