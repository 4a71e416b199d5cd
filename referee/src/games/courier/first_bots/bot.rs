//! A first bot for the couriers: it wanders about and delivers the packages that it finds.
use std::{collections::HashMap, io::*, iter::successors};

fn main() {
    // The program ends with its input, or at a line that begins with a letter.
    let lines = BufReader::new(stdin()).lines().map_while(Result::ok);
    let mut lines = lines.take_while(|line| !line.starts_with(char::is_alphabetic));
    let mut read = || lines.next().unwrap_or_else(|| std::process::exit(0)) + " ";
    let numbers = |line: String| line.split(' ').flat_map(str::parse).collect::<Vec<i64>>();
    // The game begins with the map (south first), the own robot, and the tiles of all robots.
    println!("Player");
    let rows: Vec<String> = (0..numbers(read())[1]).map(|_| read()).collect();
    let tile = |x: i64, y: i64| rows.get((y - 1) as usize)?.as_bytes().get((x - 1) as usize);
    let (me, mut x, mut y, mut load, mut seen) = (numbers(read()), 0, 0, vec![], HashMap::new());
    for random in successors(Some(me[0]), |it| Some(it * 16807 % 2147483647)) {
        // Each turn has all robots' events, and the packages here: id, destination, weight.
        let (line, mark) = (read(), format!("#{} ", me[0]));
        let own = line.split(&mark).last().and_then(|own| own.split('#').next()).unwrap_or("");
        for pair in own.split(' ').collect::<Vec<_>>().windows(2) {
            let (word, value) = (pair[0], pair[1].parse().unwrap_or(0));
            x = if word == "X" { value } else { x + (word == "E") as i64 - (word == "W") as i64 };
            y = if word == "Y" { value } else { y + (word == "N") as i64 - (word == "S") as i64 };
            load.extend(Some(value).filter(|_| word == "P"));
            load.retain(|id| word != "D" || *id != value);
        }
        let here = numbers(read());
        seen.extend(here.chunks(4).map(|it| (it[0], ((it[1], it[2]), it[3]))));
        // Your ideas go here. The answer is one line: a bid and an action.
        let room = me[1] - load.iter().map(|id| seen[id].1).sum::<i64>();
        let drop = load.iter().find(|i| seen[i].0 == (x, y)).map(|i| format!("Drop {}", i));
        let pick = here.chunks(4).find(|it| it[3] <= room).map(|it| format!("Pick {}", it[0]));
        let near = [("N", x, y + 1), ("E", x + 1, y), ("S", x, y - 1), ("W", x - 1, y)];
        let mut ways = (random..random + 4).map(|i| near[i as usize % 4]);
        let way = ways.find(|&(_, x, y)| matches!(tile(x, y), Some(b'.' | b'@')));
        let walk = way.map(|it| format!("Move {}", it.0));
        println!("1 {}", drop.or(pick).or(walk).unwrap_or_else(|| "Drop".to_string()));
        stdout().flush().unwrap();
    }
}
