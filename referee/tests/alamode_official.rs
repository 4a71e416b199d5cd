//! The rules of Code à la Mode against what the official referee did.

mod common;

use std::fs;

use referee::games::alamode::{Customer, Food, League, kitchen_of_seed};
use referee::recording::{Recording, replay};

#[test]
fn every_official_recording_replays() {
    let Some(data) = common::official_data("alamode") else { return };
    let mut files: Vec<_> = fs::read_dir(data.join("recordings"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "jsonl"))
        .collect();
    files.sort();
    assert!(files.len() >= 40, "only {} recordings", files.len());
    for file in files {
        let recording =
            Recording::load(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        // Else a replay would not look at them.
        assert!(recording.result.1.contains_key("scores"), "{}", file.display());
        assert!(recording.result.1.contains_key("rounds"), "{}", file.display());
        replay(&recording).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    }
}

#[test]
fn every_official_kitchen_is_made() {
    let Some(data) = common::official_data("alamode") else { return };
    let text = fs::read_to_string(data.join("kitchens.txt")).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.len() >= 280, "only {} kitchens", lines.len());
    for line in lines {
        let fields: Vec<&str> = line.split('|').collect();
        let (league, seed) = (fields[0].parse().unwrap(), fields[1].parse().unwrap());
        let (kitchen, customers) = kitchen_of_seed(seed, League::new(league));
        let rows: Vec<String> = kitchen.rows(['0', '1']).collect();
        assert_eq!(rows.join("/"), fields[2], "{line}");
        let customers: Vec<String> = customers.iter().map(short).collect();
        assert_eq!(customers.join(","), fields[3], "{line}");
    }
}

/// `DTI 1400`: a letter for each food of an order.
fn short(customer: &Customer) -> String {
    let letter = |food: &Food| match food {
        Food::IceCream => 'I',
        Food::Blueberries => 'B',
        Food::ChoppedStrawberries => 'S',
        Food::Croissant => 'C',
        Food::Tart => 'T',
        other => panic!("{other:?} cannot be ordered"),
    };
    let foods: String = customer.order.foods().iter().map(letter).collect();
    format!("D{foods} {}", customer.full_award)
}
