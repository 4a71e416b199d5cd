//! A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
use std::io::{stdin, stdout, Write};

/// This reads the next line. The program ends when its input ends.
fn read() -> String {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(1..) => line,
        _ => std::process::exit(0),
    }
}

fn main() {
    // The game begins with the map. The answer is a starting cell.
    let height: i32 = read().split(' ').nth(1).unwrap().parse().unwrap();
    let mut water = Vec::new();
    for y in 0..height {
        water.extend((0..).zip(read().chars()).filter(|it| it.1 == '.').map(|it| (it.0, y)));
    }
    println!("{} {}", water[0].0, water[0].1);
    let mut trail = Vec::new(); // A submarine may not enter these cells until it surfaces.
    loop {
        stdout().flush().unwrap();
        // Each turn has three lines. The first one has the own cell, the lives and the charges.
        let state: Vec<i32> = read().split_whitespace().map(|it| it.parse().unwrap()).collect();
        let (_sonar_answer, _enemy_orders) = (read(), read());
        // Your ideas go here: for example, a torpedo is ready when `state[4]` is 0.
        let (x, y) = (state[0], state[1]);
        trail.push((x, y));
        let ways = [("W", (x - 1, y)), ("S", (x, y + 1)), ("E", (x + 1, y)), ("N", (x, y - 1))];
        match ways.iter().find(|way| water.contains(&way.1) && !trail.contains(&way.1)) {
            Some(way) => println!("MOVE {} TORPEDO", way.0), // The answer is one line of orders.
            None => {
                trail.clear();
                println!("SURFACE");
            }
        }
    }
}
