//! Rounds with itself in one process, by the bot's own model of the rules.
use alamode::chef::Chef;
use alamode::kitchen::Floor;
use alamode::params::Params;
use alamode::protocol::Reader;
use alamode::state::{Chef as Seat, State};
use gridkit::{Deadline, Tunable};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (mut first, mut count, mut nodes, mut verbose, mut one) =
        (1_usize, 20_usize, 30_000_u64, false, false);
    let mut params = Params::default();
    for arg in &args {
        let (name, value) = arg.split_once('=').unwrap_or((arg, ""));
        match name {
            "first" => first = value.parse().unwrap(),
            "count" => count = value.parse().unwrap(),
            "nodes" => nodes = value.parse().unwrap(),
            "one" => one = true,
            "verbose" => verbose = true,
            _ => params.set(name, value).unwrap(),
        }
    }
    let folder = std::env::var("BOTYARD_DATA").unwrap_or("../shared/data".into());
    let text = std::fs::read_to_string(format!("{folder}/alamode/kitchens.txt")).unwrap();
    let mut all = Vec::new();
    let (mut waits, mut agreed, mut turns, mut states) = (0, 0, 0, 0);
    let begin = std::time::Instant::now();
    for line in text.lines().filter(|l| l.starts_with("4|")).skip(first - 1).take(count) {
        let part: Vec<&str> = line.split('|').collect();
        let orders: Vec<String> = part[3].split(',').map(long).collect();
        let rows = part[2].replace('/', "\n");
        let input = format!("{}\n{}\n{}\n", orders.len(), orders.join("\n"), rows);
        let spawn = |c| rows.bytes().filter(|b| *b != b'\n').position(|b| b == c).unwrap();
        let mut chefs: Vec<Chef> = (0..2)
            .map(|_| {
                Chef::new(
                    Reader::new(input.as_bytes()).start().unwrap().unwrap(),
                    params.clone(),
                    0,
                )
            })
            .collect();
        let floor = |cell: usize| match chefs[0]
            .world()
            .kitchen
            .place(alamode::kitchen::Cell(cell as u8))
        {
            alamode::kitchen::Place::Floor(f) => f,
            alamode::kitchen::Place::Table(_) => Floor(0),
        };
        let at = [floor(spawn(b'0')), floor(spawn(b'1'))];
        let mut state = State::opening(chefs[0].world(), at, Seat::OWN);
        let mut predicted = None;
        let mut served = 0;
        while !state.over {
            let seat = state.mover.index();
            let mut seen = state;
            if seat == 1 && !one {
                seen.at.swap(0, 1);
                seen.hand.swap(0, 1);
                seen.mover = Seat::OWN;
            }
            seen.from = [Floor::NOWHERE; 2];
            let base = seen.points;
            seen.points = 0;
            seen.rekey(chefs[0].world());
            let mut deadline = Deadline::after_nodes(nodes);
            let action = chefs[if one { 0 } else { seat }].decide(&seen, &mut deadline);
            if let Some(predicted) = predicted {
                agreed += i32::from(predicted == action);
            }
            turns += 1;
            states += chefs[if one { 0 } else { seat }].plan().states;
            predicted = chefs[if one { 0 } else { seat }].plan().actions.first().copied();
            waits += i32::from(action.0 == 0);
            if verbose {
                println!(
                    "{} {seat} {} hand {} plan {}",
                    state.left,
                    alamode::protocol::answer(chefs[0].world(), action),
                    state.hand[seat],
                    chefs[if one { 0 } else { seat }].plan().score + base
                );
                let w = chefs[0].world();
                let name =
                    |t: usize| alamode::protocol::table_name(w, alamode::kitchen::Table(t as u8));
                let items: Vec<String> = (0..47)
                    .filter(|&t| !state.table[t].is_none())
                    .map(|t| format!("{}:{}", name(t), short(state.table[t])))
                    .collect();
                let wait: Vec<String> = state
                    .waiting
                    .iter()
                    .map(|&c| short(alamode::item::Item::dish_of(w.customers.order(c).foods)))
                    .collect();
                println!(
                    "      {} | {} {} | oven {} {} | pts {} | {:?}",
                    items.join(" "),
                    short(state.hand[0]),
                    short(state.hand[1]),
                    short(state.oven().0),
                    state.oven().1,
                    state.points,
                    wait
                );
            }
            let world = chefs[0].world();
            state.play(world, action);
            served += i32::from(state.points > base);
        }
        println!("{} {} {served}", part[1], state.points);
        all.push(f64::from(state.points));
    }
    let n = all.len() as f64;
    let mean = all.iter().sum::<f64>() / n;
    let var = all.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
    println!(
        "mean {mean:.0} +- {:.0} n {n} agreed {:.3} waits {:.3} states/turn {} states/s {:.0}",
        (var / n).sqrt(),
        agreed as f64 / turns as f64,
        waits as f64 / turns as f64,
        states / turns as u64,
        states as f64 / begin.elapsed().as_secs_f64()
    );
}

fn long(order: &str) -> String {
    let (dish, award) = order.split_once(' ').unwrap();
    let mut text = String::from("DISH");
    for letter in dish.chars().skip(1) {
        text += match letter {
            'I' => "-ICE_CREAM",
            'B' => "-BLUEBERRIES",
            'S' => "-CHOPPED_STRAWBERRIES",
            'C' => "-CROISSANT",
            _ => "-TART",
        };
    }
    format!("{text} {award}")
}

fn short(item: alamode::item::Item) -> String {
    if item.is_dish() {
        let mut text = String::from("D");
        for (f, c) in "IBSCT".chars().enumerate() {
            if item.foods() >> f & 1 != 0 {
                text.push(c);
            }
        }
        return text;
    }
    match item.to_string().as_str() {
        "NONE" => "-".into(),
        name => name.split('_').map(|w| &w[..2]).collect::<Vec<_>>().join(""),
    }
}
