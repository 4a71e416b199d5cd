//! Makes the recordings under `fixtures/alamode`: whole matches between house players, and ones in
//! which chefs die in every way there is.
//!
//! `cargo run --release -p referee --example alamode_fixtures` writes them anew.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use referee::contest::House;
use referee::contest::Setup;
use referee::game::{Expected, Fault, Game, Seat, ThrownOut};
use referee::games::contest;
use referee::play::{Watcher, play};
use referee::player::house::HousePlayer;
use referee::player::scripted::{Act, Scripted};
use referee::player::{Player, Reply};
use referee::recording::{Exchange, FORMAT, Header, RecordedPlayer, Recorder};
use referee::table::Table;
use serde_json::{Map, Value};

const SEATS: [Seat; 3] = [Seat(0), Seat(1), Seat(2)];

fn main() -> Result<()> {
    for (name, seed, league, players) in [
        ("cooks", "1", 4, ["cook", "cook", "cook"]),
        ("cooks-wide-seed", "-6148914691236517206", 4, ["cook", "cook", "cook"]),
        ("cook-clumsy-waiter", "31", 4, ["cook", "clumsy", "waiter"]),
        ("clumsies", "7", 4, ["clumsy", "clumsy", "clumsy"]),
        // 19 are served, so that the list of customers begins again: one of them waits twice.
        ("league-1-loop", "376836090", 1, ["cook", "cook", "cook"]),
        ("league-2", "12", 2, ["clumsy", "cook", "cook"]),
        ("league-3", "13", 3, ["cook", "cook", "clumsy"]),
    ] {
        let seated = |seat: Seat| house(players[seat.0], seat);
        record(name, seed, league, SEATS.map(seated))?;
    }
    record("odd-dress", "42", 4, SEATS.map(|seat| odd(["cook", "clumsy", "cook"][seat.0], seat)))?;
    deaths()
}

/// Deaths in the middle of a match, and one short match for each way to die.
fn deaths() -> Result<()> {
    let garbage = || Reply::lines(vec!["goodbye".to_owned()], 0);
    let timeout = || Reply::fault(Fault::Timeout, "hangs", 0);
    let dies = |seat, turn, last| mortal(seat, turn, last);
    // Of a pair one dies with a dish in its hand, and its other partner is alone from the start.
    let players = [house("cook", Seat(0)), dies(Seat(1), 60, garbage()), house("cook", Seat(2))];
    record("one-dies", "4", 4, players)?;
    let players =
        [dies(Seat(0), 40, timeout()), dies(Seat(1), 7, garbage()), house("cook", Seat(2))];
    record("two-die", "4", 4, players)?;
    let players =
        [dies(Seat(0), 150, garbage()), house("cook", Seat(1)), dies(Seat(2), 40, timeout())];
    record("a-pair-dies", "5", 4, players)?;
    // The second round is cut off, and what was earned in it stands.
    let players =
        [dies(Seat(0), 160, garbage()), dies(Seat(1), 30, garbage()), dies(Seat(2), 70, timeout())];
    record("all-die", "4", 4, players)?;

    let slow = Act::SayAfter(Duration::from_millis(51), vec!["WAIT".to_owned()]);
    let slow_start = Act::SayAfter(Duration::from_millis(1001), vec!["WAIT".to_owned()]);
    for (name, act) in [
        ("timeout", Act::Hang),
        ("timeout-by-a-millisecond", slow),
        ("exit", Act::Exit(3)),
        ("out-of-memory", Act::Devour),
        ("too-long", Act::say("WAIT ".repeat(3000))),
        ("unknown-command", Act::say("wait")),
        ("semicolon-first", Act::say(";hello")),
        ("two-spaces", Act::say("MOVE  3 4")),
        ("no-number", Act::say("MOVE 3.0 4")),
        ("out-of-kitchen", Act::say("USE 0 -1")),
        ("use-floor", Act::say("USE 1 1")),
    ] {
        scripted(name, ["MOVE 5 1", "USE 5 0", ""].map(Act::say).into_iter().chain([act]))?;
    }
    scripted("start-timeout", [slow_start])
}

/// A match that is over as soon as a script is: the others say what kills at once.
fn scripted(name: &str, acts: impl IntoIterator<Item = Act>) -> Result<()> {
    let player = |acts: Vec<Act>| -> Box<dyn Player> { Box::new(Scripted::new("scripted", acts)) };
    let dead = || player(vec![Act::say("goodbye")]);
    record(name, "1", 4, [player(acts.into_iter().collect()), dead(), dead()])
}

fn mind(name: &str, seat: Seat) -> Box<dyn House> {
    let kinds = contest("alamode").expect("the contest exists").house();
    let kind = kinds.iter().find(|kind| name == kind.name).expect("it exists");
    (kind.make)(2019, seat)
}

fn house(name: &str, seat: Seat) -> Box<dyn Player> {
    Box::new(HousePlayer::new(format!("@{name}"), mind(name, seat)))
}

/// A house player whose answers are written oddly, but still mean the same.
struct Odd {
    mind: Box<dyn House>,
    turn: usize,
}

fn odd(name: &str, seat: Seat) -> Box<dyn Player> {
    let odd = Odd { mind: mind(name, seat), turn: seat.0 };
    Box::new(HousePlayer::new(format!("odd {name}"), Box::new(odd)))
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

fn mortal(seat: Seat, turn: usize, last: Reply) -> Box<dyn Player> {
    let cook = HousePlayer::new("mortal cook", mind("cook", seat));
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

/// Keeps the recording. Times are left out: they differ from run to run.
struct Keep(Recorder);

impl Watcher for Keep {
    fn exchange(&mut self, exchange: &Exchange, _: Option<&Expected>) -> Result<()> {
        Ok(self.0.exchange(&Exchange { micros: None, ..exchange.clone() })?)
    }
}

fn record(name: &str, seed: &str, league: u8, players: [Box<dyn Player>; 3]) -> Result<()> {
    let mut table = Table::new(players.into());
    let options = Map::from_iter([("league".to_owned(), Value::from(league))]);
    let player = |name| RecordedPlayer { name, more: Map::new() };
    let header = Header {
        format: FORMAT.to_owned(),
        game: "alamode".to_owned(),
        seed: seed.to_owned(),
        options: options.clone(),
        players: table.names().into_iter().map(player).collect(),
        more: Map::new(),
    };
    let setup = Setup { seed: seed.to_owned(), options, seats: 3 };
    let mut game: Box<dyn Game> = contest("alamode")?.start(&setup)?;
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../fixtures/alamode"));
    let path = folder.join(format!("{name}.jsonl"));
    let mut keep = Keep(Recorder::create(&path, &header)?);
    let outcome = play(game.as_mut(), &mut table, &mut keep)?;
    keep.0.result(&outcome)?;
    let causes: Vec<String> = outcome.thrown_out.iter().map(ThrownOut::kind).collect();
    let (scores, turns, more) = (&outcome.scores, outcome.turns, &outcome.more);
    println!("{name}: {scores:?} after {turns} turns, {more:?} {}", causes.join(", "));
    Ok(())
}
