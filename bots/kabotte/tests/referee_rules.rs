//! The bot's model of the rules compared with the referee's, turn by turn, in games of random moves, in those
//! of the fixtures and in those that the site recorded.

use std::fs;

use gridkit::Rng;
use kabotte::circuit::{Direction, Line, LineRule};
use kabotte::graph::Mark;
use kabotte::motion::{passage, Motion, Vector};
use kabotte::protocol::{Car, Kind, Start, Turn};
use kabotte::rules::{MoveNumber, Rule};
use kabotte::set_back::{set_back, Entry};
use kabotte::track::{Cell, Track};
use referee::game::{Answer, Game, Request};
use referee::games::contest;
use referee::games::karo;
use referee::testkit::cases::cases;
use referee::testkit::recordings::{fixtures, load, official};
use referee::testkit::scripts::{drive, says};
use serde_json::json;

use crate::common::link::Link;

/// Events that must happen often enough, or the test proves little.
#[derive(Debug, Default)]
struct Seen {
    turns: u32,
    blocked: u32,
    unlawful: u32,
    repeats: u32,
    crashes: u32,
    collected: u32,
    finished: u32,
}

/// The lines that one seat was sent, and the cars in the bot's model.
struct Witness {
    link: Link,
    /// By seat, the newest record first.
    records: Vec<Vec<Entry>>,
    last: Vec<Option<Motion>>,
    collected: Vec<u16>,
    moves: Vec<u16>,
    home: Vec<bool>,
}

impl Witness {
    fn new(seats: usize) -> Self {
        Self {
            link: Link::new(),
            records: vec![Vec::new(); seats],
            last: vec![None; seats],
            collected: vec![0; seats],
            moves: vec![0; seats],
            home: vec![false; seats],
        }
    }

    /// Reads the lines that the seat is sent and compares them with the model; returns the turn.
    fn hear(&mut self, sent: &[String], seen: &mut Seen) -> Option<Turn> {
        let turn = self.link.turn(sent)?;
        let start = self.link.start.clone().expect("it was read");
        for record in &turn.records {
            self.take_in(&start, record.seat, record.kind, record.motion, seen);
        }
        for (seat, car) in turn.cars.iter().enumerate() {
            let model = (self.last[seat], self.collected[seat], self.moves[seat]);
            // A disqualified player leaves no record.
            assert_eq!((car.motion, car.collected, car.moves), model, "seat {seat}, {turn:?}");
            assert!(!(car.is_racing && self.home[seat]), "seat {seat} is home");
        }
        seen.turns += 1;
        if self.last[start.seat].is_some() && !start.night {
            compare(&start, &turn, seen);
        }
        Some(turn)
    }

    fn take_in(&mut self, start: &Start, seat: usize, kind: Kind, motion: Motion, seen: &mut Seen) {
        let is_crash = kind == Kind::Crash;
        if is_crash {
            seen.crashes += 1;
            let oldest = self.records[seat].last().map(|entry| entry.at);
            let cell = set_back(&self.records[seat], start.settings.zzz).or(oldest);
            assert_eq!(Some(motion.at), cell, "where seat {seat} is set back to");
        }
        if kind == Kind::Move {
            self.pass(start, seat, motion, seen);
        }
        self.records[seat].insert(0, Entry { at: motion.at, is_crash });
        self.last[seat] = Some(motion);
        self.moves[seat] += u16::from(!is_crash);
        assert_eq!(kind == Kind::Parc, self.home[seat] && kind != Kind::Move, "seat {seat}");
    }

    /// The events of a move in the model. The server knows no direction.
    fn pass(&mut self, start: &Start, seat: usize, motion: Motion, seen: &mut Seen) {
        let checkpoints = start.settings.checkpoints;
        let track = &start.track;
        let passage = match passage(track, motion.source(), motion.vector, checkpoints) {
            Some(passage) => passage,
            None if start.night => return,
            None => panic!("{motion:?} is not legal"),
        };
        let mark = Mark::of(passage, start.settings.events);
        let digits = track.numbers().iter().enumerate();
        let passed = digits.filter(|(place, _)| mark.checkpoints() >> place & 1 == 1);
        let collected = passed.fold(self.collected[seat], |bits, it| bits | 1 << (it.1 - b'0'));
        seen.collected += u32::from(collected != self.collected[seat]);
        self.collected[seat] = collected;
        if mark.finishes() && collected & start.digits == start.digits {
            self.home[seat] = true;
            seen.finished += 1;
        }
    }
}

/// The candidates and the lawful ones among them, by the model.
fn compare(start: &Start, turn: &Turn, seen: &mut Seen) {
    let ours: Car = turn.cars[start.seat];
    let car = ours.motion.expect("it is placed");
    let others = turn.cars.iter().enumerate().filter(|it| it.0 != start.seat && it.1.is_racing);
    let blocking: Vec<Cell> = others
        .filter(|(_, other)| start.all_block || other.has_moved)
        .filter_map(|(_, other)| other.motion.map(|motion| motion.at))
        .collect();
    let checkpoints = start.settings.checkpoints;
    let on_road: Vec<Vector> = car
        .vector
        .nearby()
        .filter(|it| *it != Vector::ZERO)
        .filter(|it| passage(&start.track, car.at, *it, checkpoints).is_some())
        .collect();
    let free = |vector: &&Vector| !blocking.contains(&car.at.after(**vector));
    let mut next: Vec<Vector> = on_road.iter().filter(free).copied().collect();
    seen.blocked += u32::from(next.len() < on_road.len());
    let offered: Vec<Motion> = turn.candidates.iter().map(|it| it.motion).collect();
    let model: Vec<Motion> = next.iter().map(|vector| car.next(*vector)).collect();
    assert_eq!(offered, model, "{car:?}");
    let number = MoveNumber(ours.moves);
    let rules = start.settings.rules;
    let lawful: Vec<Motion> =
        turn.candidates.iter().filter(|it| it.is_lawful).map(|it| it.motion).collect();
    seen.unlawful += u32::from(lawful.len() < offered.len());
    if rules.has(Rule::Remulade) && lawful == [car.next(car.vector)] {
        seen.repeats += 1;
        return;
    }
    rules.filter(&start.track, car, number, &mut next);
    let model: Vec<Motion> = next.iter().map(|vector| car.next(*vector)).collect();
    assert_eq!(lawful, model, "{car:?}, {rules}, {number:?}");
}

/// Plays a game to its end; every seat reads the lines that it is sent.
fn hear_all(
    game: &mut dyn Game,
    seats: usize,
    seen: &mut Seen,
    mut answer: impl FnMut(&Turn) -> String,
) {
    let mut witnesses: Vec<Witness> = (0..seats).map(|_| Witness::new(seats)).collect();
    drive(game, |_, request: &Request| {
        match witnesses[request.seat.0].hear(&request.lines, seen) {
            Some(turn) => says(answer(&turn)),
            None => Answer::default(),
        }
    });
}

/// Any lawful move, a fast one more often than not.
fn any_move(rng: &mut Rng, turn: &Turn) -> String {
    let lawful: Vec<Motion> =
        turn.candidates.iter().filter(|it| it.is_lawful).map(|it| it.motion).collect();
    let Motion { at, vector } = lawful[rng.below(lawful.len())];
    if turn.round == 1 {
        format!("START {at}")
    } else {
        format!("MOVE {at} {} {}", vector.x, vector.y)
    }
}

#[test]
fn random_games_go_the_same_way_in_both_models() {
    const RULES: [&str; 12] = [
        "",
        "axis",
        "brake",
        "double",
        "edge",
        "limit=3",
        "numpad",
        "prime",
        "turn-at-edge",
        "remulade",
        "brake prime",
        "double axis",
    ];
    let karo = contest("karo").unwrap();
    let mut seen = Seen::default();
    for seed in 0..cases(36, 72_u64) {
        let mut rng = Rng::new(seed);
        let pick = |words: &[&str]| words[(seed / 3) as usize % words.len()].to_owned();
        let options = json!({
            "rule": RULES[seed as usize % RULES.len()], "events": pick(&["last", "all"]),
            "blocking": pick(&["moved", "all"]), "zzz": seed % 5, "turns": 300,
            "cps": if seed % 7 == 0 { "off" } else { "on" },
        });
        let seats = 1 + seed as usize % 8;
        let mut setup = referee::testkit::setup(karo, &seed.to_string(), options);
        setup.seats = seats;
        let mut game = karo.start(&setup).unwrap();
        hear_all(game.as_mut(), seats, &mut seen, |turn| any_move(&mut rng, turn));
    }
    let Seen { turns, blocked, unlawful, repeats, crashes, collected, .. } = seen;
    assert!(turns > 5_000 && blocked > 100 && unlawful > 500 && repeats > 50, "{seen:?}");
    assert!(crashes > 100 && collected > 100, "{seen:?}");
}

/// The games of the fixtures, each with the answers that were recorded.
#[test]
fn recorded_games_go_the_same_way_in_both_models() {
    let karo = contest("karo").unwrap();
    let mut seen = Seen::default();
    for file in fixtures("karo") {
        let recording = load(&file);
        let seats = recording.header.players.len();
        let mut witnesses: Vec<Witness> = (0..seats).map(|_| Witness::new(seats)).collect();
        for (_, exchange) in &recording.exchanges {
            witnesses[exchange.seat.0].hear(&exchange.sent, &mut seen);
        }
    }
    for number in [44773, 70645] {
        let file = match official("karo", &format!("games/{number}.json")) {
            Some(file) => file,
            None => continue,
        };
        let import = karo.import(&fs::read_to_string(file).unwrap()).unwrap();
        let mut game = karo.start(&import.setup).unwrap();
        let seats = import.setup.seats;
        let mut witnesses: Vec<Witness> = (0..seats).map(|_| Witness::new(seats)).collect();
        let mut told = vec![0; seats];
        drive(game.as_mut(), |_, request: &Request| {
            let seat = request.seat.0;
            witnesses[seat].hear(&request.lines, &mut seen);
            told[seat] += 1;
            import.answers[seat].get(told[seat] - 1).map_or_else(Answer::default, says)
        });
    }
    assert!(seen.turns > 500 && seen.crashes > 10 && seen.finished > 50, "{seen:?}");
}

/// The cells of the line, and the directions in which it may be crossed.
#[test]
fn directions_are_the_same() {
    let karo = contest("karo").unwrap();
    let mut circuits = 0;
    for seed in 0..cases(30, 200) {
        let board = if seed % 2 == 0 { "ring" } else { "any" };
        let game = referee::testkit::start(karo, &seed.to_string(), json!({ "board": board }));
        let code = map_of(game);
        let theirs = karo::Track::parse(&code).unwrap();
        let ours = Track::parse(&code).unwrap();
        for (direction, of_bot) in [
            (karo::Direction::Classic, Direction::Classic),
            (karo::Direction::Formula1, Direction::Formula1),
        ] {
            let rule = karo::LineRule::of(&theirs, direction, true);
            // The referee ignores the line of a track on which no car can finish by it.
            let line = Line::of(&ours).filter(Line::is_circuit).filter(|_| rule.is_some());
            let line = line.map_or(LineRule::FREE, |line| line.rule(of_bot));
            circuits += u32::from(rule.is_some());
            for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
                let wanted = rule.map_or(true, |rule| {
                    rule.allows(karo::Vector::new(i32::from(x), i32::from(y)))
                });
                assert_eq!(line.allows(Vector { x, y }), wanted, "seed {seed}, {x} {y}\n{code}");
            }
        }
    }
    assert!(circuits > cases(7, 50), "{circuits}");
}

/// The map that a game sends.
fn map_of(mut game: Box<dyn Game>) -> String {
    let mut code = String::new();
    drive(game.as_mut(), |_, request| {
        let mut lines = request.lines.iter().skip_while(|line| !line.starts_with("map "));
        if let Some(head) = lines.next() {
            let height: usize = head.rsplit(' ').next().unwrap().parse().unwrap();
            code = lines.take(height).cloned().collect::<Vec<_>>().join("\n");
        }
        says("LEAVE")
    });
    code
}
