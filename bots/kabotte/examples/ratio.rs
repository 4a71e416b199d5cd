//! How much faster the solver is than a plain exact search: breadth first over all motions and all sets
//! of open checkpoints. One runs after the other, on one thread, from the reading of the map to the
//! fewest moves, and both keep to the same direction over the line.
//!
//! ```text
//! cargo run --release -p kabotte --features measure --example ratio -- [classic] [free] MAPFILE
//! ```
//!
//! Without a direction it compares both, one after the other.

use std::process::exit;
use std::time::Instant;

use gridkit::{Deadline, FastMap};
use kabotte::circuit::{Direction, Line, LineRule};
use kabotte::motion::{passage, Event, Motion, Vector};
use kabotte::solve::{Race, Settings};
use kabotte::track::{Tile, Track};

/// Motions that can be reached from the start, with what they pass and where they lead.
#[derive(Default)]
struct Motions {
    events: Vec<Event>,
    /// Numbers of the motions that can follow each.
    next: Vec<Vec<u32>>,
    starts: Vec<u32>,
}

impl Motions {
    fn of(track: &Track, line: LineRule) -> Motions {
        let mut all = Motions::default();
        let mut numbers: FastMap<Motion, u32> = FastMap::default();
        let mut list: Vec<Motion> = track.cells_of(Tile::Start).map(Motion::at_rest).collect();
        for (number, motion) in (0..).zip(&list) {
            numbers.insert(*motion, number);
            all.events.push(Event::None);
            all.starts.push(number);
        }
        let mut done = 0;
        while done < list.len() {
            let car = list[done];
            let mut next = Vec::new();
            for vector in car.vector.nearby().filter(|vector| *vector != Vector::ZERO) {
                let pass = match passage(track, car.at, vector, true) {
                    Some(pass) if !pass.crosses_finish || line.allows(vector) => pass,
                    _ => continue,
                };
                let to = car.next(vector);
                let number = *numbers.entry(to).or_insert_with(|| {
                    list.push(to);
                    all.events.push(pass.event);
                    list.len() as u32 - 1
                });
                next.push(number);
            }
            all.next.push(next);
            done += 1;
        }
        all
    }

    /// Fewest moves to the finish through all checkpoints, and the number of states visited.
    fn fewest_moves(&self, open: u16) -> Option<(u16, usize)> {
        let sets = usize::from(open) + 1;
        let mut seen = vec![0_u64; (self.events.len() * sets + 63) / 64];
        let mut level: Vec<(u32, u16)> = self.starts.iter().map(|start| (*start, open)).collect();
        let (mut moves, mut states) = (0, 0);
        while !level.is_empty() {
            moves += 1;
            let mut after = Vec::new();
            for (car, open) in level {
                states += 1;
                for &to in &self.next[car as usize] {
                    let open = match self.events[to as usize] {
                        Event::Finish if open == 0 => return Some((moves, states)),
                        Event::Checkpoint(checkpoint) => open & !(1 << checkpoint.0),
                        _ => open,
                    };
                    let place = to as usize * sets + usize::from(open);
                    if seen[place / 64] >> (place % 64) & 1 == 0 {
                        seen[place / 64] |= 1 << (place % 64);
                        after.push((to, open));
                    }
                }
            }
            level = after;
        }
        None
    }
}

/// The fewest moves and the number of states met, and the seconds that took.
type Found = (Option<(u16, usize)>, f64);

fn solve(track: &Track, direction: Direction) -> Found {
    let begin = Instant::now();
    let settings = Settings { direction, ..Settings::USUAL };
    let race = Race::new(track, settings, &mut Deadline::after_nodes(u64::MAX));
    let found = race.opening().ok().map(|plan| (plan.moves(), plan.states()));
    (found, begin.elapsed().as_secs_f64())
}

fn search_plainly(track: &Track, direction: Direction) -> Found {
    let begin = Instant::now();
    let line = match (direction, Line::of(track).filter(Line::is_circuit)) {
        (Direction::Classic, Some(line)) => line.rule(direction),
        _ => LineRule::FREE,
    };
    let open = (1_u16 << track.numbers().len()) - 1;
    let found = Motions::of(track, line).fewest_moves(open);
    (found, begin.elapsed().as_secs_f64())
}

fn main() {
    let mut directions = Vec::new();
    let mut file = None;
    for word in std::env::args().skip(1) {
        match word.as_str() {
            "classic" => directions.push(("classic", Direction::Classic)),
            "free" => directions.push(("free", Direction::Free)),
            _ => file = Some(word),
        }
    }
    if directions.is_empty() {
        directions = vec![("classic", Direction::Classic), ("free", Direction::Free)];
    }
    let file = file.unwrap_or_else(|| {
        eprintln!("give the file of a map");
        exit(2)
    });
    let code = std::fs::read_to_string(&file).unwrap_or_else(|error| {
        eprintln!("cannot read {file}: {error}");
        exit(1)
    });
    let track = Track::parse(&code).unwrap_or_else(|bad| {
        eprintln!("{file}: {bad}");
        exit(1)
    });
    for (name, direction) in directions {
        let (found, quick) = solve(&track, direction);
        println!("{name}: solver  {found:?} moves and states, {quick:.2} s");
        let (plain, slow) = search_plainly(&track, direction);
        println!("{name}: plain   {plain:?} moves and states, {slow:.2} s");
        println!("{name}: {:.1} times as fast", slow / quick);
        if found.map(|it| it.0) != plain.map(|it| it.0) {
            eprintln!("they differ");
            exit(1);
        }
    }
}
