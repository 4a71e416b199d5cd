//! The recorded games of the courier contest: whole games between house players on boards of every
//! kind, and scripted ones for every way in which a game can end and a robot can die.
//!
//! `cargo run --release -p referee --example courier_fixtures` writes them anew under
//! `fixtures/courier`.

use anyhow::Result;
use referee::player::scripted::Act;
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::scripts::{late, lines};
use serde_json::{Value, json};

/// Corridors one tile wide around a base; packages go to the four ends.
const CROSS: &str = "\
####.####
####.####
####.####
.........
####@####
####.####
####.####
";

const CROSS_PACKAGES: &str = "\
[ ((5,3),[Mk {uid=1, dest=(5,7), weight=11}, Mk {uid=2, dest=(1,4), weight=11},
          Mk {uid=3, dest=(9,4), weight=11}, Mk {uid=4, dest=(5,1), weight=11},
          Mk {uid=5, dest=(5,7), weight=30}, Mk {uid=6, dest=(9,4), weight=60}]) ]";

/// A quay: a push to the north drowns.
const QUAY: &str = "\
~~~~~~
@....@
......
";

const QUAY_PACKAGES: &str = "\
[ ((1,2),[Mk {uid=10, dest=(6,1), weight=20}, Mk {uid=11, dest=(1,2), weight=5}]),
  ((6,2),[Mk {uid=20, dest=(1,1), weight=20}]) ]";

fn main() -> Result<()> {
    let maker = FixtureMaker::new("courier", 2002)?;
    let size =
        |kind: &str, size: &str, money: u32| json!({ "board": kind, "size": size, "money": money });
    let two = ["@final", "@lightning"];
    let four = ["@final", "@lightning", "@pusher", "@final"];
    let eight = [four, ["@lightning", "@pusher", "@waiter", "@final"]].concat();
    maker.houses("open-alone", "1", size("open", "38x22", 400), &["@final"])?;
    maker.houses("open-two", "2", size("open", "30x20", 200), &two)?;
    maker.houses("lakes-alone", "3", size("lakes", "21x20", 400), &["@lightning"])?;
    maker.houses("lakes-four", "4", size("lakes", "21x21", 150), &four)?;
    maker.houses("lakes-eight", "5", size("lakes", "24x18", 100), &eight)?;
    maker.houses("maze-two", "6", size("maze", "21x15", 250), &two)?;
    maker.houses("corridors-four", "7", size("corridors", "25x20", 150), &four)?;
    maker.houses("corridors-eight", "8", size("corridors", "21x20", 100), &eight)?;
    maker.houses("islands-two", "9", size("islands", "38x22", 200), &two)?;
    maker.houses("any-size", "10", json!({ "money": 120 }), &["@pusher", "@final"])?;
    maker.houses("all-delivered", "11", size("open", "12x9", 500), &["@final"])?;
    maker.houses("quay", "12", given(QUAY, QUAY_PACKAGES, &json!({})), &two)?;
    maker.houses("cross-four", "13", cross(), &four)?;
    maker.houses("cross-21x20", "16", contest_cross(), &four)?;
    maker.houses("maze-76x51", "17", contest_maze(), &["@final", "@lightning", "@waiter"])?;
    maker.houses("open-138x62", "18", size("open", "138x62", 120), &eight[..6])?;
    maker.houses("one-tile-start", "14", start_together(), &four)?;
    maker.houses("continuous", "15", continuous(), &["@final", "@lightning", "@final"])?;
    judges_quirks(&maker)?;
    deaths(&maker)
}

/// Options that hold a map and packages, and others.
fn given(map: &str, packages: &str, options: &Value) -> Value {
    let mut all = json!({ "map": map, "packages": packages, "money": 100 });
    let more = options.as_object().cloned().unwrap_or_default();
    all.as_object_mut().expect("it is one").extend(more);
    all
}

fn cross() -> Value {
    given(CROSS, CROSS_PACKAGES, &json!({ "capacity": 33, "forced": "lies" }))
}

/// Like a map of the contest: 21x20, a base in the middle of four arms one tile wide, ten packages of
/// weight 11 to the end of each.
fn contest_cross() -> Value {
    let ends = [(4, 11), (11, 4), (19, 11), (11, 19)];
    let tile = |x: i32, y: i32| match ((x - 11).abs(), (y - 11).abs()) {
        (0, 0) => '@',
        (1, 1..=7) | (1..=7, 1) => '#',
        _ => '.',
    };
    let row = |y: i32| (1..=21).map(|x| tile(x, y)).collect::<String>();
    let map: Vec<String> = (1..=20).rev().map(row).collect();
    let packages: Vec<String> = (0..40)
        .map(|id| format!("Mk {{uid={id}, dest={:?}, weight=11}}", ends[id % ends.len()]))
        .collect();
    let packages = format!("[ ((11,11),[{}]) ]", packages.join(", "));
    given(&map.join("\n"), &packages, &json!({ "starts": "11,4", "money": 300 }))
}

/// As large as a maze of the contest, with 20 packages of up to 10.
fn contest_maze() -> Value {
    json!({ "board": "maze", "size": "76x51", "count": 20, "weight": 10, "money": 400 })
}

fn start_together() -> Value {
    json!({ "board": "lakes", "size": "20x12", "money": 120, "starts": "same", "ids": "87 3 12 5" })
}

/// Robots that come later, and packages with them.
fn continuous() -> Value {
    json!({
        "board": "open", "size": "16x12", "money": 90, "count": 2, "refill": 3, "joins": "0 12 30",
    })
}

/// One tile, weights 18 and 100 to 102, and a robot that can carry 200.
fn judges_quirks(maker: &FixtureMaker) -> Result<()> {
    let weights = [(1, 102), (2, 100), (3, 18), (4, 100), (5, 102)];
    let list = weights.map(|(id, weight)| format!("Mk {{uid={id}, dest=(1,1), weight={weight}}}"));
    let packages = format!("[((1,1),[{}])]", list.join(", "));
    let quirks = json!({
        "capacity": 200, "money": 3, "ids": 87, "spacing": "judges", "first_reply": "located",
    });
    let commands = ["Player", "1 Pick 5 4 3 2 1", "1 Drop 5 3 ", " 1  Pick 1 4"];
    let script = [lines(commands.into_iter().chain(["1 Drop 1"]))];
    maker.scripts("judges-quirks", "1", given("@", &packages, &quirks), script)
}

/// One short game on the quay for each way to die that is a fault, and for each other end.
fn deaths(maker: &FixtureMaker) -> Result<()> {
    let start = |options: &Value| {
        let mut options = given(QUAY, QUAY_PACKAGES, options);
        options["starts"] = json!("2,1;2,2");
        options
    };
    let waits = || lines(["Player", "1 Drop", "1 Drop", "1 Drop", "1 Drop", "1 Drop"]);
    let then = |act: Act| {
        let mut acts = lines(["Player", "1 Move E"]);
        acts.push(act);
        acts
    };
    let limit = || start(&json!({ "turns": 5 }));
    for (name, act) in [
        ("timeout", Act::Hang),
        ("timeout-by-a-millisecond", late(10_001_000, "1 Drop")),
        ("exit", Act::Exit(3)),
        ("out-of-memory", Act::TakeTooMuchMemory),
        ("line-too-long", Act::say("1 Pick 7".repeat(200_000))),
        ("no-bid", Act::say("")),
        ("bad-bid", Act::say("Move N")),
        ("zero-bid", Act::say("0 Drop")),
        ("unknown-action", Act::say("1 Jump")),
        ("bad-direction", Act::say("1 Move Up")),
        ("bad-id", Act::say("1 Pick ten")),
        ("overbid", Act::say("101 Move N")),
    ] {
        maker.scripts(name, "1", limit(), [then(act), waits()])?;
    }
    let pushed = lines(["Player", "1 Move W", "1 Pick 10 11", "1 Move E"]);
    let pusher = lines(["Player", "1 Drop", "1 Move W", "9 Move N", "1 Pick 10 11", "1 Drop 10"]);
    maker.scripts("drowned", "1", limit(), [pusher, pushed])?;
    let alone = [lines(["Login me secret"]), waits()];
    maker.scripts("not-player", "1", limit(), alone)?;
    let spent = lines(["Player", "60 Drop", "-40 Drop", "1 Drop"]);
    maker.scripts("out-of-money", "1", limit(), [spent, waits()])?;
    let both = [then(Act::say("0 Drop")), then(Act::Exit(0))];
    maker.scripts("both-at-fault", "1", limit(), both)
}
