//! A first bot for Ocean of Code: it goes where it has not been and charges torpedoes.
use std::collections::HashSet;
use std::io::{stdin, stdout, Write};

type Cell = (i32, i32);

/// This reads the next line. The program ends when its input ends.
fn read() -> String {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(1..) => line.trim().to_string(),
        _ => std::process::exit(0),
    }
}

/// These are the cells beside a cell that the submarine may enter, with the letters of the steps.
fn ways((x, y): Cell, water: &HashSet<Cell>, trail: &HashSet<Cell>) -> Vec<(char, Cell)> {
    let beside = vec![('N', (x, y - 1)), ('E', (x + 1, y)), ('S', (x, y + 1)), ('W', (x - 1, y))];
    beside.into_iter().filter(|way| water.contains(&way.1) && !trail.contains(&way.1)).collect()
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with the map. The answer is a starting cell.
    let height: i32 = read().split(' ').nth(1).unwrap().parse().unwrap();
    let mut water = HashSet::new();
    for y in 0..height {
        water.extend((0..).zip(read().chars()).filter(|it| it.1 == '.').map(|it| (it.0, y)));
    }
    let start = water.iter().min_by_key(|cell| (cell.1, cell.0)).unwrap();
    println!("{} {}", start.0, start.1);
    let mut trail = HashSet::new(); // A submarine may not enter these cells until it surfaces.
    loop {
        stdout().flush().unwrap();
        // Each turn has three lines. The first one has the own cell, the lives and the charges.
        let state: Vec<i32> = read().split_whitespace().map(|it| it.parse().unwrap()).collect();
        let (_sonar_answer, enemy_orders) = (read(), read());

        // Your ideas go here: for example, a torpedo is ready when `state[4]` is 0.
        let at = (state[0], state[1]);
        trail.insert(at);
        // The cell with the fewest ways on is the best, because the trail then becomes long.
        let after = |way: &(char, Cell)| ways(way.1, &water, &trail).len();
        let best = ways(at, &water, &trail).into_iter().min_by_key(after);
        if verbose {
            eprintln!("{:?}, enemy {}, best way {:?}", state, enemy_orders, best);
        }
        match best {
            Some((letter, _)) => println!("MOVE {} TORPEDO", letter), // The answer is one line of orders.
            None => {
                trail.clear();
                println!("SURFACE");
            }
        }
    }
}
