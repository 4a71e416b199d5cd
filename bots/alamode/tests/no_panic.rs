//! No input makes the bot panic: impossible positions, jumps in time, two chefs in one place.

#![allow(clippy::format_collect)] // plainer here than a fold of writes

use alamode::item::Item;
use alamode::kitchen::{Floor, Kitchen, Table, FLOORS, TABLES};
use alamode::params::Params;
use alamode::player::Player;
use alamode::protocol::Reader;
use gridkit::{Deadline, Rng};
use proptest::prelude::*;

const KITCHENS: [&str; 2] = [
    "I####DOS###\n#.........#\n#.###B.##.#\n#.#..#..#.#\n#.##.####.#\n#..1.....0#\n###H#W####C",
    // No equipment at all.
    "###########\n#.........#\n#.####.##.#\n#.#..#..#.#\n#.##.####.#\n#..1.....0#\n###########",
];

fn any_item(rng: &mut Rng) -> Item {
    let loose = [
        Item::NONE,
        Item::ICE_CREAM,
        Item::BLUEBERRIES,
        Item::STRAWBERRIES,
        Item::CHOPPED_STRAWBERRIES,
        Item::DOUGH,
        Item::CHOPPED_DOUGH,
        Item::RAW_TART,
        Item::CROISSANT,
        Item::TART,
    ];
    if rng.chance(0.3) {
        Item::dish_of(rng.below(32) as u8)
    } else {
        loose[rng.below(loose.len())]
    }
}

/// The input of a turn whose parts need not fit together.
fn any_turn(rng: &mut Rng, kitchen: &Kitchen) -> String {
    let floor = |rng: &mut Rng| kitchen.floor_cell(Floor::new(rng.below(FLOORS) as u8)).xy();
    let (own, partner) = (floor(rng), if rng.chance(0.1) { (-1, -1) } else { floor(rng) });
    let items: Vec<String> = (0..rng.below(12))
        .map(|_| {
            let (x, y) = kitchen.table_cell(Table(rng.below(TABLES) as u8)).xy();
            format!("{x} {y} {}\n", any_item(rng))
        })
        .collect();
    let oven = ["NONE 0", "DOUGH 9", "RAW_TART 1", "CROISSANT 10", "TART 1"][rng.below(5)];
    let orders: String = (0..3)
        .map(|_| format!("{} {}\n", Item::dish_of(rng.below(32) as u8), rng.between(-300, 3000)))
        .collect();
    format!(
        "{}\n{} {} {}\n{} {} {}\n{}\n{}{oven}\n3\n{orders}",
        rng.below(200),
        own.0,
        own.1,
        any_item(rng),
        partner.0,
        partner.1,
        any_item(rng),
        items.len(),
        items.concat(),
    )
}

#[test]
fn impossible_games_are_played_without_a_panic() {
    let mut rng = Rng::new(4);
    for game in 0..12 {
        let rows = KITCHENS[game % 2];
        let customers = 1 + rng.below(24);
        let orders: String = (0..customers)
            .map(|_| format!("{} 1000\n", Item::dish_of(rng.below(32) as u8)))
            .collect();
        let input = format!("{customers}\n{orders}{rows}\n");
        let start = Reader::new(input.as_bytes()).start().unwrap().unwrap();
        let mut player = Player::new(start, Params::default(), 0);
        for _ in 0..60 {
            let text = any_turn(&mut rng, &player.world().kitchen);
            let turn = Reader::new(text.as_bytes()).turn().unwrap().unwrap();
            if let Ok(state) = player.observe(&turn) {
                player.decide(&state, &mut Deadline::after_nodes(400));
            }
        }
    }
}

proptest! {
    #[test]
    fn the_reader_takes_any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let mut reader = Reader::new(&bytes[..]);
        let _ = reader.start();
        while let Ok(Some(_)) = reader.turn() {}
    }

    #[test]
    fn the_reader_takes_any_words(
        words in proptest::collection::vec("[0-9]{1,2}|-1|NONE|DISH(-TART)?|DOUGH|\n", 0..80)
    ) {
        let text = words.join(" ").replace("\n ", "\n");
        let mut reader = Reader::new(text.as_bytes());
        while let Ok(Some(_)) = reader.turn() {}
        let mut reader = Reader::new(text.as_bytes());
        let _ = reader.start();
    }
}
