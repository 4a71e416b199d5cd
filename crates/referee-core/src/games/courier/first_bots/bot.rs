//! A first bot for the couriers: it walks to the nearest home base, picks up packages, and delivers them.
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::io::{stdin, stdout, Write};

type Tile = (i32, i32);

/// This reads the words of the next line. The program ends with its input, or at a text.
fn read() -> Vec<String> {
    let mut line = String::new();
    if stdin().read_line(&mut line).unwrap_or(0) == 0 || line.starts_with(char::is_alphabetic) {
        std::process::exit(0);
    }
    line.split_whitespace().map(String::from).collect()
}

fn number(word: &str) -> i32 {
    word.parse().unwrap_or(0)
}

/// The tiles to the north, east, south and west. The first row is the southern one.
fn beside((x, y): Tile) -> [Tile; 4] {
    [(x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)]
}

/// This is the first step of a shortest way to one of the goals; nothing if there is no way.
fn way_to(from: Tile, goals: &HashSet<Tile>, land: &HashSet<Tile>) -> Option<&'static str> {
    let mut first = HashMap::from([(from, "")]);
    let mut queue = VecDeque::from([from]);
    while let Some(at) = queue.pop_front() {
        if goals.contains(&at) && at != from {
            return Some(first[&at]);
        }
        for (to, letter) in beside(at).into_iter().zip(["N", "E", "S", "W"]) {
            if land.contains(&to) && !first.contains_key(&to) {
                first.insert(to, if at == from { letter } else { first[&at] });
                queue.push_back(to);
            }
        }
    }
    None
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with the map (south first), the own robot, and the tiles of all robots.
    println!("Player");
    let (mut land, mut bases) = (HashSet::new(), HashSet::new()); // Bases may still have packages.
    for y in 1..=number(&read()[1]) {
        for (x, letter) in (1..).zip(read()[0].chars()) {
            if letter == '.' || letter == '@' {
                land.insert((x, y));
            }
            if letter == '@' {
                bases.insert((x, y));
            }
        }
    }
    let me = read();
    let (mut at, mut packages, mut cargo) = ((0, 0), HashMap::new(), BTreeSet::new());
    loop {
        // Each turn has the events of all robots. P adds a package to the cargo, D removes it.
        let (words, mut robot) = (read().join(" ") + " .", String::new());
        let words: Vec<&str> = words.split(' ').collect();
        for pair in words.windows(2) {
            if pair[0].starts_with('#') {
                robot = pair[0].to_string();
            }
            match pair {
                _ if robot != format!("#{}", me[0]) => {}
                ["X", x] => at.0 = number(x),
                ["Y", y] => at.1 = number(y),
                ["P", id] => drop(cargo.insert(id.to_string())),
                ["D", id] => drop(cargo.remove(*id)),
                [way, _] => at = "NESW".find(way).map_or(at, |i| beside(at)[i]),
                _ => {}
            }
        }
        // Then it has the packages here: id, destination, weight.
        let here = read();
        for it in here.chunks(4) {
            packages.insert(it[0].clone(), ((number(&it[1]), number(&it[2])), number(&it[3])));
        }
        // Your ideas go here: which packages are worth the way?
        let mut room = number(&me[1]) - cargo.iter().map(|id| packages[id].1).sum::<i32>();
        let arrived: Vec<String> = cargo.iter().filter(|id| packages[*id].0 == at).cloned().collect();
        let mut fitting = here.iter().step_by(4).cloned().collect::<Vec<String>>();
        fitting.retain(|id| {
            let (goal, weight) = packages[id];
            let fits = weight <= room && goal != at;
            room -= if fits { weight } else { 0 };
            fits
        });
        if here.is_empty() || (fitting.is_empty() && cargo.is_empty()) {
            bases.remove(&at);
        }
        let goals: HashSet<Tile> = cargo.iter().map(|id| packages[id].0).collect();
        let way = way_to(at, &goals, &land).or_else(|| way_to(at, &bases, &land));
        let action = match way {
            _ if !arrived.is_empty() => format!("Drop {}", arrived.join(" ")),
            _ if !fitting.is_empty() => format!("Pick {}", fitting.join(" ")),
            Some(way) => format!("Move {}", way),
            None => "Drop".to_string(),
        };
        if verbose {
            eprintln!("at {:?} with {:?}, here {:?}: {}", at, cargo, here, action);
        }
        println!("1 {}", action); // The answer is one line: a bid and an action.
        stdout().flush().unwrap();
    }
}
