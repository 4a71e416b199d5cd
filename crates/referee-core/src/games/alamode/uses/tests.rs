//! Every pair of an item in the hand and a use, compared with the rules in another form.

use super::*;

const FINISHED: [&str; 5] =
    ["ICE_CREAM", "BLUEBERRIES", "CHOPPED_STRAWBERRIES", "CROISSANT", "TART"];
const RAW: [&str; 4] = ["STRAWBERRIES", "DOUGH", "CHOPPED_DOUGH", "RAW_TART"];

/// All foods, all dishes with the foods in one order, and a dish in another.
fn items() -> Vec<String> {
    let dishes = (0..32_usize).map(|set| {
        let on = FINISHED.iter().enumerate().filter(|(food, _)| set >> food & 1 != 0);
        on.fold("DISH".to_owned(), |dish, (_, food)| format!("{dish}-{food}"))
    });
    let foods = FINISHED.iter().chain(&RAW).map(|food| (*food).to_owned());
    foods.chain(dishes).chain(["DISH-TART-ICE_CREAM".to_owned()]).collect()
}

fn hands() -> Vec<String> {
    [vec!["NONE".to_owned()], items()].concat()
}

fn read(word: &str) -> Hand {
    let item = Item::read(word);
    assert_eq!(item.is_none(), word == "NONE", "{word} is understood");
    item
}

fn words(hand: Hand) -> String {
    hand.map_or("NONE".to_owned(), |item| item.to_string())
}

fn is_dish(word: &str) -> bool {
    word.starts_with("DISH")
}

/// The dish with the food on it, if that is finished and not there.
fn plated(dish: &str, food: &str) -> Option<String> {
    let goes = FINISHED.contains(&food) && !dish.split('-').any(|it| it == food);
    goes.then(|| format!("{dish}-{food}"))
}

fn tables_say(hand: &str, table: &str) -> Option<[String; 2]> {
    let none = || "NONE".to_owned();
    Some(match (hand, table) {
        ("NONE", "NONE") => return None,
        ("NONE", item) => [item.to_owned(), none()],
        (item, "NONE") => [none(), item.to_owned()],
        ("BLUEBERRIES", "CHOPPED_DOUGH") | ("CHOPPED_DOUGH", "BLUEBERRIES") => {
            ["RAW_TART".to_owned(), none()]
        }
        (dish, food) if is_dish(dish) && !is_dish(food) => [plated(dish, food)?, none()],
        (food, dish) if is_dish(dish) && !is_dish(food) => [none(), plated(dish, food)?],
        _ => return None,
    })
}

#[test]
fn tables_do_what_the_rules_say() {
    for hand in hands() {
        for lying in hands() {
            let found = table(read(&hand), read(&lying)).map(|(a, b)| [words(a), words(b)]);
            assert_eq!(found, tables_say(&hand, &lying), "{hand} on {lying}");
        }
    }
}

#[test]
fn crates_do_what_the_rules_say() {
    for food in ["ICE_CREAM", "BLUEBERRIES", "STRAWBERRIES", "DOUGH"] {
        for hand in hands() {
            let expected = match hand.as_str() {
                "NONE" => Some(food.to_owned()),
                "CHOPPED_DOUGH" if food == "BLUEBERRIES" => Some("RAW_TART".to_owned()),
                dish if is_dish(dish) => plated(dish, food),
                _ => None,
            };
            let found = crate_of(Food::read(food).unwrap(), read(&hand)).map(words);
            assert_eq!(found, expected, "{hand} at the crate of {food}");
        }
    }
}

#[test]
fn the_board_does_what_the_rules_say() {
    for hand in hands() {
        let expected = match hand.as_str() {
            "STRAWBERRIES" => Some("CHOPPED_STRAWBERRIES".to_owned()),
            "DOUGH" => Some("CHOPPED_DOUGH".to_owned()),
            _ => None,
        };
        assert_eq!(board(read(&hand)).map(words), expected, "{hand}");
    }
}

#[test]
fn the_dishwasher_does_what_the_rules_say() {
    for hand in hands() {
        for clean in 0..=3 {
            let expected = match hand.as_str() {
                dish if is_dish(dish) => Some(("DISH".to_owned(), clean)),
                _ if clean == 0 => None,
                "NONE" => Some(("DISH".to_owned(), clean - 1)),
                food => plated("DISH", food).map(|dish| (dish, clean - 1)),
            };
            let found = dishwasher(read(&hand), clean).map(|(hand, clean)| (words(hand), clean));
            assert_eq!(found, expected, "{hand} with {clean} clean");
        }
    }
}

#[test]
fn the_oven_does_what_the_rules_say() {
    let ovens = [
        Oven::Empty,
        Oven::Baking(Food::Dough, 10),
        Oven::Baking(Food::RawTart, 1),
        Oven::Ready(Food::Croissant, 10),
        Oven::Ready(Food::Tart, 1),
    ];
    for before in ovens {
        for hand in hands() {
            let ready = match before {
                Oven::Ready(food, _) => Some(food.word()),
                _ => None,
            };
            let empty = || "NONE 0".to_owned();
            let expected = match hand.as_str() {
                "DOUGH" | "RAW_TART" if before == Oven::Empty => {
                    Some(("NONE".to_owned(), format!("{hand} 10")))
                }
                "NONE" => ready.map(|food| (food.to_owned(), empty())),
                dish if is_dish(dish) => {
                    ready.and_then(|food| plated(dish, food)).map(|dish| (dish, empty()))
                }
                _ => None,
            };
            let found = oven(read(&hand), before).map(|(hand, oven)| (words(hand), oven.line()));
            assert_eq!(found, expected, "{hand} at {before:?}");
        }
    }
}
