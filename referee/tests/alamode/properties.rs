//! Properties of Code à la Mode that hold for any kitchen and any answers.

use std::collections::HashSet;

use gridkit::{Board11x7, Square11x7 as Square};
use proptest::prelude::*;
use referee::contest::Setup;
use referee::game::{Answer, Game, Seat, Step};
use referee::games::alamode::{
    AlamodeGame, Equipment, FLOOR, Food, Item, Kitchen, League, Oven, PAIRS, Round, kitchen_of_seed,
};
use referee::testkit::cases::cases;
use referee::testkit::registered;
use referee::testkit::scripts::{self, says};
use serde_json::Map;

use super::kit::{drive, house};

/// Lines as a bot might send them; nearly all are valid.
fn line() -> impl Strategy<Value = String> {
    let cell = || (0..11, 0..7).prop_map(|(x, y)| format!("{x} {y}"));
    let tables = cell().prop_filter("no floor", |cell| !FLOOR.contains(square(cell)));
    prop_oneof![
        600 => tables.prop_map(|cell| format!("USE {cell}")),
        200 => cell().prop_map(|cell| format!("MOVE {cell}")),
        20 => "WAIT( .*)?",
        20 => "(;|[ -~]){0,12}".prop_map(|text| format!("WAIT;{text}")),
        1 => ".*",
    ]
}

fn square(cell: &str) -> Square {
    let (x, y) = cell.split_once(' ').unwrap();
    let point = gridkit::Point::new(x.parse().unwrap(), y.parse().unwrap());
    Square::at(point).unwrap()
}

fn lines() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(line(), 0..600)
}

/// Plays lines until they run out or the match is over; returns every line that was sent.
fn sent(seed: i64, league: u8, lines: &[String]) -> (Vec<String>, AlamodeGame) {
    let mut game = AlamodeGame::new(seed, League::new(league));
    let mut sent = Vec::new();
    let mut answer: Vec<Answer> = Vec::new();
    let mut lines = lines.iter();
    loop {
        match game.advance(&answer) {
            Step::Over(outcome) => {
                sent.push(serde_json::to_string(&outcome).unwrap());
                break;
            }
            Step::Ask(requests) => sent.extend(requests.into_iter().flat_map(|it| it.lines)),
        }
        let Some(line) = lines.next() else { break };
        answer = vec![says(line)];
    }
    (sent, game)
}

/// Invariants of a round.
fn demand_sound(round: &Round) {
    let chefs: Vec<_> = round.chefs().into_iter().flatten().collect();
    assert!(chefs.iter().all(|chef| FLOOR.contains(chef.at)), "a chef stands on a table");
    let places: HashSet<Square> = chefs.iter().map(|chef| chef.at).collect();
    assert_eq!(places.len(), chefs.len(), "two chefs stand on one square");

    let mut items: Vec<Item> = chefs.iter().filter_map(|chef| chef.hand).collect();
    for (at, item) in round.laid_tables() {
        assert!(!FLOOR.contains(at) && round.kitchen().equipment(at).is_none(), "{item} at {at:?}");
        items.push(*item);
    }
    let dishes = items.iter().filter(|item| matches!(item, Item::Dish(_))).count();
    assert_eq!(dishes + usize::from(round.clean_dishes()), 3, "a dish is lost");
    for item in items {
        let text = item.to_string();
        assert_eq!(Item::read(&text), Some(item), "{text}");
    }
    match round.oven() {
        Oven::Empty => {}
        Oven::Baking(food, turns) => {
            assert!(matches!(food, Food::Dough | Food::RawTart) && (1..=10).contains(&turns));
        }
        Oven::Ready(food, turns) => {
            assert!(matches!(food, Food::Croissant | Food::Tart) && (1..=10).contains(&turns));
        }
    }
    for customer in round.customers().waiting() {
        assert!(
            customer.award <= customer.full_award && customer.award > customer.full_award - 400
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(24, 64)))]

    #[test]
    fn the_same_seed_and_answers_give_the_same_match(
        seed in any::<i64>(), league in 1..5_u8, lines in lines(),
    ) {
        prop_assert_eq!(sent(seed, league, &lines).0, sent(seed, league, &lines).0);
    }

    #[test]
    fn a_round_is_sound_after_every_turn(seed in any::<i64>(), league in 1..5_u8, lines in lines()) {
        let mut game = AlamodeGame::new(seed, League::new(league));
        let mut lines = lines.iter().cycle();
        // Chefs that know the rules earn more than chefs that do not.
        let mut cooks = [0, 1, 2].map(|seat| house("cook", Seat(seat)));
        let mut before = (0, 0);
        let outcome = drive(&mut game, |turn, game| {
            demand_sound(game.round());
            assert_eq!(game.round().customers().waiting().len(), 3);
            assert_eq!(game.round().turn() + turn.left(), 200);
            let earned = (turn.round, game.round().points());
            assert!(earned >= before, "points were taken away");
            before = earned;
            let cook = cooks[turn.seat.0].answer(turn.sent).remove(0);
            let line = lines.next().filter(|_| turn.left() % 3 == 0);
            says(line.cloned().unwrap_or(cook))
        });
        let rounds = &outcome.rounds;
        let dead: Vec<Seat> = outcome.thrown_out.iter().map(|out| out.seat).collect();
        for seat in [Seat(0), Seat(1), Seat(2)] {
            let mine = PAIRS.iter().zip(rounds).filter(|(pair, _)| pair.contains(&seat));
            let expected = if dead.contains(&seat) { -1 } else { mine.map(|it| it.1).sum() };
            prop_assert_eq!(outcome.scores[seat.0], expected);
        }
    }

    /// Any words after the semicolon and any bytes either end the chef or do not; the referee never panics.
    #[test]
    fn any_line_is_an_answer(seed in any::<i64>(), lines in prop::collection::vec(".*", 0..9)) {
        let (sent, _) = sent(seed, 4, &lines);
        prop_assert!(!sent.is_empty());
    }

    #[test]
    fn every_kitchen_has_what_its_league_has(seed in any::<i64>(), league in 1..5_u8) {
        let (kitchen, customers) = kitchen_of_seed(seed, League::new(league));
        prop_assert_eq!(letters(&kitchen), ["BDIW", "BCDISW", "BCDHIOSW", "BCDHIOSW"][league as usize - 1]);
        let [first, second] = kitchen.spawns();
        prop_assert!(first != second && FLOOR.contains(first) && FLOOR.contains(second));
        prop_assert_eq!(customers.len(), 20);
        for customer in customers {
            let foods = customer.order.foods();
            prop_assert!((2..=4).contains(&foods.len()));
            prop_assert!(foods.iter().all(|food| League::new(league).foods().contains(food)));
        }
        // A smaller league has fewer draws, which begin with the same ones.
        let whole = kitchen_of_seed(seed, League::new(4)).0;
        prop_assert_eq!(kitchen.spawns(), whole.spawns());
        for at in Board11x7::FULL {
            let (small, whole) = (kitchen.equipment(at), whole.equipment(at));
            prop_assert!(small.is_none() || small == whole);
        }
    }
}

/// The letters of the equipment, sorted.
fn letters(kitchen: &Kitchen) -> String {
    let equipment = Board11x7::FULL.iter().filter_map(|at| kitchen.equipment(at));
    let mut letters: Vec<char> = equipment.map(Equipment::letter).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

/// Every position has a picture with room for it, and the picture has no control characters.
#[test]
fn a_picture_shows_everything_and_is_harmless() {
    let mut game = AlamodeGame::new(5, League::new(4));
    let mut clumsy = [0, 1, 2].map(|seat| house("clumsy", Seat(seat)));
    let mut most = 0;
    drive(&mut game, |turn, game| {
        let picture = game.draw();
        let plain = anstream::adapter::strip_str(&picture).to_string();
        assert!(!plain.contains(|char: char| char.is_control() && char != '\n'), "{plain:?}");
        assert!(plain.lines().all(|line| line.chars().count() < 80), "{plain}");
        let laid = game.round().laid_tables();
        let shown = laid.filter(|(at, item)| plain.contains(&format!("{} {item}", at.point())));
        most = most.max(shown.count());
        assert_eq!(plain.matches(['+', '=']).count(), game.round().laid_tables().count());
        let line = clumsy[turn.seat.0].answer(turn.sent).remove(0);
        says(format!("{line};\u{1b}[2J\u{7}hello"))
    });
    assert!(most > 8, "the clumsy lay at most {most} tables");
}

/// House players never answer with a line that is a fault, in any league, with any partner.
#[test]
fn house_players_live() {
    let names: Vec<&str> = registered("alamode").about().house.iter().map(|it| it.name).collect();
    for seed in 0..40 {
        let mut players = [0, 1, 2].map(|seat| {
            let kind = (seat * (1 + seed / names.len()) + seed) % names.len();
            house(names[kind * usize::from(seed % 4 > 0)], Seat(seat))
        });
        let mut game = AlamodeGame::new(seed as i64, League::new(1 + seed as u8 / 10));
        let outcome =
            drive(&mut game, |turn, _| says(players[turn.seat.0].answer(turn.sent).remove(0)));
        assert_eq!(outcome.thrown_out, [], "seed {seed}");
    }
}

/// `@cook` earns with itself what the book states, about 6,000 points per round.
#[test]
fn two_cooks_serve() {
    let mut points = 0;
    let games = cases(25, 50);
    for seed in 0..games {
        let mut cooks = [0, 1, 2].map(|seat| house("cook", Seat(seat)));
        let mut game = AlamodeGame::new(seed, League::new(4));
        let outcome =
            drive(&mut game, |turn, _| says(cooks[turn.seat.0].answer(turn.sent).remove(0)));
        points += outcome.scores.iter().sum::<i64>() / 2;
    }
    let mean = points / (games * 3);
    assert!((5_500..6_500).contains(&mean), "{mean} points a round");
}

/// Points of a round with `@cook`, for the first seeds. The player has seat 1: rounds 1 and 3 of a match are its own.
fn with_a_cook(name: &str, games: i64) -> i64 {
    let points = (0..games).map(|seed| {
        let names = ["cook", name, "cook"];
        let mut players = [0, 1, 2].map(|seat| house(names[seat], Seat(seat)));
        let mut game = AlamodeGame::new(seed, League::new(4));
        let outcome =
            drive(&mut game, |turn, _| says(players[turn.seat.0].answer(turn.sent).remove(0)));
        outcome.scores[1] / 2
    });
    points.sum::<i64>() / games
}

/// Each earns with `@cook` at least half of what two of these earn, although each has a fault on purpose.
#[test]
fn house_players_of_other_temper_serve_with_a_cook() {
    for name in ["loner", "hoarder", "doorkeeper", "fidget", "preparer"] {
        let mean = with_a_cook(name, cases(10, 50));
        println!("@{name} with @cook: {mean} points a round");
        assert!(mean >= 3_000, "@{name}: {mean} points a round");
    }
}

/// Points that the same seed and options must give on every machine and in every version.
#[test]
fn a_match_is_the_same_on_every_machine() {
    let contest = registered("alamode");
    let setup = Setup { seed: i64::MIN.to_string(), options: Map::new(), seats: 3 };
    let mut game = contest.start(&setup).unwrap();
    let mut players: Vec<_> = contest
        .about()
        .house
        .iter()
        .enumerate()
        .map(|(seat, kind)| (kind.make)(9, Seat(seat)))
        .collect();
    let outcome = scripts::drive(game.as_mut(), |_, request| {
        says(players[request.seat.0].answer(&request.lines).remove(0))
    });
    insta::assert_snapshot!(serde_json::to_string(&outcome).unwrap());
    insta::assert_snapshot!(anstream::adapter::strip_str(&game.draw()));
}
