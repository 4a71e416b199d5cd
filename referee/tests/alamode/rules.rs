//! Every rule of Code à la Mode about a turn, a round or the match, each as a scripted match. Tables beside
//! the rules (`uses/tests.rs`) hold what each table, crate and device does with each item; `walk.rs` tests
//! walking; the meaning of a line is tested beside its parser.

use referee::game::{Game, Step};
use referee::games::alamode::{AlamodeGame, League, kitchen_of_seed};
use referee::testkit::scripts::says;

use super::kit::drive;
use super::script::{play, play_all};

/// Player 0 chops strawberries, puts them and blueberries on a dish, and is at the window on its 14th turn.
const FIRST_ORDER: &str = "0*2: MOVE 7 1
                           0: USE 7 0
                           0*2: MOVE 9 5
                           0: USE 10 6
                           0*2: MOVE 6 1
                           0: USE 5 0
                           0: USE 5 2
                           0*3: MOVE 6 5";

/// Player 1 puts dough in the oven on its 5th turn.
const DOUGH_IN_THE_OVEN: &str = "1: USE 3 6
                                 1*3: MOVE 5 1
                                 1: USE 6 0";

#[test]
fn each_player_is_sent_the_customers_and_the_kitchen_once() {
    let mut first = Vec::new();
    let mut later = Vec::new();
    drive(&mut AlamodeGame::new(1, League::new(4)), |turn, _| {
        let lines = if turn.sent.len() > 28 { &mut first } else { &mut later };
        lines.push((turn.seat.0, turn.sent.to_vec()));
        says("WAIT")
    });
    assert_eq!(first.iter().map(|(seat, _)| *seat).collect::<Vec<_>>(), [0, 1, 2]);
    assert!(later.iter().all(|(_, lines)| lines.len() == 4 + 2 + 3), "nothing lies on a table");
    for (seat, lines) in &first {
        assert_eq!(lines[0], "20");
        assert_eq!(lines[1], "DISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 850");
        assert_eq!(lines[2], "DISH-CROISSANT-TART 1850");
        let row = if *seat == 1 { "#..0.....1#" } else { "#..1.....0#" };
        let kitchen = [
            "I####DOS###",
            "#.........#",
            "#.###B.##.#",
            "#.#..#..#.#",
            "#.##.####.#",
            row,
            "###H#W####C",
        ];
        assert_eq!(lines[21..28], kitchen);
        assert_eq!(lines.len(), 28 + 4 + 2 + 3);
    }
}

#[test]
fn a_turn_is_sent_line_by_line() {
    let mut game = AlamodeGame::new(1, League::new(4));
    let Step::Ask(requests) = game.advance(&[]) else { panic!("player 0 is asked") };
    let turn = [
        "199",
        "9 5 NONE",
        "3 5 NONE",
        "0",
        "NONE 0",
        "3",
        "DISH-BLUEBERRIES-CHOPPED_STRAWBERRIES 850",
        "DISH-CROISSANT-TART 1850",
        "DISH-CROISSANT-BLUEBERRIES-CHOPPED_STRAWBERRIES-ICE_CREAM 1700",
    ];
    assert_eq!(requests[0].lines[28..], turn);
}

#[test]
fn rounds() {
    play_all(&[
        (
            "round 1: player 0 on odd turns, player 1 on even ones",
            "0? left 199
             0? at 9 5
             0: WAIT
             1? left 198
             1? at 3 5
             1? partner 9 5 NONE
             1: WAIT
             0? left 197
             0*98: WAIT
             0? left 1
             1? left 0",
        ),
        (
            "round 2: player 2, then player 0 from the other start",
            "round 2
             2? left 199
             2? at 9 5
             0? left 198
             0? at 3 5",
        ),
        (
            "round 3: player 1, then player 2",
            "round 3
             1? left 199
             1? at 9 5
             2? left 198
             2? at 3 5",
        ),
        (
            "a new round begins with an empty kitchen and the first customers",
            "0*2: MOVE 6 1
             0: USE 5 0
             0: USE 7 2
             0: USE 5 0
             1: USE 3 6
             1*3: MOVE 4 5
             1: USE 4 6
             0? clean 1
             1? tables 2: 4 6 DOUGH, 7 2 DISH
             round 2
             0? tables none
             0? hand NONE
             0? partner 9 5 NONE
             0? clean 3
             2? awards 848 1848 1698
             2? points 0",
        ),
        (
            "nor does anything stay in the oven",
            "round 1
             0*93: WAIT
             1: USE 3 6
             1*3: MOVE 5 1
             1: USE 6 0
             0? oven DOUGH 9
             round 2
             2? oven NONE 0",
        ),
    ]);
}

#[test]
fn customers() {
    let served = |rest: &str| format!("{FIRST_ORDER}\n{rest}");
    play_all(&[(
        "awards are whole at first and fall by one after each turn of either chef",
        "0? awards 850 1850 1700
         1? awards 849 1849 1699
         0? awards 848 1848 1698",
    )]);
    play(
        "a dish that was ordered brings what was told, goes back to the dishwasher and is paid once",
        &served(
            "0? awards 824 1824 1674
             0? hand DISH-CHOPPED_STRAWBERRIES-BLUEBERRIES
             0? clean 2
             0: USE 5 6
             1? points 824
             1? clean 3
             0? hand NONE
             0: USE 5 6
             0? points 824",
        ),
    );
    play(
        "whoever is served leaves on the next turn, and the next of the list comes last",
        &served(
            "0: USE 5 6
             1? awards 1823 1673 1250
             1? newest DISH-CROISSANT-CHOPPED_STRAWBERRIES 1250
             0? awards 1822 1672 1249",
        ),
    );
    play_all(&[
        (
            "any dish goes through the window, but only an ordered one is paid",
            "0*2: MOVE 6 1
             0: USE 5 0
             0*3: MOVE 6 5
             0? clean 2
             0: USE 5 6
             0? hand NONE
             0? clean 3
             0? points 0",
        ),
        (
            "food without a dish does not",
            "1: USE 3 6
             1*2: USE 5 6
             1? hand DOUGH
             1? at 4 5",
        ),
    ]);
}

#[test]
fn using() {
    play_all(&[
        (
            "what is too far is walked to, and not used on arrival; a corner is near enough",
            "0: USE 7 0
             0? at 9 1
             0: USE 7 0
             0? at 8 1
             0? hand NONE
             0: USE 7 0
             0? hand STRAWBERRIES",
        ),
        (
            "what the rules refuse costs the turn, and customers grow impatient",
            "0: USE 10 6
             0? hand NONE
             0? at 9 5
             0? awards 848 1848 1698",
        ),
        (
            "a message changes nothing, and an empty line waits",
            "0: USE 7 0;hello
             0? at 9 1
             0:
             0? at 9 1
             0: MOVE 9 2 please
             0? at 9 2",
        ),
        (
            "the dishwasher has three dishes, and takes none back empty",
            "0*2: MOVE 6 1
             0: USE 5 0
             0? hand DISH
             0? clean 2
             0: USE 5 0
             0? hand DISH
             0? clean 2
             0: USE 7 2
             0? tables 1: 7 2 DISH
             0? hand NONE",
        ),
        (
            "what lies on tables is told column by column",
            "0*2: MOVE 6 1
             0: USE 7 0
             0: USE 7 2
             0: USE 7 0
             0: MOVE 8 1
             0: USE 8 0
             1: USE 3 6
             1: USE 2 6
             1: USE 3 6
             1: USE 4 6
             0? tables 4: 2 6 DOUGH, 4 6 DOUGH, 7 2 STRAWBERRIES, 8 0 STRAWBERRIES",
        ),
        (
            "both chefs use the same tables",
            "1: USE 3 6
             1: USE 4 6
             0*2: MOVE 4 5
             0: USE 4 6
             0? hand DOUGH
             0? tables none",
        ),
    ]);
}

#[test]
fn the_oven_ticks_on_every_turn() {
    let baked = |rest: &str| format!("{DOUGH_IN_THE_OVEN}\n{rest}");
    play(
        "ten turns to bake, ten to take it out; then it is burnt, and the oven can be used again",
        &baked(
            "0? oven DOUGH 9
             1? oven DOUGH 8
             1*4: WAIT
             1? oven CROISSANT 10
             1*4: WAIT
             1? oven CROISSANT 2
             0? oven CROISSANT 1
             1? oven NONE 0",
        ),
    );
    play(
        "who takes it out empties the oven",
        &baked(
            "1*5: WAIT
             1? oven CROISSANT 8
             1: USE 6 0
             0? oven NONE 0
             1? hand CROISSANT",
        ),
    );
    play(
        "what still bakes stays in it",
        &baked(
            "1*4: USE 6 0
             1? hand NONE
             1? oven CROISSANT 10",
        ),
    );
}

#[test]
fn deaths() {
    let served = |rest: &str| format!("{FIRST_ORDER}\n0: USE 5 6\n{rest}");
    play_all(&[
        (
            "a dead chef is gone, its turns pass without an answer, and customers are patient in them",
            "0: FOO
             1? left 198
             1? partner -1 -1 NONE
             1? awards 849 1849 1699
             1: MOVE 9 5
             1? left 196
             1? awards 848 1848 1698
             = -1 0 0 after 401: last-round; rounds 0 0 0; 0 garbage unknown-command",
        ),
        (
            "it blocks nobody",
            "1*2: MOVE 8 5
             0: FOO
             1: MOVE 9 5
             1? at 9 5",
        ),
        (
            "the oven ticks in its turns as well",
            "1: USE 3 6
             1*3: MOVE 5 1
             1: USE 6 0
             0: FOO
             1? oven DOUGH 8
             1: WAIT
             1? oven DOUGH 6",
        ),
        (
            "its dish is washed",
            "0*2: MOVE 6 1
             0: USE 5 0
             1? clean 2
             0: FOO
             1? clean 3",
        ),
        (
            "its food is not",
            "0*2: MOVE 7 1
             0: USE 7 0
             0: FOO
             1? clean 3
             1? tables none",
        ),
        (
            "who dies has no points, but its partner has",
            &served(
                "0: USE 1 1
                 = -1 824 0 after 415: last-round; rounds 824 0 0; 0 garbage use-floor",
            ),
        ),
        (
            "the dead do not come back in their second round",
            "1: FOO
             round 3
             2? left 198
             2? partner -1 -1 NONE
             2? at 3 5",
        ),
        (
            "when all are dead it is over, and the round that was cut off counts",
            &served(
                "0! exit
                 1! timeout
                 2! memory
                 = -1 -1 -1 after 31: all-dead; rounds 824 0 0; 0 exit timeout; 1 timeout timeout; \
                 2 out of memory timeout",
            ),
        ),
        (
            "too long a line",
            "1! garbage
             = 0 -1 0 after 401: last-round; rounds 0 0 0; 1 garbage too-long",
        ),
    ]);
}

#[test]
fn points_are_shared_by_the_pair_of_the_round() {
    play(
        "round 1",
        &format!("{FIRST_ORDER}\n0: USE 5 6\n= 824 824 0 after 600: last-round; rounds 824 0 0"),
    );
    let second = FIRST_ORDER.replace("0:", "2:").replace("0*", "2*");
    play(
        "round 2",
        &format!(
            "round 2\n{second}\n2: USE 5 6\n= 824 0 824 after 600: last-round; rounds 0 824 0"
        ),
    );
    let third = FIRST_ORDER.replace("0:", "1:").replace("0*", "1*");
    play(
        "round 3, after round 1",
        &format!(
            "{FIRST_ORDER}\n0: USE 5 6\nround 3\n{third}\n1: USE 5 6\n\
             = 824 1648 824 after 600: last-round; rounds 824 0 824"
        ),
    );
}

/// Seeds whose kitchens and customers are known from the official referee.
#[test]
fn kitchens_and_customers_are_those_of_the_official_referee() {
    let mut text = String::new();
    for (league, seed) in [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, -2), (4, i64::MIN)] {
        let (kitchen, customers) = kitchen_of_seed(seed, League::new(league));
        let rows: Vec<String> = kitchen.rows(['0', '1']).collect();
        let customers: Vec<String> =
            customers.iter().map(|it| format!("{} {}", it.order, it.full_award)).collect();
        text += &[
            vec![format!("league {league}, seed {seed}")],
            rows,
            customers,
            vec![String::new(); 2],
        ]
        .concat()
        .join("\n");
    }
    insta::assert_snapshot!(text);
}

#[test]
#[should_panic(expected = "the game waits for 1 answers and was given 0")]
fn a_missing_answer_is_a_bug_of_the_caller() {
    let mut game = AlamodeGame::new(1, League::new(4));
    game.advance(&[]);
    game.advance(&[]);
}
