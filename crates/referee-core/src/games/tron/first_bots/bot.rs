//! A first bot for Tron: it moves along walls and trails.
use std::{collections::HashSet, io::*};

/// This reads the numbers of the next line. The program ends when its input ends.
fn read() -> Vec<i32> {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 {
        std::process::exit(0);
    }
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect()
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with the size of the grid, the number of players, and the own number.
    let start = read();
    let (width, height, me) = (start[0], start[1], start[3] as usize);
    let mut trails = vec![HashSet::new(); start[2] as usize];
    loop {
        // Each turn tells where all cycles are; -1 -1 is one that is out, whose trail vanishes.
        let places: Vec<_> = trails.iter().map(|_| read()).map(|it| (it[0], it[1])).collect();
        for (trail, place) in trails.iter_mut().zip(&places) {
            trail.insert(*place);
            trail.retain(|_| *place != (-1, -1));
        }
        // Your ideas go here. This bot likes a free cell with few free cells beside it, but at least one.
        let is_inside = |(x, y)| (0..width).contains(&x) && (0..height).contains(&y);
        let is_free = |cell| is_inside(cell) && trails.iter().all(|trail| !trail.contains(&cell));
        let beside = |(x, y): (i32, i32)| [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)];
        let room = |cell| match beside(cell).iter().filter(|it| is_free(**it)).count() {
            0 => 9,
            room => room,
        };
        let cells = beside(places[me]).into_iter().zip(["UP", "DOWN", "LEFT", "RIGHT"]);
        let best = cells.filter(|(cell, _)| is_free(*cell)).min_by_key(|(cell, _)| room(*cell));
        if verbose {
            eprintln!("at {:?}, best {:?}", places[me], best);
        }
        println!("{}", best.map_or("UP", |(_, word)| word)); // The answer is one line.
        stdout().flush().unwrap();
    }
}
