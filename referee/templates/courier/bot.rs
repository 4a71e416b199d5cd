//! A first bot for the couriers: it wanders about and delivers what it finds.
use std::{collections::HashMap, io::*};

/// Reads the next line. The program ends with its input, or at a text.
fn read() -> String {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(1..) if !line.starts_with(char::is_alphabetic) => line.replace('\n', " "),
        _ => std::process::exit(0),
    }
}

fn main() {
    // The game begins with the map (south first), the own robot, and where all robots are.
    println!("Player");
    let numbers = || read().split_whitespace().flat_map(str::parse).collect::<Vec<i64>>();
    let rows: Vec<String> = (0..numbers()[1]).map(|_| read()).collect();
    let robot = numbers();
    let (mut x, mut y, mut cargo, mut packages) = (0, 0, vec![], HashMap::new());
    for turn in robot[0].. {
        // Each turn tells what all robots did. The part behind the own number is cut out.
        let (line, me) = (read(), format!("#{} ", robot[0]));
        let own = line.split(&me).nth(1).unwrap_or("").split('#').next().unwrap_or("");
        let words: Vec<&str> = own.split(' ').collect();
        for pair in words.windows(2) {
            let (word, value) = (pair[0], pair[1].parse().unwrap_or(0));
            x = if word == "X" { value } else { x + (word == "E") as i64 - (word == "W") as i64 };
            y = if word == "Y" { value } else { y + (word == "N") as i64 - (word == "S") as i64 };
            cargo.extend(Some(value).filter(|_| word == "P"));
            cargo.retain(|id| word != "D" || *id != value);
        }
        // Then it tells the packages that lie here: id, destination and weight.
        let here = numbers();
        packages.extend(here.chunks(4).map(|it| (it[0], (it[1], it[2], it[3]))));
        // Your ideas go here.
        let room = robot[1] - cargo.iter().map(|id| packages[id].2).sum::<i64>();
        let near = [("N", x, y + 1), ("E", x + 1, y), ("S", x, y - 1), ("W", x - 1, y)];
        println!("1 {}", action);
        stdout().flush().unwrap();
    }
}
