//! A first bot for Code à la Mode: it prepares the foods of the oldest order one by one and serves it.
use std::io::{stdin, stdout, Write};

/// By food: the machine to use with each item in the hand, by its letter in the kitchen.
const RECIPES: [(&str, &[(&str, char)]); 3] = [
    ("CHOPPED_STRAWBERRIES", &[("NONE", 'S'), ("STRAWBERRIES", 'C')]),
    ("CROISSANT", &[("NONE", 'H'), ("DOUGH", 'O')]),
    ("TART", &[("NONE", 'H'), ("DOUGH", 'C'), ("CHOPPED_DOUGH", 'B'), ("RAW_TART", 'O')]),
];

/// This reads the words of the next line. The program ends when its input ends.
fn read() -> Vec<String> {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 {
        std::process::exit(0);
    }
    line.split_whitespace().map(String::from).collect()
}

/// This reads a line with a number, and this number of lines.
fn read_list() -> Vec<Vec<String>> {
    let count: usize = read()[0].parse().unwrap_or(0);
    (0..count).map(|_| read()).collect()
}

fn suits(dish: &str, order: &str) -> bool {
    dish.starts_with("DISH") && dish.split('-').all(|food| order.split('-').any(|it| it == food))
}

/// This is the machine to use next, T for a table with a dish; nothing if the hand does not suit the order.
fn next_use(order: &str, hand: &str, oven: &str, table: Option<&str>) -> Option<char> {
    let dish = if hand.starts_with("DISH") { hand } else { table.unwrap_or("") };
    let is_missing = |food: &&str| *food != "DISH" && !dish.split('-').any(|it| it == *food);
    let missing: Vec<&str> = order.split('-').filter(is_missing).collect();
    let recipe = |food: &&str| RECIPES.iter().find(|recipe| recipe.0 == *food);
    let recipes: Vec<_> = missing.iter().filter_map(recipe).collect();
    let baked = if oven == "DOUGH" { "CROISSANT" } else { oven.trim_start_matches("RAW_") };
    match (recipes.is_empty(), missing.first()) {
        (false, _) if suits(hand, order) => Some('#'),
        (true, None) if suits(hand, order) => Some('W'),
        (true, Some(&food)) if suits(hand, order) => {
            Some(if food == "ICE_CREAM" { 'I' } else { 'B' })
        }
        (true, _) if hand == "NONE" => Some(if table.is_some() { 'T' } else { 'D' }),
        _ if missing.contains(&hand) => Some(if table.is_some() { 'T' } else { 'D' }),
        _ if hand == "NONE" && missing.contains(&baked) => Some('O'),
        _ => recipes.iter().find_map(|it| it.1.iter().find(|use_| use_.0 == hand)).map(|it| it.1),
    }
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with all customers (an order and its award) and the kitchen.
    let _customers = read_list();
    let kitchen: Vec<String> = (0..7).map(|_| read().remove(0)).collect();
    loop {
        // Each turn has both chefs, the items on the tables, the oven, and the waiting customers.
        let _turns_left = read();
        let (me, _partner, items, oven, waiting) =
            (read(), read(), read_list(), read(), read_list());
        let (x, y): (i32, i32) = (me[0].parse().unwrap(), me[1].parse().unwrap());
        // Your ideas go here. Whatever suits no order goes to the window or onto a table.
        let mut uses = waiting.iter().filter_map(|order| {
            let table = items.iter().find(|item| suits(&item[2], &order[0]));
            let dish = table.map(|item| item[2].as_str());
            Some((next_use(&order[0], &me[2], &oven[0], dish)?, table))
        });
        let away = if me[2].starts_with("DISH") { 'W' } else { '#' };
        let (letter, table) = uses.next().unwrap_or((away, None));
        let full =
            |x: i32, y: i32| items.iter().any(|it| it[..2] == [x.to_string(), y.to_string()]);
        let squares = (0..77).map(|square| (square % 11, square / 11));
        let tile = |(x, y): (i32, i32)| kitchen[y as usize].as_bytes()[x as usize];
        let places = squares.filter(|&to| tile(to) == letter as u8 && !full(to.0, to.1));
        let place = places.min_by_key(|to| (to.0 - x).abs() + (to.1 - y).abs());
        let use_ = match (letter, table) {
            ('T', Some(item)) => format!("USE {} {}", item[0], item[1]),
            _ => place.map_or("WAIT".to_string(), |(x, y)| format!("USE {} {}", x, y)),
        };
        if verbose {
            eprintln!("hand {}, oldest order {:?}: {}", me[2], waiting.first(), letter);
        }
        println!("{}", use_); // The answer is one line: MOVE x y, USE x y or WAIT. It is sent at once.
        stdout().flush().unwrap();
    }
}
