//! The bot's model of the rules compared with the referee's, move by move, and its book-keeping compared with
//! the truth: two readings of the same rules must lead to the same games.

use gridkit::{Point, Rng};
use icfp_courier::generator::{make, Recipe, Setting, Terrain};
use icfp_courier::ledger::{Ledger, Whereabouts};
use icfp_courier::protocol::{Act, Command, PackageId, Report, RobotId, Turn, HELLO};
use icfp_courier::world::{Chance, Place, World};
use referee::contest::Setup;
use referee::game::{Fault, Game, Request, Step};
use referee::games::contest;
use referee::testkit::cases::cases;
use referee::testkit::scripts::{fails, says};
use serde_json::json;

use crate::common::anything::{any_command, map_text, package_text, Stock, MONEY};
use crate::common::link::Link;

/// Events that must happen often enough, or the test proves little.
#[derive(Debug, Default)]
struct Events {
    turns: u32,
    pushes: u32,
    forced_drops: u32,
    drowned: u32,
    delivered: u32,
    faults: u32,
    joins: u32,
}

/// The referee's random decisions, read from its reply.
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

    /// A package that the robot still has when it is pushed was not put down by a command.
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

fn carried_in_truth(world: &World, seat: usize) -> Vec<PackageId> {
    let carried = world.porters[seat].carried.iter();
    let mut ids: Vec<_> = carried.map(|&parcel| world.parcels[parcel].label.id).collect();
    ids.sort();
    ids
}

/// The statements of a ledger are true. It does not know what robots hold that joined before ours.
fn agree(ledger: &Ledger, world: &World, is_late: bool) {
    for (seat, robot) in ledger.robots.iter().enumerate() {
        let truth = world.porters.iter().position(|porter| porter.id == robot.id).expect("a robot");
        let porter = &world.porters[truth];
        if robot.alive {
            assert_eq!(robot.at, porter.body.at, "robot {seat}");
            let mut ids: Vec<_> =
                robot.carried.iter().map(|&item| ledger.package(item).id).collect();
            ids.sort();
            let known = carried_in_truth(world, truth);
            // A robot that dies by its own command is believed alive until it is missing.
            let is_part = is_late && ids.iter().all(|id| known.contains(id));
            assert!(ids == known || is_part || !porter.body.alive, "{ids:?} {known:?}");
        }
        assert!(robot.score <= porter.score);
    }
    for package in &ledger.packages {
        let parcel = world.parcels.iter().position(|it| it.label.id == package.id).expect("one");
        if let Some((dest, weight)) = package.label {
            let label = world.parcels[parcel].label;
            assert_eq!((dest, weight), (label.dest, label.weight));
        }
        // A package that we have seen is never lost sight of, whether forced out or put down.
        if package.label.is_some() && package.at == Whereabouts::Gone {
            assert!(!matches!(world.places[parcel], Place::Lying(_)), "{package:?}");
        }
        if let Whereabouts::Lying(at) = package.at {
            // A package that was forced out unseen may have been at its destination.
            let delivered = package.label.is_none() && world.places[parcel] == Place::Gone;
            assert!(delivered || world.places[parcel] == Place::Lying(at), "{package:?}");
        }
    }
    let me = &ledger.robots[0];
    let porter = world.porters.iter().find(|porter| porter.id == me.id).expect("ours");
    assert_eq!(me.score, porter.score, "our own packages are all known");
}

/// The referee's game with a setting; in some the server writes like that of the judging runs.
fn referee_game(
    seed: u64,
    setting: &Setting,
    starts: &[Point],
    joins: &str,
    is_continuous: bool,
) -> Box<dyn Game> {
    let places = starts.iter().map(|&start| setting.board.place(start));
    let places: Vec<String> = places.map(|(x, y)| format!("{x},{y}")).collect();
    let options = json!({
        "map": map_text(setting), "packages": package_text(setting), "money": MONEY,
        "capacity": setting.capacity, "starts": places.join(";"),
        "spacing": if seed % 2 == 0 { "judges" } else { "plain" },
        "first_reply": if seed % 3 == 0 { "located" } else { "plain" },
        "joins": joins, "refill": u32::from(is_continuous),
    });
    let courier = contest("courier").expect("the contest");
    let options = serde_json::from_value(options).expect("an object");
    courier.start(&Setup { seed: seed.to_string(), options, seats: starts.len() }).unwrap()
}

fn play(seed: u64, seats: usize, terrain: Terrain, events: &mut Events) {
    let recipe =
        Recipe { terrain, size: (11, 9), bases: 3, packages: 25, heaviest: 9, capacity: 20 };
    let setting = make(&recipe, seed);
    let mut rng = Rng::new(seed);
    let starts: Vec<Point> = (0..seats).map(|_| *rng.choose(&setting.starts).unwrap()).collect();
    let is_continuous = seed % 4 == 1;
    let joins = |seat: usize| if is_continuous && seat > 1 { 9 * seat } else { 0 };
    let first = (0..seats).filter(|&seat| joins(seat) == 0).count();
    let joins: Vec<String> = (0..seats).map(|seat| joins(seat).to_string()).collect();
    let mut game = referee_game(seed, &setting, &starts, &joins.join(" "), is_continuous);
    let mut world = World::new(
        setting.board.clone(),
        setting.parcels.clone(),
        &starts[..first],
        setting.capacity,
        MONEY,
    );
    let mut stock = Stock::new(&setting, is_continuous);
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
            stock.guests = requests.iter().map(|request| starts[request.seat.0]).collect();
            stock.guests.truncate(if turn == 0 { 0 } else { seats });
            step = game.advance(&requests.iter().map(|_| says(HELLO)).collect::<Vec<_>>());
            continue;
        }
        let mut told = hear(&requests, &mut links, &ledgers);
        if turn > 0 {
            let reply = told.first().map(|(_, turn)| &turn.reports[..]);
            play_the_same(reply, &mut world, &commands, events);
        }
        events.joins += stock.guests.len() as u32;
        stock.let_in(&mut world);
        for request in requests.iter().filter(|request| request.expected.is_some()) {
            let seat = request.seat.0;
            if ledgers[seat].is_none() {
                let (ledger, turn) = begin(&mut links[seat], &request.lines, &world);
                ledgers[seat] = Some(ledger);
                told.push((seat, Turn { reports: Vec::new(), ..turn }));
            }
        }
        for (seat, told) in told {
            let ledger = ledgers[seat].as_mut().expect("it has begun");
            assert_eq!(told.listed, world.listed(seat), "turn {turn}");
            if !told.reports.is_empty() {
                ledger.apply(&world.board, &told.reports);
            }
            ledger.look(&world.board, &told.listed);
            agree(ledger, &world, is_continuous && seat > 1);
        }
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

/// The replies to the seats that have begun. A notice to a robot that died ends with a text; its reply is
/// read from another robot's.
fn hear(
    requests: &[Request],
    links: &mut [Link],
    ledgers: &[Option<Ledger>],
) -> Vec<(usize, Turn)> {
    let begun = requests.iter().filter(|request| ledgers[request.seat.0].is_some());
    let told =
        |request: &Request| Some((request.seat.0, links[request.seat.0].turn(&request.lines)?));
    begun.filter_map(told).collect()
}

/// Plays in the model the turn that the reply describes, and compares.
fn play_the_same(
    reply: Option<&[Report]>,
    world: &mut World,
    commands: &[Option<Command>],
    events: &mut Events,
) {
    let reports = if let Some(reports) = reply {
        reports
    } else {
        // Nobody is left to tell us how it went.
        world.turn(commands, &mut Rng::new(0));
        return;
    };
    let mut chance = Told { reports, used: Vec::new() };
    let before: Vec<i64> = world.porters.iter().map(|porter| porter.score).collect();
    let ours = world.turn(commands, &mut chance);
    let without_places: Vec<Report> = reports.iter().map(without_place).collect();
    assert_eq!(without_places, ours, "{commands:?}");
    count(events, &ours, &before, world);
}

/// Begins the ledger of a seat that has been sent its first lines.
fn begin(link: &mut Link, lines: &[String], world: &World) -> (Ledger, Turn) {
    let start = link.start(lines);
    assert_eq!(start.board, world.board);
    let mut opening = world.opening();
    opening.retain(|report| world.porters[report.robot.0 as usize - 1].body.alive);
    assert_eq!(start.reports, opening);
    let ledger = Ledger::new(&start.board, start.me, start.capacity, &start.reports);
    (ledger, link.turn(&[]).expect("the first turn"))
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
    for seed in 0..cases(60, 120) {
        let terrain = [Terrain::Lakes, Terrain::Maze, Terrain::Open, Terrain::Scattered];
        play(seed, 2 + seed as usize % 5, terrain[seed as usize / 5 % 4], &mut events);
    }
    let common = [events.turns, events.pushes, events.forced_drops];
    assert!(common.iter().all(|&count| count > cases(250, 500)), "{events:?}");
    let rare = [events.drowned, events.delivered, events.faults, events.joins];
    assert!(rare.iter().all(|&count| count > cases(10, 20)), "{events:?}");
}

/// The options above are spelt as the referee spells them, so none was left at its default.
#[test]
fn the_options_used_here_exist() {
    let courier = contest("courier").expect("the contest");
    for name in [
        "map",
        "packages",
        "money",
        "capacity",
        "starts",
        "spacing",
        "first_reply",
        "joins",
        "refill",
    ] {
        assert!(courier.about().options.iter().any(|option| option.name == name), "{name}");
    }
}
