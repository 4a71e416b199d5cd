//! The recorded matches of Code à la Mode: whole ones between house players, and ones in which chefs are
//! thrown out in every way there is.
//!
//! `cargo run --release -p referee --example alamode_fixtures` writes them anew under
//! `fixtures/alamode`.

use anyhow::Result;
use referee::contest::House;
use referee::game::{Expected, Fault, Seat};
use referee::player::house::HousePlayer;
use referee::player::scripted::Act;
use referee::player::{Player, Reply};
use referee::testkit::fixtures::FixtureMaker;
use referee::testkit::scripts::{house, late, lines};
use serde_json::json;

const HOUSE_SEED: u64 = 2019;

fn main() -> Result<()> {
    let maker = FixtureMaker::new("alamode", HOUSE_SEED)?;
    for (name, seed, league, players) in [
        ("cooks", "1", 4, ["@cook", "@cook", "@cook"]),
        ("cooks-wide-seed", "-6148914691236517206", 4, ["@cook", "@cook", "@cook"]),
        ("cook-clumsy-waiter", "31", 4, ["@cook", "@clumsy", "@waiter"]),
        ("clumsies", "7", 4, ["@clumsy", "@clumsy", "@clumsy"]),
        // 19 are served, so that the list of customers begins again: one of them waits twice.
        ("league-1-loop", "376836090", 1, ["@cook", "@cook", "@cook"]),
        ("league-2", "12", 2, ["@clumsy", "@cook", "@cook"]),
        ("league-3", "13", 3, ["@cook", "@cook", "@clumsy"]),
    ] {
        maker.houses(name, seed, json!({ "league": league }), &players)?;
    }
    let players = ["cook", "clumsy", "cook"].iter().enumerate();
    let players = players.map(|(seat, name)| odd(&maker, name, Seat(seat))).collect();
    maker.record("odd-dress", "42", json!({ "league": 4 }), players)?;
    some_are_thrown_out(&maker)?;
    for (name, last) in ways_to_be_thrown_out() {
        throw_out_at_once(&maker, name, ["MOVE 5 1", "USE 5 0", ""], last)?;
    }
    throw_out_at_once(&maker, "start-timeout", [], late(1_001_000, "WAIT"))
}

/// Chefs who are thrown out in the middle of a match.
fn some_are_thrown_out(maker: &FixtureMaker) -> Result<()> {
    let cook = |seat| maker.house("@cook", Seat(seat));
    let garbage =
        |seat, turn| mortal(maker, Seat(seat), turn, Reply::lines(vec!["goodbye".into()], 0));
    let timeout =
        |seat, turn| mortal(maker, Seat(seat), turn, Reply::fault(Fault::Timeout, "hangs", 0));
    for (name, seed, players) in [
        // Of a pair one goes with a dish in its hand, and its other partner is alone from the start.
        ("one-dies", "4", [cook(0), garbage(1, 60), cook(2)]),
        ("two-die", "4", [timeout(0, 40), garbage(1, 7), cook(2)]),
        ("a-pair-dies", "5", [garbage(0, 150), cook(1), timeout(2, 40)]),
        // The second round is cut off, and what was earned in it stands.
        ("all-die", "4", [garbage(0, 160), garbage(1, 30), timeout(2, 70)]),
    ] {
        maker.record(name, seed, json!({ "league": 4 }), players.into())?;
    }
    Ok(())
}

fn ways_to_be_thrown_out() -> [(&'static str, Act); 11] {
    [
        ("timeout", Act::Hang),
        ("timeout-by-a-millisecond", late(51_000, "WAIT")),
        ("exit", Act::Exit(3)),
        ("out-of-memory", Act::TakeTooMuchMemory),
        ("too-long", Act::say("WAIT ".repeat(3000))),
        ("unknown-command", Act::say("wait")),
        ("semicolon-first", Act::say(";hello")),
        ("two-spaces", Act::say("MOVE  3 4")),
        ("no-number", Act::say("MOVE 3.0 4")),
        ("out-of-kitchen", Act::say("USE 0 -1")),
        ("use-floor", Act::say("USE 1 1")),
    ]
}

/// A match that is over as soon as a script is: the others are thrown out at once.
fn throw_out_at_once<const N: usize>(
    maker: &FixtureMaker,
    name: &str,
    before: [&str; N],
    last: Act,
) -> Result<()> {
    let mut acts = lines(before);
    acts.push(last);
    let other = || lines(["goodbye"]);
    maker.scripts(name, "1", json!({ "league": 4 }), [acts, other(), other()])
}

/// A house player whose answers are written oddly, but still mean the same.
struct Odd {
    mind: Box<dyn House>,
    turn: usize,
}

fn odd(maker: &FixtureMaker, name: &str, seat: Seat) -> Box<dyn Player> {
    let mind = house(maker.contest(), name, HOUSE_SEED, seat);
    Box::new(HousePlayer::new(format!("odd {name}"), Box::new(Odd { mind, turn: seat.0 })))
}

impl House for Odd {
    fn answer(&mut self, sent: &[String]) -> Vec<String> {
        self.turn += 1;
        let line = self.mind.answer(sent).remove(0);
        let words: Vec<&str> = line.split(' ').collect();
        let dressed = match (self.turn % 8, &words[..]) {
            (0, ["WAIT"]) => " ".to_owned(),
            (1, ["WAIT"]) => "WAIT 5 5".to_owned(),
            (2, _) => format!("  {line}\t"),
            (3, _) => format!("{line};one; two ; and so on and so on"),
            (4, _) => format!("{line} ;x"),
            (5, _) => format!("{line} and more"),
            (6, [verb, x, y]) => format!("{verb} +{x} 0{y}"),
            (7, _) => format!("{line} "),
            _ => line,
        };
        vec![dressed]
    }
}

/// A cook whose answer on some turn of its own is the last.
struct Mortal {
    cook: HousePlayer,
    turns_left: usize,
    last: Reply,
}

fn mortal(maker: &FixtureMaker, seat: Seat, turn: usize, last: Reply) -> Box<dyn Player> {
    let mind = house(maker.contest(), "cook", HOUSE_SEED, seat);
    let cook = HousePlayer::new("mortal cook", mind);
    Box::new(Mortal { cook, turns_left: turn, last })
}

impl Player for Mortal {
    fn name(&self) -> &str {
        self.cook.name()
    }

    fn send(&mut self, lines: &[String], expected: Option<&Expected>) {
        self.turns_left = self.turns_left.saturating_sub(1);
        self.cook.send(lines, expected);
    }

    fn reply(&mut self) -> Option<Reply> {
        let reply = self.cook.reply()?;
        Some(if self.turns_left == 0 { self.last.clone() } else { reply })
    }
}
