//! A first bot for the race: it tries all ways of driving four moves on and takes the one that comes nearest to its goal.
use std::collections::{HashMap, VecDeque};
use std::io::{stdin, stdout, Write};

type Cell = (i32, i32);
type Cells<T> = HashMap<Cell, T>;

/// The greatest speed in each direction. Faster cars need to look further ahead.
const FASTEST: i32 = 3;

/// This reads the words of the next line. The program ends when its input ends.
fn read() -> Vec<String> {
    let mut line = String::new();
    match stdin().read_line(&mut line) {
        Ok(1..) if line.trim() != "over" => line.split_whitespace().map(String::from).collect(),
        _ => std::process::exit(0),
    }
}

/// This reads a line with a word and a number, and this number of lines.
fn read_list() -> Vec<Vec<String>> {
    (0..read()[1].parse().unwrap()).map(|_: u32| read()).collect()
}

/// These are all pairs of -1, 0 and 1.
fn changes() -> impl Iterator<Item = (i32, i32)> {
    (0..9).map(|i| (i / 3 - 1, i % 3 - 1))
}

/// These are the steps from each cell of the road to the nearest goal.
fn distances(road: &Cells<char>, goals: &[String]) -> Cells<i32> {
    let is_goal = |letter: &char| goals.iter().any(|goal| goal.starts_with(*letter));
    let mut cells: VecDeque<Cell> =
        road.iter().filter(|it| is_goal(it.1)).map(|it| *it.0).collect();
    let mut steps: Cells<i32> = cells.iter().map(|cell| (*cell, 0)).collect();
    while let Some((x, y)) = cells.pop_front() {
        for to in changes().map(|(dx, dy)| (x + dx, y + dy)) {
            if road.contains_key(&to) && !steps.contains_key(&to) {
                steps.insert(to, steps[&(x, y)] + 1);
                cells.push_back(to);
            }
        }
    }
    steps
}

/// This is the distance from the goal after a move to x y and some more moves; less is better.
fn rating(steps: &Cells<i32>, [x, y, xv, yv]: [i32; 4], moves: i32) -> i32 {
    if xv.abs().max(yv.abs()) > FASTEST || (xv, yv) == (0, 0) {
        return 999;
    }
    // The cells under the move. The site's rule is more exact, but this is nearly the same.
    let part = |speed: i32, i: i32| (speed * i + 3).div_euclid(6);
    let way = (0..6).map(|i| (x - part(xv, i), y - part(yv, i)));
    let way: Option<Vec<i32>> = way.map(|cell| steps.get(&cell).copied()).collect();
    match way {
        None => 999,
        Some(way) if way.contains(&0) => -moves,
        Some(way) if moves == 0 => way[0],
        Some(_) => {
            let next = changes().map(|(dx, dy)| [x + xv + dx, y + yv + dy, xv + dx, yv + dy]);
            next.map(|next| rating(steps, next, moves - 1)).min().unwrap()
        }
    }
}

fn main() {
    let verbose = std::env::args().any(|argument| argument == "--verbose");
    // The game begins with some settings, each a word with its values, and the map as the last one.
    let mut settings = HashMap::new();
    while !settings.contains_key("map") {
        let words = read();
        settings.insert(words[0].clone(), words[1..].to_vec());
    }
    let me: usize = settings["seats"][1].parse().unwrap();
    let mut road = HashMap::new();
    for y in 0..settings["map"][1].parse().unwrap() {
        let row = read().remove(0);
        let letters = (0..).zip(row.chars()).filter(|it| "OSF.123456789".contains(it.1));
        road.extend(letters.map(|(x, letter)| ((x, y), letter)));
    }
    loop {
        // Each turn has the new records, all players, and the possible moves; the rules forbid those that end in 0.
        let is_start = read()[1] == "1";
        let (_records, players, mut candidates) = (read_list(), read_list(), read_list());
        candidates.retain(|candidate| candidate[4] == "1");

        // Your ideas go here. The goals are the checkpoints that are still missing, and then the finish.
        let mut goals = settings["checkpoints"].clone();
        goals.retain(|goal| !players[me][5].contains(goal.as_str()));
        if goals.is_empty() {
            goals.push("F".to_string());
        }
        let steps = distances(&road, &goals);
        let best = candidates.iter().min_by_key(|candidate| {
            let it: Vec<i32> = candidate.iter().map(|word| word.parse().unwrap()).collect();
            let distance = steps.get(&(it[0], it[1])).copied().unwrap_or(999);
            if is_start { distance } else { rating(&steps, [it[0], it[1], it[2], it[3]], 3) }
        });
        let answer = match best {
            Some(it) if is_start => format!("START {}", it[..2].join(" ")),
            Some(it) => format!("MOVE {}", it[..4].join(" ")),
            None => "LEAVE".to_string(),
        };
        if verbose {
            eprintln!("goals {:?}, {} moves: {}", goals, candidates.len(), answer);
        }
        println!("{}", answer); // The answer is one line: START x y on the first turn, later MOVE x y xv yv.
        stdout().flush().unwrap();
    }
}
