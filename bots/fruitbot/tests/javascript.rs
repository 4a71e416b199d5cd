//! The opponents in JavaScript, written for the contest's own interface: each plays by the rules,
//! deterministically and with a minimum of strength, and the bot beats them all.

use std::path::Path;

use referee::game::{Expected, Outcome, Seat};
use referee::games::contest;
use referee::games::fruit::javascript::{JavaScriptPlayer, ScriptLimits};
use referee::games::fruit::{board_of_number, FruitGame, Rules, Sides};
use referee::play::{play, Watcher};
use referee::player::house::HousePlayer;
use referee::player::process::{Launch, ProcessPlayer};
use referee::player::Player;
use referee::recording::Exchange;
use referee::table::Table;
use referee::testkit::cases::cases;

/// Files under `fixtures/fruit/bots`.
const PARTNERS: [&str; 6] = ["categories", "trail", "company", "commit", "steps", "walker"];

/// The player with this name: `@mo` is a house player, `fruitbot` this crate's program, any other a file.
fn player(name: &str, seat: usize) -> Box<dyn Player> {
    if let Some(house) = name.strip_prefix('@') {
        let kinds = contest("fruit").expect("the contest is there").about().house;
        let kind = kinds.iter().find(|kind| kind.name == house).expect("it is one of them");
        return Box::new(HousePlayer::new(name, (kind.make)(1, Seat(seat))));
    }
    if name == "fruitbot" {
        let words = ["--nodes", "300"].map(str::to_owned);
        let mut launch = Launch::new(env!("CARGO_BIN_EXE_fruitbot")).args(words);
        launch.limits.timeout_factor = 40.0;
        return Box::new(ProcessPlayer::spawn(name, &launch).expect("the program can be started"));
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/fruit/bots");
    let file = folder.join(format!("{name}.js"));
    Box::new(
        JavaScriptPlayer::load(name, &file, 1, ScriptLimits::default()).expect("the file is there"),
    )
}

/// All answers of a game.
#[derive(Default)]
struct Answers(Vec<Vec<String>>);

impl Watcher for Answers {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> anyhow::Result<()> {
        self.0.push(exchange.got.clone());
        Ok(())
    }
}

fn game(number: u32, names: [&str; 2]) -> (Outcome, Vec<Vec<String>>) {
    let mut game = FruitGame::new(board_of_number(number, Sides::CONTEST), Rules::default());
    let players = [0, 1].map(|seat| player(names[seat], seat));
    let mut answers = Answers::default();
    let outcome = play(&mut game, &mut Table::new(players.into()), &mut answers).unwrap();
    assert!(outcome.thrown_out.is_empty(), "{names:?} on board {number}: {outcome:?}");
    (outcome, answers.0)
}

/// The first player's share of the points on `boards` boards, or on a sixth of them, in both seats.
fn share(name: &str, other: &str, boards: u32) -> f64 {
    let one_in = cases(6, 1);
    let boards = (boards + one_in - 1) / one_in;
    let mut halves = 0;
    for board in 0..boards {
        let (number, own) = (board * 60_013 + 29, board as usize % 2);
        let names = if own == 0 { [name, other] } else { [other, name] };
        let (outcome, _) = game(number, names);
        halves += match outcome.scores[own].cmp(&outcome.scores[1 - own]) {
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Less => 0,
        };
    }
    let share = f64::from(halves) / f64::from(2 * boards);
    println!("{name} against {other}: {share:.2}");
    share
}

#[test]
fn they_play_by_the_rules_against_each_other() {
    for (index, one) in PARTNERS.iter().enumerate() {
        for other in PARTNERS.iter().take(index + 1).skip(cases(index, 0)) {
            // The smallest board with four categories, and for each against itself a larger one with three.
            let number = if one == other { 999_997 } else { 0 };
            let (outcome, _) = game(number, [one, other]);
            assert!(outcome.turns < 300, "{one}, {other} on board {number}: {outcome:?}");
        }
    }
}

#[test]
fn they_are_deterministic() {
    for name in &PARTNERS[..cases(2, 6)] {
        assert_eq!(game(7, [name, "@greedy"]), game(7, [name, "@greedy"]), "{name}");
    }
}

#[test]
fn they_have_a_minimum_of_strength() {
    assert!(share("categories", "@nearest", 20) >= cases(0.5, 0.6));
    assert!(share("trail", "@nearest", 40) >= 0.55);
    assert!(share("company", "@nearest", 20) >= 0.5);
    assert!(share("commit", "@nearest", 20) >= 0.5);
    // A game of these bots takes a second.
    for (name, least) in [("steps", 0.5), ("walker", 0.6)].into_iter().take(cases(0, 2)) {
        assert!(share(name, "@mo", 6) >= least);
    }
}

#[test]
fn the_bot_beats_them() {
    for name in ["categories", "trail", "company", "commit"] {
        assert!(share("fruitbot", name, 10) >= cases(0.5, 0.7));
    }
    for (name, boards) in [("steps", 6), ("walker", 12)].into_iter().take(cases(0, 2)) {
        assert!(share("fruitbot", name, boards) >= 0.5);
    }
}
