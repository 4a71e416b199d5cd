//! Properties of Ocean of Code that hold for any map and any answers.

use proptest::prelude::*;
use referee::game::{Answer, Fault, Game, Seat, Step};
use referee::games::ocean::{Cell, League, OceanGame, Sea, map_of_seed};
use referee::testkit::cases::cases;
use referee::testkit::scripts::{drive, fails, says};
use referee::testkit::{registered, start};
use serde_json::json;

/// Lines as a bot might send them, valid and invalid.
fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => "MOVE [NSEW]( (TORPEDO|SONAR|SILENCE|MINE))?",
        2 => "TORPEDO [0-9]{1,2} [0-9]{1,2}",
        1 => "SONAR [0-9]",
        2 => "SILENCE [NSEW] [0-4]",
        2 => "MINE [NSEW]",
        2 => "TRIGGER [0-9]{1,2} [0-9]{1,2}",
        1 => "SURFACE.*",
        1 => "MSG .*",
        1 => ".*",
    ];
    prop::collection::vec(piece, 1..4).prop_map(|pieces| pieces.join("|"))
}

/// Plays answers until the game is over or they run out; returns every line that was sent.
fn sent(seed: i64, answers: &[String]) -> (Vec<String>, OceanGame) {
    let mut game = OceanGame::new(seed, League::new(4));
    let water = Cell::all().find(|cell| game.sea().is_water(*cell)).unwrap();
    let starts = [water.to_string(), water.to_string()];
    let mut sent = Vec::new();
    let mut answer: Vec<Answer> = Vec::new();
    for line in starts.iter().chain(answers) {
        match game.advance(&answer) {
            Step::Over(outcome) => {
                sent.push(serde_json::to_string(&outcome).unwrap());
                break;
            }
            Step::Ask(requests) => sent.extend(requests.into_iter().flat_map(|it| it.lines)),
        }
        answer = vec![says(line)];
    }
    (sent, game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(80, 256)))]

    #[test]
    fn the_same_seed_and_answers_give_the_same_game(
        seed in any::<i64>(), answers in prop::collection::vec(line(), 0..60),
    ) {
        prop_assert_eq!(sent(seed, &answers).0, sent(seed, &answers).0);
    }

    #[test]
    fn submarines_stay_on_water_within_their_limits(
        seed in any::<i64>(), answers in prop::collection::vec(line(), 0..60),
    ) {
        let (_, game) = sent(seed, &answers);
        for seat in [Seat(0), Seat(1)] {
            let submarine = game.submarine(seat);
            if submarine.cell().on_board() {
                prop_assert!(game.sea().is_water(submarine.cell()));
                prop_assert!(submarine.has_visited(submarine.cell()));
            }
            prop_assert!((0..=6).contains(&submarine.lives()));
            prop_assert!(submarine.mines().iter().all(|mine| game.sea().is_water(mine.cell)));
        }
    }

    #[test]
    fn a_sea_is_read_from_any_rows(rows in prop::collection::vec(".*", 0..20)) {
        let sea = Sea::from_rows(&rows);
        prop_assert_eq!(&Sea::from_rows(&sea.rows().collect::<Vec<_>>()), &sea);
    }

    /// Each land cell has a land neighbour in its row and one in its column, so that coasts can be drawn.
    #[test]
    fn every_land_cell_has_land_beside_it(seed in any::<i64>()) {
        let sea = map_of_seed(seed);
        for cell in Cell::all().filter(|cell| sea.is_land(*cell)) {
            let beside = |dx, dy| !sea.is_water(Cell::new(cell.x + dx, cell.y + dy));
            prop_assert!(beside(-1, 0) || beside(1, 0));
            prop_assert!(beside(0, -1) || beside(0, 1));
        }
    }
}

/// Results that the same seed and options must give on every machine and in every version.
#[test]
fn a_game_is_the_same_on_every_machine() {
    let contest = registered("ocean");
    let mut game = start(contest, &i64::MIN.to_string(), json!({}));
    let mut houses: Vec<_> = contest
        .about()
        .house
        .iter()
        .zip([Seat(0), Seat(1)])
        .map(|(k, seat)| (k.make)(9, seat))
        .collect();
    let outcome = drive(game.as_mut(), |_, request| {
        says(houses[request.seat.0].answer(&request.lines).remove(0))
    });
    insta::assert_snapshot!(
        serde_json::to_string(&outcome).unwrap(),
        @r#"{"scores":[0,6],"ranks":[2,1],"turns":96,"end":"sunk"}"#
    );
    insta::assert_snapshot!(anstream::adapter::strip_str(&game.draw()));
}

#[test]
fn a_fault_at_the_start_still_asks_the_other() {
    let mut game = OceanGame::new(1, League::new(4));
    game.advance(&[]);
    let fault = fails(Fault::Exit);
    assert!(
        matches!(&game.advance(std::slice::from_ref(&fault)), Step::Ask(it) if it[0].seat == Seat(1))
    );
    assert!(matches!(game.advance(&[fault]), Step::Over(outcome) if outcome.scores == [-1, -1]));
}
