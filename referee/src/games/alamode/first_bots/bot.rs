//! A first bot for Code à la Mode: it fetches a dish and waits.
use std::io::{stdin, stdout, Write};

/// This reads the next line. The program ends when its input ends.
fn read() -> String {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 {
        std::process::exit(0);
    }
    line.trim().to_string()
}

/// This reads a line with a number, and as many lines as it says.
fn read_list() -> Vec<String> {
    let count: usize = read().parse().unwrap_or(0);
    (0..count).map(|_| read()).collect()
}

fn main() {
    // The game begins with all customers (an order and its award) and the kitchen.
    let _customers = read_list();
    let kitchen: Vec<String> = (0..7).map(|_| read()).collect();
    let place = |row: &String| row.find('D');
    let dishwasher_y = kitchen.iter().position(|row| place(row).is_some()).unwrap();
    let dishwasher_x = place(&kitchen[dishwasher_y]).unwrap();
    loop {
        // Each turn has the positions of both chefs, the items on tables, and the waiting orders.
        let _turns_left = read();
        let (me, _partner) = (read(), read());
        let (_items, _oven, _waiting) = (read_list(), read(), read_list());
        // Your ideas go here: a dish can be filled and brought to the window 'W'.
        // The answer is one line: MOVE x y, USE x y or WAIT. It is sent at once.
        match me.ends_with(" NONE") {
            true => println!("USE {} {}", dishwasher_x, dishwasher_y),
            false => println!("WAIT"),
        }
        stdout().flush().unwrap();
    }
}
