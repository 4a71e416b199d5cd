//! A first bot for the race: it drives slowly to the cells that it has visited least.
use std::io::{stdin, stdout, Write};

/// This reads the words of the next line. The program ends when its input ends.
fn read() -> Vec<String> {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(1..) => line.split_whitespace().map(String::from).collect(),
        _ => std::process::exit(0),
    }
}

/// This reads a list. The line before it ends with the number of its lines.
fn read_list() -> Vec<Vec<String>> {
    (0..read().last().unwrap().parse().unwrap()).map(|_: u32| read()).collect()
}

fn main() {
    // The game begins with eleven settings and the map.
    let (_settings, _rows) = ([(); 11].map(|_| read()), read_list());
    let mut visited: Vec<(i32, i32)> = Vec::new();
    loop {
        // Each turn has its number, the new records, all players, and the possible moves.
        let (turn, _records, _players) = (read(), read_list(), read_list());
        let (order, length) = if turn.join(" ") == "turn 1" { ("START", 2) } else { ("MOVE", 4) };
        let mut moves = Vec::new();
        for words in read_list().iter().filter(|words| words[4] == "1") {
            // Your ideas go here. This bot likes slow moves, because they are safe, to new cells.
            let it: Vec<i32> = words.iter().flat_map(|word| word.parse()).collect();
            let (cell, speed) = ((it[0], it[1]), it[2].abs().max(it[3].abs()));
            let visits = visited.iter().filter(|other| **other == cell).count();
            moves.push((speed == 0, speed, visits, cell, words[..length].join(" ")));
        }
        moves.sort(); // The best move is now the first one.
        visited.push(moves[0].3);
        println!("{} {}", order, moves[0].4); // The answer is START x y or MOVE x y xv yv.
        stdout().flush().unwrap();
    }
}
