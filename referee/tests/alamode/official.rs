//! The rules of Code à la Mode compared with the official referee's games.

use std::fs;

use referee::games::alamode::{Customer, Food, League, kitchen_of_seed};
use referee::testkit::recordings::{demand_replay, official, official_recordings};

#[test]
fn every_official_recording_replays() {
    for file in official_recordings("alamode", "recordings", 40) {
        let recording = demand_replay(&file);
        // Without this, a replay would not compare them.
        assert!(recording.result.1.contains_key("scores"), "{}", file.display());
        assert!(recording.result.1.contains_key("rounds"), "{}", file.display());
    }
}

#[test]
fn every_official_kitchen_is_made() {
    let Some(file) = official("alamode", "kitchens.txt") else { return };
    let text = fs::read_to_string(file).unwrap();
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
