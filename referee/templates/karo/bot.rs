//! A first bot for the race: it drives slowly to where it has been least.
use std::io::{stdin, stdout, Write};

/// Reads the words of the next line. The program ends when its input ends.
fn read() -> Vec<String> {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 {
        std::process::exit(0);
    }
    line.split_whitespace().map(String::from).collect()
}

/// Reads a list. The line before it ends with the number of its lines.
fn read_list() -> Vec<Vec<String>> {
    let count = read().pop().map_or(0, |word| word.parse().unwrap_or(0));
    (0..count).map(|_| read()).collect()
}

fn main() {
    // The game begins with eleven settings and the map.
    let (_settings, _rows) = ([(); 11].map(|_| read()), read_list());
    let mut visited: Vec<(i32, i32)> = Vec::new();
    loop {
        // Each turn tells its number, what has happened, all players, and the possible moves.
        let (turn, _records, _players) = (read(), read_list(), read_list());
        let mut moves = Vec::new();
        for words in read_list().iter().filter(|words| words[4] == "1") {
            // Your ideas go here. This bot likes slow moves, because they are safe, to new cells.
            let it: Vec<i32> = words.iter().flat_map(|word| word.parse()).collect();
            let (cell, speed) = ((it[0], it[1]), it[2].abs().max(it[3].abs()));
            let visits = visited.iter().filter(|other| **other == cell).count();
            moves.push((speed == 0, speed, visits, cell, words[..4].join(" ")));
        }
        moves.sort();
        visited.push(moves[0].3);
        // The answer is one line: the place on the first turn, a move on all others.
        match turn[1].as_str() {
            "1" => println!("START {} {}", moves[0].3 .0, moves[0].3 .1),
            _ => println!("MOVE {}", moves[0].4),
        }
        stdout().flush().unwrap();
    }
}
