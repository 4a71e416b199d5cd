//! A first bot for the fruit hunt: it goes to the nearest fruit and takes it.
use std::io::{stdin, stdout, Write};

/// This reads the next line. The program ends when its input ends.
fn read() -> String {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 {
        std::process::exit(0);
    }
    line.trim().to_string()
}

fn read_numbers() -> Vec<i32> {
    read().split(' ').filter_map(|word| word.parse().ok()).collect()
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with its name, the size of the board, and the pieces of each category.
    let (_name, size, _pieces) = (read(), read_numbers(), read_numbers());
    loop {
        // Each turn has the board, the cells of both robots, and their fruit (in halves).
        let rows: Vec<String> = (0..size[1]).map(|_| read()).collect();
        let (places, mine, theirs) = (read_numbers(), read_numbers(), read_numbers());
        let (x, y) = (places[0], places[1]);
        // Your ideas go here: which fruit is worth the way?
        let cells = (0..size[1]).flat_map(|j| (0..size[0]).map(move |i| (i, j)));
        let fruits = cells.filter(|&(i, j)| rows[j as usize].as_bytes()[i as usize] != b'.');
        let answer = match fruits.min_by_key(|&(i, j)| (i - x).abs() + (j - y).abs()) {
            None => "PASS",
            Some((i, _)) if i > x => "EAST",
            Some((i, _)) if i < x => "WEST",
            Some((_, j)) if j > y => "SOUTH",
            Some((_, j)) if j < y => "NORTH",
            Some(_) => "TAKE",
        };
        if verbose {
            eprintln!("at {} {}, mine {:?}, theirs {:?}: {}", x, y, mine, theirs, answer);
        }
        println!("{}", answer);
        stdout().flush().unwrap(); // The answer is one line. It is sent at once.
    }
}
