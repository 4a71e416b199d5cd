//! The bot's model of the rules against the referee's, move by move, and its book-keeping against
//! the truth: two readings of the same rules must bring about the same games.

#[path = "common/link.rs"]
mod link;

use gridkit::{Dir, Point, Rng};
use icfp_courier::generator::{make, Recipe, Setting, Terrain};
use icfp_courier::ledger::{Ledger, Whereabouts};
use icfp_courier::protocol::{Act, Action, Command, PackageId, Report, RobotId, HELLO};
use icfp_courier::world::{Chance, Place, World};
use link::Link;
use referee::contest::Setup;
use referee::game::{Fault, Request, Step};
use referee::games::contest;
use referee::testkit::scripts::{fails, says};
use serde_json::json;

/// What must have happened often enough for the test to be worth something.
#[derive(Debug, Default)]
struct Events {
    turns: u32,
    pushes: u32,
    forced_drops: u32,
    drowned: u32,
    delivered: u32,
    faults: u32,
}

/// What the referee decided by chance, read off its reply.
struct Told<'a> {
    reports: &'a [Report],
    used: Vec<PackageId>,
}

impl Chance for Told<'_> {
    /// No two bids are equal here.
    fn order(&mut self, bids: &[(usize, i64)]) -> Vec<usize> {
        let mut bids = bids.to_vec();
        bids.sort_by_key(|&(_, bid)| std::cmp::Reverse(bid));
        bids.into_iter().map(|(seat, _)| seat).collect()
    }

    /// What the robot still carries when it is pushed it has not put down by itself.
    fn dropped(&mut self, robot: RobotId, carried: &[PackageId]) -> usize {
        let report = self.reports.iter().find(|report| report.robot == robot).expect("a report");
        let id = report.acts.iter().find_map(|act| match act {
            Act::Drop(id) if carried.contains(id) && !self.used.contains(id) => Some(*id),
            _ => None,
        });
        let id = id.expect("the referee lets it drop one");
        self.used.push(id);
        carried.iter().position(|other| *other == id).expect("it is carried")
    }
}

fn map_text(setting: &Setting) -> String {
    let board = &setting.board;
    let row = |y| (0..board.width()).map(move |x| board.ground(Point::new(x, y)).letter());
    (0..board.height()).map(|y| row(y).collect::<String>() + "\n").collect()
}

fn package_text(setting: &Setting) -> String {
    let entry = |parcel: &icfp_courier::world::Parcel| {
        let ((bx, by), (x, y)) =
            (setting.board.place(parcel.base), setting.board.place(parcel.label.dest));
        let (id, weight) = (parcel.label.id.0, parcel.label.weight);
        format!("(({bx},{by}),[Mk {{uid={id}, dest=({x},{y}), weight={weight}}}])")
    };
    let entries: Vec<String> = setting.parcels.iter().map(entry).collect();
    format!("[{}]", entries.join(", "))
}

/// Any command, such as lead to something more often than not. No command is one that kills.
fn any_command(rng: &mut Rng, world: &World, seat: usize, turn: u32) -> Option<Command> {
    if rng.chance(0.001) {
        return None;
    }
    let porter = &world.porters[seat];
    let here = porter.body.at;
    let seats = world.porters.len() as i64;
    let bid = (1 + rng.below(3) as i64) * seats + seat as i64;
    let bid = if rng.chance(0.3) { -bid } else { bid };
    let listed = world.listed(seat);
    let action = if !listed.is_empty() && rng.chance(0.5) {
        let mut ids: Vec<PackageId> = listed.iter().map(|package| package.id).collect();
        rng.shuffle(&mut ids);
        ids.push(PackageId(rng.below(99) as i64));
        Action::Pick(ids)
    } else if !porter.carried.is_empty() && rng.chance(0.1) {
        let ids = porter.carried.iter().map(|&parcel| world.parcels[parcel].label.id);
        Action::Drop(ids.chain([PackageId(3)]).collect())
    } else {
        let others = world.porters.iter().enumerate().filter(|(other, _)| *other != seat);
        let others: Vec<Point> =
            others.filter(|(_, other)| other.body.alive).map(|(_, other)| other.body.at).collect();
        let target = match rng.choose(&others) {
            Some(&other) if turn % 40 < 25 => other,
            _ => world.board.bases()[rng.below(world.board.bases().len())],
        };
        let nearer = |dir: &Dir| here.step(*dir).manhattan(target) < here.manhattan(target);
        let dry = |dir: &Dir| world.board.is_land(here.step(*dir)) || rng.clone().chance(0.1);
        let ways: Vec<Dir> = Dir::ALL.iter().copied().filter(nearer).filter(dry).collect();
        let any = Dir::ALL[rng.below(4)];
        Action::Go(if rng.chance(0.2) { any } else { *rng.choose(&ways).unwrap_or(&any) })
    };
    Some(Command { bid, action })
}

fn carried_in_truth(world: &World, seat: usize) -> Vec<PackageId> {
    let carried = world.porters[seat].carried.iter();
    let mut ids: Vec<_> = carried.map(|&parcel| world.parcels[parcel].label.id).collect();
    ids.sort();
    ids
}

/// What a ledger claims is true.
fn agree(ledger: &Ledger, world: &World) {
    for (seat, robot) in ledger.robots.iter().enumerate() {
        let truth = world.porters.iter().position(|porter| porter.id == robot.id).expect("a robot");
        let porter = &world.porters[truth];
        if robot.alive {
            assert_eq!(robot.at, porter.body.at, "robot {seat}");
            let mut ids: Vec<_> =
                robot.carried.iter().map(|&item| ledger.package(item).id).collect();
            ids.sort();
            let known = carried_in_truth(world, truth);
            // Who dies by its command is still thought alive until it is missed.
            assert!(ids == known || !porter.body.alive, "{ids:?} {known:?}");
        }
        assert!(robot.score <= porter.score);
    }
    for package in &ledger.packages {
        let parcel = world.parcels.iter().position(|it| it.label.id == package.id).expect("one");
        if let Some((dest, weight)) = package.label {
            let label = world.parcels[parcel].label;
            assert_eq!((dest, weight), (label.dest, label.weight));
        }
        if let Whereabouts::Lying(at) = package.at {
            // What was forced out unseen may have been where it belongs.
            let delivered = package.label.is_none() && world.places[parcel] == Place::Gone;
            assert!(delivered || world.places[parcel] == Place::Lying(at), "{package:?}");
        }
    }
    let me = &ledger.robots[0];
    let porter = world.porters.iter().find(|porter| porter.id == me.id).expect("ours");
    assert_eq!(me.score, porter.score, "our own packages are all known");
}

/// What each robot has.
const MONEY: i64 = 2_000;

fn play(seed: u64, seats: usize, terrain: Terrain, events: &mut Events) {
    let recipe =
        Recipe { terrain, size: (11, 9), bases: 3, packages: 25, heaviest: 9, capacity: 20 };
    let setting = make(&recipe, seed);
    let mut rng = Rng::new(seed);
    let starts: Vec<Point> = (0..seats).map(|_| *rng.choose(&setting.starts).unwrap()).collect();
    let places: Vec<String> = starts
        .iter()
        .map(|&start| setting.board.place(start))
        .map(|(x, y)| format!("{x},{y}"))
        .collect();
    let options = json!({
        "map": map_text(&setting), "packages": package_text(&setting), "money": MONEY,
        "capacity": setting.capacity, "starts": places.join(";"),
        "spacing": if seed % 2 == 0 { "judges" } else { "plain" },
        "first_reply": if seed % 3 == 0 { "located" } else { "plain" },
    });
    let courier = contest("courier").expect("the contest");
    let options = serde_json::from_value(options).expect("an object");
    let setup = Setup { seed: seed.to_string(), options, seats };
    let mut game = courier.start(&setup).unwrap();
    let mut world = World::new(
        setting.board.clone(),
        setting.parcels.clone(),
        &starts,
        setting.capacity,
        MONEY,
    );
    let mut links: Vec<Link> = (0..seats).map(|_| Link::new()).collect();
    let mut ledgers: Vec<Option<Ledger>> = (0..seats).map(|_| None).collect();
    let mut commands: Vec<Option<Command>> = vec![None; seats];
    let mut step = game.advance(&[]);
    let mut turn = 0;
    loop {
        let requests = match step {
            Step::Ask(requests) => requests,
            Step::Over(outcome) => {
                let scores: Vec<i64> = world.porters.iter().map(|porter| porter.score).collect();
                assert_eq!(outcome.scores, scores);
                let deaths = outcome.more["deaths"].as_array().unwrap();
                let drowned = deaths.iter().filter(|death| death["cause"] == "drowned").count();
                events.drowned += drowned as u32;
                assert!(world.is_over());
                return;
            }
        };
        if requests.iter().all(|request| request.lines.is_empty()) {
            step = game.advance(&requests.iter().map(|_| says(HELLO)).collect::<Vec<_>>());
            continue;
        }
        take_in(&requests, &mut world, &commands, &mut links, &mut ledgers, events, turn);
        turn += 1;
        commands = vec![None; seats];
        let mut answers = Vec::new();
        for request in &requests {
            let seat = request.seat.0;
            if request.expected.is_none() {
                answers.push(says(""));
                continue;
            }
            commands[seat] = any_command(&mut rng, &world, seat, turn);
            if let Some(command) = &commands[seat] {
                answers.push(says(command.to_string()));
                continue;
            }
            events.faults += 1;
            answers.push(match rng.below(3) {
                0 => says("0 Move N"),
                1 => says("1 Jump"),
                _ => fails(Fault::Exit),
            });
        }
        step = game.advance(&answers);
    }
}

/// Reads what was sent, plays the same turn in the model, and compares.
fn take_in(
    requests: &[Request],
    world: &mut World,
    commands: &[Option<Command>],
    links: &mut [Link],
    ledgers: &mut [Option<Ledger>],
    events: &mut Events,
    turn: u32,
) {
    let mut played = turn == 0;
    for request in requests {
        let seat = request.seat.0;
        if turn == 0 {
            let start = links[seat].start(&request.lines);
            assert_eq!(start.board, world.board);
            assert_eq!(start.reports, world.opening());
            ledgers[seat] =
                Some(Ledger::new(&start.board, start.me, start.capacity, &start.reports));
        }
        let lines = if turn == 0 { &[][..] } else { &request.lines[..] };
        // A notice to a robot that died ends with a text; its reply is read off another's.
        let told = match links[seat].turn(lines) {
            Some(told) => told,
            None => continue,
        };
        if !played {
            let reports: Vec<Report> = told.reports.clone();
            let mut chance = Told { reports: &reports, used: Vec::new() };
            let before: Vec<i64> = world.porters.iter().map(|porter| porter.score).collect();
            let ours = world.turn(commands, &mut chance);
            let without_places: Vec<Report> = reports.iter().map(without_place).collect();
            assert_eq!(without_places, ours, "turn {turn}, {commands:?}");
            count(events, &ours, &before, world);
            played = true;
        }
        assert_eq!(told.listed, world.listed(seat), "turn {turn}");
        let ledger = ledgers[seat].as_mut().expect("it has begun");
        let board = world.board.clone();
        if turn > 0 {
            ledger.apply(&board, &told.reports);
        }
        ledger.look(&board, &told.listed);
        agree(ledger, world);
    }
    if !played {
        // Nobody is left to tell us how it went.
        let mut chance = Rng::new(0);
        world.turn(commands, &mut chance);
    }
}

fn without_place(report: &Report) -> Report {
    let acts = report.acts.iter().copied().filter(|act| !matches!(act, Act::At(_)));
    Report { robot: report.robot, acts: acts.collect() }
}

fn count(events: &mut Events, reports: &[Report], before: &[i64], world: &World) {
    events.turns += 1;
    for report in reports {
        let goes = report.acts.iter().filter(|act| matches!(act, Act::Go(_))).count();
        let forced = report.acts.windows(2).any(|two| matches!(two, [Act::Drop(_), Act::Go(_)]));
        events.pushes += u32::from(goes > 1);
        events.forced_drops += u32::from(forced);
    }
    let more = world.porters.iter().zip(before).filter(|(porter, before)| porter.score > **before);
    events.delivered += more.count() as u32;
}

#[test]
fn random_games_go_the_same_way_and_the_books_are_right() {
    let mut events = Events::default();
    for seed in 0..120 {
        let terrain = [Terrain::Lakes, Terrain::Maze, Terrain::Open, Terrain::Scattered];
        play(seed, 2 + seed as usize % 5, terrain[seed as usize / 5 % 4], &mut events);
    }
    let common = [events.turns, events.pushes, events.forced_drops];
    assert!(common.iter().all(|&count| count > 500), "{events:?}");
    let rare = [events.drowned, events.delivered, events.faults];
    assert!(rare.iter().all(|&count| count > 20), "{events:?}");
}

/// The referee's options are spelt as it spells them, so nothing above was left at its default.
#[test]
fn the_options_used_here_exist() {
    let courier = contest("courier").expect("the contest");
    for name in ["map", "packages", "money", "capacity", "starts", "spacing", "first_reply"] {
        assert!(courier.about().options.iter().any(|option| option.name == name), "{name}");
    }
}
