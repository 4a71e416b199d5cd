//! The client turns the site's JSON into the lines that the rules send to a player.

mod api;
mod listeners;

use std::time::{Duration, Instant};

use gridkit::Rng;
use serde_json::{Map, Value, json};

use super::faults::Faults;
use super::json::{Detail, game};
use super::race::SiteRace;
use super::service::{Logins, Service};
use super::site::Site;
use crate::sites::karo::client::view::GameView;

fn service(seed: u64, options: &Value) -> Service {
    Service {
        users: ["A", "B", "C", "D"].map(str::to_owned).to_vec(),
        secret: "word".to_owned(),
        logins: Logins::Both,
        races: 1,
        house: Vec::new(),
        options: options.as_object().cloned().unwrap_or_default(),
        maps: Vec::new(),
        night_every: 0,
        seed,
        speed: 1.0,
        house_delay: Duration::ZERO,
        patience: Duration::ZERO,
        faults: Faults::default(),
        record: None,
    }
}

fn site(seed: u64, options: &Value) -> Site {
    Site::new(service(seed, options)).unwrap()
}

/// A time that grows with every move, so that it shows the order of the moves.
fn stamp(number: u32) -> String {
    format!("2020-01-01 {:02}:{:02}:{:02}", number / 3600, number / 60 % 60, number % 60)
}

/// Plays a race with random moves. Before each of them the lines that the client makes from the JSON must be
/// those that the rules send. Returns the number of turns and of crashes.
fn race(seed: u64, options: &Value) -> (u32, usize) {
    let mut site = site(seed, options);
    let id = *site.races.keys().next().unwrap();
    let mut race = site.races.remove(&id).unwrap();
    let mut random = Rng::new(seed);
    let mut sent: Vec<Option<Vec<usize>>> = vec![None; 4];
    let mut turns = 0;
    while let Some(seat) = race.next() {
        let user = race.drivers[seat.0].id();
        if race.unseen_crashes > 0 {
            assert_eq!(view(&site, &race, user).look().offers, [], "the page has to be opened");
            race.unseen_crashes = 0;
        }
        let view = view(&site, &race, user);
        let lines = view.lines(&mut sent[seat.0], 10_000);
        assert_eq!(sorted(lines), sorted(race.lines().to_vec()), "seed {seed}, turn {turns}");
        let look = view.look();
        assert!(look.is_ours && !look.is_over);
        let offers: Vec<_> = look.offers.iter().filter(|offer| offer.lawful).collect();
        let offer = offers[random.below(offers.len())];
        let [x, y, xv, yv] = offer.to;
        let line = if look.turn.0 == 0 {
            format!("START {x} {y}")
        } else {
            format!("MOVE {x} {y} {xv} {yv}")
        };
        let finishes = offer.finishes;
        race.go_on(Some(line), None, &stamp(turns), Instant::now());
        let is_home = race.game.race().cars()[seat.0].rank > 0;
        assert_eq!(finishes, is_home, "seed {seed}, turn {turns}");
        turns += 1;
    }
    let cars = race.game.race().cars();
    (turns, cars.iter().map(crate::games::karo::Car::crashes).sum())
}

fn view(site: &Site, race: &SiteRace, user: u64) -> GameView {
    let detail = Detail { code: true, players: true, moves: true };
    GameView::read(&game(site, race, user, detail).to_string(), user).unwrap()
}

/// The lines with the records sorted by car. A crash has the time of the move after it; so the order of
/// different cars may differ among the records of a turn, but not that of one car's records.
fn sorted(mut lines: Vec<String>) -> Vec<String> {
    let Some(at) = lines.iter().position(|line| line.starts_with("records ")) else { return lines };
    let count: usize = lines[at]["records ".len()..].parse().unwrap();
    let seat = |line: &String| line.split(' ').next().unwrap_or("").to_owned();
    lines[at + 1..=at + count].sort_by_key(seat);
    lines
}

#[test]
fn the_client_tells_a_bot_what_the_rules_would() {
    let (mut turns, mut crashes) = (0, 0);
    let all: [Value; 6] = [
        json!({ "turns": 150 }),
        json!({ "turns": 150, "blocking": "moved", "zzz": 4, "crash": "allowed" }),
        json!({ "turns": 150, "rule": "remulade" }),
        json!({ "turns": 150, "rule": "double" }),
        json!({ "turns": 150, "cps": "off", "direction": "formula1" }),
        json!({ "turns": 150, "rule": "limit=2,edge" }),
    ];
    for (seed, options) in (1..).zip(&all) {
        let (more, of_them) = race(seed, options);
        (turns, crashes) = (turns + more, crashes + of_them);
    }
    assert!(turns > 500 && crashes > 20, "{turns} turns, {crashes} crashes");
}

#[test]
fn a_time_of_the_races_is_written_as_the_site_does() {
    let site = site(1, &Value::from(Map::new()));
    let begin = Instant::now();
    let at = |seconds: u64| site.stamp(begin + Duration::from_secs(seconds));
    assert_eq!(&at(3_661)[..16], "2020-01-01 01:01");
    assert_eq!(&at(60 * 86_400 + 5)[..10], "2020-03-01");
    for (days, date) in [(59, "02-29"), (365, "12-31")] {
        assert_eq!(at(days * 86_400 + 5)[..10], format!("2020-{date}"));
    }
    assert_eq!(&at(366 * 86_400 + 5)[..10], "2021-01-01");
    assert_eq!(&at((366 + 59) * 86_400 + 5)[..10], "2021-03-01");
    assert_eq!(&at(4 * 366 * 86_400)[..4], "2024");
    assert_eq!(at(u64::from(u32::MAX) * 100), "", "there is no such date");
}

#[test]
fn the_largest_numbers_are_taken() {
    let house = vec!["@cruiser".to_owned()];
    for (delay, speed) in [(Duration::MAX, 1.0), (Duration::from_secs(1_000_000), 1e-300)] {
        let large = Service {
            house: house.clone(),
            users: Vec::new(),
            races: 2,
            house_delay: delay,
            speed,
            ..service(u64::MAX, &json!({}))
        };
        let mut site = Site::new(large).unwrap();
        assert!(site.go_on(Instant::now()), "{delay:?} {speed}");
        assert_eq!(site.races.len(), 2);
    }
}

#[test]
fn a_user_who_is_named_twice_would_have_a_car_that_never_moves() {
    let users = ["A", "B", "A"].map(str::to_owned).to_vec();
    let error = Site::new(Service { users, ..service(1, &json!({})) }).err().unwrap();
    assert!(error.to_string().contains("user 'A' is named twice"), "{error}");
}
